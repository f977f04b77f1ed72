// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.ArenaPool;
import dev.juggle.json.DocumentParser;
import dev.juggle.shred.CatalogLayouts;
import dev.juggle.shred.Shredder;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.trace.Gauge;
import dev.juggle.trace.Settings;
import dev.juggle.trace.ThreadKind;
import dev.juggle.trace.ThreadState;
import dev.juggle.trace.Trace;
import dev.juggle.trace.TraceRecorder;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Reader, workers and writer of one run, put together as its mode says. Belongs to the thread that runs the run. */
final class Ring {
    private final RunContext run;
    private final ArenaPool pool;
    private final DatabaseWriter database;
    private final Circuit circuit;
    private final Threads threads;
    private final Ticketing ticketing;
    private final SplittableRandom seeds = new SplittableRandom();

    Ring(RunContext run, ArenaPool pool, DatabaseWriter database) {
        this.run = run;
        this.pool = pool;
        this.database = database;
        this.circuit = new Circuit(pool.size());
        this.threads = new Threads(circuit);
        this.ticketing = new Ticketing(run);
        run.catalog().share(run.options().sharing());
    }

    /**
     * Sends the jobs round until the input is at its end, and completes the database. Gives the figures of what was placed, also
     * if there is a {@link #failure}.
     */
    JobCounts turn() {
        describe();
        boolean isAlone = run.options().mode() instanceof ReaderMode.Single;
        TraceRecorder trace = run.trace()
                .recorder(isAlone ? ThreadKind.SOLO : ThreadKind.WRITER, isAlone ? "single thread" : "writer");
        WriterLoop writer = new WriterLoop(run, circuit, database, trace);
        threads.guard(this::prepare);
        switch (run.options().mode()) {
            case ReaderMode.Single _ -> threads.guard(() -> doEverything(writer, trace));
            case ReaderMode.Producer _ -> {
                threads.start("writer", () -> write(writer, trace));
                startWorkers(false);
                threads.start("reader", this::read);
            }
            case ReaderMode.Consumer _ -> {
                threads.start("writer", () -> write(writer, trace));
                startWorkers(true);
            }
        }
        threads.join();
        return writer.total();
    }

    /** Why it ended before its end; null if it did not. */
    @Nullable
    Throwable failure() {
        return circuit.failure();
    }

    private void prepare() throws IOException, InterruptedException {
        database.define(CatalogLayouts.system());
        for (int index = 0; index < pool.size(); index++) {
            Circuit.put(circuit.free, new Job(pool, index, database.newSink()).claim());
        }
    }

    /** Mode single: each job is read, worked on and placed before the next one is begun. */
    private void doEverything(WriterLoop writer, TraceRecorder trace) throws IOException, InterruptedException {
        try (trace;
                Worker worker = worker(trace)) {
            worker.run(new Reader(circuit, run.feed(), worker.loader(), trace), writer);
            if (circuit.failure() == null) {
                end(writer, trace);
            }
        }
    }

    /** Mode producer: the thread that reads for all. */
    private void read() throws IOException, InterruptedException {
        try (TraceRecorder trace = run.trace().recorder(ThreadKind.READER, "reader");
                FileLoader loader = new FileLoader(run.options().standardInput())) {
            Reader reader = new Reader(circuit, run.feed(), loader, trace);
            for (Job job = reader.next(); job != null; job = reader.next()) {
                trace.enter(ThreadState.WAIT_TODO);
                Circuit.put(circuit.todo, job);
            }
            circuit.todo.close();
        }
    }

    /** Starts the workers; the last one that has no more to do tells the writer. */
    private void startWorkers(boolean areReading) {
        int count = run.options().budget().threads();
        AtomicInteger working = new AtomicInteger(count);
        for (int number = 1; number <= count; number++) {
            String name = "worker " + number;
            threads.start(name, () -> {
                work(name, areReading);
                if (working.decrementAndGet() == 0) {
                    circuit.done.close();
                }
            });
        }
    }

    private void work(String name, boolean isReading) throws IOException, InterruptedException {
        try (TraceRecorder trace = run.trace().recorder(ThreadKind.WORKER, name);
                Worker worker = worker(trace)) {
            JobSource source =
                    isReading ? new Reader(circuit, run.feed(), worker.loader(), trace) : new TodoQueue(circuit, trace);
            worker.run(source, new DoneQueue(circuit));
        }
    }

    private void write(WriterLoop writer, TraceRecorder trace) throws IOException, InterruptedException {
        try (trace) {
            writer.run();
            if (circuit.failure() == null) {
                end(writer, trace);
            }
        }
    }

    private void end(WriterLoop writer, TraceRecorder trace) throws IOException, InterruptedException {
        writer.commitRest();
        trace.enter(ThreadState.FINISHING);
        new Completion(run, database).complete(pool.arena(0));
    }

    private Worker worker(TraceRecorder trace) {
        IngestOptions options = run.options();
        Worker.Tools tools = new Worker.Tools(
                new FileLoader(options.standardInput()),
                new DocumentParser(options.limits(), options.isRepairing()),
                new Pages(options.shred().pages(), options.limits()),
                new Shredder(run.catalog(), options.shred(), run.identities(), seeds.nextLong()),
                trace);
        return new Worker(circuit, tools, ticketing, options.budget());
    }

    private void describe() {
        Trace trace = run.trace();
        IngestOptions options = run.options();
        trace.setting(Settings.MODE, options.mode().label());
        trace.setting(Settings.THREADS, Integer.toString(options.budget().threads()));
        trace.setting(Settings.ARENAS, Integer.toString(options.budget().arenaCount()));
        trace.setting(Settings.BATCH, Integer.toString(options.jobsPerCommit()));
        trace.setting(Settings.MEMORY, Settings.size(options.budget().memoryBytes()));
        trace.setting(Settings.PROCESSORS, Integer.toString(Runtime.getRuntime().availableProcessors()));
        trace.gauge(Gauge.TODO_QUEUE, circuit.todo.capacity(), circuit.todo::size);
        trace.gauge(Gauge.DONE_QUEUE, circuit.done.capacity(), circuit.done::size);
        trace.gauge(Gauge.FREE_ARENAS, circuit.free.capacity(), circuit.free::size);
        trace.gauge(Gauge.SET_ASIDE, 0, run.progress()::setAside);
    }
}
