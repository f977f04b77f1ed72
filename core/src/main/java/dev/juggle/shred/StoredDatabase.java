// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * A Juggle database opened for reading, with its catalog. The catalog (tables and members) is held in memory;
 * files and rows are read as they are needed. One connection, so one thread at a time. It trusts nothing: what
 * contradicts the format is reported as a {@link BadDatabaseException} with its place.
 */
public final class StoredDatabase implements AutoCloseable {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_MEMBERS = 1 << 24;

    private final Path path;
    private final Connection connection;
    private final Map<String, String> meta = new HashMap<>();
    private final SortedMap<Integer, StoredTable> tables = new TreeMap<>();

    private StoredDatabase(Path path, Connection connection) {
        this.path = path;
        this.connection = connection;
    }

    /**
     * Opens a database read-only and reads its catalog.
     *
     * @throws BadDatabaseException when the file is not there, is no Juggle database, or a newer one
     */
    public static StoredDatabase open(Path path) {
        checkHeader(path);
        Connection connection = null;
        try {
            SQLiteConfig config = new SQLiteConfig();
            config.setReadOnly(true);
            connection = DriverManager.getConnection(url(path), config.toProperties());
            StoredDatabase database = new StoredDatabase(path, connection);
            database.load();
            return database;
        } catch (SQLException e) {
            close(connection);
            throw BadDatabaseException.of(path, "read the database", e);
        } catch (RuntimeException e) {
            close(connection);
            throw e;
        }
    }

    /** The address of a database for JDBC, any character of the path escaped that would end it early. */
    private static String url(Path path) {
        return "jdbc:sqlite:" + path.toAbsolutePath().toUri();
    }

    private static void close(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException ignored) { // the first failure is the one to tell
        }
    }

    private static void checkHeader(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
                throw new BadDatabaseException(path + ": is not a SQLite database");
            }
        } catch (NoSuchFileException e) {
            throw new BadDatabaseException(path + ": no such file");
        } catch (IOException e) {
            throw new BadDatabaseException(path + ": cannot be read: " + e.getMessage());
        }
    }

    private void load() throws SQLException {
        if (!columnsOf("_juggle_meta").containsAll(List.of("name", "value"))) {
            throw new BadDatabaseException(path + ": is a SQLite database, but not one that Juggle made");
        }
        query("SELECT name, value FROM _juggle_meta", row -> meta.put(row.getString(1), row.getString(2)));
        checkVersion();
        Map<Integer, List<StoredMember>> members = loadMembers();
        query(
                "SELECT _row, name, coalesce(parent, 0), path, kind, coalesce(rows, 0) FROM _juggle_tables",
                row -> addTable(row, members));
    }

    private void checkVersion() {
        String version = meta.get("format_version");
        if (version == null || !version.matches("[0-9]{1,9}")) {
            throw new BadDatabaseException(path + ": _juggle_meta has no format_version: the database is damaged");
        }
        if (Integer.parseInt(version) > CatalogTables.FORMAT_VERSION) {
            throw new BadDatabaseException(path + ": has format version " + version + ", and this Juggle reads up to "
                    + CatalogTables.FORMAT_VERSION + "; use a newer Juggle");
        }
        if (Integer.parseInt(version) < CatalogTables.FORMAT_VERSION) {
            throw new BadDatabaseException(path + ": has format version " + version
                    + ", from before the first release; ingest the originals again");
        }
    }

    private Map<Integer, List<StoredMember>> loadMembers() throws SQLException {
        Map<Integer, List<StoredMember>> members = new HashMap<>();
        query(
                "SELECT \"table\", member, name, path, coalesce(type, ''), coalesce(child, 0), coalesce(map, 0),"
                        + " coalesce(entity, 0), reference FROM _juggle_columns ORDER BY \"table\", member",
                row -> {
                    String memberPath = row.getString(4);
                    members.computeIfAbsent(row.getInt(1), _ -> new ArrayList<>())
                            .add(new StoredMember(
                                    row.getInt(2),
                                    row.getString(3),
                                    memberPath == null ? "" : memberPath,
                                    row.getString(5),
                                    row.getInt(6),
                                    -1,
                                    StoredMember.keyOf(memberPath == null ? "" : memberPath),
                                    new StoredMember.Elsewhere(row.getInt(7), row.getInt(8), row.getString(9), -1)));
                });
        return members;
    }

    private void addTable(ResultSet row, Map<Integer, List<StoredMember>> members) throws SQLException {
        int id = row.getInt(1);
        String name = row.getString(2);
        if (name == null || row.getString(4) == null) {
            throw new BadDatabaseException(path + ": _juggle_tables row " + id + " has no name or path");
        }
        List<String> columns = columnsOf(name);
        if (columns.isEmpty()) {
            throw new BadDatabaseException(path + ": table \"" + name + "\" is missing");
        }
        List<@Nullable StoredMember> numbered = number(name, members.getOrDefault(id, List.of()), columns);
        tables.put(
                id,
                new StoredTable(
                        id,
                        name,
                        row.getInt(3),
                        row.getString(4),
                        String.valueOf(row.getString(5)),
                        row.getLong(6),
                        numbered,
                        columns));
    }

    /** The members by number, each knowing its column's place in the select list. */
    private List<@Nullable StoredMember> number(String table, List<StoredMember> members, List<String> columns) {
        List<@Nullable StoredMember> numbered = new ArrayList<>();
        Map<String, Integer> places = new HashMap<>();
        columns.forEach(column -> places.put(column, places.size()));
        for (StoredMember member : members) {
            if (member.number() < numbered.size() || member.number() > MAX_MEMBERS) {
                throw new BadDatabaseException(path + ": _juggle_columns numbers member " + member.number()
                        + " of table \"" + table + "\" twice or out of range");
            }
            int place = place(table, member.column(), places);
            StoredMember.Elsewhere far = member.elsewhere();
            int reference = place(table, far.reference(), places);
            while (numbered.size() < member.number()) {
                numbered.add(null);
            }
            numbered.add(new StoredMember(
                    member.number(),
                    member.column(),
                    member.path(),
                    member.type(),
                    member.child(),
                    place,
                    member.key(),
                    new StoredMember.Elsewhere(far.map(), far.entity(), far.reference(), reference)));
        }
        return numbered;
    }

    private int place(String table, @Nullable String column, Map<String, Integer> places) {
        Integer place = column == null ? Integer.valueOf(-1) : places.get(column);
        if (place == null) {
            throw new BadDatabaseException(path + ": table \"" + table + "\" lacks its column \"" + column + "\"");
        }
        return place;
    }

    private List<String> columnsOf(String table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement("SELECT name FROM pragma_table_info(?)")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.add(rows.getString(1));
                }
            }
        }
        return columns;
    }

    /** Where the database lies. */
    public Path path() {
        return path;
    }

    /** Its connection, read-only; it stays this object's to close. */
    public Connection connection() {
        return connection;
    }

    /** The value of a name in {@code _juggle_meta}; null when it is not there. */
    public @Nullable String meta(String name) {
        return meta.get(name);
    }

    /** All tables that hold data, by id. */
    public Collection<StoredTable> tables() {
        return tables.values();
    }

    /** The table of that id; an id that is not there means a damaged database. */
    public StoredTable table(int id) {
        StoredTable table = tables.get(id);
        if (table == null) {
            throw new BadDatabaseException(path + ": _juggle_tables has no table " + id + ": the database is damaged");
        }
        return table;
    }

    /** What to do with one row; the row is the result set's current one. */
    @FunctionalInterface
    interface RowAction {
        void accept(ResultSet row) throws SQLException;
    }

    /** What to do with one file. */
    @FunctionalInterface
    public interface FileAction<E extends Exception> {
        /** Takes one file. */
        void accept(StoredFile file) throws E;
    }

    /** Gives every file of {@code _juggle_files} to {@code action}, in input order, one at a time. */
    public <E extends Exception> void forEachFile(FileAction<E> action) throws E {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT _row, path, coalesce(size, -1), form, coalesce(\"table\", 0), coalesce(first_row, 0),"
                                + " coalesce(records, 0), coalesce(set_aside, 0), coalesce(warnings, 0),"
                                + " error, selected, source IS NOT NULL FROM _juggle_files ORDER BY _row")) {
            while (row.next()) {
                action.accept(file(row));
            }
        } catch (SQLException e) {
            throw BadDatabaseException.of(path, "read _juggle_files", e);
        }
    }

    /** The bytes of a page, unpacked; the stream is the caller's to close. */
    public InputStream source(StoredFile file) throws IOException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT source FROM _juggle_files WHERE _row = ?")) {
            statement.setLong(1, file.id());
            try (ResultSet row = statement.executeQuery()) {
                byte[] packed = row.next() ? row.getBytes(1) : null;
                if (packed == null) {
                    throw new BadDatabaseException(path + ": has no source of " + file.path());
                }
                return new ZstdInputStream(new ByteArrayInputStream(packed));
            }
        } catch (SQLException e) {
            throw BadDatabaseException.of(path, "read the source of " + file.path(), e);
        }
    }

    private StoredFile file(ResultSet row) throws SQLException {
        String stored = row.getString(2);
        if (stored == null) {
            throw new BadDatabaseException(path + ": _juggle_files row " + row.getLong(1) + " has no path");
        }
        return new StoredFile(
                row.getLong(1),
                stored,
                row.getLong(3),
                row.getString(4),
                row.getInt(5),
                row.getLong(6),
                row.getLong(7),
                row.getLong(8),
                row.getLong(9),
                row.getString(10),
                row.getString(11),
                row.getBoolean(12));
    }

    private void query(String sql, RowAction action) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                action.accept(row);
            }
        }
    }

    @Override
    public void close() {
        close(connection);
    }
}
