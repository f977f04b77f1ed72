// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import static dev.juggle.shred.HandMade.object;
import static dev.juggle.shred.HandMade.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.catalog.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestorerTest {
    private static final int SHOP = 6;
    private static final int ITEMS = 7;
    private static final int TAGS = 8;

    @TempDir
    Path folder;

    private HandMade db;

    @BeforeEach
    void create() throws SQLException {
        db = new HandMade(folder.resolve("hand?made%41 #.db"));
    }

    @AfterEach
    void close() throws SQLException {
        db.close();
    }

    /** {@code {"id":…,"seller":{"name":…},"items":[{"sku":…,"tags":[…]}]}}, rows to be inserted by the test. */
    private HandMade shop() throws SQLException {
        return db.root(SHOP, "shop", ", id, seller_name")
                .child(ITEMS, "shop_items", SHOP, "$.items[*]", ", sku")
                .child(TAGS, "shop_items_tags", ITEMS, "$.items[*].tags[*]", ", value")
                .member(SHOP, 0, null, "$")
                .member(SHOP, 1, "id", "$.id")
                .member(SHOP, 2, null, "$.seller")
                .member(SHOP, 3, "seller_name", "$.seller.name")
                .member(SHOP, 4, null, "$.items", ITEMS)
                .member(ITEMS, 0, null, "$.items[*]")
                .member(ITEMS, 1, "sku", "$.items[*].sku")
                .member(ITEMS, 2, null, "$.items[*].tags", TAGS)
                .member(TAGS, 0, "value", "$.items[*].tags[*]")
                .shape(SHOP, 0, object(0, value(1, Kind.INTEGER), object(2, value(3, Kind.TEXT)), value(4, Kind.ARRAY)))
                .shape(ITEMS, 0, object(0, value(1, Kind.TEXT), value(2, Kind.ARRAY)))
                .shape(ITEMS, 1, object(0, value(2, Kind.EMPTY_ARRAY), value(1, Kind.TEXT)))
                .shape(TAGS, 0, value(0, Kind.TEXT));
    }

    private HandMade twoOrders() throws SQLException {
        return shop().file("shop.json", "ARRAY", SHOP, 1, 2)
                .script("INSERT INTO shop VALUES(1, 1, 0, 10, 'Ann'), (2, 1, 0, 11, 'Bob');"
                        + "INSERT INTO shop_items VALUES(1, 1, 0, 0, 'a'), (2, 1, 1, 1, 'b'), (3, 2, 0, 0, 'c');"
                        + "INSERT INTO shop_items_tags VALUES(1, 1, 0, 0, 'x'), (2, 1, 1, 0, 'y'), (3, 3, 0, 0, 'z')");
    }

    private static final String TWO_ORDERS = """
            [
            {"id":10,"seller":{"name":"Ann"},"items":[{"sku":"a","tags":["x","y"]},{"tags":[],"sku":"b"}]},
            {"id":11,"seller":{"name":"Bob"},"items":[{"sku":"c","tags":["z"]}]}
            ]
            """;

    @Test
    void arraysOfObjectsComeBackFromChildTables() throws SQLException {
        twoOrders();
        assertEquals(List.of(TWO_ORDERS), db.documents());
    }

    @Test
    void editedRowOrderIsReadByLookUp() throws SQLException {
        twoOrders().script("INSERT INTO shop_items_tags VALUES(4, 1, 2, 0, 'new')");
        assertEquals(List.of(TWO_ORDERS.replace("[\"x\",\"y\"]", "[\"x\",\"y\",\"new\"]")), db.documents());
    }

    @Test
    void editedValuesAreWrittenAsTheyAreNow() throws SQLException {
        twoOrders()
                .script("UPDATE shop SET id = 1.5 WHERE _row = 1;"
                        + "UPDATE shop SET id = NULL, seller_name = 7 WHERE _row = 2");
        assertEquals(
                List.of(TWO_ORDERS.replace("10", "1.5").replace("11", "null").replace("\"Bob\"", "7")), db.documents());
    }

    @Test
    void filesCanBeAskedForInAnyOrder() throws SQLException {
        shop().file("a.json", "SINGLE", SHOP, 1, 1)
                .file("b.json", "SINGLE", SHOP, 2, 1)
                .script("INSERT INTO shop VALUES(1, 1, 0, 10, 'Ann'), (2, 2, 0, 11, 'Bob');"
                        + "INSERT INTO shop_items VALUES(1, 1, 0, 0, 'a'), (2, 2, 0, 1, 'c');"
                        + "INSERT INTO shop_items_tags VALUES(1, 1, 0, 0, 'x')");
        List<StoredFile> files = new ArrayList<>();
        List<String> documents = new ArrayList<>();
        try (StoredDatabase database = StoredDatabase.open(folder.resolve("hand?made%41 #.db"));
                Restorer restorer = new Restorer(database)) {
            database.forEachFile(files::add);
            for (StoredFile file : files.reversed()) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                restorer.restore(file, out);
                documents.add(out.toString(StandardCharsets.UTF_8));
            }
        }
        assertEquals(
                List.of(
                        "{\"id\":11,\"seller\":{\"name\":\"Bob\"},\"items\":[{\"tags\":[],\"sku\":\"c\"}]}\n",
                        "{\"id\":10,\"seller\":{\"name\":\"Ann\"},\"items\":[{\"sku\":\"a\",\"tags\":[\"x\"]}]}\n"),
                documents);
    }

    @Test
    void aMissingElementIsNamed() throws SQLException {
        twoOrders().script("DELETE FROM shop_items WHERE _parent = 2");
        assertTrue(failure().contains("table \"shop_items\" lacks a row with _parent 2 and _pos 0"), failure());
    }

    @Test
    void aGapBetweenElementsIsNamed() throws SQLException {
        twoOrders().script("DELETE FROM shop_items_tags WHERE value = 'x'");
        assertTrue(failure().contains("lacks a row with _parent 1 and _pos 0"), failure());
    }

    @Test
    void aMissingRecordIsNamed() throws SQLException {
        twoOrders().script("DELETE FROM shop WHERE _row = 2");
        assertTrue(failure().contains("shop.json has 2 records, but only 1"), failure());
    }

    private String failure() {
        String message = assertThrows(BadDatabaseException.class, db::documents).getMessage();
        return message == null ? "" : message;
    }

    @Test
    void everyKindOfScalarComesBack() throws SQLException {
        int[] kinds = {0, 1, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 12, 13};
        Object[] values = {
            null,
            1,
            0,
            Long.MIN_VALUE,
            0,
            "9223372036854775808",
            0.1,
            1e300,
            -0.0,
            "1e400",
            "a\"\\\n\u0001é😀",
            "\\ud800x\\u0000",
            null,
            "[[1,2],{\"a\":null}]"
        };
        db.root(SHOP, "t", "").member(SHOP, 0, null, "$").file("t", "LINES", SHOP, 1, kinds.length);
        for (int i = 0; i < kinds.length; i++) {
            db.sql("ALTER TABLE t ADD COLUMN c" + i)
                    .member(SHOP, i + 1, "c" + i, "$.c" + i)
                    .shape(SHOP, i, object(0, value(i + 1, kinds[i])))
                    .sql("INSERT INTO t(_file, _shape, c" + i + ") VALUES(1, ?, ?)", i, values[i]);
        }
        assertEquals(List.of("""
                        {"c0":null}
                        {"c1":true}
                        {"c2":false}
                        {"c3":-9223372036854775808}
                        {"c4":-0}
                        {"c5":9223372036854775808}
                        {"c6":0.1}
                        {"c7":1.0E300}
                        {"c8":-0.0}
                        {"c9":1e400}
                        {"c10":"a\\"\\\\\\n\\u0001é😀"}
                        {"c11":"\\ud800x\\u0000"}
                        {"c12":[]}
                        {"c13":[[1,2],{"a":null}]}
                        """), db.documents());
    }

    @Test
    void arraysOfArraysAndMixedKindsComeBack() throws SQLException {
        db.root(SHOP, "t", "")
                .child(ITEMS, "t_value", SHOP, "$[*]", ", value, a")
                .child(TAGS, "t_value_value", ITEMS, "$[*][*]", ", value")
                .member(SHOP, 0, null, "$", ITEMS)
                .member(ITEMS, 0, "value", "$[*]", TAGS)
                .member(ITEMS, 1, "a", "$[*].a")
                .member(TAGS, 0, "value", "$[*][*]")
                .shape(SHOP, 0, value(0, Kind.ARRAY))
                .shape(ITEMS, 0, value(0, Kind.INTEGER))
                .shape(ITEMS, 1, value(0, Kind.TEXT))
                .shape(ITEMS, 2, value(0, Kind.NULL))
                .shape(ITEMS, 3, object(0, value(1, Kind.INTEGER)))
                .shape(ITEMS, 4, value(0, Kind.ARRAY))
                .shape(ITEMS, 5, value(0, Kind.EMPTY_ARRAY))
                .shape(ITEMS, 6, object(0))
                .shape(TAGS, 0, value(0, Kind.BOOLEAN))
                .file("t.json", "LINES", SHOP, 1, 1)
                .script("INSERT INTO t VALUES(1, 1, 0);"
                        + "INSERT INTO t_value(_parent, _pos, _shape, value, a) VALUES(1,0,0,1,NULL),(1,1,1,'x',NULL),"
                        + "(1,2,2,NULL,NULL),(1,3,3,NULL,1),(1,4,4,NULL,NULL),(1,5,5,NULL,NULL),(1,6,6,NULL,NULL);"
                        + "INSERT INTO t_value_value VALUES(1, 5, 0, 0, 1), (2, 5, 1, 0, 0)");
        assertEquals(List.of("[1,\"x\",null,{\"a\":1},[true,false],[],{}]\n"), db.documents());
    }

    @Test
    void membersWithoutColumnComeFromExtra() throws SQLException {
        byte[] extra = value(0, Kind.EXTRA);
        db.root(SHOP, "t", ", a, _extra")
                .member(SHOP, 0, null, "$")
                .member(SHOP, 1, "a", "$.a")
                .member(SHOP, 2, null, "$['b\\n']")
                .member(SHOP, 3, null, "$.c")
                .shape(
                        SHOP,
                        0,
                        object(0, object(3), extra, value(1, Kind.INTEGER), object(2, extra, object(3), extra), extra))
                .file("t.json", "single", SHOP, 1, 1)
                .sql(
                        "INSERT INTO t VALUES(1, 1, 0, 5, ?)",
                        "{\"x/y\": [1, \"}\"] , \"b\\u000A\":{\"z\":{}, \"c\\\"\" : 1.0},\"q\":{\"a\":0}}");
        assertEquals(
                List.of("{\"c\":{},\"x/y\":[1, \"}\"],\"a\":5,\"b\\n\":{\"z\":{},\"c\":{},\"c\\\"\":1.0},"
                        + "\"q\":{\"a\":0}}\n"),
                db.documents());
        db.sql("UPDATE t SET _extra = NULL");
        assertTrue(failure().contains("_extra lacks a member"), failure());
        db.sql("UPDATE t SET _extra = '['");
        assertTrue(failure().contains("no longer a JSON object"), failure());
    }

    @Test
    void aShapeCanLieInItsRow() throws SQLException {
        db.root(SHOP, "t", ", a")
                .member(SHOP, 0, null, "$")
                .member(SHOP, 1, "a", "$.a")
                .file("t.json", "SINGLE", SHOP, 1, 1)
                .sql("INSERT INTO t VALUES(1, 1, ?, 5)", (Object) object(0, value(1, Kind.INTEGER)));
        assertEquals(List.of("{\"a\":5}\n"), db.documents());
    }

    @Test
    void formsSayWhatComesBetweenRecords() throws SQLException {
        db.root(SHOP, "t", ", value")
                .member(SHOP, 0, "value", "$")
                .shape(SHOP, 0, value(0, Kind.INTEGER))
                .script("INSERT INTO t VALUES(1,1,0,1),(2,2,0,2),(3,2,0,3),(4,3,0,4),(5,3,0,5),(6,4,0,6)")
                .file("single", "SINGLE", SHOP, 1, 1)
                .file("lines", "LINES", SHOP, 2, 2)
                .file("sequence", "SEQUENCE", SHOP, 4, 2)
                .file("array", "ARRAY", SHOP, 6, 1)
                .file("empty array", "ARRAY", SHOP, 7, 0)
                .file("empty", "EMPTY", 0, 0, 0);
        assertEquals(List.of("1\n", "2\n3\n", "\u001e4\n\u001e5\n", "[\n6\n]\n", "[]\n", ""), db.documents());
    }

    @Test
    void corruptShapesAreNamed() throws SQLException {
        byte[][] structures = {
            {},
            {(byte) 0x80},
            object(0, value(9, Kind.INTEGER)),
            {Kind.OBJECT, 2, 0x12},
            {Kind.OBJECT, 1, 0x12, 0},
            {Kind.OBJECT, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x7F},
            value(1, Kind.INTEGER),
            value(0, Kind.ARRAY),
            value(0, Kind.INTEGER),
            value(0, 15),
            {-1, -1, -1, -1, -1, -1, -1, -1, -1}
        };
        db.root(SHOP, "t", ", a")
                .member(SHOP, 0, null, "$")
                .member(SHOP, 1, "a", "$.a")
                .file("t.json", "SINGLE", SHOP, 1, 1)
                .script("INSERT INTO t VALUES(1, 1, 0, 5)");
        for (byte[] structure : structures) {
            db.sql("UPDATE t SET _shape = ?", (Object) structure);
            assertTrue(failure().contains("damaged"), failure());
        }
        db.sql("UPDATE t SET _shape = 77");
        assertTrue(failure().contains("no shape"), failure());
        db.sql("UPDATE t SET _shape = NULL");
        assertTrue(failure().contains("no shape"), failure());
    }

    @Test
    void aTableThatLeadsToItselfIsRefused() throws SQLException {
        shop().file("t.json", "SINGLE", SHOP, 1, 1)
                .script("INSERT INTO shop VALUES(1, 1, 0, 1, 'a');"
                        + "INSERT INTO shop_items VALUES(1, 1, 0, 0, 'a');"
                        + "UPDATE _juggle_columns SET child = 7 WHERE child = 8;"
                        + "UPDATE _juggle_tables SET parent = 7 WHERE _row = 7");
        assertTrue(failure().contains("belongs to another"), failure());
    }

    @Test
    void valuesThatJsonCannotHoldAreNamed() throws SQLException {
        db.root(SHOP, "t", ", a")
                .member(SHOP, 0, null, "$")
                .member(SHOP, 1, "a", "$.a")
                .shape(SHOP, 0, object(0, value(1, Kind.PACKED)))
                .file("t.json", "SINGLE", SHOP, 1, 1)
                .script("INSERT INTO t VALUES(1, 1, 0, 9e999)");
        assertTrue(failure().contains("column \"a\" ($.a): holds Infinity"), failure());
        db.sql("UPDATE t SET a = x'00'");
        assertTrue(failure().contains("BLOB"), failure());
        db.sql("UPDATE t SET a = '[1,'");
        assertTrue(failure().contains("no longer JSON"), failure());
    }

    @Test
    void whatIsNoJuggleDatabaseIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("notes.txt"), "hello");
        assertTrue(refusal(text).contains("not a SQLite database"));
        assertTrue(refusal(folder.resolve("absent.db")).contains("no such file"));
        db.sql("UPDATE _juggle_meta SET value = '4'");
        assertTrue(refusal(folder.resolve("hand?made%41 #.db")).contains("format version 4"));
        db.sql("UPDATE _juggle_meta SET value = '1'");
        assertTrue(refusal(folder.resolve("hand?made%41 #.db")).contains("format version 1"));
        db.sql("DROP TABLE _juggle_meta");
        assertTrue(refusal(folder.resolve("hand?made%41 #.db")).contains("not one that Juggle made"));
    }

    private static String refusal(Path path) {
        String message = assertThrows(BadDatabaseException.class, () -> StoredDatabase.open(path))
                .getMessage();
        return message == null ? "" : message;
    }

    @Test
    void deepNestingNeedsNoStackAndFewOpenCursors() throws SQLException {
        int levels = 900;
        db.root(SHOP, "t", "")
                .member(SHOP, 0, null, "$", SHOP + 1)
                .shape(SHOP, 0, value(0, Kind.ARRAY))
                .script("INSERT INTO t VALUES(1, 1, 0), (2, 1, 0)")
                .file("t", "LINES", SHOP, 1, 2);
        StringBuilder jsonPath = new StringBuilder("$");
        for (int level = 1; level <= levels; level++) {
            int id = SHOP + level;
            jsonPath.append("[*]");
            db.child(id, "t" + level, id - 1, jsonPath.toString(), "")
                    .member(id, 0, null, jsonPath.toString(), level < levels ? id + 1 : 0)
                    .shape(id, 0, value(0, level < levels ? Kind.ARRAY : Kind.EMPTY_ARRAY))
                    .script("INSERT INTO t" + level + " VALUES(1, 1, 0, 0), (2, 2, 0, 0)");
        }
        String nested = "[".repeat(levels + 1) + "]".repeat(levels + 1) + "\n";
        assertEquals(List.of(nested + nested), db.documents());
    }
}
