// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;

/**
 * Where a worker puts the finished rows of one job, table by table. Made by the {@link DatabaseWriter} that will
 * place them, one for each arena that goes round, and used by one thread at a time. What it makes lies in the
 * attached arena, from below; the job's {@link JobOutput} only points there.
 *
 * <pre>{@code
 * sink.attach(arena);
 * sink.begin(table, kind, firstRow);
 * long at = sink.reserve(bytes);  // write exactly that many bytes there, before the next call
 * …
 * sink.end();
 * JobOutput output = sink.finish();
 * }</pre>
 *
 * <p>When the arena is full, also in the middle of a batch: {@code finish()}, have the output placed, then
 * {@code rewind()} (or {@code attach} another arena, the old one must still be whole) and go on with the row that
 * did not fit. How often that happens does not show in the database.
 */
public interface RowSink {
    /** Puts what follows into {@code arena}'s free space. The last output made must have been placed. */
    void attach(BumpArena arena);

    /**
     * Rows of one table follow.
     *
     * @param table its {@link TableLayout#id}; the layout may still be unknown to the writer
     * @param kind its {@link TableLayout#kind}
     * @param firstRow id of the first row; each further one is 1 higher. Without meaning for a table without row ids
     */
    void begin(int table, TableKind kind, long firstRow);

    /**
     * Room for the next row's payload. It holds the key column of a table with row ids as NULL, and
     * ends at its last column that is not NULL.
     *
     * @return the address for exactly {@code payloadBytes} bytes, to be written before the next call of the sink
     * @throws ArenaFullException if there is no room; the sink is as it was before
     */
    long reserve(int payloadBytes);

    /** Ends the table's rows. */
    void end();

    /**
     * What was made since {@code attach} or {@code rewind}, in order. May be called within a batch, which
     * then goes on in the next output. The object is the sink's own and is used again.
     */
    JobOutput finish();

    /** Forgets what {@link #finish} gave, which must have been placed, and uses the space again. */
    void rewind();
}
