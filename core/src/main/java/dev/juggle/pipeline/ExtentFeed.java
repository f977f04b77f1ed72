// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the input into extents and gives them out in order, to one reader or to many. The cut is a fixed rule of listed sizes
 * and names, so it is the same in every mode and for any memory: consecutive small files share a job while
 * they are at most {@link #SHARED_BYTES} together, every other file is a job of its own. Any thread may ask.
 */
final class ExtentFeed {
    /** What files that share a job may have together: enough that handing jobs round costs nothing to speak of. */
    static final long SHARED_BYTES = 256 << 10;

    /** How many files may share a job: each is an object or two, also where all are empty. */
    static final int SHARED_FILES = 256;

    private final InputWalk walk;
    private final Progress progress;
    private @Nullable InputFile ahead;
    private boolean isStopped;
    private long sequence;

    ExtentFeed(InputWalk walk, Progress progress) {
        this.walk = walk;
        this.progress = progress;
        this.ahead = walk.next();
    }

    /** The next extent, or null when there are no more files or it was stopped. */
    synchronized @Nullable Extent next() {
        if (ahead == null || isStopped) {
            return null;
        }
        List<InputFile> files = new ArrayList<>();
        long bytes = 0;
        do {
            files.add(ahead);
            bytes += share(ahead);
            progress.listed(ahead);
            ahead = walk.next();
        } while (ahead != null && files.size() < SHARED_FILES && bytes + share(ahead) <= SHARED_BYTES);
        return new Extent(sequence++, files, walk.drainProblems());
    }

    /** Whether there is no input at all, or none left. */
    synchronized boolean isEmpty() {
        return ahead == null;
    }

    /** Gives out no more extents: what was given out is the input. */
    synchronized void stop() {
        isStopped = true;
    }

    /** What the walk reported since the last extent was given out. */
    synchronized List<String> drainProblems() {
        return walk.drainProblems();
    }

    /** A file that may be much larger than listed does not share. */
    private static long share(InputFile file) {
        boolean isKnown = file.sizeBytes() >= 0 && !FileNames.isPacked(file.path());
        return isKnown ? file.sizeBytes() : SHARED_BYTES + 1;
    }
}
