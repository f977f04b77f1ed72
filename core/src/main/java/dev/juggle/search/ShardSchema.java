// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import dev.juggle.search.SchemaTable.Affinity;
import dev.juggle.search.SchemaTable.Member;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What tables a shard has, and the one place where names are resolved: by JSON path through {@code _juggle_columns}, whatever
 * the layout (a column here, an entity's row there, a map's member elsewhere), else by the name of a column. Any SQLite
 * database will do; without {@code _juggle_columns} names are those of columns.
 */
final class ShardSchema {
    private static final int MAX_HOPS = 16;
    private static final String TABLES =
            "SELECT l.name, l.type, l.wr, m.sql, p.name, p.type, p.pk FROM pragma_table_list AS l"
                    + " JOIN pragma_table_xinfo(l.name) AS p JOIN sqlite_schema AS m ON m.name = l.name WHERE l.schema = 'main'"
                    + " AND l.type IN ('table', 'view', 'virtual') AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
                    + " AND l.name NOT LIKE '\\_juggle\\_%' ESCAPE '\\' AND p.hidden IN (0, 2, 3) ORDER BY m.rowid, p.cid";
    private static final Pattern FTS =
            Pattern.compile("(?is)CREATE\\s+VIRTUAL\\s+TABLE.*\\bUSING\\s+FTS5\\s*\\((.*)\\).*");
    private static final Pattern CONTENT =
            Pattern.compile("(?i)\\bcontent\\s*=\\s*(?:'((?:[^']|'')*)'|\"((?:[^\"]|\"\")*)\"|([\\w]+))");

    private final Map<String, SchemaTable> tables = new LinkedHashMap<>();
    private final Map<Integer, SchemaTable> byId = new HashMap<>();

    private ShardSchema() {}

    /** Reads the tables of a database. */
    static ShardSchema load(Connection connection) throws SQLException {
        Loading loading = new Loading(new ShardSchema());
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery(TABLES)) {
                while (row.next()) {
                    loading.column(row);
                }
            }
            if (loading.isJuggle(statement)) {
                try (ResultSet row = statement.executeQuery("SELECT _row, name, path, kind FROM _juggle_tables")) {
                    while (row.next()) {
                        loading.table(row);
                    }
                }
                try (ResultSet row =
                        statement.executeQuery("SELECT \"table\", name, path, child, map, entity, reference"
                                + " FROM _juggle_columns ORDER BY \"table\", member")) {
                    while (row.next()) {
                        loading.member(row);
                    }
                }
            }
        }
        return loading.finish();
    }

    /** The table of that name, or null. */
    @Nullable
    SchemaTable table(String name) {
        SchemaTable exact = tables.get(name);
        if (exact != null) {
            return exact;
        }
        for (SchemaTable table : tables.values()) {
            if (table.name().equalsIgnoreCase(name)) {
                return table;
            }
        }
        return null;
    }

    /** The tables that a query looks in. */
    List<SchemaTable> tables(@Nullable String name) {
        if (name != null) {
            SchemaTable table = table(name);
            return table == null ? List.of() : List.of(table);
        }
        return tables.values().stream().filter(SchemaTable::isSearched).toList();
    }

    /** All tables, in the order in which they were made. */
    List<SchemaTable> all() {
        return List.copyOf(tables.values());
    }

    /**
     * Where {@code name} is, seen from a row of {@code table}: as a path from there, as a path from the record ({@code $…}), or
     * as a column's name. A member can be in several places (a number in some rows, an object in others); in none where the
     * shard lacks it.
     */
    List<Place> resolve(SchemaTable table, String name) {
        List<Place> places = new ArrayList<>();
        if (table.base() != null) {
            List<Step> steps = Step.parse(name);
            List<Step> base = Step.parse("$" + table.base());
            if (!name.startsWith("$")) {
                follow(table, steps, 0, places, inner -> inner);
            } else if (startsWith(steps, base)) {
                follow(table, steps.subList(base.size(), steps.size()), 0, places, inner -> inner);
            }
        }
        if (places.isEmpty()) {
            String column = table.column(name);
            column = column == null ? table.column(name.replace('.', '_')) : column;
            if (column != null) {
                places.add(new Place.Column(column, table.affinity(column)));
            } else if (table.base() != null) {
                shown(table).stream()
                        .filter(shown -> shown.name().replace('.', '_').equalsIgnoreCase(name))
                        .findFirst()
                        .ifPresent(shown -> places.addAll(shown.places()));
            }
        }
        return places;
    }

    private static boolean startsWith(List<Step> steps, List<Step> base) {
        return steps.size() >= base.size() && steps.subList(0, base.size()).equals(base);
    }

    /** Puts what lies elsewhere into the hop that leads there. */
    private interface Hop {
        Place over(Place inner);
    }

    private void follow(SchemaTable table, List<Step> steps, int hops, List<Place> found, Hop hop) {
        if (hops > MAX_HOPS) {
            return;
        }
        if (table.kind().equals("lookup")) {
            table.columns().keySet().stream()
                    .filter(column -> steps.isEmpty() && !column.equals("_row"))
                    .forEach(column -> found.add(hop.over(new Place.Column(column, table.affinity(column)))));
            return;
        }
        StringBuilder path = new StringBuilder(String.valueOf(table.base()));
        for (int taken = 0; taken <= steps.size(); taken++) {
            for (Member member : table.members()) {
                if (member.path().contentEquals(path)) {
                    List<Step> rest = steps.subList(taken, steps.size());
                    if (member.column() != null && rest.isEmpty()) {
                        found.add(hop.over(new Place.Column(member.column(), table.affinity(member.column()))));
                    }
                    followFurther(member, rest, hops + 1, found, hop);
                }
            }
            path.append(taken < steps.size() ? steps.get(taken).text() : "");
        }
    }

    private void followFurther(Member member, List<Step> rest, int hops, List<Place> found, Hop hop) {
        SchemaTable entity = byId.get(member.entity());
        if (entity != null) {
            String column = member.reference() == null ? "_ref" : member.reference();
            follow(entity, rest, hops, found, inner -> hop.over(new Place.Elsewhere(entity, column, null, inner)));
        }
        SchemaTable child = byId.get(member.child());
        if (child != null) {
            follow(child, rest, hops, found, inner -> hop.over(new Place.Elsewhere(child, null, null, inner)));
        }
        SchemaTable map = byId.get(member.map());
        if (map != null && !rest.isEmpty()) {
            String key = rest.getFirst().key();
            String one = key.equals("*") ? null : key;
            List<Step> below = rest.subList(1, rest.size());
            follow(map, below, hops, found, inner -> hop.over(new Place.Elsewhere(map, null, one, inner)));
        }
    }

    /** A member to show, as a user names it. */
    record Shown(String name, List<Place> places) {}

    /** What a hit shows of its row when nothing was chosen: every scalar, those of entities in their place. */
    List<Shown> shown(SchemaTable table) {
        List<Shown> shown = new ArrayList<>();
        if (table.base() == null || table.kind().equals("view")) {
            table.columns().forEach((column, affinity) -> {
                if (!column.equals("_shape")) {
                    shown.add(new Shown(column, List.of(new Place.Column(column, affinity))));
                }
            });
            return shown;
        }
        if (table.kind().equals("map")) {
            shown.add(new Shown("_key", List.of(new Place.Column("_key", Affinity.ANY))));
        }
        Map<String, List<Place>> places = new LinkedHashMap<>();
        show(table, "", 0, places, inner -> inner);
        places.forEach((name, all) -> shown.add(new Shown(name, all)));
        return shown;
    }

    private void show(SchemaTable table, String stem, int hops, Map<String, List<Place>> shown, Hop hop) {
        String base = String.valueOf(table.base());
        for (Member member : table.members()) {
            String path =
                    stem + (member.path().startsWith(base) ? member.path().substring(base.length()) : member.path());
            String name = path.isEmpty() ? "value" : path.startsWith(".") ? path.substring(1) : path;
            if (member.column() != null) {
                Place column = new Place.Column(member.column(), table.affinity(member.column()));
                shown.computeIfAbsent(name, _ -> new ArrayList<>()).add(hop.over(column));
            }
            SchemaTable entity = byId.get(member.entity());
            if (entity != null && hops < 3) {
                String reference = member.reference() == null ? "_ref" : member.reference();
                Hop there = inner -> hop.over(new Place.Elsewhere(entity, reference, null, inner));
                if (entity.kind().equals("lookup")) {
                    List<Place> all = shown.computeIfAbsent(name, _ -> new ArrayList<>());
                    follow(entity, List.of(), 1, all, there);
                } else {
                    show(entity, path, hops + 1, shown, there);
                }
            }
        }
    }

    /** One step of a path: as JSONPath writes it, and the key that it names. */
    record Step(String text, String key) {
        private static final Pattern STEP = Pattern.compile("\\[\\*]|\\['((?:[^'\\\\]|\\\\.)*)']|\\.?([^.\\[]+)|(.)");

        /** Reads {@code a.b}, {@code $.a['b c'][*].d}; steps into arrays are left out. */
        static List<Step> parse(String path) {
            List<Step> steps = new ArrayList<>();
            Matcher matcher = STEP.matcher(path.startsWith("$") ? path.substring(1) : path);
            while (matcher.find()) {
                if (matcher.group(1) != null) {
                    steps.add(new Step(
                            matcher.group(),
                            matcher.group(1).replace("\\'", "'").replace("\\\\", "\\")));
                } else if (matcher.group(2) != null) {
                    steps.add(of(matcher.group(2)));
                }
            }
            return steps;
        }

        private static Step of(String key) {
            boolean isPlain = key.equals("*") || key.matches("[A-Za-z_][A-Za-z_0-9]*");
            String text = isPlain ? "." + key : "['" + key.replace("\\", "\\\\").replace("'", "\\'") + "']";
            return new Step(text, key);
        }
    }

    /** The schema while its tables are read. */
    private static final class Loading {
        private record Raw(String type, boolean hasRowId, Map<String, Affinity> columns, List<String> primaryKey) {}

        private record Described(int id, String path, String kind, List<Member> members) {}

        private final ShardSchema schema;
        private final Map<String, Raw> raw = new LinkedHashMap<>();
        private final Map<String, Described> described = new HashMap<>();
        private final Map<Integer, Described> describedById = new HashMap<>();
        private final Map<String, SchemaTable.WordIndex> words = new HashMap<>();

        Loading(ShardSchema schema) {
            this.schema = schema;
        }

        boolean isJuggle(Statement statement) throws SQLException {
            try (ResultSet row = statement.executeQuery(
                    "SELECT count(*) FROM sqlite_schema WHERE name IN" + " ('_juggle_tables', '_juggle_columns')")) {
                return row.next() && row.getInt(1) == 2;
            }
        }

        void column(ResultSet row) throws SQLException {
            String table = row.getString(1);
            String sql = String.valueOf(row.getString(4));
            Matcher fts = row.getString(2).equals("virtual") ? FTS.matcher(sql) : null;
            if (fts != null) {
                wordIndex(table, fts, row.getString(5));
                return;
            }
            Raw known = raw.computeIfAbsent(table, _ -> {
                try {
                    return new Raw(row.getString(2), row.getInt(3) == 0, new LinkedHashMap<>(), new ArrayList<>());
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            known.columns().put(row.getString(5), Affinity.of(row.getString(6)));
            if (row.getInt(7) > 0) {
                known.primaryKey().add(row.getString(5));
            }
        }

        private void wordIndex(String name, Matcher fts, String column) {
            Matcher content = CONTENT.matcher(fts.matches() ? fts.group(1) : "");
            if (content.find()) {
                String table = content.group(1) != null
                        ? content.group(1).replace("''", "'")
                        : content.group(2) != null ? content.group(2).replace("\"\"", "\"") : content.group(3);
                words.computeIfAbsent(table, _ -> new SchemaTable.WordIndex(name, new ArrayList<>()))
                        .columns()
                        .add(column);
            }
        }

        void table(ResultSet row) throws SQLException {
            Described table = new Described(
                    row.getInt(1), plain(row.getString(3)), String.valueOf(row.getString(4)), new ArrayList<>());
            described.put(String.valueOf(row.getString(2)), table);
            describedById.put(table.id(), table);
        }

        void member(ResultSet row) throws SQLException {
            Described table = describedById.get(row.getInt(1));
            if (table != null) {
                table.members()
                        .add(new Member(
                                plain(row.getString(3)),
                                row.getString(2),
                                row.getInt(4),
                                row.getInt(5),
                                row.getInt(6),
                                row.getString(7)));
            }
        }

        private static String plain(@Nullable String path) {
            String steps = path == null ? "" : path.replace("[*]", "");
            return steps.startsWith("$") ? steps.substring(1) : steps;
        }

        ShardSchema finish() {
            raw.forEach((name, table) -> {
                Described about = described.get(name);
                SchemaTable made = new SchemaTable(
                        name,
                        about == null ? table.type() : about.kind(),
                        about == null ? null : about.path(),
                        table.columns(),
                        about == null ? List.of() : List.copyOf(about.members()),
                        key(table),
                        words.get(name));
                schema.tables.put(name, made);
                if (about != null) {
                    schema.byId.put(about.id(), made);
                }
            });
            return schema;
        }

        private static List<String> key(Raw table) {
            if (table.columns().containsKey("_row")) {
                return List.of("_row");
            }
            if (table.type().equals("view")) {
                return List.of();
            }
            if (!table.hasRowId()) {
                return List.copyOf(table.primaryKey());
            }
            for (String name : List.of("rowid", "_rowid_", "oid")) {
                if (table.columns().keySet().stream().noneMatch(name::equalsIgnoreCase)) {
                    return List.of(name);
                }
            }
            return List.of();
        }
    }
}
