// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Looks at finished databases through stock SQLite. */
final class DatabaseCheck {
    private DatabaseCheck() {}

    /** Holds a database to SQLite's own checks. */
    static void isSound(Path database) throws SQLException {
        assertEquals(List.of("ok"), query(database, "PRAGMA integrity_check"));
        assertEquals(List.of(), query(database, "PRAGMA foreign_key_check"));
    }

    /** The rows of a query, columns joined with bars. */
    static List<String> query(Path database, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(String.valueOf(result.getString(column)));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }
}
