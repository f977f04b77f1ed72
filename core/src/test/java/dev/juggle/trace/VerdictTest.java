// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Verdicts on totals made up for the purpose: 1,000 ms of run, shares in per cent. */
class VerdictTest {
    private static final long RUN = 1_000_000_000L;
    private final List<ThreadTotals> threads = new ArrayList<>();
    private final Map<String, String> settings = new HashMap<>(Map.of(
            Settings.MODE, "producer",
            Settings.THREADS, "2",
            Settings.PROCESSORS, "2",
            Settings.ARENAS, "6",
            Settings.BATCH, "3"));

    private Verdict verdict() {
        return Verdict.of(new RunTotals(RUN, threads, settings));
    }

    private void thread(ThreadKind kind, Object... statesAndPercents) {
        final EnumMap<ThreadState, Integer> shares = new EnumMap<>(ThreadState.class);
        for (int i = 0; i < statesAndPercents.length; i += 2) {
            shares.put((ThreadState) statesAndPercents[i], (Integer) statesAndPercents[i + 1]);
        }
        final List<StateTotal> states = new ArrayList<>();
        for (int i = 0; i < ThreadState.COUNT; i++) {
            final int share = shares.getOrDefault(ThreadState.of(i), 0);
            states.add(new StateTotal(RUN / 100 * share, share, share << 20, share * 10L));
        }
        final int lived = shares.values().stream().mapToInt(Integer::intValue).sum();
        threads.add(new ThreadTotals(kind, kind.label(), new Lifetime(0, RUN / 100 * lived), null, states));
    }

    @Test
    void aSlowDiskIsNamedWithTheModeThatWouldHelp() {
        thread(ThreadKind.READER, ThreadState.READING, 98, ThreadState.WAIT_ARENA, 2);
        thread(ThreadKind.WORKER, ThreadState.WAIT_JOB, 80, ThreadState.PARSING, 20);
        thread(ThreadKind.WORKER, ThreadState.WAIT_JOB, 84, ThreadState.PARSING, 16);
        thread(ThreadKind.WRITER, ThreadState.WAIT_ROWS, 90, ThreadState.PLACING, 10);
        final Verdict verdict = verdict();
        assertEquals(Limit.READING, verdict.limit());
        assertEquals(
                "The reader limits this run, mostly by reading: it works 98 % of the time, while the 2 workers"
                        + " wait 82 % of theirs and the writer waits 90 % of its.",
                verdict.headline());
        assertTrue(verdict.advice().contains("--reader consumer"), verdict.advice());
        assertEquals(
                "The 2 workers work 18 % (parsing 18 %), wait 82 % (for a job 82 %).",
                verdict.details().get(1));
    }

    /** As with one file from standard input: the reader has given it out and ended before anything takes time. */
    @Test
    void aThreadThatCameAndWentDoesNotLimitTheRun() {
        thread(ThreadKind.READER, ThreadState.OTHER, 1, ThreadState.READING, 1);
        thread(ThreadKind.WORKER, ThreadState.READING, 98, ThreadState.WAIT_JOB, 2);
        thread(ThreadKind.WORKER, ThreadState.WAIT_JOB, 2);
        thread(ThreadKind.WRITER, ThreadState.WAIT_ROWS, 100);
        final Verdict verdict = verdict();
        assertEquals(Limit.READING, verdict.limit());
        assertEquals(
                "The worker limits this run, mostly by reading: it works 98 % of the time, while the writer waits"
                        + " 100 % of its.",
                verdict.headline());
        assertTrue(verdict.details().get(0).startsWith("The reader works 100 %"), verdict.text());
    }

    @Test
    void aSlowWriterIsNamedAndMoreThreadsAreNotAdvised() {
        thread(ThreadKind.READER, ThreadState.READING, 10, ThreadState.WAIT_ARENA, 90);
        thread(ThreadKind.WORKER, ThreadState.PARSING, 30, ThreadState.ENCODING, 9, ThreadState.WAIT_DONE, 61);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 90, ThreadState.SYNCING, 7, ThreadState.WAIT_ROWS, 3);
        final Verdict verdict = verdict();
        assertEquals(Limit.WRITING, verdict.limit());
        assertTrue(verdict.headline().startsWith("The writer limits this run"), verdict.headline());
        assertTrue(verdict.headline().contains("it works 97 % of the time"), verdict.headline());
        assertTrue(verdict.headline().contains("the worker waits 61 % of its"), verdict.headline());
        assertTrue(verdict.advice().startsWith("More threads or arenas won't help"), verdict.advice());
    }

    @Test
    void commitsThatTakeMostOfTheWriterAreToldFromPlacing() {
        thread(ThreadKind.WORKER, ThreadState.PARSING, 20, ThreadState.WAIT_DONE, 80);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 25, ThreadState.COMMITTING, 30, ThreadState.SYNCING, 45);
        final Verdict verdict = verdict();
        assertEquals(Limit.COMMITTING, verdict.limit());
        assertTrue(verdict.advice().contains("--batch (now 3)"), verdict.advice());
    }

    @Test
    void slowParsingAdvisesThreadsOnlyWhereThereAreProcessors() {
        thread(ThreadKind.READER, ThreadState.READING, 10, ThreadState.WAIT_TODO, 90);
        thread(ThreadKind.WORKER, ThreadState.PARSING, 70, ThreadState.ENCODING, 25, ThreadState.WAIT_JOB, 5);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 10, ThreadState.WAIT_ROWS, 90);
        assertEquals(Limit.PARSING, verdict().limit());
        assertTrue(
                verdict().advice().startsWith("More threads won't help"),
                verdict().advice());
        settings.put(Settings.PROCESSORS, "8");
        assertEquals(
                "Raise --threads (now 2): the machine has 8 processors.",
                verdict().advice());
    }

    @Test
    void encodingIsToldFromParsing() {
        thread(ThreadKind.WORKER, ThreadState.PARSING, 20, ThreadState.ENCODING, 75, ThreadState.WAIT_JOB, 5);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 10, ThreadState.WAIT_ROWS, 90);
        assertEquals(Limit.ENCODING, verdict().limit());
    }

    @Test
    void readingByTheWorkersIsReading() {
        settings.put(Settings.MODE, "consumer");
        thread(ThreadKind.WORKER, ThreadState.READING, 75, ThreadState.PARSING, 20, ThreadState.WAIT_ARENA, 5);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 10, ThreadState.WAIT_ROWS, 90);
        final Verdict verdict = verdict();
        assertEquals(Limit.READING, verdict.limit());
        assertTrue(verdict.advice().startsWith("More --threads (now 2)"), verdict.advice());
    }

    @Test
    void tooFewArenasShowAsNobodyBeingBusy() {
        thread(ThreadKind.READER, ThreadState.READING, 30, ThreadState.WAIT_ARENA, 70);
        thread(ThreadKind.WORKER, ThreadState.PARSING, 35, ThreadState.WAIT_JOB, 65);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 30, ThreadState.WAIT_ROWS, 70);
        final Verdict verdict = verdict();
        assertEquals(Limit.ARENAS, verdict.limit());
        assertEquals(
                "Time is lost to arenas: no stage works more than 35 % of its time, and the reader spends 70 %"
                        + " of its time waiting for a free arena.",
                verdict.headline());
        assertTrue(verdict.advice().startsWith("Raise --arenas (now 6)"), verdict.advice());
    }

    @Test
    void theTicketIsSetAgainstTheRunNotAgainstTheWorkers() {
        for (int i = 0; i < 4; i++) {
            thread(ThreadKind.WORKER, ThreadState.TICKET, 24, ThreadState.PARSING, 6, ThreadState.WAIT_TICKET, 70);
        }
        thread(ThreadKind.WRITER, ThreadState.PLACING, 10, ThreadState.WAIT_ROWS, 90);
        final Verdict verdict = verdict();
        assertEquals(Limit.TICKET, verdict.limit());
        assertTrue(verdict.headline().contains("busy 96 % of the time"), verdict.headline());
    }

    @Test
    void waitingForTheTicketOfASlowerJobIsTheOrder() {
        thread(ThreadKind.READER, ThreadState.READING, 30, ThreadState.WAIT_ARENA, 70);
        thread(ThreadKind.WORKER, ThreadState.TICKET, 1, ThreadState.PARSING, 39, ThreadState.WAIT_TICKET, 60);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 10, ThreadState.WAIT_ROWS, 90);
        assertEquals(Limit.ORDER, verdict().limit());
    }

    @Test
    void waitingForTheReserveIsNamed() {
        thread(ThreadKind.WORKER, ThreadState.PARSING, 40, ThreadState.WAIT_RESERVE, 50, ThreadState.WAIT_JOB, 10);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 10, ThreadState.WAIT_ROWS, 90);
        assertEquals(Limit.RESERVE, verdict().limit());
    }

    @Test
    void finishingIsJudgedByItselfAndDoesNotMakeTheWriterLookBusy() {
        thread(ThreadKind.WORKER, ThreadState.PARSING, 38, ThreadState.WAIT_JOB, 2);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 5, ThreadState.WAIT_ROWS, 35, ThreadState.FINISHING, 60);
        assertEquals(Limit.FINISHING, verdict().limit());
        threads.clear();
        thread(ThreadKind.WORKER, ThreadState.PARSING, 76, ThreadState.WAIT_JOB, 4);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 5, ThreadState.WAIT_ROWS, 75, ThreadState.FINISHING, 20);
        assertEquals(Limit.PARSING, verdict().limit());
    }

    @Test
    void twoBusyStagesAreBalanced() {
        thread(ThreadKind.READER, ThreadState.READING, 20, ThreadState.WAIT_ARENA, 80);
        thread(ThreadKind.WORKER, ThreadState.PARSING, 93, ThreadState.WAIT_JOB, 7);
        thread(ThreadKind.WRITER, ThreadState.PLACING, 90, ThreadState.WAIT_ROWS, 10);
        assertEquals(Limit.BALANCED, verdict().limit());
    }

    @Test
    void oneThreadThatDoesEverythingIsToldWhereItsTimeGoes() {
        settings.put(Settings.MODE, "single");
        thread(ThreadKind.SOLO, ThreadState.READING, 20, ThreadState.PARSING, 30, ThreadState.PLACING, 50);
        final Verdict verdict = verdict();
        assertEquals(Limit.WRITING, verdict.limit());
        assertEquals("One thread does everything; 50 % of its time goes into writing.", verdict.headline());
    }

    @Test
    void nothingIsSaidOfNothing() {
        assertEquals(
                Limit.TOO_SHORT,
                Verdict.of(new RunTotals(5, List.of(), Map.of())).limit());
        assertFalse(verdict().text().isEmpty());
    }
}
