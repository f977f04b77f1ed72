// SPDX-License-Identifier: Apache-2.0
/**
 * Writing SQLite databases: rows as payloads in SQLite's own record format, and the writers that
 * place them in a new file. The format is that of sqlite.org/fileformat2.html: the file header is
 * its section 1.3, b-tree pages and varints 1.6, records 2.1, the schema table 2.6.
 *
 * <p><b>Threads.</b> Encoding is done by the workers, each into a {@link
 * dev.juggle.sqlite.RowSink} of its own; a {@link dev.juggle.sqlite.DatabaseWriter} belongs to the
 * one writer thread, which takes the jobs in order. Output is handed over with its arena; nothing
 * here locks.
 *
 * <p><b>Memory.</b> Payloads lie in the job's arena until they are placed; the page cache has a
 * line in {@code MemoryBudget}; on the heap a writer keeps some bytes for each table and column.
 *
 * <p><b>Start at</b> {@link dev.juggle.sqlite.DatabaseWriter}, then {@link
 * dev.juggle.sqlite.RowSink} and {@link dev.juggle.sqlite.Payload}.
 */
@NullMarked
package dev.juggle.sqlite;

import org.jspecify.annotations.NullMarked;
