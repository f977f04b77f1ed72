// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.sqlite.BulkWriter;
import dev.juggle.sqlite.SqlWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Rows a second of each way to write a table: the two writers, SQLite's C API, and SQLite copying a table between
 * attached databases, which is as fast as it can. All in turn, several rounds, medians, ratios by round. Journal and
 * synchronous are off everywhere and nothing waits for the disk; generating the rows is part of every figure but the
 * copy's.
 *
 * <pre>{@code WriterBench [FOLDER [ROUNDS [ROWS_ONE ROWS_TEN]]]}</pre>
 */
public final class WriterBench {
    private static final long CACHE_BYTES = 64 << 20;
    private static final String COPY = "SQLite, INSERT … SELECT * between databases";
    private static final String BULK_ONE = "bulk writer, 1 worker";
    private static final String BULK_TWO = "bulk writer, 2 workers";
    private static final String SQL = "SQL writer, 1 worker";
    private static final String BIND = "SQLite's C API, bind and step";

    private final Path folder;
    private final WriterRows kind;
    private final long rows;
    private final Map<String, List<Double>> rates = new LinkedHashMap<>();
    private double rowBytes;

    private WriterBench(Path folder, WriterRows kind, long rows) {
        this.folder = folder;
        this.kind = kind;
        this.rows = rows;
    }

    /** Runs it and prints one table for each kind of row. */
    public static void main(String[] arguments) throws Exception {
        Path folder = arguments.length > 0
                ? Files.createDirectories(Path.of(arguments[0]))
                : Files.createTempDirectory("juggle-bench");
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        long one = arguments.length > 2 ? Long.parseLong(arguments[2]) : 20_000_000;
        long ten = arguments.length > 3 ? Long.parseLong(arguments[3]) : 3_000_000;
        for (WriterRows kind : WriterRows.values()) {
            new WriterBench(folder, kind, kind == WriterRows.ONE ? one : ten).run(rounds);
        }
    }

    private void run(int rounds) throws Exception {
        try (WriterRows.Texts texts = new WriterRows.Texts()) {
            round(texts);
            rates.clear();
            for (int round = 0; round < rounds; round++) {
                round(texts);
            }
        }
        print();
    }

    private void round(WriterRows.Texts texts) throws Exception {
        note(BULK_ONE, rows, bulk("bulk1.db", 1, texts));
        note(COPY, rows, copy("bulk1.db"));
        note(BULK_TWO, rows, bulk("bulk2.db", 2, texts));
        note(BIND, rows, bind());
        note(SQL, rows / 10, sql(texts));
    }

    private void note(String way, long count, double seconds) {
        if (seconds > 0) {
            rates.computeIfAbsent(way, _ -> new ArrayList<>()).add(count / seconds);
        }
    }

    private double bulk(String name, int workers, WriterRows.Texts texts) throws IOException, InterruptedException {
        Path file = fresh(name);
        BulkWriter writer = BulkWriter.unforced(file, SqlWriter.DEFAULT_PAGE_BYTES, CACHE_BYTES);
        double seconds = new WriterRun(writer, kind, rows, workers).seconds(workers, texts);
        rowBytes = (double) Files.size(file) / rows;
        return seconds;
    }

    private double sql(WriterRows.Texts texts) throws IOException, InterruptedException {
        SqlWriter writer = new SqlWriter(fresh("sql.db"), SqlWriter.DEFAULT_PAGE_BYTES, CACHE_BYTES);
        return new WriterRun(writer, kind, rows / 10, 1).seconds(1, texts);
    }

    /** A transfer of whole records, in the sqlite3 shell; both forms of table, the faster one counts. */
    private double copy(String source) throws IOException, InterruptedException {
        double best = Double.MAX_VALUE;
        for (String key : List.of("_row INTEGER PRIMARY KEY, ", "")) {
            String columns = kind == WriterRows.ONE ? "c0" : "c0, c1, c2, c3, c4, c5, c6, c7, c8, c9";
            String attach = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;"
                    + " PRAGMA cache_size=-64000; CREATE TABLE t(" + key + columns + ");";
            Path plain = folder.resolve("plain.db");
            if (key.isEmpty() && !Files.exists(plain)) {
                shell(
                        plain,
                        attach + "ATTACH '" + folder.resolve(source) + "' AS s; INSERT INTO t SELECT " + columns
                                + " FROM s.t;");
            }
            Path from = key.isEmpty() ? plain : folder.resolve(source);
            String copy = attach + "ATTACH '" + from + "' AS s; SELECT count(*) FROM s.t;\n.timer on\n"
                    + "INSERT INTO main.t SELECT * FROM s.t;\n";
            best = Math.min(best, timer(shell(fresh("copy.db"), copy)));
        }
        return best == Double.MAX_VALUE ? 0 : best;
    }

    private static double timer(String answer) {
        int start = answer.lastIndexOf("real ");
        return start < 0
                ? Double.MAX_VALUE
                : Double.parseDouble(answer.substring(start + 5, answer.indexOf(' ', start + 5)));
    }

    private String shell(Path database, String input) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder("sqlite3", "-batch", database.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return answer;
        } catch (IOException absent) {
            return "";
        }
    }

    /** Through a small C program, where there is a compiler and SQLite's library. */
    private double bind() throws IOException, InterruptedException {
        Path program = folder.resolve("bind_rows");
        if (!Files.exists(program)) {
            Path source = Path.of("bench/src/main/c/bind_rows.c");
            output("cc", "-O2", "-o", program.toString(), source.toString(), "-lsqlite3");
        }
        String name = kind == WriterRows.ONE ? "one" : "ten";
        String seconds =
                output(program.toString(), name, "" + rows, fresh("bind.db").toString());
        return seconds.isEmpty() ? 0 : Double.parseDouble(seconds);
    }

    private static String output(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? answer.strip() : "";
        } catch (IOException absent) {
            return "";
        }
    }

    private Path fresh(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.deleteIfExists(file);
        return file;
    }

    private void print() throws IOException {
        System.out.printf(Locale.ROOT, "%n%s: %,d rows of %.1f bytes on disk%n%n", kind, rows, rowBytes);
        System.out.println("| way | Mrow/s | MiB/s | × copy (median of rounds) | all rounds, Mrow/s |");
        System.out.println("|---|---|---|---|---|");
        List<Double> copies = rates.getOrDefault(COPY, List.of());
        rates.forEach((way, all) -> {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < Math.min(all.size(), copies.size()); i++) {
                ratios.add(all.get(i) / copies.get(i));
            }
            double rate = median(all);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f | %.0f | %.2f | %s |%n",
                    way,
                    rate / 1e6,
                    rate * rowBytes / (1 << 20),
                    median(ratios),
                    Arrays.toString(all.stream()
                            .map(r -> String.format(Locale.ROOT, "%.2f", r / 1e6))
                            .toArray()));
        });
        for (String name : List.of("plain.db", "bulk1.db", "bulk2.db", "sql.db", "bind.db", "copy.db")) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }
}
