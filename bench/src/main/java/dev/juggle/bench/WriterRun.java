// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.arena.BumpArena;
import dev.juggle.queue.TicketGate;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.sqlite.RowSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline reduced to what a writer sees, with as many threads as workers: each encodes jobs of rows into its arena and
 * places them itself when it is their turn. (The pipeline has a thread for that, since its workers have more to do; here
 * it would only be a thread more than processors, and the page that a worker has just filled would be copied by another one.)
 */
final class WriterRun {
    private static final long ARENA_BYTES = 4 << 20;

    private final DatabaseWriter writer;
    private final WriterRows kind;
    private final long rows;
    private final List<BumpArena> arenas = new ArrayList<>();
    private final AtomicLong nextJob = new AtomicLong();
    private final TicketGate gate = new TicketGate();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** A run of {@code rows} rows through {@code writer}, by so many workers. */
    WriterRun(DatabaseWriter writer, WriterRows kind, long rows, int workers) {
        this.writer = writer;
        this.kind = kind;
        this.rows = rows;
        for (int i = 0; i < workers; i++) {
            arenas.add(new BumpArena(ARENA_BYTES));
        }
    }

    /** Does it; returns the seconds it took, to the end of the file. */
    double seconds(WriterRows.Texts texts) throws IOException, InterruptedException {
        long start = System.nanoTime();
        writer.define(List.of(kind.layout()));
        List<Thread> threads = new ArrayList<>();
        for (BumpArena arena : arenas) {
            threads.add(Thread.ofPlatform().start(() -> work(arena, texts)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Throwable failed = failure.get();
        if (failed != null) {
            throw new IOException("a worker failed", failed);
        }
        writer.commit();
        writer.finish(List.of(kind.layout()), List.of());
        double seconds = (System.nanoTime() - start) / 1e9;
        arenas.forEach(BumpArena::close);
        return seconds;
    }

    private void work(BumpArena arena, WriterRows.Texts texts) {
        RowSink sink = writer.newSink();
        try {
            while (true) {
                long job = nextJob.getAndIncrement();
                long first = job * kind.jobRows();
                if (first >= rows) {
                    return;
                }
                arena.reset();
                sink.attach(arena);
                kind.encode(sink, texts, first, Math.min(rows, first + kind.jobRows()));
                if (!gate.await(job)) {
                    return;
                }
                writer.place(sink.finish());
                gate.pass(job);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            gate.abort();
        }
    }
}
