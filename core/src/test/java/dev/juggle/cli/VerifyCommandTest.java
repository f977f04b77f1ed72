// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
    @TempDir
    Path folder;

    private Path in;
    private Path db;

    @BeforeEach
    void create() throws IOException {
        in = Files.createDirectories(folder.resolve("data/in"));
        db = folder.resolve("out.db");
        put("a.json", "{\"items\":[{\"price\":1.5},{\"price\":2.5}]}");
        put("sub/b.json", "[1,2,3]");
        put("c.ndjson", "{\"x\":1}\n{\"x\":2}\n");
    }

    private Path put(String name, String text) throws IOException {
        Path path = in.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private void ingest(Object... more) {
        Object[] arguments = new Object[more.length + 4];
        System.arraycopy(new Object[] {"ingest", in, "-o", db}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        assertEquals(0, Ran.juggle(arguments).code());
    }

    private void edit(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + db);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Test
    void equalIsClean() {
        ingest();
        Ran ran = Ran.juggle("verify", db);
        assertEquals(0, ran.code());
        assertEquals("juggle: 3 files equal, 6 records\n", ran.err());
        assertEquals("", ran.out());
    }

    @Test
    void aDifferenceIsNamedWithPathAndBothValues() throws SQLException {
        ingest();
        edit("UPDATE in_items SET price = 9.5 WHERE _row = 2");
        edit("UPDATE \"in\" SET x = 7 WHERE x = 2");
        edit("UPDATE \"in\" SET value = 'two' WHERE value = 2");
        Ran ran = Ran.juggle("verify", db);
        assertEquals(1, ran.code());
        assertTrue(ran.out().contains("a.json: $.items[1].price is 2.5, in the database 9.5"), ran.out());
        assertTrue(ran.out().contains("c.ndjson: value 2: $.x is 2, in the database 7"), ran.out());
        assertTrue(ran.out().contains("b.json: $[1] is 2, in the database \"two\""), ran.out());
        assertTrue(ran.err().contains("0 files equal, 2 records; 3 files different"), ran.err());
    }

    @Test
    void aDamagedDatabaseIsNamedAndOtherFilesAreCompared() throws SQLException {
        ingest();
        edit("DELETE FROM in_items");
        Ran ran = Ran.juggle("verify", db);
        assertEquals(1, ran.code());
        assertTrue(ran.out().contains("a.json: cannot be rebuilt: "), ran.out());
        assertTrue(ran.err().contains("2 files equal"), ran.err());
    }

    @Test
    void sourcesMayHaveMoved() throws IOException {
        ingest();
        Path moved = folder.resolve("elsewhere/now");
        Files.createDirectories(moved.getParent());
        Files.move(in, moved);
        assertEquals(1, Ran.juggle("verify", db).code());
        Ran ran = Ran.juggle("verify", db, moved);
        assertEquals(0, ran.code(), ran.out());
        Ran several =
                Ran.juggle("verify", db, moved.resolve("a.json"), moved.resolve("sub"), moved.resolve("c.ndjson"));
        assertEquals(0, several.code(), several.out());
    }

    @Test
    void aRebuildVerifies() {
        ingest();
        Path back = folder.resolve("back");
        assertEquals(0, Ran.juggle("rebuild", db, back).code());
        Ran ran = Ran.juggle("verify", db, back);
        assertEquals(0, ran.code(), ran.out());
    }

    @Test
    void missingFilesAreSaidOnBothSides() throws IOException {
        ingest();
        Files.delete(in.resolve("a.json"));
        put("new.json", "1");
        Ran ran = Ran.juggle("verify", db, in);
        assertEquals(1, ran.code());
        assertTrue(ran.out().contains("a.json: its source is not there"), ran.out());
        assertTrue(ran.out().contains("new.json: is not in the database"), ran.out());
        assertTrue(ran.err().contains("2 files equal, 5 records; 2 not compared"), ran.err());
    }

    @Test
    void whatACopyDoesNotHoldIsCounted() throws IOException {
        put("a.json", "{\"pi\":3.14159265358979323846,\"tiny\":1e-400,\"k\":1,\"k\":2}");
        ingest();
        Ran ran = Ran.juggle("verify", db);
        assertEquals(1, ran.code());
        assertTrue(ran.err().contains("digits beyond a double's of 2 numbers, 1 duplicate member"), ran.err());
    }

    @Test
    void aSourceThatChangedItsFormIsDifferent() throws IOException {
        ingest();
        put("sub/b.json", "1\n2\n3\n");
        put("c.ndjson", "{\"x\":1}\n{\"x\":2}\n{\"x\":3}\n");
        put("a.json", "{\"items\":");
        Ran ran = Ran.juggle("verify", db);
        assertEquals(1, ran.code());
        assertTrue(ran.out().contains("b.json: is lines, the database says array"), ran.out());
        assertTrue(ran.out().contains("c.ndjson: has more than the 2 records"), ran.out());
        assertTrue(ran.out().contains("a.json: "), ran.out());
    }

    @Test
    void largeDocumentsNeedMemory() throws IOException {
        put("a.json", "[" + "\"0123456789\",".repeat(400_000) + "0]");
        ingest();
        assertEquals(0, Ran.juggle("verify", db).code());
        Ran ran = Ran.juggle("verify", db, "--memory", "6M");
        assertEquals(1, ran.code());
        assertTrue(ran.out().contains("a.json: needs more memory than --memory allows"), ran.out());
    }

    @Test
    void sizeWeighsSourcesDatabaseAndCsv() throws IOException {
        ingest();
        Ran ran = Ran.juggle("size", db);
        assertEquals(0, ran.code(), ran.err());
        String[] lines = ran.out().split("\n", -1);
        assertTrue(lines[0].matches(" +size +xz -6 +zstd -3 +zstd -19"), ran.out());
        assertTrue(lines[1].matches("sources +62 bytes( +\\d+ bytes){3}"), ran.out());
        assertTrue(ran.out().contains("in_items") && ran.out().contains("about the data"), ran.out());
        Files.delete(in.resolve("a.json"));
        Ran missing = Ran.juggle("size", db, "--quick");
        assertEquals(1, missing.code());
        assertTrue(missing.err().contains("1 source not found"), missing.err());
    }
}
