// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a run gives a writer, kept as plain values: jobs that define tables and bring rows. It can be played to any
 * writer, cut and committed anywhere, and knows what the database must hold afterwards.
 */
final class Workload {
    /** Rows of one table; {@code values[0]} of each is null in a table with row ids. */
    record Batch(int table, long firstRow, List<@Nullable Object[]> rows) {}

    /** What one job brings. */
    record Job(List<TableLayout> defined, List<Batch> batches) {}

    /** How a workload is cut when it is played. */
    record Cuts(long arenaBytes, int commitEvery, int sinks) {}

    private static final Comparator<@Nullable Object[]> BY_ID = Comparator.comparing(row -> number(row, 0));
    private static final Comparator<@Nullable Object[]> BY_KEY = BY_ID.thenComparing(row -> number(row, 1));

    final List<Job> jobs = new ArrayList<>();
    final List<String> statements = new ArrayList<>();
    final Map<Integer, TableLayout> tables = new TreeMap<>();
    private final Map<Integer, Map<Integer, String>> types = new TreeMap<>();
    private final Map<Integer, List<@Nullable Object[]>> rows = new TreeMap<>();

    /** Adds a job; its batches' row ids must go on where the table's last ended. */
    void add(Job job) {
        jobs.add(job);
        for (TableLayout table : job.defined()) {
            tables.put(table.id(), table);
        }
        for (Batch batch : job.batches()) {
            long id = batch.firstRow();
            for (@Nullable Object[] row : batch.rows()) {
                @Nullable Object[] full = row.clone();
                if (!layout(batch.table()).withoutRowid()) {
                    full[0] = id++;
                }
                rows.computeIfAbsent(batch.table(), _ -> new ArrayList<>()).add(full);
                note(batch.table(), row);
            }
        }
    }

    private void note(int table, @Nullable Object[] row) {
        Map<Integer, String> kinds = types.computeIfAbsent(table, _ -> new LinkedHashMap<>());
        for (int c = 0; c < row.length; c++) {
            String type = switch (row[c]) {
                case Long _ -> "INTEGER";
                case Double _ -> "REAL";
                case String _ -> "TEXT";
                case null -> null;
                default -> "";
            };
            if (type != null) {
                kinds.merge(c, type, (a, b) -> a.equals(b) ? a : "");
            }
        }
    }

    private static Long number(@Nullable Object[] row, int column) {
        return (Long) Objects.requireNonNull(row[column]);
    }

    TableLayout layout(int table) {
        TableLayout layout = tables.get(table);
        if (layout == null) {
            throw new AssertionError("table " + table);
        }
        return layout;
    }

    /** The rows that {@code table} must hold in the end, in order; shorter ones end in NULLs. */
    List<@Nullable Object[]> expected(int table) {
        int width = layout(table).columns().size();
        List<@Nullable Object[]> all = new ArrayList<>();
        for (@Nullable Object[] row : rows.getOrDefault(table, List.of())) {
            @Nullable Object[] full = new @Nullable Object[width];
            System.arraycopy(row, 0, full, 0, row.length);
            all.add(full);
        }
        all.sort(layout(table).withoutRowid() ? BY_KEY : BY_ID);
        return all;
    }

    /** The layouts with the one type that each column held. */
    List<TableLayout> finalTables() {
        List<TableLayout> all = new ArrayList<>();
        for (TableLayout table : tables.values()) {
            Map<Integer, String> kinds = types.getOrDefault(table.id(), Map.of());
            List<ColumnLayout> columns = new ArrayList<>();
            for (int c = 0; c < table.columns().size(); c++) {
                columns.add(new ColumnLayout(table.columns().get(c).name(), kinds.getOrDefault(c, "")));
            }
            all.add(new TableLayout(
                    table.id(), table.name(), columns, table.foreignKeys(), table.withoutRowid(), table.primaryKey()));
        }
        return all;
    }

    /** Plays all to {@code writer}, up to and including its {@code finish}. */
    void play(DatabaseWriter writer, Cuts cuts) throws IOException {
        play(writer, cuts, () -> {});
    }

    /** The same; {@code allPlaced} is run when all rows are placed and nothing is finished yet. */
    void play(DatabaseWriter writer, Cuts cuts, Runnable allPlaced) throws IOException {
        List<BumpArena> arenas = new ArrayList<>();
        List<RowSink> sinks = new ArrayList<>();
        for (int i = 0; i < cuts.sinks(); i++) {
            arenas.add(new BumpArena(cuts.arenaBytes()));
            sinks.add(writer.newSink());
        }
        int placed = 0;
        for (Job job : jobs) {
            int turn = placed % cuts.sinks();
            writer.define(job.defined());
            sinks.get(turn).attach(arenas.get(turn));
            for (Batch batch : job.batches()) {
                play(writer, sinks.get(turn), layout(batch.table()).kind(), batch);
            }
            writer.place(sinks.get(turn).finish());
            arenas.get(turn).reset();
            if (++placed % cuts.commitEvery() == 0) {
                writer.commit();
            }
        }
        writer.commit();
        allPlaced.run();
        writer.finish(finalTables(), statements);
        arenas.forEach(BumpArena::close);
    }

    private static void play(DatabaseWriter writer, RowSink sink, TableKind kind, Batch batch) throws IOException {
        PayloadEncoder encoder = new PayloadEncoder();
        sink.begin(batch.table(), kind, batch.firstRow());
        for (@Nullable Object[] row : batch.rows()) {
            add(encoder, row);
            try {
                encoder.writeTo(sink);
            } catch (ArenaFullException full) {
                writer.place(sink.finish());
                sink.rewind();
                encoder.writeTo(sink);
            }
        }
        sink.end();
    }

    /** Hands a row's values to an encoder. */
    static void add(PayloadEncoder encoder, @Nullable Object[] row) {
        for (Object value : row) {
            switch (value) {
                case null -> encoder.addNull();
                case Long number -> encoder.addInteger(number);
                case Double number -> encoder.addReal(number);
                case String text -> encoder.addText(text);
                case byte[] blob -> encoder.addBlob(blob);
                default -> throw new AssertionError(value);
            }
        }
    }

    /** A run of jobs over tables that appear and widen as it goes. */
    static Workload random(Random random, Size size) {
        return new WorkloadGenerator(random, size).generate();
    }

    /**
     * How large a random workload is.
     *
     * @param jobs how many
     * @param tables at most
     * @param columns of a table, at most
     * @param batchRows rows of one job for one table, at most
     * @param valueBytes of a text or blob, at most
     * @param disorderly whether rows may come after later ones, and parents and keys in any order
     */
    record Size(int jobs, int tables, int columns, int batchRows, int valueBytes, boolean disorderly) {
        Size(int jobs, int tables, int columns, int batchRows, int valueBytes) {
            this(jobs, tables, columns, batchRows, valueBytes, false);
        }
    }
}
