// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Databases beyond the lock-byte page at 1 GiB: {@code mvn -Plarge verify} makes them of {@code juggle.large} GiB (5). They take
 * minutes and disk space, so not each build does it; the page numbers around the gap are always tested, in {@link
 * PageAppenderTest}.
 */
class LargeDatabaseTest {
    private static final int GIBIBYTES = Integer.getInteger("juggle.large", 0);
    private static final int JOB_ROWS = 20_000;

    @TempDir
    Path folder;

    @Test
    void databaseOfSeveralGibibytesIsSound() throws Exception {
        Assumptions.assumeTrue(GIBIBYTES > 0, "runs with -Plarge: takes minutes and some GiB of disk");
        Path file = folder.resolve("large.db");
        long rows = write(file);
        assertTrue(Files.size(file) > (long) GIBIBYTES << 30);
        try (Connection connection = Connections.openReadOnly(file)) {
            assertEquals(List.of("ok"), DatabaseChecks.strings(connection, "PRAGMA integrity_check"));
            assertEquals(
                    List.of(rows + "|" + rows * (rows + 1) / 2),
                    DatabaseChecks.strings(connection, "SELECT count(*) || '|' || sum(n) FROM kid"));
        }
    }

    /** A root of one row and a child table with its index, rows of a few bytes to a few pages. */
    private static long write(Path file) throws Exception {
        List<ColumnLayout> root = List.of(new ColumnLayout("_row", ""));
        List<ColumnLayout> kid = List.of(
                new ColumnLayout("_row", ""),
                new ColumnLayout("_parent", ""),
                new ColumnLayout("n", ""),
                new ColumnLayout("text", ""));
        List<TableLayout> tables = List.of(new TableLayout(0, "root", root), new TableLayout(1, "kid", kid));
        BulkWriter writer = new BulkWriter(file, SqlWriter.DEFAULT_PAGE_BYTES, 64 << 20);
        PayloadEncoder encoder = new PayloadEncoder();
        String text = "0123456789".repeat(1500);
        long row = 0;
        try (BumpArena arena = new BumpArena(64 << 20)) {
            RowSink sink = writer.newSink();
            writer.define(tables);
            while (Files.size(file) <= (long) GIBIBYTES << 30) {
                arena.reset();
                sink.attach(arena);
                sink.begin(1, TableKind.CHILD, row + 1);
                for (long end = row + JOB_ROWS; row < end; ) {
                    int length = row % 50 == 0 ? (int) (row % text.length()) : (int) (row % 400);
                    row++;
                    encoder.addRowid().addInteger(1).addInteger(row).addText(text.substring(0, length));
                    encoder.writeTo(sink);
                }
                sink.end();
                writer.place(sink.finish());
            }
        }
        writer.finish(tables, List.of(new IndexLayout("by_parent", "kid", List.of("_parent")).ddl()));
        return row;
    }
}
