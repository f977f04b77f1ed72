// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.arena.BumpArena;
import dev.juggle.queue.BoundedQueue;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.sqlite.JobOutput;
import dev.juggle.sqlite.RowSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline reduced to what a writer sees: workers encode jobs of rows into arenas, the calling thread places them in job
 * order and gives the arenas back.
 */
final class WriterRun {
    private static final long ARENA_BYTES = 4 << 20;

    private static final class Job {
        private final BumpArena arena = new BumpArena(ARENA_BYTES);
        private final RowSink sink;
        private long number;
        private @Nullable JobOutput output;

        private Job(RowSink sink) {
            this.sink = sink;
        }
    }

    private final DatabaseWriter writer;
    private final WriterRows kind;
    private final long rows;
    private final List<Job> jobs = new ArrayList<>();
    private final BoundedQueue<Job> free;
    private final BoundedQueue<Job> done;
    private final AtomicLong nextJob = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** A run of {@code rows} rows through {@code writer}, with twice {@code workers} arenas and two. */
    WriterRun(DatabaseWriter writer, WriterRows kind, long rows, int workers) throws InterruptedException {
        this.writer = writer;
        this.kind = kind;
        this.rows = rows;
        int arenas = 2 * workers + 2;
        free = new BoundedQueue<>(arenas);
        done = new BoundedQueue<>(arenas);
        for (int i = 0; i < arenas; i++) {
            Job job = new Job(writer.newSink());
            jobs.add(job);
            free.put(job);
        }
    }

    /** Does it, with so many worker threads besides the calling one; returns the seconds it took. */
    double seconds(int workers, WriterRows.Texts texts) throws IOException, InterruptedException {
        long start = System.nanoTime();
        writer.define(List.of(kind.layout()));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            threads.add(Thread.ofPlatform().start(() -> work(texts)));
        }
        place();
        writer.finish(List.of(kind.layout()), List.of());
        double seconds = (System.nanoTime() - start) / 1e9;
        for (Thread thread : threads) {
            thread.join();
        }
        jobs.forEach(job -> job.arena.close());
        return seconds;
    }

    private void work(WriterRows.Texts texts) {
        try {
            while (true) {
                Job job = free.take();
                long number = nextJob.getAndIncrement();
                long first = number * kind.jobRows();
                if (job == null || first >= rows) {
                    return;
                }
                job.arena.reset();
                job.sink.attach(job.arena);
                kind.encode(job.sink, texts, first, Math.min(rows, first + kind.jobRows()));
                job.output = job.sink.finish();
                job.number = number;
                done.put(job);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            done.abort();
        }
    }

    private void place() throws IOException, InterruptedException {
        long count = (rows + kind.jobRows() - 1) / kind.jobRows();
        Map<Long, Job> waiting = new HashMap<>();
        for (long next = 0; next < count; next++) {
            while (!waiting.containsKey(next)) {
                Job job = done.take();
                if (job == null) {
                    throw new IOException("a worker failed", failure.get());
                }
                waiting.put(job.number, job);
            }
            Job job = waiting.remove(next);
            writer.place(Objects.requireNonNull(job.output));
            free.put(job);
        }
        writer.commit();
        free.close();
    }
}
