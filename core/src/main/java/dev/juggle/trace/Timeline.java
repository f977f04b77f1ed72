// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.List;

/**
 * All that was recorded of a run up to a moment, unchanging: what is drawn, written and exported.
 *
 * @param startMillis when the run started, in milliseconds since 1970
 * @param totals how long it took, its settings and each thread's totals
 * @param spans the newest spans of each thread, in the order of {@link RunTotals#threads}; {@link
 *     Spans#first} of them were dropped
 * @param samples the sampled gauges
 */
public record Timeline(long startMillis, RunTotals totals, List<Spans> spans, Samples samples) {
    public Timeline {
        spans = List.copyOf(spans);
        if (spans.size() != totals.threads().size()) {
            throw new IllegalArgumentException("one list of spans per thread");
        }
    }

    /** How many spans are no longer there because a ring was full. */
    public long droppedSpans() {
        return spans.stream().mapToLong(Spans::first).sum();
    }
}
