// SPDX-License-Identifier: Apache-2.0
/**
 * SQLite's file format (sqlite.org/fileformat2.html): varints (section 1.6), the record format
 * (section 2.1), and the writers that place finished payloads into a database.
 *
 * <p><b>Threads.</b> Encoding is done by the workers, each into a sink of its own; a {@code
 * DatabaseWriter} belongs to the one writer thread, which takes the jobs in order.
 *
 * <p><b>Memory.</b> Payloads lie in the job's arena until its batch is committed; the page cache
 * has a line in {@code MemoryBudget}.
 *
 * <p><b>Start at</b> {@code DatabaseWriter}, then {@code Payload}.
 */
@NullMarked
package dev.juggle.sqlite;

import org.jspecify.annotations.NullMarked;
