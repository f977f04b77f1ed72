// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a program as a person would, a whole process from its start to its end, and measures it. Time and peak memory
 * come from GNU time where it is installed ({@code /usr/bin/time}), since only the parent that waits for a process
 * learns its real peak; elsewhere the peak is what {@code /proc} last said before the end.
 */
final class Command {
    private static final Path GNU_TIME = Path.of("/usr/bin/time");
    private static final Pattern TIMED = Pattern.compile("(?m)^JUGGLE-TIME (\\S+) (\\S+) (\\d+)\\n");

    /**
     * How a process ended.
     *
     * @param status its exit status
     * @param output what it wrote to standard output
     * @param errors what it wrote to standard error
     * @param wallNanos from its start to its end
     * @param cpuNanos processor time of all its threads; 0 where that is not known
     * @param peakKibibytes most memory it had resident; 0 where that is not known
     */
    record Outcome(int status, String output, String errors, long wallNanos, long cpuNanos, long peakKibibytes) {
        double seconds() {
            return wallNanos / 1e9;
        }

        double peakMebibytes() {
            return peakKibibytes / 1024.0;
        }

        /** This outcome if the status was 0; else the end of the program as a whole, with what it said. */
        Outcome orStop(String doing) {
            if (status != 0) {
                System.err.println(doing + " failed with status " + status + ":\n" + output + errors);
                System.exit(2);
            }
            return this;
        }
    }

    private Command() {}

    /** The folder of the checkout that is measured. */
    static Path root() {
        return Path.of(System.getProperty("juggle.root", ".")).toAbsolutePath().normalize();
    }

    /** The launcher with {@code arguments}, timed. */
    static Outcome juggle(Object... arguments) throws IOException, InterruptedException {
        List<Object> line = new ArrayList<>(List.of(root().resolve("juggle")));
        line.addAll(Arrays.asList(arguments));
        return timed(line.toArray());
    }

    /** How the figures of {@link #timed} are come by, in words. */
    static String clock() {
        return Files.isExecutable(GNU_TIME) ? "GNU time" : "/proc (GNU time is missing: peaks may be a little low)";
    }

    /** Is there a program {@code name} on the path? */
    static boolean exists(String name) throws IOException, InterruptedException {
        return run("sh", "-c", "command -v " + name).status() == 0;
    }

    /** Runs {@code line} and measures it. */
    static Outcome timed(Object... line) throws IOException, InterruptedException {
        if (!Files.isExecutable(GNU_TIME)) {
            return run(line);
        }
        List<Object> wrapped = new ArrayList<>(List.of(GNU_TIME, "-q", "-f", "JUGGLE-TIME %U %S %M", "--"));
        wrapped.addAll(Arrays.asList(line));
        Outcome outcome = run(wrapped.toArray());
        Matcher figures = TIMED.matcher(outcome.errors());
        if (!figures.find()) {
            return outcome;
        }
        long peak = Long.parseLong(figures.group(3));
        double cpu = Double.parseDouble(figures.group(1)) + Double.parseDouble(figures.group(2));
        return new Outcome(
                outcome.status(),
                outcome.output(),
                figures.replaceAll(""),
                outcome.wallNanos(),
                Math.round(cpu * 1e9),
                peak);
    }

    /** Runs {@code line} in the current folder; the peak is what /proc says while it runs. */
    static Outcome run(Object... line) throws IOException, InterruptedException {
        Path output = Files.createTempFile("juggle-bench", ".out");
        Path errors = Files.createTempFile("juggle-bench", ".err");
        try {
            List<String> words = Arrays.stream(line).map(Object::toString).toList();
            long start = System.nanoTime();
            Process process = new ProcessBuilder(words)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            long peak = 0;
            while (!process.waitFor(20, java.util.concurrent.TimeUnit.MILLISECONDS)) {
                peak = Math.max(peak, highWaterKibibytes(process.pid()));
            }
            long nanos = System.nanoTime() - start;
            return new Outcome(process.exitValue(), text(output), text(errors), nanos, 0, peak);
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(errors);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static long highWaterKibibytes(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException _) {
            // It has just ended, or there is no /proc.
        }
        return 0;
    }

    /** The machine in a line: processors, memory, system, Java. */
    static String machine() throws IOException {
        String cpu = "unknown processor";
        Path info = Path.of("/proc/cpuinfo");
        if (Files.isReadable(info)) {
            for (String line : Files.readAllLines(info)) {
                if (line.startsWith("model name")) {
                    cpu = line.substring(line.indexOf(':') + 1).strip();
                    break;
                }
            }
        }
        long memory = 0;
        Path meminfo = Path.of("/proc/meminfo");
        if (Files.isReadable(meminfo)) {
            memory = Long.parseLong(Files.readAllLines(meminfo).get(0).replaceAll("\\D", "")) >> 20;
        }
        return String.format(
                Locale.ROOT,
                "%d cores (%s), %d GiB, %s %s, Java %s",
                Runtime.getRuntime().availableProcessors(),
                cpu,
                memory,
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                Runtime.version());
    }
}
