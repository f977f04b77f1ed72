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
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search command over databases that were laid out differently, and over some that fail. */
final class SearchCommandTest {
    @TempDir
    private Path folder;

    private Path a;
    private Path b;

    @BeforeEach
    void ingest() throws IOException {
        a = database("a", """
                {"id":1,"name":"acorn","price":12.5,"seller":{"name":"Ann","country":"SE"},"tags":["new","gift"]}
                {"id":2,"name":"barley","price":3,"seller":{"name":"Bo","country":"NO"},"tags":["old"]}
                {"id":3,"name":"green tea, 100 g","price":"ask","seller":{"name":"Cy","country":"DK"}}
                """, "items");
        b = database("b", """
                {"id":10,"name":"Acre","price":12,"seller":"none","tags":"gift"}
                {"id":11,"name":"ace","price":40,"seller":{"country":"SE"},"extra":{"note":"tea of a green kind"}}
                """, "items");
    }

    private Path database(String name, String lines, String table) throws IOException {
        Path source = Files.writeString(folder.resolve(name + ".ndjson"), lines);
        Path file = folder.resolve(name + ".db");
        Ran ran = Ran.juggle("ingest", source, "-o", file, "--table", table);
        assertEquals(0, ran.code(), ran.err());
        return file;
    }

    private static List<String> ids(Ran ran) {
        return ran.out()
                .lines()
                .skip(1)
                .map(line -> line.substring(line.lastIndexOf(',') + 1))
                .toList();
    }

    private Ran search(Object... arguments) {
        Object[] all = new Object[arguments.length + 5];
        all[0] = "search";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[arguments.length + 1] = "--format";
        all[arguments.length + 2] = "csv";
        all[arguments.length + 3] = "--columns";
        all[arguments.length + 4] = "id";
        return Ran.juggle(all);
    }

    @Test
    void aNameFindsItsValuesInEveryLayout() {
        assertEquals(List.of("1", "11"), ids(search("seller.country=SE", a, b, "--table", "items")));
        assertEquals(List.of("1"), ids(search("tags=gift seller.country=SE", a, b, "--table", "items")));
        assertEquals(List.of("1", "10"), ids(search("tags=gift", a, b, "--table", "items")));
        assertEquals(List.of("1", "3", "10", "11"), ids(search(" -tags=old", a, b, "--table", "items")));
        assertEquals(List.of("10"), ids(search("seller=none", a, b, "--table", "items")));
    }

    @Test
    void numbersCompareWithNumbersAndTextsWithTexts() {
        assertEquals(
                List.of("11", "1", "10"),
                ids(search("price>=10", a, b, "--table", "items", "--order", "price desc", "--where", "id != 3")));
        assertEquals(List.of("3"), ids(search("price=ask", a, b, "--table", "items")));
    }

    @Test
    void textIsFoundByPartsWordsAndExpressions() {
        assertEquals(List.of("1", "11"), ids(search("name~^ac", a, b, "--table", "items")));
        assertEquals(List.of("1", "10", "11"), ids(search("name~*^AC", a, b, "--table", "items")));
        assertEquals(List.of("3"), ids(search("\"green tea\"", a, b, "--table", "items")));
        assertEquals(List.of("3", "11"), ids(search("tea green", a, b, "--table", "items")));
        assertEquals(List.of("3"), ids(search("name~/[0-9]+ g$/", a, b, "--table", "items")));
        Ran without = search("name:(tea OR acorn)", a);
        assertTrue(without.err().contains("needs a full-text index"), without.err());
        assertEquals(0, Ran.juggle("index", a, "--fts", "name").code());
        assertEquals(List.of("1", "3"), ids(search("name:(tea OR acorn)", a, "--table", "items")));
        assertEquals(List.of("3"), ids(search("\"green tea\"", a, b, "--table", "items")));
    }

    @Test
    void aConditionInSqlFindsPathsToo() {
        assertEquals(
                List.of("1", "11"),
                ids(search("", a, b, "--table", "items", "--where", "seller_country = 'SE' AND price > 5")));
        assertEquals(List.of("2"), ids(search("", a, b, "--table", "items", "--where", "seller.name like 'b%' -- it")));
        Ran wrong = search("", a, "--where", "1) OR (1");
        assertEquals(2, wrong.code());
        assertTrue(wrong.err().contains("a ')' too many"), wrong.err());
    }

    @Test
    void setsAreOfRowsOrOfKeys() {
        assertEquals(
                List.of("1", "2", "11"),
                ids(search("seller.country=SE", a, b, "--table", "items", "--union", "id=2", "--except", "id=10")));
        assertEquals(
                List.of("1", "11"),
                ids(search("price>1", a, b, "--table", "items", "--intersect", "id=11", "--key", "seller.country")));
        assertEquals(
                List.of("2"),
                ids(search(
                        "price<20",
                        a,
                        b,
                        "--table",
                        "items",
                        "--except",
                        "id=11,10",
                        "--key",
                        "seller.country",
                        "--where",
                        "id < 10")));
        assertEquals(
                List.of("1", "2"),
                ids(search(
                        "seller.country=SE", a, b, "--table", "items", "--union", "id=2", "--key", "seller.country")));
    }

    @Test
    void whatAShardLacksIsSaidOnce() {
        Ran ran = search("extra.note:tea", a, b, "--table", "items");
        assertEquals(List.of("11"), ids(ran));
        assertEquals("juggle: extra.note: not in " + a + "; NULL there\n", ran.err());
        assertEquals(0, ran.code());
    }

    @Test
    void aShardThatFailsIsNamedAndTheRestAnswers() throws IOException, SQLException {
        Path broken = Files.writeString(folder.resolve("broken.db"), "SQLite format 3\0 and then nothing of it");
        Path missing = folder.resolve("missing.db");
        Ran ran = search("id=1", a, broken, missing, "--table", "items");
        assertEquals(1, ran.code());
        assertEquals(List.of("1"), ids(ran));
        assertTrue(ran.err().contains(broken + ": is not a SQLite database"), ran.err());
        assertTrue(ran.err().contains(missing + ": no such file"), ran.err());
        assertTrue(ran.err().contains("1 of 3 shards answered"), ran.err());
        assertEquals(2, search("id=1", a, missing, "--require-all").code());
        assertEquals(2, search("id=1", missing).code());
        try (Connection lock = DriverManager.getConnection("jdbc:sqlite:" + b);
                Statement statement = lock.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            Ran locked = search("id=1", a, b, "--table", "items", "--timeout", "0.5");
            assertTrue(locked.err().contains(b + ": locked by another program"), locked.err());
            assertEquals(List.of("1"), ids(locked));
        }
    }

    @Test
    void aShardThatTakesTooLongIsStopped() {
        String endless = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n) > 0";
        Ran ran = search("", a, "--table", "items", "--where", endless, "--timeout", "0.2");
        assertEquals(2, ran.code());
        assertTrue(ran.err().contains(a + ": no answer within 0.200 s"), ran.err());
        Ran regex = search(
                "", a, "--where", "hex(zeroblob(2000)) REGEXP '(.*)(.*)(.*)(.*)(.*)(.*)(.*)z'", "--timeout", "0.2");
        assertTrue(regex.err().contains(a + ": no answer within 0.200 s"), regex.err());
    }

    @Test
    void formsSayTheSame() {
        Object[] base = {"search", "id<3", a, "--table", "items", "--columns", "id,name,price,nothing"};
        assertEquals("""
                _shard,_table,_row,id,name,price,nothing\r
                A,items,1,1,acorn,12.5,\r
                A,items,2,2,barley,3,\r
                """, form(base, "csv"));
        assertEquals("""
                {"_shard": "A", "_table": "items", "_row": 1, "id": 1, "name": "acorn", "price": 12.5, "nothing": null}
                {"_shard": "A", "_table": "items", "_row": 2, "id": 2, "name": "barley", "price": 3, "nothing": null}
                """, form(base, "ndjson"));
        assertEquals("""
                _shard\t_table\t_row\tid\tname\tprice\tnothing
                A\titems\t1\t1\tacorn\t12.5\t
                A\titems\t2\t2\tbarley\t3\t
                """, form(base, "tsv"));
        assertTrue(form(base, "json").startsWith("{\"rows\": [\n{\"_shard\": \"A\""), form(base, "json"));
        assertTrue(
                form(base, "json").contains("\"shards\": [{\"shard\": \"A\", \"ok\": true, \"rows\": 2"),
                form(base, "json"));
        assertEquals(
                2,
                form(base, "table")
                        .lines()
                        .filter(line -> line.startsWith("A "))
                        .count(),
                form(base, "table"));
    }

    private String form(Object[] base, String format) {
        Object[] all = java.util.Arrays.copyOf(base, base.length + 2);
        all[base.length] = "--format";
        all[base.length + 1] = format;
        return Ran.juggle(all).out().replace(a.toString(), "A");
    }

    @Test
    void facetsCountOverAllShards() {
        Ran ran = Ran.juggle("search", "", a, b, "--table", "items", "--facet", "seller.country", "--format", "csv");
        assertEquals(
                "facet,value,rows\r\nseller.country,SE,2\r\nseller.country,,1\r\nseller.country,DK,1\r\nseller.country,NO,1\r\n",
                ran.out());
        assertEquals(
                "rows\r\n5\r\n",
                Ran.juggle("search", "", folder, "--table", "items", "--count", "--format", "csv")
                        .out());
    }

    @Test
    void snippetsShowWhatWasFound() {
        Ran ran = Ran.juggle("search", "tea", a, "--snippets", "--format", "csv", "--columns", "name");
        assertTrue(ran.out().contains("\"green «tea», 100 g\""), ran.out());
    }
}
