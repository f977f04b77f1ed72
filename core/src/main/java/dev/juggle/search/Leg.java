// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import dev.juggle.sqlite.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A query on one table of one shard, as SQL: columns are the row's key, the keys of the order, then the values.
 *
 * @param table where
 * @param sql the statement
 * @param parameters its parameters
 * @param keys how many keys the order has, the query's own key included
 * @param names what the values are called
 * @param missing names that lead nowhere in this table
 */
record Leg(SchemaTable table, String sql, List<Object> parameters, int keys, List<String> names, Set<String> missing) {

    /** The statement that finds a query's rows in a table. */
    static Leg rows(ShardSchema schema, SchemaTable table, Query query) {
        FilterSql filter = new FilterSql(schema, table);
        List<String> names = new ArrayList<>();
        StringBuilder select = new StringBuilder("SELECT ").append(key(table));
        List<String> keys = new ArrayList<>();
        query.order().forEach(key -> keys.add(filter.valueOf(key.name())));
        if (query.key() != null) {
            keys.add(filter.valueOf(query.key()));
        }
        keys.forEach(key -> select.append(", ").append(key));
        if (query.columns().isEmpty()) {
            for (ShardSchema.Shown shown : schema.shown(table)) {
                select.append(", ").append(filter.value(shown.places()));
                names.add(shown.name());
            }
        } else {
            for (String name : query.columns()) {
                select.append(", ").append(filter.valueOf(name));
                names.add(name);
            }
        }
        filter.sql().insert(0, select + from(table));
        filter.write(query.filter());
        StringBuilder sql = filter.sql().append(" ORDER BY ");
        for (int i = 0; i < query.order().size(); i++) {
            if (!keys.get(i).equals("NULL")) {
                sql.append(keys.get(i)).append(ordered(query.order().get(i))).append(", ");
            }
        }
        sql.append(table.key().isEmpty() ? "1" : columns(table));
        if (query.perShard() >= 0) {
            sql.append(" LIMIT ?");
            filter.parameters().add(query.perShard());
        }
        return new Leg(
                table,
                sql.toString(),
                List.copyOf(filter.parameters()),
                keys.size(),
                List.copyOf(names),
                filter.missing());
    }

    /** The statement that counts a query's rows by the value of a member; by none with an empty name. */
    static Leg counts(ShardSchema schema, SchemaTable table, Filter wanted, String member) {
        FilterSql filter = new FilterSql(schema, table);
        String value = member.isEmpty() ? "NULL" : filter.valueOf(member);
        filter.sql().append("SELECT ").append(value).append(", count(*)").append(from(table));
        filter.write(wanted);
        if (!member.isEmpty()) {
            filter.sql().append(" GROUP BY 1");
        }
        return new Leg(
                table, filter.sql().toString(), List.copyOf(filter.parameters()), 0, List.of(), filter.missing());
    }

    private static String from(SchemaTable table) {
        return " FROM " + Identifiers.quote(table.name()) + " AS " + FilterSql.ROOT + " WHERE ";
    }

    private static String ordered(Order key) {
        String nulls = key.isDescending() == key.nullsFirst() ? key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST" : "";
        return " COLLATE " + (key.ignoresCase() ? "NOCASE" : "BINARY") + (key.isDescending() ? " DESC" : "") + nulls;
    }

    private static String key(SchemaTable table) {
        return switch (table.key().size()) {
            case 0 -> "NULL";
            case 1 -> columns(table);
            default -> "json_array(" + columns(table) + ")";
        };
    }

    private static String columns(SchemaTable table) {
        return table.key().stream()
                .map(column -> FilterSql.ROOT + "." + Identifiers.quote(column))
                .collect(Collectors.joining(", "));
    }
}
