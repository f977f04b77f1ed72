// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Connections to database files through SQLite itself (sqlite-jdbc, which brings its own library). */
public final class Connections {
    private Connections() {}

    /**
     * Opens {@code file}, or makes it, for reading and writing. The path is handed over as a URI, so no character in it has
     * a meaning of its own.
     */
    public static Connection open(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + uri(file));
    }

    /** Opens {@code file}, which must exist, for reading only. */
    public static Connection openReadOnly(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + uri(file) + "?mode=ro");
    }

    /** Runs statements that give no rows, one by one. */
    static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** What SQLite had to say about {@code file}, as the failure to write it. */
    static IOException failure(Path file, SQLException cause) {
        return new IOException(file + ": " + cause.getMessage(), cause);
    }

    private static String uri(Path file) {
        return "file:" + file.toAbsolutePath().normalize().toUri().getRawPath();
    }
}
