// SPDX-License-Identifier: Apache-2.0
/**
 * The mapping between documents and rows (docs/mapping.md). The {@code Shredder} walks a job's tapes, finds
 * the plan of every row and encodes it as SQLite's record; the {@code Restorer} does the opposite and gives
 * the document back, value by value.
 *
 * <p><b>Threads.</b> One shredder per worker, with plans of its own; it touches the shared catalog only while
 * its job holds the ticket gate, and reads the identity table, which all share, at any time. A restorer belongs to one thread.
 *
 * <p><b>Memory.</b> Row lists lie in the job's arena, 36 bytes a row; what can fail for lack of space fails before the
 * ticket. A worker's plans take at most {@code PlanTrie.MAX_HEAP_BYTES} of heap. The {@code IdentityTable} has its share of the budget; a
 * restorer keeps the texts of what is stored once, up to {@code EntityTexts.MAX_BYTES}.
 *
 * <p><b>Start at</b> {@link dev.juggle.shred.Shredder}, then {@link dev.juggle.shred.Restorer}.
 */
@NullMarked
package dev.juggle.shred;

import org.jspecify.annotations.NullMarked;
