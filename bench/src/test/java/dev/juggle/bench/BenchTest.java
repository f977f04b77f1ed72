// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.bench.Bench.Experiment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How experiments are listed and picked. */
final class BenchTest {
    @TempDir
    Path folder;

    private record Ran(int status, String out, String err) {}

    private static Ran run(String... arguments) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Bench.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Ran(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void everyExperimentIsListedInALineAndExplainsItsArguments() throws Exception {
        Ran list = run("--help");
        assertEquals(0, list.status());
        for (Experiment experiment : Bench.EXPERIMENTS) {
            List<String> lines = list.out()
                    .lines()
                    .filter(line -> line.strip().startsWith(experiment.name() + " "))
                    .toList();
            assertEquals(1, lines.size(), list.out());
            assertTrue(lines.getFirst().endsWith(experiment.summary()), list.out());
            assertTrue(lines.getFirst().length() <= 110, lines.getFirst());
            Ran help = run(experiment.name(), "--help");
            assertEquals(0, help.status());
            assertFalse(experiment.arguments().isEmpty());
            experiment.arguments().forEach(line -> assertTrue(help.out().contains(line), help.out()));
        }
    }

    @Test
    void wrongUseIsOneSentence() throws Exception {
        assertEquals(new Ran(2, "", "juggle: there is no experiment speed; see juggle bench --help\n"), run("speed"));
        assertEquals(
                new Ran(2, "", "juggle: there is no option --turns; see juggle bench writer --help\n"),
                run("writer", "--turns", "3"));
        assertEquals(
                new Ran(
                        2,
                        "",
                        "juggle: --rounds must be a whole number from 1 on, not 0; see juggle bench writer --help\n"),
                run("writer", "--rounds", "0"));
        assertEquals(2, run().status());
        assertEquals("", run().out());
    }

    @Test
    void anExperimentGetsWhatFollowsItsName() throws Exception {
        Path corpus = folder.resolve("two words");
        assertEquals(new Ran(0, "", ""), run("corpus", corpus.toString(), "7", "3", "1", "pretty"));
        try (var files = Files.list(corpus)) {
            assertEquals(3, files.count());
        }
    }
}
