// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TraceRecorderTest {
    private static final int PARSING = ThreadState.PARSING.index();
    private static final int WAIT_JOB = ThreadState.WAIT_JOB.index();

    private static TraceRecorder recorder(int ringSpans) {
        return new TraceRecorder(ThreadKind.WORKER, "worker 1", ringSpans, 0, false);
    }

    @Test
    void spansFollowEachOtherWithoutAGap() {
        final TraceRecorder recorder = recorder(8);
        recorder.change(WAIT_JOB, 100);
        recorder.change(PARSING, 130);
        recorder.count(4096, 7);
        recorder.count(4, 1);
        recorder.change(-1, 200);

        final Spans spans = recorder.copySpans(0);
        assertEquals(2, spans.count());
        assertSame(ThreadState.WAIT_JOB, spans.state(0));
        assertEquals(30, spans.nanos(0));
        assertEquals(spans.endNanos(0), spans.startNanos(1));
        assertEquals(200, spans.endNanos(1));
        assertEquals(4100, spans.bytes(1));
        assertEquals(8, spans.rows(1));
    }

    @Test
    void totalsAddUpToTheThreadsLife() {
        final TraceRecorder recorder = recorder(8);
        recorder.change(WAIT_JOB, 100);
        recorder.change(PARSING, 130);
        recorder.change(WAIT_JOB, 170);
        recorder.change(-1, 200);

        final ThreadTotals totals = recorder.totals();
        assertEquals(new Lifetime(100, 200), totals.lifetime());
        assertEquals(60, totals.waitNanos());
        assertEquals(40, totals.workNanos());
        assertEquals(2, totals.of(ThreadState.WAIT_JOB).spans());
        assertNull(totals.running());
    }

    @Test
    void theRunningSpanCountsUpToNow() {
        final TraceRecorder recorder = new TraceRecorder(ThreadKind.WRITER, "writer", 8, System.nanoTime(), false);
        recorder.enter(ThreadState.PLACING);
        final ThreadTotals early = recorder.totals();
        final ThreadTotals late = recorder.totals();
        final Running running = early.running();
        assertNotNull(running);
        assertSame(ThreadState.PLACING, running.state());
        assertTrue(late.workNanos() >= early.workNanos());
        assertEquals(late.lifetime().nanos(), late.workNanos());
    }

    @Test
    void overloadDropsTheOldestSpansAndSaysHowManyButTotalsKeepAll() {
        final TraceRecorder recorder = recorder(4);
        for (int i = 0; i <= 10; i++) {
            recorder.count(1, 0);
            recorder.change(PARSING, 10L * i);
        }
        final Spans spans = recorder.copySpans(0);
        assertEquals(6, spans.first());
        assertEquals(4, spans.count());
        assertEquals(60, spans.startNanos(0));
        assertEquals(10, spans.next());
        assertEquals(10, recorder.totals().of(ThreadState.PARSING).bytes());
        assertEquals(2, recorder.copySpans(8).count());
        assertEquals(0, recorder.copySpans(10).count());
    }

    @Test
    void theOffRecorderTakesAllCallsAndKeepsNothing() {
        final TraceRecorder off = Trace.OFF.recorder(ThreadKind.READER, "reader");
        assertSame(TraceRecorder.OFF, off);
        off.enter(ThreadState.READING);
        off.count(1, 1);
        off.enter(ThreadState.PARSING, 1, 1);
        off.close();
        assertFalse(off.isOn());
        assertEquals(0, off.copySpans(0).count());
        assertEquals(0, off.totals().lifetime().nanos());
        Trace.OFF.sampleUntilClosed();
        Trace.OFF.close();
        assertTrue(Trace.OFF.timeline().spans().isEmpty());
    }

    /** Every copied span carries a check: bytes and rows follow from its start. */
    @Test
    void readersNeverSeeATornSpanOrTotal() throws InterruptedException {
        final TraceRecorder recorder = recorder(16);
        final AtomicBoolean stop = new AtomicBoolean();
        final Thread owner = new Thread(() -> {
            long time = 1;
            recorder.change(PARSING, time);
            while (!stop.get()) {
                recorder.count(time * 3, time * 5);
                time += 1 + (time & 3);
                recorder.change(PARSING, time);
            }
        });
        owner.start();
        long seen = 0;
        long dropped = 0;
        long next = 0;
        final long until = System.nanoTime() + 300_000_000L;
        while (System.nanoTime() < until) {
            final Spans spans = recorder.copySpans(next);
            dropped += spans.first() - next;
            for (int i = 0; i < spans.count(); i++) {
                final long start = spans.startNanos(i);
                assertEquals(start * 3, spans.bytes(i));
                assertEquals(start * 5, spans.rows(i));
                assertEquals(1 + (start & 3), spans.nanos(i));
                seen++;
            }
            next = spans.next();
            final StateTotal total = recorder.totals().of(ThreadState.PARSING);
            assertEquals(total.bytes() / 3 * 5, total.rows());
        }
        stop.set(true);
        owner.join();
        assertTrue(seen > 0, "no span was read");
        assertTrue(dropped > 0, "the ring was never overtaken; the test proves nothing");
    }
}
