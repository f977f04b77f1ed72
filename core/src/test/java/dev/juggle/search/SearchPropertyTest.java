// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.search.Filter.Combination;
import dev.juggle.search.Filter.Relation;
import dev.juggle.testing.Fuzz;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A search over many shards finds what a search over one database with all their rows finds, and what the language says by
 * its documentation ({@link NaiveSearch}), for random rows, layouts, queries, orders, limits and ways to share the work.
 */
final class SearchPropertyTest {
    private static final List<String> COLUMNS = List.of("name", "price", "n", "any");
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "A",
            "ab",
            "Ab",
            "b",
            "ac dc",
            "Über",
            "uber alles",
            "über",
            "z\uD83D\uDE00",
            "z\uE000",
            "10",
            "9",
            "1e1",
            "ß",
            "exact phrase",
            "an exact Phrase here",
            "a%b_c",
            "a\\b",
            "null",
            "true",
            "x'y\"z",
            "\u0645\u0631\u062D\u0628\u0627",
            "日本 語");
    private static final Combination[] COMBINATIONS = {Combination.PHRASE, Combination.ALL, Combination.ANY};
    private static final List<String> PATTERNS = List.of("^a", "b$", "[0-9]+", "(a|ü)b?", ".", "PHRASE");

    private final Random random = Fuzz.random("SearchPropertyTest");

    /** A row, with the shard that has it. */
    private record Row(int shard, long id, Map<String, @Nullable Object> values) {}

    @Test
    void manyShardsAnswerAsOneDatabaseAndAsTheLanguageSays(@TempDir Path folder)
            throws SQLException, java.io.IOException {
        int found = 0;
        for (int round = 0; round < Fuzz.rounds(12); round++) {
            Path here = Files.createDirectory(folder.resolve("r" + round));
            List<Row> rows = new ArrayList<>();
            List<Shard> shards = new ArrayList<>();
            int count = 1 + random.nextInt(6);
            for (int shard = 0; shard < count; shard++) {
                shards.add(shard(here.resolve("s" + shard + ".db"), shard, rows));
            }
            Path merged = here.resolve("merged.db");
            write(
                    merged,
                    COLUMNS,
                    List.of("", "", "", ""),
                    rows.stream().map(Row::values).toList());
            FanOut.Mode mode = pick(FanOut.Mode.values());
            Search.Options options = new Search.Options(60_000_000_000L, 600_000_000_000L, mode, 1 + random.nextInt(4));
            try (Search many = new Search(shards, options);
                    Search one = new Search(List.of(new LocalShard("merged", merged)), options)) {
                for (int i = 0; i < 40; i++) {
                    found += check(query(), many, one, rows);
                }
            }
        }
        assertTrue(found > 100, "the queries find something: " + found);
    }

    private int check(Query query, Search many, Search one, List<Row> rows) {
        List<Row> naive = rows.stream()
                .filter(row -> Boolean.TRUE.equals(NaiveSearch.holds(query.filter(), row.values())))
                .sorted((a, b) -> NaiveSearch.compare(a.values(), b.values(), query.order()))
                .skip(query.offset())
                .limit(query.limit() < 0 ? Long.MAX_VALUE : query.limit())
                .toList();
        List<String> expected = naive.stream()
                .map(row -> row.shard() + ":" + row.id() + row.values())
                .toList();
        assertEquals(expected, hits(many, query), query.toString());
        List<String> values = naive.stream().map(row -> row.values().toString()).toList();
        assertEquals(
                values,
                hits(one, query).stream()
                        .map(hit -> hit.substring(hit.indexOf('{')))
                        .toList(),
                query.toString());
        Query all = query.limited(-1, 0);
        long total = rows.stream()
                .filter(row -> Boolean.TRUE.equals(NaiveSearch.holds(query.filter(), row.values())))
                .count();
        assertEquals(total, many.count(all, List.of("any")).counts().rows());
        assertEquals(
                one.count(all, List.of("any")).counts().of("any", 1000).toString(),
                many.count(all, List.of("any")).counts().of("any", 1000).toString());
        return expected.size();
    }

    private static List<String> hits(Search search, Query query) {
        List<String> hits = new ArrayList<>();
        try (Answer answer = search.run(query)) {
            while (answer.hasNext()) {
                Hit hit = answer.next();
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (int i = 0; i < COLUMNS.size(); i++) {
                    values.put(hit.names().get(i), hit.values().get(i));
                }
                hits.add(hit.shard() + ":" + hit.row() + values);
            }
            answer.shards().forEach(status -> assertEquals(null, status.failure(), query.toString()));
        }
        return hits;
    }

    /** A shard may lack columns, declare a column's type or not, and have indexes. */
    private Shard shard(Path file, int number, List<Row> all) throws SQLException {
        List<String> columns = new ArrayList<>(COLUMNS);
        if (random.nextInt(3) == 0) {
            columns.remove(random.nextInt(columns.size()));
        }
        List<String> types = new ArrayList<>();
        Map<String, Integer> kinds = new LinkedHashMap<>();
        for (String column : columns) {
            boolean typed = random.nextBoolean();
            int kind = switch (column) {
                case "name" -> 0;
                case "price" -> 1;
                case "n" -> 2;
                default -> random.nextInt(4);
            };
            kinds.put(column, kind);
            types.add(
                    !typed || kind == 3
                            ? ""
                            : List.of("TEXT", "REAL", "INTEGER").get(kind));
        }
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            COLUMNS.forEach(column -> row.put(column, kinds.containsKey(column) ? value(kinds.get(column)) : null));
            rows.add(row);
            all.add(new Row(number, i + 1L, row));
        }
        write(file, columns, types, rows);
        return new LocalShard(Integer.toString(number), file);
    }

    private void write(Path file, List<String> columns, List<String> types, List<Map<String, @Nullable Object>> rows)
            throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            StringBuilder ddl = new StringBuilder("CREATE TABLE t(");
            for (int i = 0; i < columns.size(); i++) {
                ddl.append(i == 0 ? "" : ", ")
                        .append('"')
                        .append(columns.get(i))
                        .append("\" ")
                        .append(types.get(i));
            }
            statement.execute(ddl + ")");
            String places = "?" + ", ?".repeat(columns.size() - 1);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (" + places + ")")) {
                for (Map<String, @Nullable Object> row : rows) {
                    for (int i = 0; i < columns.size(); i++) {
                        insert.setObject(i + 1, row.get(columns.get(i)));
                    }
                    insert.executeUpdate();
                }
            }
            for (String column : columns) {
                if (random.nextBoolean()) {
                    statement.execute("CREATE INDEX i_" + column + " ON t(\"" + column + "\")");
                }
            }
            connection.commit();
        }
    }

    private @Nullable Object value(int kind) {
        if (random.nextInt(5) == 0) {
            return null;
        }
        return switch (kind == 3 ? random.nextInt(3) : kind) {
            case 0 -> TEXTS.get(random.nextInt(TEXTS.size()));
            case 1 -> (Object) (random.nextInt(40) / 4.0);
            default -> (Object) (random.nextInt(8) == 0 ? (1L << 53) + random.nextInt(3) : (long) random.nextInt(12));
        };
    }

    private Query query() {
        List<Order> order = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            order.add(new Order(
                    COLUMNS.get(random.nextInt(COLUMNS.size())),
                    random.nextBoolean(),
                    random.nextBoolean(),
                    random.nextBoolean()));
        }
        long limit = random.nextInt(3) == 0 ? -1 : random.nextInt(20);
        return Query.EVERYTHING
                .filtered(filter(3))
                .ordered(order)
                .limited(limit, random.nextInt(3) == 0 ? random.nextInt(15) : 0)
                .giving(COLUMNS);
    }

    private Filter filter(int depth) {
        int choice = random.nextInt(depth > 0 ? 8 : 5);
        return switch (choice) {
            case 5 -> new Filter.Not(filter(depth - 1));
            case 6 -> new Filter.All(filters(depth));
            case 7 -> new Filter.Any(filters(depth));
            case 4 ->
                new Filter.Words(
                        random.nextInt(3) == 0 ? "*" : column(),
                        pick(COMBINATIONS),
                        literal().text());
            default -> compare();
        };
    }

    private List<Filter> filters(int depth) {
        List<Filter> filters = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            filters.add(filter(depth - 1));
        }
        return filters;
    }

    private Filter compare() {
        Relation relation = pick(Relation.values());
        List<Literal> values = new ArrayList<>();
        int count = switch (relation) {
            case BETWEEN -> 2;
            case LESS, AT_MOST, MORE, AT_LEAST -> 1;
            default -> 1 + random.nextInt(3);
        };
        for (int i = 0; i < count; i++) {
            values.add(
                    relation == Relation.MATCHES
                            ? new Literal(PATTERNS.get(random.nextInt(PATTERNS.size())), true)
                            : relation == Relation.EQUAL ? literalOrNull() : literal());
        }
        return new Filter.Compare(column(), relation, values, random.nextBoolean());
    }

    private Literal literalOrNull() {
        return random.nextInt(8) == 0 ? new Literal("null", false) : literal();
    }

    private Literal literal() {
        return switch (random.nextInt(4)) {
            case 0 -> new Literal(Integer.toString(random.nextInt(12)), random.nextInt(4) == 0);
            case 1 -> new Literal(Double.toString(random.nextInt(40) / 4.0), false);
            default -> new Literal(TEXTS.get(random.nextInt(TEXTS.size())), true);
        };
    }

    private String column() {
        return random.nextInt(12) == 0 ? "lacking" : COLUMNS.get(random.nextInt(COLUMNS.size()));
    }

    private <T> T pick(T[] all) {
        return all[random.nextInt(all.length)];
    }
}
