// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.Locale;

/**
 * How long a shard may still work for a query, and whether nobody wants its answer any more. Only the time counts in which it
 * works: between two {@link Shard.Cursor#fetch} calls it waits for whoever reads the answer. Written by the thread that works, one at a
 * time; {@code isCancelled} comes from any thread, so it is volatile, and so is {@code end}, which the asking thread reads
 * to know how long to wait.
 */
final class Deadline {
    private final long allowedNanos;
    private final long lastNanos;
    private long leftNanos;
    private long startNanos;
    private volatile long end;
    private volatile boolean isCancelled;

    /**
     * A deadline.
     *
     * @param allowedNanos how long the shard may work
     * @param lastNanos {@link System#nanoTime} when the whole answer must be there
     */
    Deadline(long allowedNanos, long lastNanos) {
        this.allowedNanos = allowedNanos;
        this.lastNanos = lastNanos;
        this.leftNanos = allowedNanos;
        this.end = lastNanos;
    }

    /** So long from now. */
    static Deadline after(long nanos) {
        Deadline deadline = new Deadline(nanos, System.nanoTime() + nanos);
        deadline.begin();
        return deadline;
    }

    /** The shard begins to work. */
    void begin() {
        startNanos = System.nanoTime();
        end = lastNanos - startNanos < leftNanos ? lastNanos : startNanos + leftNanos;
    }

    /** The shard's work pauses, or is done. */
    void pause() {
        leftNanos -= System.nanoTime() - startNanos;
        end = lastNanos;
    }

    void cancel() {
        isCancelled = true;
    }

    boolean isOver() {
        return isCancelled || System.nanoTime() - end >= 0;
    }

    long remainingNanos() {
        return Math.max(0, end - System.nanoTime());
    }

    String reason() {
        return isCancelled && remainingNanos() > 0
                ? "stopped: nobody needs its rows any more"
                : String.format(Locale.ROOT, "no answer within %.3g s", allowedNanos / 1e9);
    }
}
