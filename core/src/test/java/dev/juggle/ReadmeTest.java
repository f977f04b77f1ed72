// SPDX-License-Identifier: Apache-2.0
package dev.juggle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.juggle.testing.Project;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the documents show is what happens. Every fenced block marked {@code console} is run: its lines
 * that begin with {@code $} are commands, the lines below each are what it prints (both streams), where
 * {@code …} stands for anything that may differ. The blocks of one document are run in order, in a
 * folder that holds the examples and a {@code ./juggle} which runs the classes under test.
 */
final class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\\n(.*?)^```$");
    private static final int SECONDS = 120;

    /** A command, and the lines that it is said to print. */
    record Step(String command, List<String> output) {
        boolean prints(String text) {
            String wanted = String.join("\n", output).strip();
            String pattern = Stream.of(wanted.split("…", -1))
                    .map(Pattern::quote)
                    .reduce((a, b) -> a + ".*?" + b)
                    .orElse("");
            return Pattern.compile(pattern, Pattern.DOTALL)
                    .matcher(text.strip())
                    .matches();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyDocumentTellsTheTruth(@TempDir Path folder) throws IOException {
        Map<String, List<Step>> documents = new TreeMap<>();
        try (Stream<Path> top = Files.list(Project.root());
                Stream<Path> docs = Files.walk(Project.root().resolve("docs"))) {
            for (Path file : Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                List<Step> steps = steps(Files.readString(file));
                if (!steps.isEmpty()) {
                    documents.put(Project.root().relativize(file).toString(), steps);
                }
            }
        }
        assertTrue(documents.containsKey("README.md"));
        return documents.entrySet().stream()
                .map(document -> DynamicTest.dynamicTest(
                        document.getKey(),
                        () -> runAll(
                                document.getValue(),
                                Files.createDirectory(
                                        folder.resolve(document.getKey().replace('/', '_'))))));
    }

    @Test
    void aFalseLineIsFound() {
        Step step = steps("text\n```console\n$ echo a \\\n  b\nsaid … times\nend\n```\n")
                .getFirst();
        assertEquals("echo a   b", step.command());
        assertTrue(step.prints("said 17 times\nend\n"));
        assertTrue(!step.prints("said 17 times\nEND\n"));
        assertTrue(!step.prints("more\nsaid 17 times\nend\n"));
        assertTrue(!step.prints(""));
    }

    private static void runAll(List<Step> steps, Path folder) throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/bin/sh")), "the documents' commands are for a POSIX shell");
        prepare(folder);
        for (Step step : steps) {
            if (step.command().contains("sqlite3")) {
                assumeTrue(onPath("sqlite3"), "sqlite3 is not installed");
            }
            String printed = run(step.command(), folder);
            if (!step.prints(printed)) {
                assertEquals(String.join("\n", step.output()), printed, "$ " + step.command());
            }
        }
    }

    private static List<Step> steps(String document) {
        List<Step> steps = new ArrayList<>();
        BLOCK.matcher(document).results().forEach(block -> {
            for (String line : block.group(1).replace("\\\n", "").lines().toList()) {
                if (line.startsWith("$ ")) {
                    steps.add(new Step(line.substring(2), new ArrayList<>()));
                } else {
                    steps.getLast().output().add(line);
                }
            }
        });
        return steps;
    }

    private static void prepare(Path folder) throws IOException {
        Path examples = Project.root().resolve("examples");
        try (Stream<Path> all = Files.walk(examples)) {
            for (Path one : all.toList()) {
                Files.copy(one, folder.resolve("examples").resolve(examples.relativize(one)));
            }
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path launcher = Files.writeString(
                folder.resolve("juggle"),
                "#!/bin/sh\nexec '" + java
                        + "' -XX:+UseSerialGC -XX:-UsePerfData -Xmx160m --enable-native-access=ALL-UNNAMED" + " -cp '"
                        + System.getProperty("java.class.path") + "' dev.juggle.cli.Main \"$@\"\n");
        assertTrue(launcher.toFile().setExecutable(true));
    }

    private static String run(String command, Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve(".output");
        Process process = new ProcessBuilder("/bin/sh", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertTrue(ended, "hangs: " + command);
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    private static boolean onPath(String tool) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }
}
