// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexCommandTest {
    private static final String SHOP = """
            {"name":"North","owner":{"name":"Ann"},"items":[{"sku":"a1","text":"red apple"},{"sku":"b2","text":"green pear"}]}
            {"name":"South","owner":{"name":"Bob"},"items":[{"sku":"c3","text":"an apple, green"}]}
            """;

    @TempDir
    Path folder;

    private Path db;

    @BeforeEach
    void create() throws Exception {
        db = folder.resolve("out.db");
        Files.writeString(folder.resolve("shop.ndjson"), SHOP);
        assertEquals(
                0, Ran.juggle("ingest", folder.resolve("shop.ndjson"), "-o", db).code());
    }

    private List<String> query(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + db);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }

    @Test
    void pathsLeadToColumnsOfAnyTable() throws SQLException {
        Ran ran = Ran.juggle("index", db, "owner.name", "items.sku");
        assertEquals(0, ran.code(), ran.err());
        assertTrue(ran.err().contains("shop.owner_name: index shop_owner_name"), ran.err());
        assertTrue(ran.err().contains("shop_items.sku: index shop_items_sku"), ran.err());
        assertEquals(List.of("sku"), query("SELECT name FROM pragma_index_info('shop_items_sku')"));
    }

    @Test
    void whatIsThereAlreadyIsLeftAlone() throws SQLException {
        assertEquals(0, Ran.juggle("index", db, "name", "--fts", "items.text").code());
        long indexes = query("SELECT name FROM sqlite_schema").size();
        Ran again = Ran.juggle("index", db, "$.name", "--fts", "shop_items:items.text");
        assertEquals(0, again.code(), again.err());
        assertTrue(again.err().contains("shop.name has the index shop_name already"), again.err());
        assertEquals(indexes, query("SELECT name FROM sqlite_schema").size());
    }

    @Test
    void wordsAreFoundByAFullTextIndex() throws SQLException {
        Ran ran = Ran.juggle("index", db, "--fts", "items.text", "--fts", "items.sku");
        assertTrue(ran.err().contains("shop_items: full-text index shop_items_fts over text, sku"), ran.err());
        String found = "SELECT sku FROM shop_items WHERE _row IN (SELECT rowid FROM shop_items_fts('%s')) ORDER BY sku";
        assertEquals(List.of("a1", "c3"), query(found.formatted("apple")));
        assertEquals(List.of("c3"), query(found.formatted("green apple")));
        assertEquals(List.of("ok"), query("PRAGMA integrity_check"));
    }

    @Test
    void aPathThatLeadsNowhereChangesNothing() throws SQLException {
        long before = query("SELECT name FROM sqlite_schema").size();
        Ran ran = Ran.juggle("index", db, "name", "owner.age");
        assertEquals(2, ran.code());
        assertTrue(ran.err().contains("no column holds values at owner.age"), ran.err());
        assertEquals(before, query("SELECT name FROM sqlite_schema").size());
        assertEquals(2, Ran.juggle("index", db).code());
        assertEquals(
                2, Ran.juggle("index", folder.resolve("shop.ndjson"), "name").code());
    }

    @Test
    void aTableBeforeThePathMeansItAlone() throws Exception {
        Files.writeString(folder.resolve("more.ndjson"), "{\"name\":\"x\"}\n");
        Path both = folder.resolve("both.db");
        Ran made = Ran.juggle(
                "ingest", folder.resolve("shop.ndjson"), folder.resolve("more.ndjson"), "--table-per-file", "-o", both);
        assertEquals(0, made.code(), made.err());
        db = both;
        Ran ran = Ran.juggle("index", db, "more:name");
        assertEquals("juggle: more.name: index more_name\n", ran.err());
        Ran rest = Ran.juggle("index", db, "name");
        assertTrue(rest.err().contains("shop.name: index shop_name"), rest.err());
        assertTrue(rest.err().contains("more.name has the index more_name already"), rest.err());
    }

    @Test
    void ingestMakesThemToo() throws SQLException {
        Ran ran = Ran.juggle(
                "ingest", folder.resolve("shop.ndjson"), "-o", db, "--force", "--index", "items.sku", "--fts", "name");
        assertEquals(0, ran.code(), ran.err());
        assertEquals(List.of("sku"), query("SELECT name FROM pragma_index_info('shop_items_sku')"));
        assertEquals(
                List.of("South"), query("SELECT name FROM shop WHERE _row IN (SELECT rowid FROM shop_fts('south'))"));
        assertEquals(0, Ran.juggle("verify", db).code());
    }
}
