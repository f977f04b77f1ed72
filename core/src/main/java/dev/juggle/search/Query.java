// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question, put to every shard alike.
 *
 * @param table the table to look in, or null for all that hold data
 * @param filter which rows
 * @param order keys of the order; none: shard by shard, table by table, in order of rows
 * @param limit how many hits at most; negative for all
 * @param offset how many hits to leave out first
 * @param columns members to give, by path; none: all
 * @param key a member whose value each hit carries beside its columns, or null
 */
public record Query(
        @Nullable String table,
        Filter filter,
        List<Order> order,
        long limit,
        long offset,
        List<String> columns,
        @Nullable String key) {
    /** Every row of every table. */
    public static final Query EVERYTHING =
            new Query(null, new Filter.All(List.of()), List.of(), -1, 0, List.of(), null);

    /** The same for rows that {@code other} takes. */
    public Query filtered(Filter other) {
        return new Query(table, other, order, limit, offset, columns, key);
    }

    /** The same in that table only. */
    public Query in(@Nullable String other) {
        return new Query(other, filter, order, limit, offset, columns, key);
    }

    /** The same in that order. */
    public Query ordered(List<Order> other) {
        return new Query(table, filter, other, limit, offset, columns, key);
    }

    /** The same, at most so many after leaving out so many. */
    public Query limited(long most, long skipped) {
        return new Query(table, filter, order, most, skipped, columns, key);
    }

    /** The same with those members only. */
    public Query giving(List<String> other) {
        return new Query(table, filter, order, limit, offset, List.copyOf(other), key);
    }

    /** The same, each hit with that member's value beside its columns. */
    public Query keyed(@Nullable String other) {
        return new Query(table, filter, order, limit, offset, columns, other);
    }

    /** How many hits one shard must be able to give: all that could be among the first; negative for all. */
    long perShard() {
        return limit < 0 ? -1 : limit > Long.MAX_VALUE - offset ? -1 : limit + offset;
    }
}
