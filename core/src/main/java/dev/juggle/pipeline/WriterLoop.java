// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.trace.ThreadState;
import dev.juggle.trace.TraceRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places jobs in input order, whatever order they come in, ends batches, and sends the arenas round again. It is the writer
 * thread's, or the single thread's, which hands it jobs without a queue.
 */
final class WriterLoop implements JobOutlet {
    private final Circuit circuit;
    private final DatabaseWriter database;
    private final TraceRecorder trace;
    private final Progress progress;
    private final ErrorLog errors;
    private final int jobsPerCommit;
    private final @Nullable Job[] early;
    private final List<Job> batch = new ArrayList<>();
    private long next;
    private JobCounts total = JobCounts.NONE;

    /** A writer for as many jobs as the circuit has. */
    WriterLoop(RunContext run, Circuit circuit, DatabaseWriter database, TraceRecorder trace) {
        this.circuit = circuit;
        this.database = database;
        this.trace = trace;
        this.progress = run.progress();
        this.errors = run.errors();
        this.jobsPerCommit = run.options().jobsPerCommit();
        this.early = new @Nullable Job[circuit.free.capacity()];
    }

    /** Takes jobs from the done queue until it is closed. */
    void run() throws IOException, InterruptedException {
        while (true) {
            Job job = circuit.done.poll();
            if (job == null) {
                trace.enter(ThreadState.WAIT_ROWS);
                job = circuit.done.take();
            }
            if (job == null) {
                return;
            }
            accept(job.claim());
        }
    }

    /** From the single thread: the job comes without a queue. */
    @Override
    public void deliver(Job job) throws IOException, InterruptedException {
        accept(job);
    }

    /** From the single thread: the job stays where it is. */
    @Override
    public void placePart(Job job) throws IOException {
        place(job);
    }

    /** Ends the last batch. */
    void commitRest() throws IOException, InterruptedException {
        commit();
    }

    /** The figures of all jobs placed. */
    JobCounts total() {
        return total;
    }

    private void accept(Job job) throws IOException, InterruptedException {
        if (job.isFragment()) {
            assert job.sequence() == next : "only the lowest job comes in parts";
            place(job);
            Circuit.put(circuit.returned, job);
            return;
        }
        // jobs under way are numbered without a gap, and there are no more of them than places
        early[slot(job.sequence())] = job;
        for (Job lowest = early[slot(next)]; lowest != null; lowest = early[slot(next)]) {
            early[slot(next)] = null;
            settle(lowest);
        }
    }

    /** Places the lowest job, and lets the next one be the lowest. */
    private void settle(Job job) throws IOException, InterruptedException {
        long sequence = job.sequence();
        place(job);
        errors.addProblems(job.extent().problems());
        errors.add(job.rejections());
        progress.placed(job.counts());
        total = total.plus(job.counts());
        batch.add(job);
        next++;
        if (job.holdsReserve() || batch.size() == jobsPerCommit) {
            commit();
        }
        // after the commit: whoever waits for the reserve finds it empty
        circuit.placed.pass(sequence);
    }

    private void place(Job job) throws IOException {
        trace.enter(ThreadState.PLACING);
        database.define(job.drainChanges());
        database.place(job.output());
        trace.count(job.output().payloadBytes(), job.output().rows());
    }

    private void commit() throws IOException, InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        trace.enter(ThreadState.COMMITTING);
        database.commit();
        trace.enter(ThreadState.RECYCLING);
        for (Job job : batch) {
            job.reset();
            // false only when the input is at its end and nobody wants the arena any more
            circuit.free.put(job.release());
        }
        batch.clear();
    }

    private int slot(long sequence) {
        return (int) (sequence % early.length);
    }
}
