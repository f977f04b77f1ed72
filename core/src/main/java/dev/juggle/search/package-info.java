// SPDX-License-Identifier: Apache-2.0
/**
 * One question to many databases at once: query and filter, the shards they are put to, and the
 * merge of the ranked answers into one.
 *
 * <p><b>Threads.</b> Starts threads for the fan-out: a fixed pool for files, virtual ones for the network. A connection
 * belongs to one of them at a time, the merge to the asking thread; batches are handed over through futures.
 *
 * <p><b>Memory.</b> The merge holds one batch of at most 256 hits per shard, and no more than the limit needs; each open
 * shard has a page cache of at most 4 MiB. Facets and sets by key hold values, with a limit to their number.
 *
 * <p><b>Start at</b> {@link dev.juggle.search.Search}.
 */
@NullMarked
package dev.juggle.search;

import org.jspecify.annotations.NullMarked;
