// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.juggle.bench.Command.Outcome;
import dev.juggle.sqlite.BulkWriter;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.sqlite.SqlWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows a second of each way to write a table: the two writers, SQLite's C API, and SQLite copying a table between
 * attached databases, which is as fast as it can. All in turn, several rounds, every other one backwards; medians, and
 * ratios by round. Journal and synchronous are off everywhere and nothing waits for the disk; generating the rows is part
 * of every figure but the copy's. What a way needs and is not there is said, and the way left out.
 */
final class WriterBench {
    /** What may be given. */
    static final List<String> ARGUMENTS = List.of(
            "--rounds N     rounds in which every way has its turn, after one that does not count (5)",
            "--one N        rows of one integer (20000000)",
            "--ten N        rows of ten columns, about 120 bytes (3000000)",
            "--folder DIR   where the databases are written (a temporary one)");

    private static final long CACHE_BYTES = 64 << 20;
    private static final double MEBIBYTE = 1 << 20;
    private static final Pattern TIMER = Pattern.compile("real (\\d+\\.\\d+) ");
    private static final String PRAGMAS = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
            + " PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-64000; ";

    /** The SQL writer, ten times slower than others, gets so many times fewer rows. */
    private static final int FEWER_ROWS = 10;

    /** What is compared. */
    private enum Way {
        BULK_ONE("bulk writer, 1 worker"),
        BULK_TWO("bulk writer, 2 workers"),
        COPY("SQLite, INSERT INTO … SELECT * FROM another database"),
        BIND("SQLite's C API, bind and step"),
        SQL("SQL writer, 1 worker");

        private final String label;

        Way(String label) {
            this.label = label;
        }
    }

    private final Path folder;
    private final WriterRows kind;
    private final long rows;
    private final Map<Way, List<Double>> rates = new EnumMap<>(Way.class);
    private final Map<Way, String> leftOut = new EnumMap<>(Way.class);
    private double rowBytes;

    private WriterBench(Path folder, WriterRows kind, long rows) {
        this.folder = folder;
        this.kind = kind;
        this.rows = rows;
    }

    /** Runs it and prints one table for each kind of row. */
    static void main(String[] arguments) throws IOException, InterruptedException {
        Options options = new Options(arguments, "--rounds", "--one", "--ten", "--folder");
        String given = options.text("--folder", "");
        Path folder =
                given.isEmpty() ? Files.createTempDirectory("juggle-bench") : Files.createDirectories(Path.of(given));
        int rounds = (int) options.number("--rounds", 5);
        new WriterBench(folder, WriterRows.ONE, options.number("--one", 20_000_000)).run(rounds);
        new WriterBench(folder, WriterRows.TEN, options.number("--ten", 3_000_000)).run(rounds);
        System.out.println("Machine: " + Command.machine() + ". SQLite of the copy: " + version() + ".");
        if (given.isEmpty()) {
            Files.delete(folder);
        }
    }

    private static String version() throws IOException, InterruptedException {
        return Command.exists("sqlite3")
                ? Command.run("sqlite3", "--version").output().split(" ", 2)[0]
                : "none";
    }

    private void run(int rounds) throws IOException, InterruptedException {
        prepareBind();
        try (WriterRows.Texts texts = new WriterRows.Texts()) {
            prepareCopy(texts);
            for (int round = 0; round <= rounds; round++) {
                List<Way> order = new ArrayList<>(List.of(Way.values()));
                if (round % 2 == 1) {
                    Collections.reverse(order);
                }
                if (round == 1) {
                    rates.clear();
                }
                for (Way way : order) {
                    if (!leftOut.containsKey(way)) {
                        rates.computeIfAbsent(way, _ -> new ArrayList<>()).add(rate(way, texts));
                    }
                }
            }
        }
        print();
        for (String name : List.of("keyed.db", "plain.db", "new.db", "bind_rows")) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    private double rate(Way way, WriterRows.Texts texts) throws IOException, InterruptedException {
        Path file = fresh("new.db");
        calm();
        return switch (way) {
            case BULK_ONE -> rows / write(bulk(file), rows, 1, texts);
            case BULK_TWO -> rows / write(bulk(file), rows, 2, texts);
            case COPY -> rows / copy();
            case BIND -> rows / bind(file);
            case SQL -> {
                long fewer = Math.max(1, rows / FEWER_ROWS);
                SqlWriter writer = new SqlWriter(file, SqlWriter.DEFAULT_PAGE_BYTES, CACHE_BYTES);
                yield fewer / write(writer, fewer, 1, texts);
            }
        };
    }

    /**
     * Gives every way the same start: nothing of the ones before still goes to disk, and the system's memory for the file
     * has just been in use (a virtual machine may give free memory back to its host, and gets it again ten times slower).
     */
    private void calm() throws IOException, InterruptedException {
        Command.run("sync");
        Path ballast = folder.resolve("ballast");
        ByteBuffer chunk = ByteBuffer.allocateDirect(1 << 20);
        try (FileChannel channel = FileChannel.open(ballast, CREATE, WRITE)) {
            for (long left = (long) (rows * rowBytes * 2); left > 0; left -= chunk.capacity()) {
                channel.write(chunk.clear());
            }
        }
        Files.delete(ballast);
    }

    private static BulkWriter bulk(Path file) throws IOException {
        return BulkWriter.unforced(file, SqlWriter.DEFAULT_PAGE_BYTES, CACHE_BYTES);
    }

    private double write(DatabaseWriter writer, long count, int workers, WriterRows.Texts texts)
            throws IOException, InterruptedException {
        return new WriterRun(writer, kind, count, workers).seconds(texts);
    }

    /** Makes the tables that are copied: with the row's id as a column, as ours have it, and without. */
    private void prepareCopy(WriterRows.Texts texts) throws IOException, InterruptedException {
        Path keyed = fresh("keyed.db");
        write(bulk(keyed), rows, 1, texts);
        rowBytes = (double) Files.size(keyed) / rows;
        if (!Command.exists("sqlite3")) {
            leftOut.put(Way.COPY, "there is no sqlite3 on the path");
            return;
        }
        Path plain = fresh("plain.db");
        shell(plain, PRAGMAS + table("") + attach(keyed) + "INSERT INTO t SELECT " + columns() + " FROM s.t;");
    }

    private String columns() {
        return kind == WriterRows.ONE ? "c0" : "c0, c1, c2, c3, c4, c5, c6, c7, c8, c9";
    }

    private String table(String key) {
        return "CREATE TABLE t(" + key + columns() + "); ";
    }

    private static String attach(Path file) {
        return "ATTACH '" + file + "' AS s; ";
    }

    /** Whole records from one database to another, in the sqlite3 shell; of both forms of table the faster one counts. */
    private double copy() throws IOException, InterruptedException {
        double keyed = copy("keyed.db", "_row INTEGER PRIMARY KEY, ");
        return Math.min(keyed, copy("plain.db", ""));
    }

    private double copy(String source, String key) throws IOException, InterruptedException {
        String script = PRAGMAS + table(key) + attach(folder.resolve(source)) + "SELECT count(*) FROM s.t;\n.timer on\n"
                + "INSERT INTO main.t SELECT * FROM s.t;\n";
        Matcher timer = TIMER.matcher(shell(fresh("new.db"), script));
        if (!timer.find()) {
            throw new IOException("the sqlite3 shell did not say how long it took");
        }
        return Double.parseDouble(timer.group(1));
    }

    private String shell(Path database, String script) throws IOException, InterruptedException {
        Path file = folder.resolve("script.sql");
        Files.writeString(file, script);
        try {
            return Command.run("sqlite3", "-batch", database, ".read '" + file + "'")
                    .orStop("the sqlite3 shell")
                    .output();
        } finally {
            Files.delete(file);
        }
    }

    /** A small C program, where there is a compiler and SQLite's library. */
    private void prepareBind() throws IOException, InterruptedException {
        if (!Command.exists("cc")) {
            leftOut.put(Way.BIND, "there is no C compiler (cc) on the path");
            return;
        }
        Path source = Command.root().resolve("bench/src/main/c/bind_rows.c");
        Outcome compiled = Command.run("cc", "-O2", "-o", folder.resolve("bind_rows"), source, "-lsqlite3");
        if (compiled.status() != 0) {
            leftOut.put(Way.BIND, "SQLite's C library can't be compiled against here (libsqlite3-dev)");
        }
    }

    private double bind(Path file) throws IOException, InterruptedException {
        String name = kind == WriterRows.ONE ? "one" : "ten";
        return Double.parseDouble(Command.run(folder.resolve("bind_rows"), name, rows, file)
                .orStop("bind_rows")
                .output()
                .strip());
    }

    private Path fresh(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.deleteIfExists(file);
        return file;
    }

    private void print() {
        System.out.printf(
                Locale.ROOT,
                "%s: %,d rows of %.1f bytes in the file%n%n",
                kind == WriterRows.ONE ? "One integer" : "Ten columns",
                rows,
                rowBytes);
        MarkdownTable table = new MarkdownTable("way", "Mrow/s>", "MiB/s>", "× copy>", "× copy, least–most>");
        List<Double> copies = rates.getOrDefault(Way.COPY, List.of());
        for (Way way : Way.values()) {
            List<Double> all = rates.getOrDefault(way, List.of());
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < Math.min(all.size(), copies.size()); i++) {
                ratios.add(all.get(i) / copies.get(i));
            }
            if (!all.isEmpty()) {
                table.add(
                        way.label,
                        text("%.2f", median(all) / 1e6),
                        text("%.0f", median(all) * rowBytes / MEBIBYTE),
                        ratios.isEmpty() ? "–" : text("%.2f", median(ratios)),
                        ratios.isEmpty()
                                ? "–"
                                : text("%.2f", Collections.min(ratios)) + "–" + text("%.2f", Collections.max(ratios)));
            }
        }
        System.out.println(table);
        leftOut.forEach((way, reason) -> System.out.println("Left out: " + way.label + ": " + reason + "."));
    }

    private static String text(String format, double figure) {
        return String.format(Locale.ROOT, format, figure);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int count = sorted.size();
        return (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }
}
