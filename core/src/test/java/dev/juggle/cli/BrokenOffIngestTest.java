// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.testing.Fuzz;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes that end in the middle: killed by the system, or on a disk that is full. The target is the old database or
 * the whole new one, never something else.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BrokenOffIngestTest {
    private static final int FILES = 12;
    private static final int NO_MOUNT = 77;

    @TempDir
    Path folder;

    private Path input;
    private Path target;
    private byte[] oldBytes;
    private byte[] newBytes;

    @BeforeEach
    void anOldDatabaseAndInputForANewOne() throws IOException {
        Random random = Fuzz.random("BrokenOffIngestTest");
        Path small = Files.createDirectories(folder.resolve("small"));
        Files.writeString(small.resolve("a.json"), "[{\"a\":1},{\"a\":2}]");
        input = Files.createDirectories(folder.resolve("input"));
        for (int i = 0; i < FILES; i++) {
            Files.writeString(input.resolve("f" + i + ".json"), document(random));
        }
        Path results = Files.createDirectories(folder.resolve("results"));
        target = results.resolve("out.db");
        Path made = folder.resolve("new.db");
        assertEquals(0, Ran.juggle("ingest", small, "-o", target).code());
        assertEquals(0, Ran.juggle("ingest", input, "-o", made).code());
        oldBytes = Files.readAllBytes(target);
        newBytes = Files.readAllBytes(made);
    }

    /** About 100 KB, nothing in it twice. */
    private static String document(Random random) {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 900; i++) {
            json.append(i == 0 ? "" : ",").append("{\"id\":").append(random.nextLong());
            json.append(",\"text\":\"")
                    .append(Long.toHexString(random.nextLong()).repeat(3));
            json.append("\",\"parts\":[").append(random.nextInt()).append(',').append(random.nextDouble());
            json.append("]}");
        }
        return json.append(']').toString();
    }

    private List<String> command(Path to, String... more) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                "dev.juggle.cli.Main",
                "ingest",
                input.toString(),
                "-o",
                to.toString(),
                "--force"));
        line.addAll(Arrays.asList(more));
        return line;
    }

    /** The class path of the tests, also where JUnit's own launcher loads them. */
    private static String classPath() {
        if (!(Main.class.getClassLoader() instanceof URLClassLoader loader)) {
            return System.getProperty("java.class.path");
        }
        return Arrays.stream(loader.getURLs())
                .map(url -> Path.of(URI.create(url.toString())).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void aKilledRunLeavesTheOldDatabaseOrTheNewOne() throws Exception {
        Random random = Fuzz.random("aKilledRunLeavesTheOldDatabaseOrTheNewOne");
        int broken = 0;
        for (int i = 0; i < Fuzz.rounds(6); i++) {
            Files.write(target, oldBytes);
            Process process = start(command(target));
            // at any byte, every other time near the end, where the target is replaced
            long last = i % 2 == 0 ? newBytes.length : 1 << 14;
            killAt(process, newBytes.length - random.nextLong(last));
            byte[] found = Files.readAllBytes(target);
            boolean isOld = Arrays.equals(oldBytes, found);
            assertTrue(isOld || Arrays.equals(newBytes, found), "neither the old nor the new database, round " + i);
            broken += isOld ? 1 : 0;
            assertTrue(Set.of("out.db", "out.db.part", "out.db.part.lock").containsAll(names()), names().toString());
        }
        assertTrue(broken > 0, "no run was killed before it had replaced the target");
        Process last = start(command(target));
        assertEquals(0, last.waitFor());
        assertArrayEquals(newBytes, Files.readAllBytes(target), "what killed runs left is in the way");
        assertFalse(names().contains("out.db.part"), names().toString());
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Kills when the unfinished file has so many bytes, if the process has not ended by then. */
    private void killAt(Process process, long bytes) throws InterruptedException {
        File part = new File(target + ".part");
        long before = part.length(); // what the round before left is emptied first
        while (before > 0 && part.length() == before && process.isAlive()) {
            Thread.onSpinWait();
        }
        while (part.length() < bytes && process.isAlive()) {
            Thread.onSpinWait();
        }
        process.destroyForcibly();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    }

    private Set<String> names() throws IOException {
        Set<String> names = new TreeSet<>();
        try (var files = Files.list(folder.resolve("results"))) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        }
        return names;
    }

    @Test
    void aFullDiskLeavesTheOldDatabase() throws Exception {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        long free = newBytes.length / 4096;
        failsOn(disk, 1, "bulk");
        failsOn(disk, free - 2, "bulk"); // the last pages do not fit
        failsOn(disk, free / 2, "sql");
    }

    private void failsOn(Path disk, long freePages, String writer) throws Exception {
        long kibibytes = ((oldBytes.length + 4095) / 4096 + freePages) * 4;
        List<String> ingest = command(disk.resolve("out.db"), "--writer", writer);
        assertEquals(
                "status 2\nout.db\nthe same\n",
                onSmallDisk(disk, kibibytes, ingest),
                "--writer " + writer + ", " + kibibytes + " KiB");
        String said = Files.readString(folder.resolve("said"));
        assertTrue(said.contains("full") || said.contains("No space left"), said);
        assertEquals(1, said.lines().count(), said);
    }

    /** Runs a command where {@code disk} is a file system of so many KiB that holds the old database; says what is left there. */
    private String onSmallDisk(Path disk, long kibibytes, List<String> command) throws Exception {
        Path script = folder.resolve("script.sh");
        Files.writeString(
                script, """
                mount -t tmpfs -o size=%dk none '%s' 2>/dev/null || exit 77
                cp '%s' '%s/out.db' || exit 1
                "$@" 2>'%s'
                echo "status $?"
                ls '%s'
                cmp '%s' '%s/out.db' && echo the same
                """.formatted(kibibytes, disk, target, disk, folder.resolve("said"), disk, target, disk));
        List<String> line = new ArrayList<>(List.of("unshare", "-rm", "sh", script.toString()));
        line.addAll(command);
        Process process;
        try {
            process = new ProcessBuilder(line)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException absent) {
            Assumptions.abort("there is no unshare here to mount a small disk with");
            throw absent;
        }
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        Assumptions.assumeTrue(
                status != NO_MOUNT && !(status != 0 && answer.isEmpty()),
                "this system lets nobody mount a small disk for a process of his own");
        return answer;
    }
}
