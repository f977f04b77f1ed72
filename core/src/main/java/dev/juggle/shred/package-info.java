// SPDX-License-Identifier: Apache-2.0
/**
 * The mapping between documents and rows. The {@code Shredder} walks a tape, finds the shape of
 * every object and lays values into rows; the {@code Restorer} does the opposite and gives the
 * document back, value by value.
 *
 * <p><b>Threads.</b> One shredder per worker; it shares nothing but the catalog, and changes that
 * only while it holds its job's ticket.
 *
 * <p><b>Memory.</b> Rows under work lie in the job's arena. Whatever can set a record aside is
 * found before the ticket.
 *
 * <p><b>Start at</b> {@code Shredder}, then {@code Restorer}.
 */
@NullMarked
package dev.juggle.shred;

import org.jspecify.annotations.NullMarked;
