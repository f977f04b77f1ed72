// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads and queues in which one stage is made slow; the verdict must find it. */
@Timeout(60)
class PlantedBottleneckTest {
    /** How often a pipeline may be disturbed by what else the machine does before the verdict counts as wrong. */
    private static final int ATTEMPTS = 3;

    private static Verdict run(Limit expected, Supplier<ToyPipeline> pipeline) throws InterruptedException {
        Verdict verdict = Verdict.of(pipeline.get().run().totals());
        for (int attempt = 1; attempt < ATTEMPTS && verdict.limit() != expected; attempt++) {
            verdict = Verdict.of(pipeline.get().run().totals());
        }
        return verdict;
    }

    @Test
    void aSlowDisk() throws InterruptedException {
        final Verdict verdict = run(
                Limit.READING,
                () -> new ToyPipeline(60).readMillis(6).parseMillis(2).writeMillis(1));
        assertEquals(Limit.READING, verdict.limit(), verdict.text());
    }

    @Test
    void aSlowParse() throws InterruptedException {
        final Verdict verdict = run(
                Limit.PARSING,
                () -> new ToyPipeline(60).readMillis(1).parseMillis(12).writeMillis(1));
        assertEquals(Limit.PARSING, verdict.limit(), verdict.text());
    }

    @Test
    void aSlowEncode() throws InterruptedException {
        final Verdict verdict = run(
                Limit.ENCODING,
                () -> new ToyPipeline(60)
                        .readMillis(1)
                        .parseMillis(1)
                        .encodeMillis(12)
                        .writeMillis(1));
        assertEquals(Limit.ENCODING, verdict.limit(), verdict.text());
    }

    @Test
    void aSlowWriter() throws InterruptedException {
        final Verdict verdict = run(
                Limit.WRITING,
                () -> new ToyPipeline(60).readMillis(1).parseMillis(2).writeMillis(6));
        assertEquals(Limit.WRITING, verdict.limit(), verdict.text());
    }

    @Test
    void aSlowCommit() throws InterruptedException {
        final Verdict verdict = run(
                Limit.COMMITTING,
                () -> new ToyPipeline(60)
                        .readMillis(1)
                        .parseMillis(2)
                        .writeMillis(1)
                        .commitMillis(8));
        assertEquals(Limit.COMMITTING, verdict.limit(), verdict.text());
    }

    @Test
    void aSlowTicket() throws InterruptedException {
        final Verdict verdict = run(
                Limit.TICKET,
                () -> new ToyPipeline(60)
                        .readMillis(1)
                        .parseMillis(1)
                        .ticketMillis(6)
                        .writeMillis(1));
        assertEquals(Limit.TICKET, verdict.limit(), verdict.text());
    }

    @Test
    void tooFewArenas() throws InterruptedException {
        final Verdict verdict = run(
                Limit.ARENAS,
                () -> new ToyPipeline(40)
                        .readMillis(4)
                        .parseMillis(4)
                        .writeMillis(4)
                        .arenas(1));
        assertEquals(Limit.ARENAS, verdict.limit(), verdict.text());
        assertTrue(verdict.advice().startsWith("Raise --arenas (now 1)"), verdict.advice());
    }

    @Test
    void theVerdictComesFromTotalsSoASmallRingDoesNotChangeIt() throws InterruptedException {
        final Timeline timeline = new ToyPipeline(60)
                .readMillis(1)
                .parseMillis(2)
                .writeMillis(6)
                .options(new TraceOptions(8, 4))
                .run();
        assertTrue(timeline.droppedSpans() > 0);
        assertEquals(Limit.WRITING, Verdict.of(timeline.totals()).limit());
    }
}
