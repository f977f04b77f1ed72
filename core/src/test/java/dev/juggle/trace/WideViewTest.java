// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class WideViewTest {
    private static final int COLUMNS = 100;

    private static Trace trace() {
        final Trace trace = Trace.start(new TraceOptions(16, 16));
        trace.gauge(Gauge.TODO_QUEUE, 8, () -> 2);
        trace.gauge(Gauge.FREE_ARENAS, 32, () -> 1);
        trace.gauge(Gauge.SET_ASIDE, 0, () -> 3);
        final TraceRecorder worker10 = trace.recorder(ThreadKind.WORKER, "worker 10");
        worker10.change(ThreadState.PARSING.index(), 0);
        worker10.change(-1, 100);
        final TraceRecorder worker2 = trace.recorder(ThreadKind.WORKER, "worker 2");
        worker2.change(ThreadState.PARSING.index(), 0);
        worker2.change(ThreadState.WAIT_JOB.index(), 25);
        worker2.change(-1, 100);
        trace.recorder(ThreadKind.READER, "reader").enter(ThreadState.WAIT_ARENA);
        trace.sample();
        return trace;
    }

    @Test
    void aLinePerThreadInTheWayOfTheDataWithItsStateAndShareOfWork() {
        final List<String> lines = new WideView(trace(), false).lines(COLUMNS);
        assertTrue(lines.get(0).endsWith("3 set aside"), lines.get(0));
        assertTrue(lines.get(1).startsWith("reader        waiting for a free arena"), lines.get(1));
        assertTrue(lines.get(1).endsWith("░░░░░  work   0 %"), lines.get(1));
        assertTrue(lines.get(2).startsWith("worker 2      ended"), lines.get(2));
        assertTrue(lines.get(2).endsWith(" █████░░░░░░░░░░░░░░░  work  25 %"), lines.get(2));
        assertTrue(lines.get(3).startsWith("worker 10"), lines.get(3));
    }

    @Test
    void queuesAreBarsOfTheirSlots() {
        final List<String> lines = new WideView(trace(), false).lines(COLUMNS);
        assertEquals("todo queue ▪▪······ 2 of 8   free arenas ▪··············· 1 of 32", lines.get(4));
    }

    @Test
    void noLineIsWiderThanTheTerminalAndColoursAreOnlyThereWhenAskedFor() {
        for (String line : new WideView(trace(), false).lines(40)) {
            assertTrue(line.length() <= 40, line);
            assertTrue(line.indexOf('\u001b') < 0, line);
        }
        final String coloured = new WideView(trace(), true).lines(40).get(1);
        assertTrue(coloured.contains("\u001b[2;38;2;209;87;58mwaiting for a free arena\u001b[0m"), coloured);
    }
}
