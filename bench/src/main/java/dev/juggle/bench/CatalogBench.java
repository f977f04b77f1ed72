// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.bench.CatalogLookups.Changes;
import dev.juggle.bench.Command.Outcome;
import dev.juggle.catalog.CatalogStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the ways to share the catalog cost, at both levels, so that nobody takes one for the other: look-ups a second, each
 * strategy in a process of its own, and whole ingests of records that all differ in structure, so that every one is looked up.
 */
final class CatalogBench {
    /** What may be given. */
    static final List<String> ARGUMENTS = List.of(
            "--level WHICH   lookups, ingest (a wide corpus), columns (a new one per file); all, if not given",
            "--millis N      how long each rate of look-ups is measured, three times; a change a second: 1000 (150)",
            "--runs N        ingests of each kind, in turn (5)");

    private static final double MEBIBYTE = 1 << 20;
    private static final int[] THREADS = {1, 2, 4, 8, 16};

    private final Options options;

    private CatalogBench(Options options) {
        this.options = options;
    }

    /** Measures and prints. */
    static void main(String[] arguments) throws IOException, InterruptedException {
        Options options = new Options(arguments, "--level", "--millis", "--runs");
        String level = options.text("--level", "all");
        if (!List.of("all", "lookups", "ingest", "columns").contains(level)) {
            throw new Options.WrongUse("--level must be lookups, ingest or columns, not " + level);
        }
        CatalogBench bench = new CatalogBench(options);
        if (level.equals("all") || level.equals("lookups")) {
            bench.lookups();
        }
        if (level.equals("all") || level.equals("ingest")) {
            bench.ingest();
        }
        if (level.equals("all") || level.equals("columns")) {
            bench.columns();
        }
        System.out.println("Machine: " + Command.machine() + ".");
    }

    private void lookups() throws IOException, InterruptedException {
        Map<CatalogStrategy, Map<String, Double>> figures = new EnumMap<>(CatalogStrategy.class);
        for (CatalogStrategy strategy : CatalogStrategy.values()) {
            figures.put(strategy, child(strategy.label()));
        }
        System.out.printf(
                "Look-ups in a table of %,d attributes (3,750 names), million a second, all threads, best of three:%n%n",
                CatalogLookups.ATTRIBUTES);
        MarkdownTable rates = new MarkdownTable(
                "strategy", "change", "1 thread>", "2>", "4>", "8>", "16>", "× locked, 1>", "× locked, 2>");
        for (Changes changes : Changes.values()) {
            Map<String, Double> locked = figures.getOrDefault(CatalogStrategy.LOCKED, Map.of());
            figures.forEach((strategy, all) -> {
                List<Object> row = new ArrayList<>(List.of(strategy.label(), changes.label));
                for (int threads : THREADS) {
                    double rate = figure(all, changes, threads) / 1e6;
                    row.add(text(rate < 10 ? "%.1f" : "%.0f", rate));
                }
                for (int threads = 1; threads <= 2; threads++) {
                    row.add(text("%.1f", figure(all, changes, threads) / figure(locked, changes, threads)));
                }
                rates.add(row.toArray());
            });
        }
        System.out.println(rates);
        costs(figures);
        Map<String, Double> words = child("words");
        System.out.printf(
                Locale.ROOT,
                "An atomic increment, two threads: %.1f ns with a word each, %.1f ns with one for both.%n",
                words.get("own"),
                words.get("shared"));
        System.out.println("Instructions, cycles: " + counters() + "\n");
    }

    private static double figure(Map<String, Double> all, Changes changes, int threads) {
        return all.getOrDefault(changes.name() + " " + threads, Double.NaN);
    }

    private static void costs(Map<CatalogStrategy, Map<String, Double>> figures) {
        MarkdownTable costs = new MarkdownTable(
                "strategy", "redefine, µs>", "next job's begin in each worker, µs>", "define a new one, µs>", "KiB>");
        figures.forEach((strategy, all) -> costs.add(
                strategy.label(),
                text("%.1f", all.getOrDefault("change", Double.NaN)),
                text("%.2f", all.getOrDefault("begin", Double.NaN)),
                text("%.1f", all.getOrDefault("add", Double.NaN)),
                text("%.0f", all.getOrDefault("heap", Double.NaN) / 1024)));
        System.out.println(costs);
    }

    private Map<String, Double> child(String what) throws IOException, InterruptedException {
        Outcome outcome = Command.run(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CatalogLookups.class.getName(),
                        what,
                        options.number("--millis", 150))
                .orStop("measuring " + what);
        Map<String, Double> figures = new HashMap<>();
        outcome.output().lines().forEach(line -> {
            int space = line.lastIndexOf(' ');
            figures.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
        });
        return figures;
    }

    /** What perf says here about a short run, or why it can't. */
    private static String counters() throws IOException, InterruptedException {
        if (!Command.exists("perf")) {
            return "there is no perf on the path";
        }
        Outcome stat = Command.run("perf", "stat", "-e", "instructions,cycles", "true");
        Outcome lines = Command.run("perf", "c2c", "record", "-o", "/dev/null", "true");
        boolean counts = stat.status() == 0 && !stat.errors().contains("<not supported>");
        String c2c = lines.status() == 0 ? "works" : lines.errors().strip();
        return "perf stat " + (counts ? "works" : "has no hardware counters here") + "; perf c2c: " + c2c;
    }

    /** Whole ingests with each strategy in turn; the databases must be equal. */
    private void ingest() throws IOException, InterruptedException {
        Path corpus = CatalogCorpora.wide();
        double mebibytes = Corpora.bytes(corpus) / MEBIBYTE;
        Map<CatalogStrategy, List<Outcome>> runs = new EnumMap<>(CatalogStrategy.class);
        Path database = Corpora.folder().resolve("catalog.db");
        Set<String> digests = new HashSet<>();
        Command.juggle("--version").orStop("building Juggle");
        Corpora.warm(corpus);
        for (int run = 0; run < options.number("--runs", 5); run++) {
            List<CatalogStrategy> turn = Arrays.asList(CatalogStrategy.values());
            for (CatalogStrategy strategy : run % 2 == 0 ? turn : turn.reversed()) {
                Corpora.delete(database);
                runs.computeIfAbsent(strategy, _ -> new ArrayList<>())
                        .add(Command.juggle(
                                        "ingest", corpus, "-o", database, "--catalog", strategy.label(), "--threads", 2)
                                .orStop("juggle ingest"));
                digests.add(IngestTimes.digest(database));
            }
        }
        Corpora.delete(database);
        System.out.printf(
                Locale.ROOT,
                "Ingest of %.0f MiB whose %,d records all differ in structure, two workers, hot; %s:%n%n",
                mebibytes,
                CatalogCorpora.WIDE_RECORDS,
                digests.size() == 1 ? "all databases equal" : "DATABASES DIFFER");
        MarkdownTable table = new MarkdownTable(
                "strategy", "s, median>", "least–most>", "MiB/s>", "CPU s>", "× locked>", "peak MiB>");
        double locked = IngestTimes.median(seconds(runs, CatalogStrategy.LOCKED));
        for (CatalogStrategy strategy : CatalogStrategy.values()) {
            List<Double> seconds = seconds(runs, strategy).stream().sorted().toList();
            List<Outcome> outcomes = runs.getOrDefault(strategy, List.of());
            double median = IngestTimes.median(seconds);
            table.add(
                    strategy.label(),
                    text("%.2f", median),
                    text("%.2f", seconds.getFirst()) + "–" + text("%.2f", seconds.getLast()),
                    text("%.1f", mebibytes / median),
                    text(
                            "%.2f",
                            IngestTimes.median(outcomes.stream()
                                    .map(one -> one.cpuNanos() / 1e9)
                                    .toList())),
                    text("%.2f", locked / median),
                    text(
                            "%.0f",
                            IngestTimes.median(outcomes.stream()
                                    .map(Outcome::peakMebibytes)
                                    .toList())));
        }
        System.out.println(table);
    }

    private static List<Double> seconds(Map<CatalogStrategy, List<Outcome>> runs, CatalogStrategy strategy) {
        return runs.getOrDefault(strategy, List.of()).stream()
                .map(Outcome::seconds)
                .toList();
    }

    /** One new column with each file: twice the files may take twice the time and not more. */
    private void columns() throws IOException, InterruptedException {
        MarkdownTable table =
                new MarkdownTable("files>", "strategy", "s>", "µs per file beyond the first row>", "database MiB>");
        Command.juggle("--version").orStop("building Juggle");
        Path database = Corpora.folder().resolve("columns.db");
        for (CatalogStrategy strategy :
                List.of(CatalogStrategy.LOCKED, CatalogStrategy.SNAPSHOT, CatalogStrategy.COPY)) {
            double first = 0;
            for (int files : new int[] {475, 950, 1_900, 5_000, 10_000}) {
                Path corpus = CatalogCorpora.columns(files);
                Corpora.warm(corpus);
                List<Double> seconds = new ArrayList<>();
                for (int run = 0; run < Math.min(3, options.number("--runs", 5)); run++) {
                    Corpora.delete(database);
                    seconds.add(Command.juggle(
                                    "ingest", corpus, "-o", database, "--catalog", strategy.label(), "--threads", 2)
                            .orStop("juggle ingest")
                            .seconds());
                }
                double median = IngestTimes.median(seconds);
                first = files == 475 ? median : first;
                table.add(
                        files,
                        strategy.label(),
                        text("%.2f", median),
                        files == 475 ? "" : text("%.0f", (median - first) / (files - 475) * 1e6),
                        text("%.1f", Files.size(database) / MEBIBYTE));
            }
        }
        Corpora.delete(database);
        System.out.println("One new column with each file:\n\n" + table);
    }

    private static String text(String format, double figure) {
        return Double.isNaN(figure) ? "–" : String.format(Locale.ROOT, format, figure);
    }
}
