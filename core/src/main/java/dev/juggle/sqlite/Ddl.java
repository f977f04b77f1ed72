// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Check;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The text of {@code CREATE TABLE} statements, the same from both writers, and how it is replaced in a database. */
final class Ddl {
    private Ddl() {}

    /** The statement for a table whose columns have no types yet. */
    static String loading(TableLayout table) {
        return text(table, false);
    }

    /** The statement as it stands in the finished database: with declared types and foreign keys. */
    static String finished(TableLayout table) {
        return text(table, true);
    }

    /** Replaces the text of a table's definition in the schema itself; {@link #reload} makes it count. */
    static void rewrite(Connection connection, TableLayout table, String definition) throws SQLException {
        Connections.run(connection, "PRAGMA writable_schema=ON");
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?")) {
            update.setString(1, definition);
            update.setString(2, table.name());
            Check.state(update.executeUpdate() == 1, "no such table: " + table.name());
        }
    }

    /** Has SQLite read the schema again. */
    static void reload(Connection connection) throws SQLException {
        Connections.run(connection, "PRAGMA writable_schema=RESET");
    }

    private static String text(TableLayout table, boolean finished) {
        StringBuilder sql = new StringBuilder("CREATE TABLE ");
        sql.append(Identifiers.quote(table.name())).append(" (");
        List<ColumnLayout> columns = table.columns();
        for (int i = 0; i < columns.size(); i++) {
            sql.append(i == 0 ? "" : ", ")
                    .append(Identifiers.quote(columns.get(i).name()));
            if (i == 0 && !table.withoutRowid()) {
                sql.append(" INTEGER PRIMARY KEY");
            } else if (finished && !columns.get(i).declaredType().isEmpty()) {
                sql.append(' ').append(columns.get(i).declaredType());
            }
        }
        if (table.withoutRowid()) {
            sql.append(", PRIMARY KEY ").append(Identifiers.list(table.primaryKey()));
        }
        for (ForeignKey key : finished ? table.foreignKeys() : List.<ForeignKey>of()) {
            sql.append(", FOREIGN KEY (")
                    .append(Identifiers.quote(key.column()))
                    .append(") REFERENCES ");
            sql.append(Identifiers.quote(key.table())).append(Identifiers.list(List.of(key.target())));
        }
        return sql.append(table.withoutRowid() ? ") WITHOUT ROWID" : ")").toString();
    }
}
