// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/**
 * How much a trace keeps.
 *
 * @param spansPerThread the ring of each thread, in spans of 32 bytes: a power of two, or 0 for a
 *     trace that is off
 * @param samples how many samples of the gauges (64 bytes each) are kept before every second one is
 *     dropped: an even number
 */
public record TraceOptions(int spansPerThread, int samples) {
    /** For totals and the verdict only: 32 KiB per thread. */
    public static final TraceOptions TOTALS = new TraceOptions(1 << 10, 1 << 8);

    /** For drawing: 65,536 spans, 2 MiB per thread. */
    public static final TraceOptions DRAWN = new TraceOptions(1 << 16, 1 << 12);

    public TraceOptions {
        if (spansPerThread < 0 || Integer.bitCount(spansPerThread) > 1) {
            throw new IllegalArgumentException("not a power of two: " + spansPerThread);
        }
        if (samples < 0 || samples % 2 != 0) {
            throw new IllegalArgumentException("not an even number: " + samples);
        }
    }

    /** Whether anything is recorded. */
    public boolean isOn() {
        return spansPerThread > 0;
    }
}
