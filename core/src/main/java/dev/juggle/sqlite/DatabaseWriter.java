// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.io.IOException;
import java.util.List;

/**
 * Places finished payloads in a new database file. Two implementations: {@link SqlWriter} binds them to prepared
 * statements, the bulk writer builds the file's pages itself.
 *
 * <p>The bytes of the finished file depend on the calls of {@link #define} and {@link #place} and their order
 * only: neither on {@link #commit} nor on how a job's rows were cut into outputs.
 *
 * <p>All methods but {@link #newSink} are for one thread at a time: usually the same, else handed on with a
 * happens-before edge. A failure (the disk is full) is an
 * {@link IOException}; after one, only {@link #abort} may follow.
 */
public interface DatabaseWriter {
    /** A sink for one worker's rows. May be called by any thread at any time. */
    RowSink newSink();

    /**
     * Tables that are new and tables with new columns, as of the next job. Called in job order, before that job's
     * rows are placed.
     */
    void define(List<TableLayout> changedTables) throws IOException;

    /** Places a job's rows, or a part of them; in job order. Afterwards its arena is free to be reset. */
    void place(JobOutput output) throws IOException;

    /** Ends a batch: what was placed so far goes on its way to disk. */
    void commit() throws IOException;

    /**
     * Completes the file: declared types and foreign keys, then the statements, then everything to disk. The writer
     * is closed afterwards.
     *
     * @param tables all tables, with their declared types and foreign keys
     * @param statements {@code CREATE INDEX} and {@code CREATE VIEW} statements, run in order. Indexes are best made
     *     with {@link IndexLayout#ddl}: the bulk writer knows those. Each table whose {@link
     *     TableLayout#kind} is {@link TableKind#CHILD} needs one on that column
     */
    void finish(List<TableLayout> tables, List<String> statements) throws IOException;

    /** Gives up: closes and deletes the unfinished file. Harmless after {@link #finish}. */
    void abort();
}
