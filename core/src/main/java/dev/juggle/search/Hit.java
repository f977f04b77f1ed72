// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.AbstractList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row that was found: where it is, its values, and the keys by which it is merged. Immutable. */
public final class Hit {
    /** The names of a hit's values, shared by all hits of one table of one shard. */
    record Source(String shard, String table, List<String> names) {}

    private final Source source;
    private final @Nullable Object row;
    private final @Nullable Object[] keys;
    private final @Nullable Object[] values;

    Hit(Source source, @Nullable Object row, @Nullable Object[] keys, @Nullable Object[] values) {
        this.source = source;
        this.row = row;
        this.keys = keys;
        this.values = values;
    }

    /** The shard, as it was named. */
    public String shard() {
        return source.shard();
    }

    /** The table. */
    public String table() {
        return source.table();
    }

    /** The row: its {@code _row} or rowid, or its primary key (several columns as a JSON array); null in a view. */
    public @Nullable Object row() {
        return row;
    }

    /** The names of the values; the same list for all hits of one table of one shard. */
    public List<String> names() {
        return source.names();
    }

    /** The values: Long, Double, String, byte[] or null. */
    public List<@Nullable Object> values() {
        return new AbstractList<>() {
            @Override
            public @Nullable Object get(int index) {
                return values[index];
            }

            @Override
            public int size() {
                return values.length;
            }
        };
    }

    Source source() {
        return source;
    }

    @Nullable
    Object key(int index) {
        return keys[index];
    }

    int keys() {
        return keys.length;
    }

    /** Compares by the keys of an order; equal where only the place decides. */
    static int compare(Hit a, Hit b, List<Order> order) {
        for (int i = 0; i < order.size(); i++) {
            Order key = order.get(i);
            Object left = a.keys[i];
            Object right = b.keys[i];
            if (left == null || right == null) {
                if (left != null || right != null) {
                    return (left == null) == key.nullsFirst() ? -1 : 1;
                }
            } else {
                int compared = Values.compare(left, right, key.ignoresCase());
                if (compared != 0) {
                    return key.isDescending() ? -compared : compared;
                }
            }
        }
        return 0;
    }
}
