// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Check;
import dev.juggle.arena.Mem;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The {@link SqlWriter}'s sink, and its own output: rows one behind the other in the arena, each a
 * four-byte length and its payload; beside it, on the heap, where each table's run of rows begins.
 */
final class RowList implements RowSink, JobOutput {
    private static final int LENGTH_BYTES = 4;

    private @Nullable BumpArena arena;
    private long mark;
    private boolean inBatch;

    private int runs;
    private int[] tables = new int[16];
    private long[] firstRows = new long[16];
    private long[] rowCounts = new long[16];
    private long[] addresses = new long[16];
    private long payloadBytes;

    @Override
    public void attach(BumpArena arena) {
        this.arena = arena;
        mark = arena.mark();
        restart();
    }

    @Override
    public void begin(int table, TableKind kind, long firstRow) {
        Check.state(!inBatch, "begin within a batch");
        inBatch = true;
        openRun(table, firstRow);
    }

    @Override
    public long reserve(int bytes) {
        assert inBatch : "a row outside a batch";
        BumpArena arena = attached();
        long at = arena.position();
        long end = at + LENGTH_BYTES + bytes;
        if (end > arena.limit()) {
            throw new ArenaFullException(LENGTH_BYTES + bytes, arena.remainingBytes());
        }
        arena.advanceTo(end);
        Mem.putInt(at, bytes);
        rowCounts[runs - 1]++;
        payloadBytes += bytes;
        return at + LENGTH_BYTES;
    }

    @Override
    public void end() {
        Check.state(inBatch, "no batch to end");
        inBatch = false;
    }

    @Override
    public JobOutput finish() {
        return this;
    }

    @Override
    public void rewind() {
        attached().rollback(mark);
        restart();
    }

    private BumpArena attached() {
        return Objects.requireNonNull(arena, "no arena attached");
    }

    /** Empties the list; an open batch goes on with its next row. */
    private void restart() {
        int last = runs - 1;
        runs = 0;
        payloadBytes = 0;
        if (inBatch) {
            openRun(tables[last], firstRows[last] + rowCounts[last]);
        }
    }

    private void openRun(int table, long firstRow) {
        if (runs == tables.length) {
            tables = Arrays.copyOf(tables, runs * 2);
            firstRows = Arrays.copyOf(firstRows, runs * 2);
            rowCounts = Arrays.copyOf(rowCounts, runs * 2);
            addresses = Arrays.copyOf(addresses, runs * 2);
        }
        tables[runs] = table;
        firstRows[runs] = firstRow;
        rowCounts[runs] = 0;
        addresses[runs++] = attached().position();
    }

    /** How many runs of rows there are. */
    int runs() {
        return runs;
    }

    /** The table of a run. */
    int table(int run) {
        return tables[run];
    }

    /** The id of a run's first row. */
    long firstRow(int run) {
        return firstRows[run];
    }

    /** How many rows a run has. */
    long rowCount(int run) {
        return rowCounts[run];
    }

    /** Where a run's first row lies. */
    long address(int run) {
        return addresses[run];
    }

    /** Address of the payload of the row at {@code row}. */
    static long payload(long row) {
        return row + LENGTH_BYTES;
    }

    /** Bytes of the payload of the row at {@code row}. */
    static int payloadBytes(long row) {
        return Mem.getInt(row);
    }

    @Override
    public long rows() {
        long rows = 0;
        for (int run = 0; run < runs; run++) {
            rows += rowCounts[run];
        }
        return rows;
    }

    @Override
    public long payloadBytes() {
        return payloadBytes;
    }
}
