// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What must be true of every database that a writer finished. */
final class DatabaseChecks {
    private DatabaseChecks() {}

    /** SQLite finds no fault in the file, and the tables hold exactly the workload's rows. */
    static void check(Path file, Workload workload, String context) throws SQLException {
        try (Connection connection = Connections.openReadOnly(file)) {
            assertEquals(List.of("ok"), strings(connection, "PRAGMA integrity_check"), context);
            assertEquals(List.of(), strings(connection, "PRAGMA foreign_key_check"), context);
            for (TableLayout table : workload.tables.values()) {
                checkRows(connection, table, workload.expected(table.id()), context);
            }
        }
    }

    private static void checkRows(
            Connection connection, TableLayout table, List<@Nullable Object[]> expected, String context)
            throws SQLException {
        String order = table.withoutRowid() ? "_parent, _pos" : "rowid";
        String sql = "SELECT * FROM " + Identifiers.quote(table.name()) + " ORDER BY " + order;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int width = rows.getMetaData().getColumnCount();
            assertEquals(table.columns().size(), width, context);
            for (int r = 0; r < expected.size(); r++) {
                if (!rows.next()) {
                    fail(context + ": table " + table.name() + " ends after " + r + " of " + expected.size() + " rows");
                }
                for (int c = 0; c < width; c++) {
                    Object wanted = expected.get(r)[c];
                    assertSame(wanted, rows, c + 1, context + ": " + table.name() + " row " + r + " column " + c);
                }
            }
            assertEquals(false, rows.next(), context + ": too many rows in " + table.name());
        }
    }

    private static void assertSame(@Nullable Object wanted, ResultSet rows, int column, String context)
            throws SQLException {
        Object found = rows.getObject(column);
        switch (wanted) {
            case null -> assertEquals(null, found, context);
            case Long number -> assertEquals(number, found instanceof Number n ? n.longValue() : found, context);
            case Double number -> {
                assertEquals(Double.class, found == null ? null : found.getClass(), context);
                assertEquals(number, rows.getDouble(column), context);
            }
            case byte[] blob -> assertArrayEquals(blob, rows.getBytes(column), context);
            default -> assertEquals(wanted, found, context);
        }
    }

    /** The first column of what a query gives. */
    static List<String> strings(Connection connection, String sql) throws SQLException {
        List<String> strings = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                strings.add(rows.getString(1));
            }
        }
        return strings;
    }

    /** All there is in a database, as text: the schema, and each table's rows with the types of their values. */
    static List<String> dump(Path file) throws SQLException {
        try (Connection connection = Connections.openReadOnly(file)) {
            List<String> dump = strings(
                    connection, "SELECT type || '|' || name || '|' || tbl_name || '|' || sql FROM sqlite_schema");
            dump.sort(null);
            for (String table :
                    strings(connection, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
                String columns =
                        strings(connection, "SELECT name FROM pragma_table_info(" + Identifiers.literal(table) + ")")
                                .stream()
                                .map(Identifiers::quote)
                                .map(name -> "typeof(" + name + ") || quote(" + name + ")")
                                .collect(Collectors.joining(" || ',' || "));
                dump.add(table);
                dump.addAll(
                        strings(connection, "SELECT " + columns + " FROM " + Identifiers.quote(table) + " ORDER BY 1"));
            }
            return dump;
        }
    }

    /** What the system's sqlite3 shell answers, or null where there is none. */
    static @Nullable String shell(Path file, String sql) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("sqlite3", "-batch", file.toString(), sql)
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException absent) {
            return null;
        }
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return answer;
    }
}
