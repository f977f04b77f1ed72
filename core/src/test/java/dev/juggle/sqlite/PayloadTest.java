// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The record format, byte for byte as SQLite itself writes it. */
class PayloadTest {
    @TempDir
    Path folder;

    @Test
    void payloadsAreWhatSqliteWrites() throws Exception {
        Random random = Fuzz.random("payloadsAreWhatSqliteWrites");
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < Fuzz.rounds(400); i++) {
            rows.add(row(random, i));
        }
        Path file = folder.resolve("p.db");
        insert(file, rows);
        List<RawDatabase.Cell> cells = new RawDatabase(file).cells(2);
        assertEquals(rows.size(), cells.size());
        try (BumpArena arena = new BumpArena(4 << 20)) {
            RowList sink = new RowList();
            sink.attach(arena);
            for (int i = 0; i < rows.size(); i++) {
                byte[] ours = encode(sink, rows.get(i));
                byte[] theirs = cells.get(i).payload();
                int row = i;
                assertArrayEquals(theirs, ours, () -> "row " + row);
                sink.rewind();
            }
        }
    }

    /** Widths around 127 columns and one wide row: the header's own size takes two bytes, then. */
    private static @Nullable Object[] row(Random random, int i) {
        int columns = i < 6 ? 124 + i : i == 6 ? 1999 : 1 + random.nextInt(12);
        @Nullable Object[] row = new @Nullable Object[columns + 1];
        for (int c = 1; c < columns; c++) {
            row[c] = RandomValues.any(random, i == 7 ? 300_000 : 300);
        }
        row[columns] = RandomValues.integer(random);
        return row;
    }

    private static void insert(Path file, List<@Nullable Object[]> rows) throws Exception {
        try (Connection connection = Connections.open(file)) {
            StringBuilder columns = new StringBuilder("_row INTEGER PRIMARY KEY");
            for (int c = 1; c < 2000; c++) {
                columns.append(", c").append(c);
            }
            Connections.run(connection, "PRAGMA page_size=65536", "CREATE TABLE t(" + columns + ")");
            String full = columns.toString();
            String text = "CREATE TABLE t(" + full + ")";
            assertTrue(text.length() > 10_000);
            connection.setAutoCommit(false);
            for (@Nullable Object[] row : rows) {
                narrow(connection, row.length);
                String marks = "?, ".repeat(row.length - 1) + "?";
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (" + marks + ")")) {
                    for (int c = 0; c < row.length; c++) {
                        insert.setObject(c + 1, row[c]);
                    }
                    insert.executeUpdate();
                }
            }
            connection.commit();
        }
    }

    /** Makes the table exactly so wide: SQLite fills rows up with NULLs to the table's width. */
    private static void narrow(Connection connection, int width) throws Exception {
        StringBuilder columns = new StringBuilder("_row INTEGER PRIMARY KEY");
        for (int c = 1; c < width; c++) {
            columns.append(", c").append(c);
        }
        Connections.run(
                connection,
                "PRAGMA writable_schema=ON",
                "UPDATE sqlite_schema SET sql = 'CREATE TABLE t(" + columns + ")'",
                "PRAGMA writable_schema=RESET");
    }

    private static byte[] encode(RowList sink, @Nullable Object[] row) {
        PayloadEncoder encoder = new PayloadEncoder();
        Workload.add(encoder, row);
        sink.begin(0, TableKind.ROOT, 1);
        encoder.writeTo(sink);
        sink.end();
        long at = sink.address(0);
        return Mem.bytes(RowList.payload(at), RowList.payloadBytes(at));
    }

    @Test
    void readerGivesBackWhatWasEncoded() {
        Random random = Fuzz.random("readerGivesBackWhatWasEncoded");
        PayloadReader reader = new PayloadReader();
        try (BumpArena arena = new BumpArena(4 << 20)) {
            RowList sink = new RowList();
            sink.attach(arena);
            for (int i = 0; i < Fuzz.rounds(300); i++) {
                @Nullable Object[] row = row(random, i);
                encode(sink, row);
                reader.wrap(RowList.payload(sink.address(0)));
                for (int c = 0; c < row.length; c++) {
                    assertTrue(reader.next());
                    assertEquals(c, reader.column());
                    assertSame(row[c], reader);
                }
                assertFalse(reader.next());
                assertEquals(sink.payloadBytes(), reader.end() - RowList.payload(sink.address(0)));
                sink.rewind();
            }
        }
    }

    private static void assertSame(@Nullable Object expected, PayloadReader reader) {
        switch (expected) {
            case null -> assertEquals(Payload.NULL, reader.serialType());
            case Long value -> assertEquals(value, reader.isInteger() ? reader.longValue() : null);
            case Double value -> assertEquals(value, reader.doubleValue());
            case String text -> {
                assertTrue(reader.isText());
                assertEquals(text, new String(Mem.bytes(reader.address(), reader.length()), StandardCharsets.UTF_8));
            }
            case byte[] blob -> {
                assertTrue(reader.isBlob());
                assertArrayEquals(blob, Mem.bytes(reader.address(), reader.length()));
            }
            default -> throw new AssertionError(expected);
        }
    }

    @Test
    void integersTakeTheShortestType() {
        long[] edges = {0, 1, 2, -1, 127, -128, 128, -129, 32767, -32768, 32768, 8388607, -8388608, 8388608};
        int[] types = {8, 9, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4};
        for (int i = 0; i < edges.length; i++) {
            assertEquals(types[i], Payload.integerType(edges[i]), "type of " + edges[i]);
        }
        assertEquals(4, Payload.integerType(Integer.MAX_VALUE));
        assertEquals(5, Payload.integerType(1L << 31));
        assertEquals(5, Payload.integerType((1L << 47) - 1));
        assertEquals(6, Payload.integerType(1L << 47));
        assertEquals(6, Payload.integerType(Long.MIN_VALUE));
    }
}
