// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options of ingest that look at a run, and the command that looks at it afterwards. */
class TraceCommandTest {
    @TempDir
    Path folder;

    private Path input;
    private Path database;
    private Path trace;

    @BeforeEach
    void write() throws IOException {
        input = Files.createDirectory(folder.resolve("in"));
        for (int file = 0; file < 8; file++) {
            final StringBuilder text = new StringBuilder();
            for (int i = 0; i < 4000; i++) {
                text.append("{\"id\":")
                        .append(i)
                        .append(",\"name\":\"n")
                        .append(i)
                        .append("\",\"tags\":[1,2,3]}\n");
            }
            Files.writeString(input.resolve(file + ".ndjson"), text);
        }
        database = folder.resolve("out.db");
        trace = folder.resolve("run.trace");
    }

    @Test
    void aRunIsRecordedExplainedAndLookedAtAgain() throws IOException {
        final Path plain = Files.writeString(folder.resolve("plain.json"), "{\"paths\":[]}");
        final Ran ran = Ran.juggle("ingest", input, "-o", database, "--plan", plain, "--explain", "--trace", trace);
        assertEquals(ExitCode.CLEAN, ran.code(), ran.err());
        assertTrue(ran.err().contains(" rows/s."), ran.err());
        assertEquals("", ran.out());

        final Path page = folder.resolve("run.html");
        final Path events = folder.resolve("run.json");
        final Ran looked = Ran.juggle("trace", trace, "--html", page, "--perfetto", events);
        assertEquals(ExitCode.CLEAN, looked.code(), looked.err());
        assertTrue(ran.err().endsWith(looked.out()), ran.err() + "\nbut later:\n" + looked.out());
        assertTrue(looked.out().contains("128,008 rows in "), looked.out());
        assertTrue(Files.readString(page).contains("window.juggleRun"));
        assertTrue(Files.readString(events).startsWith("{\"displayTimeUnit\""));
    }

    @Test
    void thePageIsServedWhileTheRunLastsAndItsAddressIsSaid() {
        final Ran ran = Ran.juggle("ingest", input, "-o", database, "--ui");
        assertEquals(ExitCode.CLEAN, ran.code(), ran.err());
        assertTrue(
                ran.err()
                        .lines()
                        .anyMatch(line -> line.matches(
                                "juggle: watch the run at http://127\\.0\\.0\\.1:[0-9]+/[A-Za-z0-9_-]{24}/")),
                ran.err());
    }

    @Test
    void aTerminalShowsALinePerThreadAndIsLeftClean() {
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        final Terminal terminal = new Terminal(stream, stream, true, false, 100);
        assertEquals(
                ExitCode.CLEAN,
                Main.run(terminal, "ingest", input.toString(), "-o", database.toString(), "--progress", "wide"));
        final String shown = err.toString(StandardCharsets.UTF_8);
        assertTrue(shown.contains("worker 1"), shown);
        assertTrue(shown.contains("free arenas"), shown);
        final int erased = shown.lastIndexOf("\u001b[J");
        assertTrue(erased > shown.lastIndexOf("worker 1"), shown);
    }

    @Test
    void withoutTheOptionsNothingIsRecordedUnlessTheFlightRecorderRuns() {
        assertEquals(FlightRecorder.isInitialized(), new Tracing().start().isOn());
    }

    @Test
    void wrongUseIsSaidInOneSentence() throws IOException {
        final Ran how = Ran.juggle("ingest", input, "-o", database, "--progress", "loud");
        assertEquals(ExitCode.FAILED, how.code());
        assertTrue(how.err().contains("--progress takes bar, wide or none, not loud"), how.err());
        final Path other = Files.writeString(folder.resolve("other.trace"), "{}");
        final Ran notATrace = Ran.juggle("trace", other);
        assertEquals(ExitCode.FAILED, notATrace.code());
        assertEquals(
                "juggle: " + other + ": not a trace of Juggle (it doesn't begin with JUGTRACE)\n", notATrace.err());
        final Ran missing = Ran.juggle("trace", folder.resolve("none.trace"));
        assertEquals(ExitCode.FAILED, missing.code());
        assertTrue(missing.err().contains("none.trace"), missing.err());
    }
}
