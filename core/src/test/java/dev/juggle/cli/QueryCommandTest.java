// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.testing.Fuzz;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SQL over many databases, beside the same SQL over one with all their rows. */
final class QueryCommandTest {
    private static final List<String> QUERIES = List.of(
            "SELECT id, name, n FROM t ORDER BY n, id",
            "SELECT id, name AS who FROM t WHERE n > 3 ORDER BY who DESC, 1 LIMIT 7",
            "SELECT id FROM t ORDER BY n * 2 DESC NULLS LAST, name COLLATE NOCASE, id LIMIT 5 OFFSET 3",
            "SELECT t.* FROM t ORDER BY t.name IS NULL, t.id LIMIT 4, 9;",
            "WITH big AS (SELECT * FROM t WHERE n > 2) SELECT id, upper(name) FROM big ORDER BY length(name), id",
            "SELECT id, (SELECT count(*) FROM t AS u WHERE u.id = t.id) AS one FROM t ORDER BY id DESC LIMIT 3");

    @TempDir
    private Path folder;

    private static void fill(Path file, List<Object[]> rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, n)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
                for (Object[] row : rows) {
                    for (int i = 0; i < row.length; i++) {
                        insert.setObject(i + 1, row[i]);
                    }
                    insert.executeUpdate();
                }
            }
            connection.commit();
        }
    }

    @Test
    void manyShardsAnswerAsOneDatabase() throws SQLException {
        Random random = Fuzz.random("QueryCommandTest");
        List<Object> command = new ArrayList<>(List.of("query", ""));
        List<Object[]> all = new ArrayList<>();
        for (int shard = 0; shard < 4; shard++) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                Object name = random.nextInt(4) == 0
                        ? null
                        : List.of("a", "B", "Ä", "ab", "z\uE000", "z\uD83D\uDE00")
                                .get(random.nextInt(6));
                Object n = random.nextInt(4) == 0
                        ? null
                        : random.nextInt(3) == 0 ? (Object) (random.nextInt(8) / 2.0) : (Object) random.nextInt(8);
                rows.add(new Object[] {all.size() + rows.size(), name, n});
            }
            all.addAll(rows);
            Path file = folder.resolve("s" + shard + ".db");
            fill(file, rows);
            command.add(file);
        }
        Path merged = folder.resolve("merged.db");
        fill(merged, all);
        command.add("--format");
        command.add("csv");
        for (String sql : QUERIES) {
            command.set(1, sql);
            Ran ran = Ran.juggle(command.toArray());
            assertEquals("", ran.err(), sql);
            List<String> got = ran.out()
                    .lines()
                    .skip(1)
                    .map(line -> line.substring(line.indexOf(',') + 1))
                    .toList();
            assertEquals(rows(merged, sql), got, sql);
        }
    }

    private static List<String> rows(Path file, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                StringBuilder line = new StringBuilder();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    Object value = row.getObject(i);
                    line.append(i == 1 ? "" : ",").append(value == null ? "" : value);
                }
                rows.add(line.toString());
            }
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM t",
                "SELECT max(n) FROM t",
                "SELECT DISTINCT n FROM t",
                "SELECT n FROM t GROUP BY n",
                "SELECT id FROM t UNION SELECT n FROM t",
                "SELECT row_number() OVER (ORDER BY id) FROM t",
                "DELETE FROM t",
                "SELECT 1; DELETE FROM t",
                "PRAGMA query_only = OFF",
                "ATTACH 'x' AS x",
                "VACUUM INTO 'x'",
                "SELECT id FROM t LIMIT (SELECT 1)"
            })
    void whatCantBeMergedOrWritesIsRefused(String sql) throws SQLException {
        Path file = folder.resolve("t.db");
        fill(file, List.<Object[]>of(new Object[] {1, "a", 2}));
        Ran ran = Ran.juggle("query", sql, file);
        assertEquals(2, ran.code(), sql);
        assertTrue(ran.err().startsWith("juggle: SQL: "), ran.err());
        assertEquals(List.of("1,a,2"), rows(file, "SELECT * FROM t"));
    }

    @Test
    void sumsTakeTwoSteps() throws SQLException {
        Path one = folder.resolve("one.db");
        Path two = folder.resolve("two.db");
        fill(one, List.<Object[]>of(new Object[] {1, "a", 2}, new Object[] {2, "b", 5}));
        fill(two, List.<Object[]>of(new Object[] {3, "a", 7}));
        Ran ran = Ran.juggle(
                "query",
                "--map",
                "SELECT name, sum(n) AS n FROM t GROUP BY name",
                "--reduce",
                "SELECT name, sum(n) AS n, count(DISTINCT _shard) AS s FROM shards GROUP BY 1 ORDER BY 1",
                one,
                two,
                "--format",
                "csv");
        assertEquals("name,n,s\r\na,9,2\r\nb,5,1\r\n", ran.out());
        assertEquals(0, ran.code(), ran.err());
    }
}
