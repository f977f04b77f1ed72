// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/**
 * From when to when a thread recorded.
 *
 * @param startNanos its first span's start, from the run's start
 * @param endNanos its last span's end, or now while one runs, from the run's start
 */
public record Lifetime(long startNanos, long endNanos) {
    /** The time between, never negative. */
    public long nanos() {
        return Math.max(0, endNanos - startNanos);
    }
}
