// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTML pages from the command line: in, looked at, compared and out again. */
class PagesTest {
    private static final String PAGE = "<!DOCTYPE html><html lang=en><title>One</title><h1>Head</h1>"
            + "<p>See <a href='sub/two.html'>two</a>.<table><tr><th>k<th>v<tr><td>a<td>1</table>"
            + "<script type='application/ld+json'>{\"@type\":\"Thing\",\"n\":12345678901234567890.123}</script>";

    @TempDir
    Path folder;

    private Path in;
    private Path db;

    @BeforeEach
    void create() throws IOException {
        in = Files.createDirectories(folder.resolve("site"));
        db = folder.resolve("out.db");
        put("one.html", PAGE.getBytes(StandardCharsets.UTF_8));
        put("sub/two.HTM", "<title>Zwei</title><p>\u00fcber".getBytes(Charset.forName("windows-1252")));
        put("data.json", "[{\"a\":1},{\"a\":2}]".getBytes(StandardCharsets.UTF_8));
    }

    private void put(String name, byte[] bytes) throws IOException {
        Path path = in.resolve(name);
        Files.createDirectories(path.getParent());
        Files.write(path, bytes);
    }

    private Ran ingest(Object... more) {
        List<Object> arguments = new ArrayList<>(List.of("ingest", in, "-o", db, "--force"));
        arguments.addAll(List.of(more));
        return Ran.juggle(arguments.toArray());
    }

    private List<String> query(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + db);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.add(String.valueOf(result.getString(column)));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }

    @Test
    void pagesAndJsonOfOneFolderBecomeTablesSideBySide() throws Exception {
        assertEquals(0, ingest().code());
        assertEquals(List.of("1", "2"), query("SELECT a FROM site ORDER BY a"));
        assertEquals(
                List.of("One|en|windows-1252", "Zwei|null|windows-1252"),
                query("SELECT title, language, encoding FROM site_pages ORDER BY _row"));
        assertEquals(List.of("\u00fcber"), query("SELECT text FROM site_pages WHERE title = 'Zwei'"));
        assertEquals(List.of("a|1"), query("SELECT k, v FROM site_pages_tables_rows"));
        assertEquals(List.of("Thing"), query("SELECT \"@type\" FROM site_pages_ld_json"));
        assertEquals(
                List.of("array|2|0", "page|1|0", "page|1|0"),
                query("SELECT form, records, set_aside FROM _juggle_files ORDER BY path"));
        assertEquals(List.of("ok"), query("PRAGMA integrity_check"));
        assertEquals(List.of(), query("PRAGMA foreign_key_check"));
    }

    @Test
    void theDatabaseIsTheSameForAnyReaderWorkersAndMemory() throws Exception {
        Random random = new Random(7);
        for (int page = 0; page < 16; page++) {
            StringBuilder text = new StringBuilder("<title>" + page + "</title>");
            for (int piece = random.nextInt(2000); piece > 0; piece--) {
                text.append(random.nextInt(9) == 0 ? "<h2>h</h2><a href=one.html>a</a>" : "<p class=x>word ");
            }
            put("more/" + page + ".html", text.toString().getBytes(StandardCharsets.UTF_8));
        }
        Object[] shape = {"--nodes", "--keep-source", "--select", "first=p"};
        byte[] expected = run(shape, "--reader", "single", "--memory", "256M");
        assertArrayEquals(expected, run(shape, "--reader", "producer", "--threads", "3", "--memory", "40M"));
        assertArrayEquals(expected, run(shape, "--reader", "consumer", "--threads", "4", "--batch", "1"));
        assertArrayEquals(expected, run(shape, "--reader", "single", "--memory", "48M", "--threads", "1"));
        assertEquals(0, Ran.juggle("verify", db).code());
    }

    private byte[] run(Object[] shape, Object... how) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(shape));
        arguments.addAll(List.of(how));
        Ran ran = ingest(arguments.toArray());
        assertEquals(0, ran.code(), ran.err());
        return Files.readAllBytes(db);
    }

    @Test
    void withoutTheirSourcePagesAreComparedButNotRebuilt() throws Exception {
        ingest("--select", "h=h1", "--nodes");
        Ran verify = Ran.juggle("verify", db);
        assertEquals(1, verify.code());
        assertEquals("", verify.out());
        assertTrue(verify.err().contains("3 files equal, 4 records"), verify.err());
        assertTrue(verify.err().contains("of 2 pages"), verify.err());
        Ran rebuild = Ran.juggle("rebuild", db, folder.resolve("copy"));
        assertEquals(1, rebuild.code());
        assertTrue(rebuild.err().contains("one.html: is a page whose bytes were not kept"), rebuild.err());
        assertTrue(rebuild.err().contains("1 file rebuilt"), rebuild.err());
    }

    @Test
    void aChangedPageIsFoundOut() throws Exception {
        ingest();
        put("one.html", PAGE.replace("Head", "Tail").getBytes(StandardCharsets.UTF_8));
        Ran ran = Ran.juggle("verify", db);
        assertEquals(1, ran.code());
        assertTrue(ran.out().contains("one.html: $.text is \"Tail"), ran.out());
    }

    @Test
    void withTheirSourcePagesComeBackByteForByte() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(PAGE.getBytes(StandardCharsets.UTF_8));
        }
        put("sub/three.html.gz", packed.toByteArray());
        assertEquals(0, ingest("--keep-source").code());
        assertEquals(new Ran(0, "", "juggle: 4 files equal, 5 records\n"), Ran.juggle("verify", db));
        Path copy = folder.resolve("copy");
        Ran rebuild = Ran.juggle("rebuild", db, copy);
        assertEquals(0, rebuild.code(), rebuild.err());
        for (String name : List.of("one.html", "sub/two.HTM")) {
            assertArrayEquals(Files.readAllBytes(in.resolve(name)), Files.readAllBytes(find(copy, name)), name);
        }
        assertEquals(0, Ran.juggle("verify", db, copy).code());
        put("one.html", (PAGE + " ").getBytes(StandardCharsets.UTF_8));
        Ran changed = Ran.juggle("verify", db);
        assertEquals(1, changed.code());
        assertTrue(changed.out().contains("one.html: has other bytes than the database"), changed.out());
    }

    private static Path find(Path copy, String name) throws IOException {
        try (var files = Files.walk(copy)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }

    @Test
    void contentDecidesWhatIsAPage() throws Exception {
        put("api.json", "<html><title>502 Bad Gateway".getBytes(StandardCharsets.UTF_8));
        put("really.html", "{\"a\":3}".getBytes(StandardCharsets.UTF_8));
        put("plain.html", "no tag at all".getBytes(StandardCharsets.UTF_8));
        put("wide.html", "\ufeff<title>Wide</title>".getBytes(StandardCharsets.UTF_16LE));
        put("empty.html", new byte[0]);
        Ran ran = ingest();
        assertEquals(1, ran.code());
        assertTrue(ran.err().contains("api.json:1:1: expected a value, found '<'"), ran.err());
        assertEquals(
                List.of(
                        "api|broken",
                        "data|array",
                        "empty|empty",
                        "one|page",
                        "plain|page",
                        "really|single",
                        "two|page",
                        "wide|page"),
                query("SELECT replace(replace(replace(path, rtrim(path, replace(path, '/', '')), ''), '.html', ''), "
                                + "'.json', '') AS name, form FROM _juggle_files ORDER BY name")
                        .stream()
                        .map(row -> row.replace("two.HTM", "two"))
                        .toList());
        assertEquals(List.of("no tag at all"), query("SELECT text FROM site_pages WHERE path LIKE '%plain.html'"));
        assertEquals(List.of("UTF-16LE"), query("SELECT encoding FROM site_pages WHERE title = 'Wide'"));
    }

    @Test
    void charsetsAreFoundAsBrowsersFindThem() throws Exception {
        put("meta.html", "<meta charset=iso-8859-2><title>\u0141\u00f3d\u017a".getBytes(Charset.forName("ISO-8859-2")));
        put(
                "late.html",
                (" ".repeat(1100) + "<p><meta charset=shift_jis><title>\u65e5\u672c</title>")
                        .getBytes(Charset.forName("Shift_JIS")));
        put("broken.html", new byte[] {
            '<',
            'm',
            'e',
            't',
            'a',
            ' ',
            'c',
            'h',
            'a',
            'r',
            's',
            'e',
            't',
            '=',
            'u',
            't',
            'f',
            '8',
            '>',
            '<',
            'p',
            '>',
            (byte) 0xff,
            'x'
        });
        assertEquals(0, ingest("--keep-source").code());
        assertEquals(
                List.of("ISO-8859-2|\u0141\u00f3d\u017a"),
                query("SELECT encoding, title FROM site_pages WHERE path LIKE '%meta.html'"));
        assertEquals(
                List.of("Shift_JIS|\u65e5\u672c"),
                query("SELECT encoding, title FROM site_pages WHERE path LIKE '%late.html'"));
        assertEquals(List.of("\ufffdx"), query("SELECT text FROM site_pages WHERE path LIKE '%broken.html'"));
        assertEquals(0, Ran.juggle("verify", db).code());
    }

    @Test
    void aPageThatAsksForTooMuchIsSetAsideAndTheOthersStay() throws Exception {
        StringBuilder formatting = new StringBuilder();
        for (int k = 0; k < 3000; k++) {
            formatting.append("<font a").append(k).append(">x<p>");
        }
        put("bomb.html", formatting.toString().getBytes(StandardCharsets.UTF_8));
        put("heads.html", ("<h1><div>".repeat(20_000) + "text ".repeat(1000)).getBytes(StandardCharsets.UTF_8));
        Ran ran = ingest();
        assertEquals(1, ran.code());
        assertTrue(ran.err().contains("bomb.html: is set aside: more than"), ran.err());
        assertTrue(ran.err().contains("heads.html: is set aside: more than"), ran.err());
        assertEquals(List.of("2"), query("SELECT count(*) FROM site_pages"));
        assertEquals(
                List.of("broken|1", "broken|1"),
                query("SELECT form, set_aside FROM _juggle_files WHERE path LIKE '%bomb%' OR path LIKE '%heads%'"));
        assertEquals(1, Ran.juggle("verify", db).code());
    }

    @Test
    void aPageWithoutRoomIsSetAsideWithAdvice() throws Exception {
        put("large.html", "<p>a".repeat(300_000).getBytes(StandardCharsets.UTF_8));
        Ran ran = ingest("--memory", "16M", "--threads", "1");
        assertEquals(1, ran.code());
        assertTrue(
                ran.err().contains("large.html: needs more memory than there is for one file: give --memory"),
                ran.err());
        assertEquals(List.of("2"), query("SELECT count(*) FROM site_pages"));
        String advised = ran.err().replaceAll("(?s).*give --memory (\\d+M).*", "$1");
        assertEquals(0, ingest("--memory", advised, "--threads", "1").code());
        assertEquals(List.of("3"), query("SELECT count(*) FROM site_pages"));
    }

    @Test
    void wordsOfPagesAreFoundAndAWrongSelectorIsAnError() throws Exception {
        assertEquals(0, ingest("--fts", "text").code());
        assertEquals(
                List.of("One"),
                query("SELECT title FROM site_pages WHERE _row IN (SELECT rowid FROM site_pages_fts('see'))"));
        assertEquals(
                new Ran(2, "", "juggle: --select takes NAME=CSS, which this is not: h1\n"), ingest("--select", "h1"));
    }
}
