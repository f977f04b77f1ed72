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
import java.util.concurrent.atomic.AtomicLong;

/**
 * A writer in which a fault is planted: the n-th call of one kind fails, in the writer as a full disk does, in a
 * worker's sink as a mistake in the code does. Counts placed outputs.
 */
final class FaultyWriter implements DatabaseWriter {
    /** Where it fails. */
    enum Fault {
        NONE,
        DEFINE,
        PLACE,
        COMMIT,
        FINISH,
        SINK
    }

    private final DatabaseWriter real;
    private final Fault fault;
    private final AtomicLong untilFault;
    private final AtomicLong placed;

    FaultyWriter(DatabaseWriter real, Fault fault, long after, AtomicLong placed) {
        this.real = real;
        this.fault = fault;
        this.untilFault = new AtomicLong(after);
        this.placed = placed;
    }

    private void step(Fault here) throws IOException {
        if (here == fault && untilFault.getAndDecrement() == 0) {
            throw new IOException("planted: no space left on device");
        }
    }

    @Override
    public RowSink newSink() {
        return new FaultySink(real.newSink());
    }

    @Override
    public void define(List<TableLayout> changedTables) throws IOException {
        step(Fault.DEFINE);
        real.define(changedTables);
    }

    @Override
    public void place(JobOutput output) throws IOException {
        step(Fault.PLACE);
        placed.incrementAndGet();
        real.place(output);
    }

    @Override
    public void commit() throws IOException {
        step(Fault.COMMIT);
        real.commit();
    }

    @Override
    public void finish(List<TableLayout> tables, List<String> statements) throws IOException {
        step(Fault.FINISH);
        real.finish(tables, statements);
    }

    @Override
    public void abort() {
        real.abort();
    }

    private final class FaultySink implements RowSink {
        private final RowSink sink;

        FaultySink(RowSink sink) {
            this.sink = sink;
        }

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
            if (fault == Fault.SINK && untilFault.getAndDecrement() == 0) {
                throw new IllegalStateException("planted: a mistake in a worker");
            }
            return sink.reserve(payloadBytes);
        }

        @Override
        public void end() {
            sink.end();
        }

        @Override
        public JobOutput finish() {
            return sink.finish();
        }

        @Override
        public void rewind() {
            sink.rewind();
        }
    }
}
