// SPDX-License-Identifier: Apache-2.0
package dev.juggle.queue;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Adds up how long threads waited at one side of a queue or gate, and how often. Only who really has to wait
 * touches it, so it costs nothing where nothing waits. A wait counts when it ends.
 */
public final class WaitClock {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();

    /** Adds the wait that began at {@code startNanos} (of {@link System#nanoTime()}) and ends now. */
    void add(long startNanos) {
        nanos.addAndGet(System.nanoTime() - startNanos);
        waits.incrementAndGet();
    }

    /** Sum of all ended waits, over all threads. */
    public long waitNanos() {
        return nanos.get();
    }

    /** How many waits have ended. */
    public long waitCount() {
        return waits.get();
    }
}
