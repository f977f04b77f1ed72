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
 * <p>The runs of one corpus alternate (every combination once, then all again, backwards), so that what else the machine
 * does hits all alike; the table has medians. All databases of one corpus must be equal, byte for byte; if not, that is
 * said and the exit status is 1.
 */
final class IngestTimes {
    /** What may be given. */
    static final List<String> ARGUMENTS = List.of(
            "MIB[:RUNS]...    sizes of generated corpora, and how often each is run (37:5 370:3 3700:1)",
            "--reader MODE    only this reader mode (all: single, producer, consumer)",
            "--threads N      only so many workers (1 and 2)",
            "--cache WHICH    only with the input in the system's cache (hot) or not (cold)");

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

    private final Options options;

    private IngestTimes(Options options) {
        this.options = options;
    }

    /** Measures and prints. */
    static void main(String[] arguments) throws IOException, InterruptedException {
        Options options = new Options(arguments, "--reader", "--threads", "--cache");
        List<String> sizes = options.others().isEmpty() ? List.of("37:5", "370:3", "3700:1") : options.others();
        IngestTimes times = new IngestTimes(options);
        if (times.combinations().isEmpty()) {
            throw new Options.WrongUse("no such combination of --reader and --threads is measured");
        }
        Command.juggle("--version").orStop("building Juggle");
        for (String size : sizes) {
            int colon = size.indexOf(':');
            long mebibytes = Options.number("MIB ", colon < 0 ? size : size.substring(0, colon));
            int runs = colon < 0 ? 3 : (int) Options.number("RUNS ", size.substring(colon + 1));
            times.measure(mebibytes, runs);
        }
        System.out.println(times.table);
        System.out.println("Machine: " + Command.machine() + ". Time and peak by " + Command.clock() + ". Cold: "
                + (times.coldBy.isEmpty() ? "not measured" : times.coldBy) + ".");
        System.out.println(
                times.allEqual
                        ? "All databases of one corpus are equal, byte for byte."
                        : "DATABASES DIFFER, see above.");
        System.exit(times.allEqual ? 0 : 1);
    }

    /** What is asked for; a single reader has no worker beside it. */
    private List<Combination> combinations() {
        List<Combination> all = new ArrayList<>(List.of(new Combination("single", 1)));
        for (int threads = 1; threads <= 2; threads++) {
            all.add(new Combination("producer", threads));
            all.add(new Combination("consumer", threads));
        }
        all.removeIf(one -> !options.text("--reader", one.reader).equals(one.reader)
                || options.number("--threads", one.threads) != one.threads);
        return all;
    }

    private void measure(long mebibytes, int runs) throws IOException, InterruptedException {
        Path corpus = Corpora.of(mebibytes);
        List<Combination> combinations = combinations();
        boolean hot = !options.text("--cache", "hot").equals("cold");
        boolean cold = !options.text("--cache", "cold").equals("hot");
        Path database = Corpora.folder().resolve("times.db");
        Set<String> digests = new HashSet<>();
        for (int run = 0; run < runs; run++) {
            for (Combination combination : run % 2 == 0 ? combinations : combinations.reversed()) {
                if (hot) {
                    Corpora.warm(corpus);
                    combination.hot.add(ingest(corpus, combination, database));
                    digests.add(digest(database));
                }
                if (cold) {
                    coldBy = Corpora.chill(corpus);
                }
                if (cold && !coldBy.isEmpty()) {
                    combination.cold.add(ingest(corpus, combination, database));
                    digests.add(digest(database));
                }
            }
        }
        long databaseBytes = Files.exists(database) ? Files.size(database) : 0;
        Corpora.delete(database);
        if (digests.size() > 1) {
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

    static double median(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int count = sorted.size();
        return count == 0 ? Double.NaN : (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }

    static String digest(Path file) throws IOException {
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
