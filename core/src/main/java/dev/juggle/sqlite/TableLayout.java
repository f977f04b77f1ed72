// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Check;
import java.util.List;

/**
 * One table as the writers need to know it. Columns are only ever added, at the end; a table keeps its
 * id and name.
 *
 * @param id what {@link RowSink#begin} calls the table by; small numbers from 0, any order
 * @param name as it is, not quoted
 * @param columns in order. The first of a table with row ids is its {@code INTEGER PRIMARY KEY}, whatever its
 *     declared type says. The first ones of a table without are its primary key
 * @param foreignKeys declared in the finished table
 * @param withoutRowid a WITHOUT ROWID table: its payloads are the whole record, and are best placed in ascending
 *     order of the primary key
 * @param primaryKey names of the primary key's columns where {@code withoutRowid}, else empty
 */
public record TableLayout(
        int id,
        String name,
        List<ColumnLayout> columns,
        List<ForeignKey> foreignKeys,
        boolean withoutRowid,
        List<String> primaryKey) {

    /** Name of the column that refers to the parent's row, and that an index of its own makes fast. */
    public static final String PARENT_COLUMN = "_parent";

    /** Copies the lists and checks that keys name columns. */
    public TableLayout {
        columns = List.copyOf(columns);
        foreignKeys = List.copyOf(foreignKeys);
        primaryKey = List.copyOf(primaryKey);
        Check.that(!columns.isEmpty(), "a table needs a column: " + name);
        Check.that(withoutRowid != primaryKey.isEmpty(), "a key is for tables without row ids: " + name);
        Check.that(primaryKey.size() <= columns.size(), "key longer than the table: " + name);
        for (int i = 0; i < primaryKey.size(); i++) {
            Check.that(primaryKey.get(i).equals(columns.get(i).name()), "the key is not the first columns: " + name);
        }
    }

    /** A table with row ids and no references. */
    public TableLayout(int id, String name, List<ColumnLayout> columns) {
        this(id, name, columns, List.of(), false, List.of());
    }

    /** How the table's rows are kept and found. */
    public TableKind kind() {
        if (withoutRowid) {
            return TableKind.KEYED;
        }
        boolean child = columns.size() > 1 && columns.get(1).name().equals(PARENT_COLUMN);
        return child ? TableKind.CHILD : TableKind.ROOT;
    }
}
