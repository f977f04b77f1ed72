// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.bench.Command.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How long {@code juggle ingest} takes and how much memory it has, as whole processes: every reader mode, one and two
 * workers, with the input in the system's cache and without it, for corpora of different sizes.
 *
 * <p>{@code bench/ingest-times [MIB:RUNS...]}, by default {@code 37:5 370:3 3788:1}. The runs of one corpus alternate
 * (every combination once, then all again), so that what else the machine does hits all alike; the table has medians.
 * All databases of one corpus must be equal, byte for byte; if not, that is said and the exit status is 1.
 */
public final class IngestTimes {
    private static final double MEBIBYTE = 1 << 20;

    /** One row of the table in the making. */
    private record Combination(String reader, int threads, List<Outcome> hot, List<Outcome> cold) {
        Combination(String reader, int threads) {
            this(reader, threads, new ArrayList<>(), new ArrayList<>());
        }
    }

    private final MarkdownTable table = new MarkdownTable(
            "corpus MiB>",
            "reader",
            "threads>",
            "hot s>",
            "hot MiB/s>",
            "cold s>",
            "cold MiB/s>",
            "cores busy, hot>",
            "peak MiB>",
            "database MiB>");
    private String coldBy = "";
    private boolean allEqual = true;

    private IngestTimes() {}

    /** Measures and prints. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String[] sizes = arguments.length == 0 ? new String[] {"37:5", "370:3", "3788:1"} : arguments;
        Command.juggle("--version").orStop("building Juggle");
        IngestTimes times = new IngestTimes();
        for (String size : sizes) {
            int colon = size.indexOf(':');
            int mebibytes = Integer.parseInt(colon < 0 ? size : size.substring(0, colon));
            times.measure(mebibytes, colon < 0 ? 3 : Integer.parseInt(size.substring(colon + 1)));
        }
        System.out.println(times.table);
        System.out.println("Machine: " + Command.machine() + ". Time and peak by " + Command.clock() + ". Cold: "
                + (times.coldBy.isEmpty() ? "not permitted here" : times.coldBy) + ".");
        System.out.println(
                times.allEqual
                        ? "All databases of one corpus are equal, byte for byte."
                        : "DATABASES DIFFER, see above.");
        System.exit(times.allEqual ? 0 : 1);
    }

    private void measure(int mebibytes, int runs) throws IOException, InterruptedException {
        Path corpus = Corpora.of(mebibytes);
        List<Combination> combinations = new ArrayList<>(List.of(new Combination("single", 1)));
        for (int threads = 1; threads <= 2; threads++) {
            combinations.add(new Combination("producer", threads));
            combinations.add(new Combination("consumer", threads));
        }
        Path database = Corpora.folder().resolve("times.db");
        Set<String> digests = new HashSet<>();
        long databaseBytes = 0;
        for (int run = 0; run < runs; run++) {
            for (Combination combination : combinations) {
                Corpora.warm(corpus);
                combination.hot.add(ingest(corpus, combination, database));
                digests.add(digest(database));
                databaseBytes = Files.size(database);
                coldBy = Corpora.chill(corpus);
                if (!coldBy.isEmpty()) {
                    combination.cold.add(ingest(corpus, combination, database));
                    digests.add(digest(database));
                }
            }
        }
        Corpora.delete(database);
        if (digests.size() != 1) {
            allEqual = false;
            System.out.println(mebibytes + " MiB: " + digests.size() + " different databases");
        }
        long bytes = Corpora.bytes(corpus);
        for (Combination combination : combinations) {
            addRow(bytes, combination, databaseBytes);
        }
    }

    private static Outcome ingest(Path corpus, Combination combination, Path database)
            throws IOException, InterruptedException {
        Corpora.delete(database);
        return Command.juggle(
                        "ingest",
                        corpus,
                        "-o",
                        database,
                        "--reader",
                        combination.reader,
                        "--threads",
                        combination.threads)
                .orStop("juggle ingest");
    }

    private void addRow(long bytes, Combination combination, long databaseBytes) {
        double hot = median(combination.hot.stream().map(Outcome::seconds).toList());
        double cold = median(combination.cold.stream().map(Outcome::seconds).toList());
        double busy = median(combination.hot.stream()
                .map(outcome -> outcome.cpuNanos() / (double) outcome.wallNanos())
                .toList());
        double peak = 0;
        for (Outcome outcome : combination.hot) {
            peak = Math.max(peak, outcome.peakMebibytes());
        }
        for (Outcome outcome : combination.cold) {
            peak = Math.max(peak, outcome.peakMebibytes());
        }
        table.add(
                text("%.0f", bytes / MEBIBYTE),
                combination.reader,
                combination.threads,
                text("%.2f", hot),
                text("%.1f", bytes / MEBIBYTE / hot),
                text("%.2f", cold),
                text("%.1f", bytes / MEBIBYTE / cold),
                text("%.1f", busy),
                text("%.0f", peak),
                text("%.1f", databaseBytes / MEBIBYTE));
    }

    private static String text(String format, double figure) {
        return Double.isNaN(figure) ? "–" : String.format(Locale.ROOT, format, figure);
    }

    private static double median(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int count = sorted.size();
        return count == 0 ? Double.NaN : (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }

    private static String digest(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            byte[] chunk = new byte[1 << 16];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                sha.update(chunk, 0, read);
            }
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
