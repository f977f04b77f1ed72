// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
    @TempDir
    Path folder;

    /** A run of made-up spans whose ring has dropped some, with one span still running. */
    static Timeline madeUp(int spans) {
        final Trace trace = Trace.start(new TraceOptions(1 << 10, 16));
        trace.setting(Settings.MODE, "consumer");
        trace.setting("name", "quote \" umlaut ä emoji \uD83D\uDE00 </script> \u2028");
        trace.gauge(Gauge.FREE_ARENAS, 6, () -> 3);
        trace.gauge(Gauge.SET_ASIDE, 0, () -> 2);
        final SplittableRandom random = new SplittableRandom(7);
        final TraceRecorder recorder = trace.recorder(ThreadKind.WORKER, "worker 1");
        long now = 1000;
        for (int i = 0; i < spans; i++) {
            recorder.change(random.nextInt(ThreadState.COUNT), now);
            recorder.count(random.nextInt(1 << 20), random.nextInt(5000));
            now += 1 + random.nextInt(100_000);
        }
        trace.recorder(ThreadKind.WRITER, "writer").enter(ThreadState.PLACING);
        trace.sample();
        trace.close();
        return trace.timeline();
    }

    private static byte[] bytes(Timeline timeline) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        TraceFile.write(timeline, out);
        return out.toByteArray();
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        final Timeline written = madeUp(3000);
        final Path file = folder.resolve("run.trace");
        TraceFile.write(written, file);
        final Timeline read = TraceFile.read(file);
        assertEquals(written.totals(), read.totals());
        assertEquals(written.startMillis(), read.startMillis());
        assertTrue(written.droppedSpans() > 0);
        assertEquals(written.droppedSpans(), read.droppedSpans());
        assertEquals(Verdict.of(written.totals()), Verdict.of(read.totals()));
        assertArrayEquals(bytes(written), bytes(read));
        final Spans before = written.spans().getFirst();
        final Spans after = read.spans().getFirst();
        assertEquals(before.count(), after.count());
        assertEquals(before.startNanos(500), after.startNanos(500));
        assertEquals(before.state(500), after.state(500));
        assertEquals(3, read.samples().value(0, Gauge.FREE_ARENAS));
        assertEquals(6, read.samples().capacity(Gauge.FREE_ARENAS));
    }

    @Test
    void aSpanTakesAFewBytes() throws IOException {
        final Timeline timeline = madeUp(3000);
        final double perSpan =
                (double) bytes(timeline).length / timeline.spans().getFirst().count();
        assertTrue(perSpan < 12, "bytes per span: " + perSpan);
    }

    private String refused(byte[] content) throws IOException {
        final Path file = folder.resolve("bad.trace");
        Files.write(file, content);
        final String message = String.valueOf(
                assertThrows(IOException.class, () -> TraceFile.read(file)).getMessage());
        assertTrue(message.startsWith(file + ": "), message);
        return message.substring(file.toString().length() + 2);
    }

    @Test
    void otherFilesAreRefusedByName() throws IOException {
        assertEquals("not a trace of Juggle (it doesn't begin with JUGTRACE)", refused(new byte[] {'{', '}'}));
        assertEquals("not a trace of Juggle (it doesn't begin with JUGTRACE)", refused(new byte[0]));
    }

    @Test
    void aNewerVersionIsRefusedByNumber() throws IOException {
        final byte[] newer = bytes(madeUp(3));
        newer[8] = 9;
        assertEquals("a trace of version 9; this Juggle reads version 1", refused(newer));
    }

    @Test
    void aTraceThatEndsEarlySaysSoWhereverItWasCut() throws IOException {
        final byte[] whole = bytes(madeUp(50));
        for (int length = 9; length < whole.length; length++) {
            assertEquals(
                    "the trace ends early; it wasn't written to its end",
                    refused(Arrays.copyOf(whole, length)),
                    "cut at " + length);
        }
    }

    @Test
    void damageIsRefusedOrHarmlessButNeverAnotherError() throws IOException {
        final long seed = System.nanoTime();
        System.getLogger(TraceFileTest.class.getName()).log(System.Logger.Level.INFO, "seed {0}", seed);
        final SplittableRandom random = new SplittableRandom(seed);
        final byte[] whole = bytes(madeUp(50));
        final Path file = folder.resolve("damaged.trace");
        for (int i = 0; i < 500; i++) {
            final byte[] damaged = whole.clone();
            damaged[9 + random.nextInt(whole.length - 9)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, damaged);
            assertTrue(isRefusedOrHarmless(file, whole), "seed " + seed + " try " + i);
        }
    }

    /** A few bits of the compressed stream are padding. */
    private static boolean isRefusedOrHarmless(Path file, byte[] whole) throws IOException {
        final Timeline read;
        try {
            read = TraceFile.read(file);
        } catch (IOException e) {
            return true;
        }
        return Arrays.equals(whole, bytes(read));
    }
}
