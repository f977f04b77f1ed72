// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Juggle database written by hand, statement by statement, as the format's description says. */
public final class HandMade implements AutoCloseable {
    private final Path path;
    private final Connection connection;

    /** An empty database with the tables about the data. */
    public HandMade(Path path) throws SQLException {
        this.path = path;
        this.connection = DriverManager.getConnection("jdbc:sqlite:" + path);
        sql("PRAGMA synchronous = OFF");
        sql("PRAGMA journal_mode = MEMORY");
        sql("CREATE TABLE _juggle_meta(name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID");
        sql("CREATE TABLE _juggle_files(_row INTEGER PRIMARY KEY, path TEXT, size INTEGER, modified TEXT, hash TEXT,"
                + " form TEXT, \"table\" INTEGER, first_row INTEGER, records INTEGER, set_aside INTEGER,"
                + " warnings INTEGER, error TEXT, selected TEXT, source BLOB)");
        sql("CREATE TABLE _juggle_tables(_row INTEGER PRIMARY KEY, name TEXT, parent INTEGER, path TEXT, kind TEXT,"
                + " rows INTEGER)");
        sql("CREATE TABLE _juggle_columns(_row INTEGER PRIMARY KEY, \"table\" INTEGER, member INTEGER, name TEXT,"
                + " path TEXT, type TEXT, child INTEGER, map INTEGER, entity INTEGER, reference TEXT)");
        sql("CREATE TABLE _juggle_shapes(_row INTEGER PRIMARY KEY, \"table\" INTEGER, shape INTEGER, structure BLOB)");
        sql("INSERT INTO _juggle_meta VALUES('format_version', '3')");
    }

    /** One statement with its values. */
    public HandMade sql(String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.execute();
        }
        return this;
    }

    /** Several statements, semicolons between them. */
    public HandMade script(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
        return this;
    }

    /** A file with its records; its id is the next one. */
    public HandMade file(String name, String form, int table, long firstRow, long records) throws SQLException {
        return sql(
                "INSERT INTO _juggle_files(path, form, \"table\", first_row, records) VALUES(?, ?, ?, ?, ?)",
                name,
                form,
                table,
                firstRow,
                records);
    }

    /** A root table with the given columns behind the system columns; its member 0 has no column. */
    public HandMade root(int id, String name, String columns) throws SQLException {
        sql("CREATE TABLE \"" + name + "\"(_row INTEGER PRIMARY KEY, _file INTEGER, _shape" + columns + ")");
        return sql("INSERT INTO _juggle_tables VALUES(?, ?, NULL, '$', 'root', 0)", id, name);
    }

    /** A child table with the given columns behind the system columns. */
    public HandMade child(int id, String name, int parent, String jsonPath, String columns) throws SQLException {
        sql("CREATE TABLE \"" + name + "\"(_row INTEGER PRIMARY KEY, _parent INTEGER, _pos INTEGER, _shape" + columns
                + ")");
        sql("CREATE INDEX \"" + name + "_parent\" ON \"" + name + "\"(_parent)");
        return sql("INSERT INTO _juggle_tables VALUES(?, ?, ?, ?, 'array', 0)", id, name, parent, jsonPath);
    }

    /** A member without a child table. */
    public HandMade member(int table, int number, @Nullable String column, String jsonPath) throws SQLException {
        return member(table, number, column, jsonPath, 0);
    }

    /** A member; {@code child} is the id of its array's table, or 0. */
    public HandMade member(int table, int number, @Nullable String column, String jsonPath, int child)
            throws SQLException {
        return sql(
                "INSERT INTO _juggle_columns(\"table\", member, name, path, type, child) VALUES(?, ?, ?, ?, '', ?)",
                table,
                number,
                column,
                jsonPath,
                child == 0 ? null : child);
    }

    /** A shape of a table. */
    public HandMade shape(int table, int shape, byte[] structure) throws SQLException {
        return sql("INSERT INTO _juggle_shapes(\"table\", shape, structure) VALUES(?, ?, ?)", table, shape, structure);
    }

    /** The documents of all files in order, as the restorer writes them. */
    List<String> documents() {
        List<String> documents = new ArrayList<>();
        try (StoredDatabase database = StoredDatabase.open(path);
                Restorer restorer = new Restorer(database)) {
            database.forEachFile(file -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                restorer.restore(file, out);
                documents.add(out.toString(StandardCharsets.UTF_8));
            });
        }
        return documents;
    }

    /** A scalar in a structure. */
    public static byte[] value(int member, int kind) {
        return varint(((long) member << 5) | kind);
    }

    /** An object in a structure. */
    public static byte[] object(int member, byte[]... members) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(varint(((long) member << 5) | Kind.OBJECT));
        out.writeBytes(varint(members.length));
        for (byte[] each : members) {
            out.writeBytes(each);
        }
        return out.toByteArray();
    }

    private static byte[] varint(long value) {
        int bytes = 1;
        while (bytes < 5 && value >>> (7 * bytes) != 0) {
            bytes++;
        }
        byte[] out = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            out[i] = (byte) (((value >>> (7 * (bytes - 1 - i))) & 0x7F) | (i < bytes - 1 ? 0x80 : 0));
        }
        return out;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
