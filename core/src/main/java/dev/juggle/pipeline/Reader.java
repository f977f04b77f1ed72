// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.trace.ThreadState;
import dev.juggle.trace.TraceRecorder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Fills jobs: an empty one first, then the next extent (never the other way round: whoever had a place in the order but no
 * arena could make all others wait), then the files' bytes. One for each thread that reads.
 */
final class Reader implements JobSource {
    /** Input may take this part of an arena; tapes and rows, which take a good deal more, need the rest. */
    static final int INPUT_SHARE = 3;

    private final Circuit circuit;
    private final ExtentFeed feed;
    private final FileLoader loader;
    private final TraceRecorder trace;

    Reader(Circuit circuit, ExtentFeed feed, FileLoader loader, TraceRecorder trace) {
        this.circuit = circuit;
        this.feed = feed;
        this.loader = loader;
        this.trace = trace;
    }

    /** A job with the next extent, loaded unless it needs the reserve; null when the input is at its end. */
    @Override
    public @Nullable Job next() throws IOException, InterruptedException {
        Job empty = circuit.free.poll();
        if (empty == null) {
            trace.enter(ThreadState.WAIT_ARENA);
            empty = circuit.free.take();
        }
        if (empty == null) {
            return null;
        }
        Job job = empty.claim();
        trace.enter(ThreadState.OTHER);
        if (!feed.fill(job, circuit, trace)) {
            job.release();
            circuit.free.close();
            return null;
        }
        if (!job.isLoaded()) {
            trace.enter(ThreadState.READING);
            load(job);
        }
        return job;
    }

    private void load(Job job) {
        long listed = job.extent().listedBytes();
        if (listed > job.arena().capacityBytes() / INPUT_SHARE) {
            job.needReserve();
            return;
        }
        try {
            for (LoadedFile file : job.files()) {
                loader.load(file, job.arena());
                trace.count(file.rawBytes, 0);
            }
        } catch (ArenaFullException full) {
            job.needReserve();
        }
    }
}
