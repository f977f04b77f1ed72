// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import org.jspecify.annotations.Nullable;

/** Where one shard keeps the values of a member, seen from a row. */
sealed interface Place {
    /** In a column of the row itself. */
    record Column(String name, SchemaTable.Affinity affinity) implements Place {}

    /**
     * In rows of another table.
     *
     * @param column the column of this row that holds the other's {@code _row} (an entity, a look-up); null where the other
     *     rows hold this row in {@code _parent} (elements, links, members of a map)
     * @param key which member of a map; null for all
     * @param inner where in those rows
     */
    record Elsewhere(
            SchemaTable table,
            @Nullable String column,
            @Nullable String key,
            Place inner) implements Place {
        /** Whether there can be several values for one row. */
        boolean isMany() {
            return column == null && key == null;
        }
    }
}
