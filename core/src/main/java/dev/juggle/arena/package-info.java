// SPDX-License-Identifier: Apache-2.0
/**
 * Fixed blocks of off-heap memory, each with a bump pointer, and the budget that decides how many
 * there are. Everything the product reads, parses and writes lies here; the Java heap holds only a
 * few small objects.
 *
 * <p><b>Threads.</b> A {@code BumpArena} belongs to one thread at a time and has no lock; it
 * changes hands only with the job that carries it, through a queue, and that hand-over is the only
 * synchronisation.
 *
 * <p><b>Memory.</b> Bounded by {@code --memory}: {@code MemoryBudget} is a sum one can read, line
 * by line, and the pool allocates it once. A full arena is an answer, not an accident.
 *
 * <p><b>Start at</b> {@code ArenaPool}.
 */
@NullMarked
package dev.juggle.arena;

import org.jspecify.annotations.NullMarked;
