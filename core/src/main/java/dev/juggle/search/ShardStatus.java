// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What became of one shard's part in an answer.
 *
 * @param shard its name
 * @param failure why it has no answer, or not all of it; null where it has
 * @param rows how many rows it gave
 * @param micros how long it worked
 * @param missing names that lead nowhere in it
 */
public record ShardStatus(String shard, @Nullable String failure, long rows, long micros, Set<String> missing) {}
