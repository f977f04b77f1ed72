// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One table of a shard.
 *
 * @param name its SQL name
 * @param kind as in {@code _juggle_tables}; {@code table} or {@code view} in a database that Juggle did not make
 * @param base JSONPath of its rows without the steps into arrays; null where there are no paths
 * @param columns SQL columns with their affinity, in order
 * @param members what {@code _juggle_columns} says of it, in order; empty where there are no paths
 * @param key columns that name a row: the rowid, or the primary key of a table without
 * @param words its full-text index, or null
 */
record SchemaTable(
        String name,
        String kind,
        @Nullable String base,
        Map<String, Affinity> columns,
        List<Member> members,
        List<String> key,
        @Nullable WordIndex words) {
    /** What a column does to values that are put into it or compared with it (sqlite.org/datatype3.html, section 3). */
    enum Affinity {
        /** Holds text, or blobs. */
        TEXT,
        /** Turns texts that are numbers into numbers. */
        NUMBER,
        /** Takes values as they are. */
        ANY;

        static Affinity of(@Nullable String type) {
            String upper = type == null ? "" : type.toUpperCase(java.util.Locale.ROOT);
            if (upper.contains("INT")) {
                return NUMBER;
            }
            if (upper.contains("CHAR") || upper.contains("CLOB") || upper.contains("TEXT")) {
                return TEXT;
            }
            return upper.isEmpty() || upper.contains("BLOB") ? ANY : NUMBER;
        }
    }

    /**
     * A member as {@code _juggle_columns} has it.
     *
     * @param path its JSONPath without the steps into arrays
     * @param column the column of its scalars, or null
     * @param child table of its elements, map table of its members, table of its values: 0 for none
     * @param reference the column that holds the row in the table {@code entity}
     */
    record Member(
            String path,
            @Nullable String column,
            int child,
            int map,
            int entity,
            @Nullable String reference) {}

    /**
     * A full-text index whose rows have the table's row ids.
     *
     * @param name of the FTS5 table
     * @param columns the columns it covers
     */
    record WordIndex(String name, List<String> columns) {}

    /** The name of the column that is spelled {@code wanted} but for case, or null. */
    @Nullable
    String column(String wanted) {
        if (columns.containsKey(wanted)) {
            return wanted;
        }
        for (String column : columns.keySet()) {
            if (column.equalsIgnoreCase(wanted)) {
                return column;
            }
        }
        return null;
    }

    Affinity affinity(String column) {
        return columns.getOrDefault(column, Affinity.ANY);
    }

    /** Whether a search that names no table looks here: links and look-ups hold nothing that is not told elsewhere. */
    boolean isSearched() {
        return !kind.equals("link") && !kind.equals("lookup") && !kind.equals("view");
    }
}
