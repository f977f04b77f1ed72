// SPDX-License-Identifier: Apache-2.0
/**
 * One question to many databases at once: query and filter, the shards they are put to, and the
 * merge of the ranked answers into one.
 *
 * <p><b>Threads.</b> Starts threads for the fan-out; a shard's connection belongs to one of them
 * at a time, and the merge to the asking thread.
 *
 * <p><b>Memory.</b> Each shard gives at most as many hits as were asked for; the merge holds one
 * per shard.
 *
 * <p><b>Start at</b> {@code Search}; it is not written yet.
 */
@NullMarked
package dev.juggle.search;

import org.jspecify.annotations.NullMarked;
