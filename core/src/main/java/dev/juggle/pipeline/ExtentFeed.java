// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.MemoryBudget;
import dev.juggle.trace.ThreadState;
import dev.juggle.trace.TraceRecorder;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the input into extents and gives them out in order, to one reader or to many. The cut is a fixed rule of listed sizes,
 * names and bytes, so it is the same in every mode and for any memory: consecutive small files share a job while
 * they are at most {@link #SHARED_BYTES} together; a large or packed file, or standard input, comes from a
 * {@link DocumentStream}, as one job or as many; every other file is a job of its own. Any thread may ask.
 */
final class ExtentFeed implements AutoCloseable {
    /** What files that share a job may have together: enough that handing jobs round costs nothing to speak of. */
    static final long SHARED_BYTES = 256 << 10;

    /** How many files may share a job: each is an object or two, also where all are empty. */
    static final int SHARED_FILES = 256;

    private final InputWalk walk;
    private final Progress progress;
    private final ReadableByteChannel standardInput;
    private final boolean canDivideArrays;
    private @Nullable InputFile ahead;
    private @Nullable DocumentStream stream;
    private @Nullable BumpArena memory;
    private final ContentHash hash = new ContentHash();

    /** Set by any thread, without the lock, which somebody may hold who waits for standard input. */
    private volatile boolean isStopped;

    private long sequence;

    ExtentFeed(InputWalk walk, Progress progress, IngestOptions options) {
        this.walk = walk;
        this.progress = progress;
        this.standardInput = options.standardInput();
        this.canDivideArrays = options.shred().selection().isEmpty();
        this.ahead = walk.next();
    }

    /**
     * Puts the next extent into an empty job: whole files, still to be loaded, or what comes from a stream, with its text.
     *
     * @return false when there are no more files or it was stopped
     */
    synchronized boolean fill(Job job, Circuit circuit, TraceRecorder trace) throws IOException, InterruptedException {
        if (stream == null) {
            if (ahead == null || isStopped) {
                return false;
            }
            if (!isStreamed(ahead)) {
                job.begin(nextFiles());
                return true;
            }
        }
        trace.enter(ThreadState.READING);
        fillFromStream(job, circuit, trace);
        trace.count(job.files().getFirst().rawBytes, 0);
        return true;
    }

    private void fillFromStream(Job job, Circuit circuit, TraceRecorder trace)
            throws IOException, InterruptedException {
        DocumentStream current = stream;
        InputFile file = current == null ? take() : current.file();
        job.begin(new Extent(sequence++, List.of(file), current == null ? walk.drainProblems() : List.of()));
        job.files().getFirst().isStreamed = true;
        if (current == null) {
            current = open(job, file);
            if (current == null) {
                return;
            }
            stream = current;
        }
        if (isStopped && current.isBegun()) {
            current.giveUp(job);
        } else {
            current.fill(job, circuit, trace);
        }
        if (current.isDone()) {
            stream = null;
            current.close();
        }
    }

    private @Nullable DocumentStream open(Job job, InputFile file) {
        BumpArena space = memory;
        if (space == null) {
            space = new BumpArena(MemoryBudget.DIVISION_BYTES);
            space.advanceTo(space.limit());
            memory = space;
        }
        try {
            TextSource source = new TextSource(file, standardInput, space, hash);
            long carry = space.base() + MemoryBudget.READ_BUFFER_BYTES;
            return new DocumentStream(file, source, canDivideArrays, carry);
        } catch (IOException failed) {
            job.files().getFirst().fail(FileLoader.reason(failed));
            return null;
        }
    }

    /** Frees what is left when the run ends early. */
    @Override
    public synchronized void close() throws IOException {
        if (stream != null) {
            stream.close();
            stream = null;
        }
        if (memory != null) {
            memory.close();
            memory = null;
        }
    }

    private InputFile take() {
        InputFile file = Objects.requireNonNull(ahead);
        progress.listed(file);
        ahead = walk.next();
        return file;
    }

    private Extent nextFiles() {
        List<InputFile> files = new ArrayList<>();
        long bytes = 0;
        do {
            InputFile file = take();
            files.add(file);
            bytes += file.sizeBytes();
        } while (ahead != null
                && !isStreamed(ahead)
                && files.size() < SHARED_FILES
                && bytes + ahead.sizeBytes() <= SHARED_BYTES);
        return new Extent(sequence++, files, walk.drainProblems());
    }

    /** Whether there is no input at all. */
    synchronized boolean isEmpty() {
        return ahead == null;
    }

    /** Gives out no more extents: what was given out is the input. */
    void stop() {
        isStopped = true;
    }

    /** What the walk reported since the last extent was given out. */
    synchronized List<String> drainProblems() {
        return walk.drainProblems();
    }

    /** Whether a file may be too large for one job, or much larger than listed. */
    private static boolean isStreamed(InputFile file) {
        return file.sizeBytes() < 0 || file.sizeBytes() > DocumentStream.WHOLE_BYTES || FileNames.isPacked(file.path());
    }
}
