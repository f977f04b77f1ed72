// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.sqlite.Connections;
import dev.juggle.sqlite.Identifiers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Indexes that a user asks for, by the path of the values and not by the names of tables: plain ones, and full-text indexes
 * (SQLite's FTS5, "external content": they hold words, not the text again). What is there already is left alone.
 *
 * <p>A path is written as in {@code --path}: keys with dots between them ({@code seller.name}), {@code *} for the keys of a map,
 * elements of arrays without a step of their own ({@code items.sku}); or a whole JSONPath as in {@code _juggle_columns}. Before
 * it may stand the name of one table and a colon ({@code orders:items.sku}).
 *
 * <p>Belongs to one thread; SQLite's own locks keep other processes out.
 */
public final class UserIndexes {
    private static final Pattern ELEMENTS = Pattern.compile(Pattern.quote("[*]"));

    /** A column that holds values of a path. */
    private record Place(String table, String column) {}

    private final Path file;
    private final List<StoredTable> tables;

    /**
     * Indexes in a finished database.
     *
     * @throws BadDatabaseException when it is no Juggle database
     */
    public UserIndexes(Path file) {
        this.file = file;
        try (StoredDatabase database = StoredDatabase.open(file)) {
            this.tables = List.copyOf(database.tables());
        }
    }

    /**
     * Makes the indexes that are not there yet, all or none.
     *
     * @param plain paths for plain indexes
     * @param fullText paths for full-text indexes, one for each table with all its columns among them
     * @return a sentence for each one, in the order in which they were asked for
     * @throws IllegalArgumentException when a path leads nowhere; nothing was changed then
     */
    public List<String> create(List<String> plain, List<String> fullText) {
        SequencedSet<Place> toIndex = new LinkedHashSet<>();
        plain.forEach(path -> toIndex.addAll(find(path)));
        Map<String, List<String>> toSearch = new LinkedHashMap<>();
        for (String path : fullText) {
            for (Place place : find(path)) {
                List<String> columns = toSearch.computeIfAbsent(place.table(), _ -> new ArrayList<>());
                if (!columns.contains(place.column())) {
                    columns.add(place.column());
                }
            }
        }
        List<String> said = new ArrayList<>();
        try (Connection connection = Connections.open(file)) {
            connection.setAutoCommit(false);
            for (Place place : toIndex) {
                said.add(index(connection, place));
            }
            for (Map.Entry<String, List<String>> entry : toSearch.entrySet()) {
                said.add(fullTextIndex(connection, entry.getKey(), entry.getValue()));
            }
            connection.commit();
        } catch (SQLException e) {
            throw BadDatabaseException.of(file, "make an index", e);
        }
        return said;
    }

    /** The columns that hold the values at a path, in all tables or the one that is named. */
    private List<Place> find(String wanted) {
        List<Place> found = new ArrayList<>();
        int colon = wanted.indexOf(':');
        String table = colon < 0 ? "" : wanted.substring(0, colon);
        boolean isQualified = tables.stream().anyMatch(known -> known.name().equals(table));
        String path = normal(isQualified ? wanted.substring(colon + 1) : wanted);
        for (StoredTable known : tables) {
            if (!isQualified || known.name().equals(table) || belongsTo(known, table)) {
                for (StoredMember member : known.members()) {
                    String column =
                            member == null || !normal(member.path()).equals(path) ? null : column(known, member);
                    if (column != null) {
                        found.add(new Place(known.name(), column));
                    }
                }
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(file + ": no column holds values at " + wanted + "; `juggle tables "
                    + file + "` shows the paths there are");
        }
        return found;
    }

    /** Whether a table is part of the records of another one. */
    private boolean belongsTo(StoredTable table, String root) {
        StoredTable at = table;
        for (int depth = 0; at != null && at.parent() != 0 && depth < tables.size(); depth++) {
            at = byId(at.parent());
            if (at != null && at.name().equals(root)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable StoredTable byId(int id) {
        return tables.stream().filter(table -> table.id() == id).findFirst().orElse(null);
    }

    private static @Nullable String column(StoredTable table, StoredMember member) {
        if (member.column() != null) {
            return member.column();
        }
        boolean isLink = member.number() == 0 && table.columns().contains("_ref");
        return isLink ? "_ref" : member.elsewhere().reference();
    }

    /** A path without the steps into arrays, and without the {@code $} that stands for the record. */
    private static String normal(String path) {
        String steps = ELEMENTS.matcher(path).replaceAll("");
        if (steps.startsWith("$")) {
            steps = steps.substring(1);
        }
        return steps.startsWith(".") || steps.startsWith("[") ? steps : "." + steps;
    }

    private String index(Connection connection, Place place) throws SQLException {
        String known = known(connection, place);
        String what = place.table() + "." + place.column();
        if (known != null) {
            return what + " has the index " + known + " already";
        }
        String name = free(connection, place.table() + "_" + place.column());
        run(
                connection,
                "CREATE INDEX " + Identifiers.quote(name) + " ON " + Identifiers.quote(place.table()) + "("
                        + Identifiers.quote(place.column()) + ")");
        return what + ": index " + name;
    }

    private static String fullTextIndex(Connection connection, String table, List<String> columns) throws SQLException {
        String name = table + "_fts";
        if (exists(connection, name)) {
            return table + " has the full-text index " + name + " already";
        }
        StringBuilder sql = new StringBuilder("CREATE VIRTUAL TABLE " + Identifiers.quote(name) + " USING fts5(");
        columns.forEach(column -> sql.append(Identifiers.quote(column)).append(", "));
        sql.append("content=").append(Identifiers.literal(table)).append(", content_rowid='_row')");
        run(connection, sql.toString());
        String quoted = Identifiers.quote(name);
        run(connection, "INSERT INTO " + quoted + "(" + quoted + ") VALUES('rebuild')");
        return table + ": full-text index " + name + " over " + String.join(", ", columns);
    }

    /** The name of an index that begins with the column, or null. */
    private static @Nullable String known(Connection connection, Place place) throws SQLException {
        String sql = "SELECT l.name FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS i"
                + " WHERE i.seqno = 0 AND i.name = ? AND l.partial = 0 LIMIT 1";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, place.table());
            statement.setString(2, place.column());
            try (ResultSet found = statement.executeQuery()) {
                return found.next() ? found.getString(1) : null;
            }
        }
    }

    private static String free(Connection connection, String wanted) throws SQLException {
        String name = wanted;
        for (int n = 2; exists(connection, name); n++) {
            name = wanted + "_" + n;
        }
        return name;
    }

    private static boolean exists(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE")) {
            statement.setString(1, name);
            try (ResultSet found = statement.executeQuery()) {
                return found.next();
            }
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
