// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import dev.juggle.catalog.Kind;
import dev.juggle.shred.HandMade;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebuildCommandTest {
    @TempDir
    Path folder;

    private Path path;
    private Path out;
    private HandMade db;

    @BeforeEach
    void create() throws SQLException {
        path = folder.resolve("hand.db");
        out = folder.resolve("out");
        db = new HandMade(path)
                .root(6, "t", ", value, \"Name\"")
                .member(6, 0, "value", "$")
                .member(6, 1, "Name", "$.Name")
                .shape(6, 0, HandMade.value(0, Kind.TEXT));
    }

    @AfterEach
    void close() throws SQLException {
        db.close();
    }

    private void file(String name, String value) throws SQLException {
        db.sql("INSERT INTO t(_file, _shape, value) VALUES((SELECT count(*) + 1 FROM _juggle_files), 0, ?)", value);
        db.sql(
                "INSERT INTO _juggle_files(path, size, form, \"table\", first_row, records)"
                        + " SELECT ?, 4, 'single', 6, max(_row), 1 FROM t",
                name);
    }

    @Test
    void filesLieAsTheyLayBelowTheirBase() throws SQLException, IOException {
        db.sql("INSERT INTO _juggle_meta VALUES('base', '/data/in')");
        file("/data/in/api/a.json", "1");
        file("/data/in/b.json", "2");
        Ran ran = Ran.juggle("rebuild", path, out);
        assertEquals("juggle: 2 files rebuilt in " + out + ", 8 bytes of JSON\n", ran.err());
        assertEquals(0, ran.code());
        assertEquals("\"1\"\n", Files.readString(out.resolve("api/a.json")));
        assertEquals("\"2\"\n", Files.readString(out.resolve("b.json")));
    }

    @Test
    void namesMayBeAsLongAsNamesCanBe() throws SQLException, IOException {
        String name = "n".repeat(250) + ".json";
        file(name, "1");
        assertEquals(0, Ran.juggle("rebuild", path, out).code());
        assertEquals("\"1\"\n", Files.readString(out.resolve(name)));
    }

    @Test
    void noPathLeadsOutOfTheFolder() throws SQLException, IOException {
        file("../up.json", "up");
        file("/etc/evil.json", "absolute");
        file("a/../../../evil.json", "hidden");
        file("..", "dots");
        file("nul\0.json", "nul");
        Ran ran = Ran.juggle("rebuild", path, out);
        assertEquals(1, ran.code());
        assertEquals("\"up\"\n", Files.readString(out.resolve("up.json")));
        assertEquals("\"absolute\"\n", Files.readString(out.resolve("etc/evil.json")));
        assertTrue(ran.err().contains("a/../../../evil.json: leads out of any folder"), ran.err());
        try (var below = Files.walk(folder)) {
            assertFalse(below.anyMatch(p -> p.getFileName().toString().equals("evil.json") && !p.startsWith(out)));
        }
    }

    @Test
    void whatDiffersIsNotOverwrittenWithoutForce() throws SQLException, IOException {
        file("a.json", "new");
        Files.createDirectories(out);
        Files.writeString(out.resolve("a.json"), "old");
        Ran refused = Ran.juggle("rebuild", path, out);
        assertEquals(1, refused.code());
        assertTrue(refused.err().contains("a.json: exists and differs"), refused.err());
        assertEquals("old", Files.readString(out.resolve("a.json")));
        assertEquals(0, Ran.juggle("rebuild", path, out, "--force").code());
        assertEquals("\"new\"\n", Files.readString(out.resolve("a.json")));
        assertEquals(0, Ran.juggle("rebuild", path, out).code());
        try (var files = Files.list(out)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void filesCanBeChosen() throws SQLException {
        file("x/a.json", "1");
        file("x/b.json", "2");
        file("y/a.json", "3");
        assertEquals(0, Ran.juggle("rebuild", path, out, "x/*.json").code());
        assertTrue(Files.exists(out.resolve("x/b.json")));
        assertFalse(Files.exists(out.resolve("y")));
        assertEquals(1, Ran.juggle("rebuild", path, out, "z.json").code());
    }

    @Test
    void compressedFilesAreCompressedAgain() throws SQLException, IOException {
        file("a.json.gz", "zipped");
        file("b.json.zst", "packed");
        assertEquals(0, Ran.juggle("rebuild", path, out).code());
        try (InputStream in = new GZIPInputStream(Files.newInputStream(out.resolve("a.json.gz")))) {
            assertEquals("\"zipped\"\n", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        try (InputStream in = new ZstdInputStream(Files.newInputStream(out.resolve("b.json.zst")))) {
            assertEquals("\"packed\"\n", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void whatHadBeenSetAsideIsSaid() throws SQLException {
        file("a.json", "1");
        db.sql("UPDATE _juggle_files SET set_aside = 2");
        db.sql("INSERT INTO _juggle_files(path, form, error) VALUES('b.json', 'broken', 'no permission to read it')");
        Ran ran = Ran.juggle("rebuild", path, out);
        assertEquals(1, ran.code());
        assertTrue(ran.err().contains("a.json: 2 stretches of it had been set aside"), ran.err());
        assertTrue(ran.err().contains("b.json: was set aside when it was read (no permission to read it)"), ran.err());
    }

    @Test
    void exportTellsNullFromEmptyAndKeepsEveryCharacter() throws SQLException, IOException {
        file("a.json", "");
        file("b.json", "é,\"x\"\r\ny\0z");
        db.sql("UPDATE t SET \"Name\" = 0.1 WHERE _row = 2");
        Ran ran = Ran.juggle("export", path, out, "--format", "csv");
        assertEquals(0, ran.code(), ran.err());
        assertEquals(
                "_row,_file,value,Name\r\n1,1,\"\",\r\n2,2,\"é,\"\"x\"\"\r\ny\0z\",0.1\r\n",
                Files.readString(out.resolve("t.csv")));
    }

    @Test
    void tableNamesAreSafeFileNames() {
        assertEquals("a%2Fb", ExportCommand.fileName("a/b"));
        assertEquals("%2E.", ExportCommand.fileName(".."));
        assertEquals("é", ExportCommand.fileName("é"));
        assertTrue(ExportCommand.fileName("é".repeat(5_000)).length() < 255);
    }

    @Test
    void tablesShowsColumnsAndLinks() throws SQLException {
        db.child(7, "t_items", 6, "$.items[*]", ", value")
                .member(6, 2, null, "$.items", 7)
                .member(7, 0, "value", "$.items[*]");
        Ran ran = Ran.juggle("tables", path);
        assertEquals("""
                t  0 rows, a row for each record
                  value             $
                  Name              $.Name
                  → t_items  array  $.items

                t_items  0 rows, _parent → t
                  value    $.items[*]
                """, ran.out());
        assertEquals(1, Ran.juggle("tables", path, "nothing").code());
    }
}
