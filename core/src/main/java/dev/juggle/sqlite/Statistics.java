// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.BumpArena;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code sqlite_stat1} ("Database File Format", 2.6.3), as {@code ANALYZE} would write it: how many rows a
 * table has, and for each index how many of them agree in its first columns. SQLite plans queries with it.
 */
final class Statistics {
    /** Its name; it is part of the schema like other tables. */
    static final String NAME = "sqlite_stat1";

    /** The statement that SQLite stores for it. */
    static final String DEFINITION = "CREATE TABLE sqlite_stat1(tbl,idx,stat)";

    /**
     * Before {@code ANALYZE}: with a limit it takes no samples, whose bytes would differ from run to run; this one is never
     * reached.
     */
    static final String NO_SAMPLES = "PRAGMA analysis_limit=" + Integer.MAX_VALUE;

    /** After it: the empty table of samples that it makes where SQLite was built so. */
    static final String DROP_SAMPLES = "DROP TABLE IF EXISTS sqlite_stat4";

    private static final TableLayout LAYOUT = new TableLayout(
            0, NAME, List.of(new ColumnLayout("tbl", ""), new ColumnLayout("idx", ""), new ColumnLayout("stat", "")));
    private static final int MAX_ROW_BYTES = 32 << 10;

    private record Entry(String table, @Nullable String index, String figures) {}

    private final List<Entry> entries = new ArrayList<>();

    /** A table without an index. One without rows has no entry. */
    void addTable(String table, long rows) {
        if (rows > 0) {
            entries.add(new Entry(table, null, Long.toString(rows)));
        }
    }

    /**
     * An index of one or two columns, or a table without row ids (then {@code index} is its name).
     *
     * @param distinct different values in the first column
     * @param unique whether a second column tells all rows apart
     */
    void addIndex(String table, String index, long rows, long distinct, boolean unique) {
        if (rows > 0) {
            String figures = rows + " " + perValue(rows, distinct) + (unique ? " 1" : "");
            entries.add(new Entry(table, index, figures));
        }
    }

    /** Rows for a value, rounded up; but nearly unique counts as unique. As in SQLite's {@code analyze.c}. */
    static long perValue(long rows, long distinct) {
        long each = (rows + distinct - 1) / distinct;
        return each == 2 && rows * 10 <= distinct * 11 ? 1 : each;
    }

    /** Appends its b-tree but for the root page, which is left in {@code root}. */
    void build(TreeContext context, byte[] root) throws IOException {
        try (BumpArena arena =
                        new BumpArena(MAX_ROW_BYTES + 2L * context.geometry().pageBytes());
                BulkTable tree = new BulkTable(context, LAYOUT, new LateRows(Path.of("")))) {
            BulkSink sink = new BulkSink(context.geometry());
            PayloadEncoder encoder = new PayloadEncoder();
            long row = 1;
            for (Entry entry : entries) {
                arena.reset();
                sink.attach(arena);
                sink.begin(LAYOUT.id(), TableKind.ROOT, row++);
                encoder.addText(entry.table());
                if (entry.index() == null) {
                    encoder.addNull();
                } else {
                    encoder.addText(entry.index());
                }
                encoder.addText(entry.figures()).writeTo(sink);
                sink.end();
                BulkOutput output = sink.finish();
                for (int piece = 0; piece < output.pieces(); piece++) {
                    tree.place(output, piece);
                }
                context.appender().release();
            }
            tree.finishRows(root);
        }
    }
}
