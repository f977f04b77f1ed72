// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest {
    @TempDir
    Path folder;

    /** One recording in which a thread passes through every state. */
    private Path recorded() throws IOException, InterruptedException {
        final Path file = folder.resolve("run.jfr");
        try (Recording recording = new Recording()) {
            for (ThreadState state : ThreadState.values()) {
                recording.enable("juggle." + camel(state)).withoutThreshold();
            }
            recording.start();
            final Trace trace = Trace.start(TraceOptions.TOTALS);
            try (TraceRecorder recorder = trace.recorder(ThreadKind.WORKER, "worker 1")) {
                for (ThreadState state : ThreadState.values()) {
                    recorder.enter(state);
                    Thread.sleep(1);
                    recorder.count(4096, 12);
                }
            }
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private static String camel(ThreadState state) {
        return Pattern.compile("([A-Z])([A-Z]*)_?")
                .matcher(state.name())
                .replaceAll(word -> word.group(1) + word.group(2).toLowerCase(Locale.ROOT));
    }

    @Test
    void everyStateIsAnEventTypeWithDurationBytesAndRows() throws IOException, InterruptedException {
        int found = 0;
        for (RecordedEvent event : RecordingFile.readAllEvents(recorded())) {
            if (event.getEventType().getName().startsWith("juggle.")) {
                final ThreadState state = ThreadState.of(found++);
                assertEquals("juggle." + camel(state), event.getEventType().getName());
                assertTrue(event.getEventType().getLabel().equalsIgnoreCase(state.label()));
                assertEquals(4096, event.getLong("bytes"));
                assertEquals(12, event.getLong("rows"));
                assertTrue(event.getDuration().toNanos() >= 1_000_000);
            }
        }
        assertEquals(ThreadState.COUNT, found);
    }

    @Test
    void jfrPrintShowsThem() throws IOException, InterruptedException {
        final Path jfr = Path.of(System.getProperty("java.home"), "bin", "jfr");
        final Process process = new ProcessBuilder(
                        jfr.toString(),
                        "print",
                        "--events",
                        "juggle.*",
                        recorded().toString())
                .redirectErrorStream(true)
                .start();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        assertTrue(
                Pattern.compile(
                                "juggle\\.Parsing \\{.*?duration = [0-9.]+ ms.*?bytes = 4\\.0 kB.*?rows = 12",
                                Pattern.DOTALL)
                        .matcher(printed)
                        .find(),
                printed);
    }

    @Test
    void withoutARecordingNoEventIsMade() {
        final Trace trace = Trace.start(TraceOptions.TOTALS);
        try (TraceRecorder recorder = trace.recorder(ThreadKind.WORKER, "worker 1")) {
            recorder.enter(ThreadState.PARSING);
            assertTrue(recorder.isOn());
        }
    }
}
