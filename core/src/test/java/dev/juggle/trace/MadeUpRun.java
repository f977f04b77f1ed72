// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.SplittableRandom;

/** Large timelines without the time it takes to record them. */
public final class MadeUpRun {
    private static final ThreadState[] ROUND = {
        ThreadState.WAIT_JOB,
        ThreadState.PARSING,
        ThreadState.SURVEYING,
        ThreadState.WAIT_TICKET,
        ThreadState.TICKET,
        ThreadState.ENCODING,
        ThreadState.WAIT_DONE
    };

    private MadeUpRun() {}

    /** A run of so many workers with so many spans each. */
    public static Timeline of(int lanes, int spansPerLane) {
        final Trace trace = Trace.start(TraceOptions.DRAWN);
        final SplittableRandom random = new SplittableRandom(1);
        final long each = trace.now() / spansPerLane + 1000;
        for (int lane = 1; lane <= lanes; lane++) {
            final TraceRecorder recorder = trace.recorder(ThreadKind.WORKER, "worker " + lane);
            long now = 0;
            for (int i = 0; i < spansPerLane; i++) {
                recorder.change(ROUND[i % ROUND.length].index(), now);
                recorder.count(random.nextInt(1 << 20), random.nextInt(5000));
                now += 1 + random.nextLong(each * 100);
            }
            recorder.change(-1, now);
        }
        trace.sample();
        final Timeline timeline = trace.timeline();
        final long end = timeline.totals().threads().stream()
                .mapToLong(thread -> thread.lifetime().endNanos())
                .max()
                .orElse(0);
        final RunTotals totals = timeline.totals();
        return new Timeline(
                timeline.startMillis(),
                new RunTotals(end, totals.threads(), totals.settings()),
                timeline.spans(),
                timeline.samples());
    }
}
