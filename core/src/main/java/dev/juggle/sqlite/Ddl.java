// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.util.List;

/** The text of {@code CREATE TABLE} statements, the same from both writers. */
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
