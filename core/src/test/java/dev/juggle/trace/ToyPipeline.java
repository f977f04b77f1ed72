// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import dev.juggle.queue.BoundedQueue;
import dev.juggle.queue.TicketGate;
import java.util.ArrayList;
import java.util.List;

/**
 * Juggle's pipeline with sleeping stages: the same threads, queues, gate and states, a reader that
 * is as slow as told, and so on. For tests of all that looks at a run.
 */
public final class ToyPipeline {
    private static final long JOB_BYTES = 1 << 20;
    private static final long JOB_ROWS = 5000;

    private final int jobs;
    private int workers = 2;
    private int arenas = 8;
    private int readMillis;
    private int parseMillis;
    private int ticketMillis;
    private int encodeMillis;
    private int writeMillis;
    private int commitMillis;
    private Trace trace = Trace.start(TraceOptions.DRAWN);

    /** A run of so many jobs. */
    public ToyPipeline(int jobs) {
        this.jobs = jobs;
    }

    /** How many workers there are. */
    public ToyPipeline workers(int count) {
        workers = count;
        return this;
    }

    /** How many arenas go round. */
    public ToyPipeline arenas(int count) {
        arenas = count;
        return this;
    }

    /** How long reading a job takes. */
    public ToyPipeline readMillis(int millis) {
        readMillis = millis;
        return this;
    }

    /** How long parsing a job takes. */
    public ToyPipeline parseMillis(int millis) {
        parseMillis = millis;
        return this;
    }

    /** How long a job holds the ticket. */
    public ToyPipeline ticketMillis(int millis) {
        ticketMillis = millis;
        return this;
    }

    /** How long encoding a job takes. */
    public ToyPipeline encodeMillis(int millis) {
        encodeMillis = millis;
        return this;
    }

    /** How long placing a job's rows takes. */
    public ToyPipeline writeMillis(int millis) {
        writeMillis = millis;
        return this;
    }

    /** How long the commit after each job takes. */
    public ToyPipeline commitMillis(int millis) {
        commitMillis = millis;
        return this;
    }

    /** What is kept of the run. */
    public ToyPipeline options(TraceOptions options) {
        trace = Trace.start(options);
        return this;
    }

    /** The trace of this run, to be watched while it runs. */
    public Trace trace() {
        return trace;
    }

    /** Runs to the end and gives what was recorded. */
    public Timeline run() throws InterruptedException {
        final BoundedQueue<Integer> free = new BoundedQueue<>(arenas);
        final BoundedQueue<Integer> todo = new BoundedQueue<>(arenas);
        final BoundedQueue<Integer> done = new BoundedQueue<>(arenas);
        final TicketGate gate = new TicketGate();
        for (int i = 0; i < arenas; i++) {
            free.put(i);
        }
        describe(free, todo, done);
        final List<Thread> threads = new ArrayList<>();
        threads.add(start("sampler", trace::sampleUntilClosed));
        final Thread reader = start("reader", () -> read(free, todo));
        final List<Thread> working = new ArrayList<>();
        for (int i = 1; i <= workers; i++) {
            final TraceRecorder recorder = trace.recorder(ThreadKind.WORKER, "worker " + i);
            working.add(start("worker " + i, () -> work(recorder, todo, done, gate)));
        }
        final Thread writer = start("writer", () -> write(done, free));
        reader.join();
        todo.close();
        for (Thread worker : working) {
            worker.join();
        }
        done.close();
        writer.join();
        trace.close();
        for (Thread thread : threads) {
            thread.join();
        }
        return trace.timeline();
    }

    private void describe(BoundedQueue<Integer> free, BoundedQueue<Integer> todo, BoundedQueue<Integer> done) {
        trace.setting(Settings.MODE, "producer");
        trace.setting(Settings.THREADS, Integer.toString(workers));
        trace.setting(Settings.ARENAS, Integer.toString(arenas));
        trace.setting(Settings.BATCH, "1");
        trace.setting(Settings.PROCESSORS, "2");
        trace.gauge(Gauge.TODO_QUEUE, todo.capacity(), todo::size);
        trace.gauge(Gauge.DONE_QUEUE, done.capacity(), done::size);
        trace.gauge(Gauge.FREE_ARENAS, arenas, free::size);
        trace.gauge(Gauge.SET_ASIDE, 0, () -> 0);
    }

    private void read(BoundedQueue<Integer> free, BoundedQueue<Integer> todo) throws InterruptedException {
        try (TraceRecorder recorder = trace.recorder(ThreadKind.READER, "reader")) {
            for (int job = 0; job < jobs; job++) {
                recorder.enter(ThreadState.WAIT_ARENA);
                free.take();
                recorder.enter(ThreadState.READING);
                Thread.sleep(readMillis);
                recorder.count(JOB_BYTES, 0);
                recorder.enter(ThreadState.WAIT_TODO);
                todo.put(job);
            }
        }
    }

    private void work(TraceRecorder recorder, BoundedQueue<Integer> todo, BoundedQueue<Integer> done, TicketGate gate)
            throws InterruptedException {
        try (recorder) {
            recorder.enter(ThreadState.WAIT_JOB);
            for (Integer job = todo.take(); job != null; job = todo.take()) {
                recorder.enter(ThreadState.PARSING);
                Thread.sleep(parseMillis);
                recorder.count(JOB_BYTES, 0);
                recorder.enter(ThreadState.WAIT_TICKET);
                gate.await(job);
                recorder.enter(ThreadState.TICKET);
                Thread.sleep(ticketMillis);
                gate.pass(job);
                recorder.enter(ThreadState.ENCODING);
                Thread.sleep(encodeMillis);
                recorder.count(0, JOB_ROWS);
                recorder.enter(ThreadState.WAIT_DONE);
                done.put(job);
                recorder.enter(ThreadState.WAIT_JOB);
            }
        }
    }

    private void write(BoundedQueue<Integer> done, BoundedQueue<Integer> free) throws InterruptedException {
        try (TraceRecorder recorder = trace.recorder(ThreadKind.WRITER, "writer")) {
            recorder.enter(ThreadState.WAIT_ROWS);
            for (Integer job = done.take(); job != null; job = done.take()) {
                recorder.enter(ThreadState.PLACING);
                Thread.sleep(writeMillis);
                recorder.count(JOB_BYTES / 2, JOB_ROWS);
                recorder.enter(ThreadState.COMMITTING);
                Thread.sleep(commitMillis);
                recorder.enter(ThreadState.RECYCLING);
                free.put(job);
                recorder.enter(ThreadState.WAIT_ROWS);
            }
        }
    }

    private interface Stage {
        void run() throws InterruptedException;
    }

    private static Thread start(String name, Stage stage) {
        return Thread.ofPlatform().name(name).daemon().start(() -> {
            try {
                stage.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
