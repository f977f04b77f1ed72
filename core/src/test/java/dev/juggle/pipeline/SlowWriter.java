// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.BumpArena;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.sqlite.JobOutput;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.TableKind;
import dev.juggle.sqlite.TableLayout;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A writer in which slowness is planted, per job: in its own thread while it places or commits, in a worker's while it
 * encodes.
 *
 * @param real does the work
 * @param encodeMillis how much longer a worker takes for the rows of a job
 * @param placeMillis how much longer placing them takes
 * @param commitMillis how much longer a commit takes
 */
record SlowWriter(DatabaseWriter real, int encodeMillis, int placeMillis, int commitMillis) implements DatabaseWriter {
    private static void pause(int millis) {
        long until = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    @Override
    public RowSink newSink() {
        return new SlowSink(real.newSink(), encodeMillis);
    }

    @Override
    public void define(List<TableLayout> changedTables) throws IOException {
        real.define(changedTables);
    }

    @Override
    public void place(JobOutput output) throws IOException {
        pause(placeMillis);
        real.place(output);
    }

    @Override
    public void commit() throws IOException {
        pause(commitMillis);
        real.commit();
    }

    @Override
    public void finish(List<TableLayout> tables, List<String> statements) throws IOException {
        real.finish(tables, statements);
    }

    @Override
    public void abort() {
        real.abort();
    }

    private record SlowSink(RowSink sink, int encodeMillis) implements RowSink {
        @Override
        public void attach(BumpArena arena) {
            sink.attach(arena);
        }

        @Override
        public void begin(int table, TableKind kind, long firstRow) {
            sink.begin(table, kind, firstRow);
        }

        @Override
        public long reserve(int payloadBytes) {
            return sink.reserve(payloadBytes);
        }

        @Override
        public void end() {
            sink.end();
        }

        @Override
        public JobOutput finish() {
            pause(encodeMillis);
            return sink.finish();
        }

        @Override
        public void rewind() {
            sink.rewind();
        }
    }
}
