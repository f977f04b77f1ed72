// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.catalog.CatalogLimits;
import dev.juggle.catalog.Decision;
import dev.juggle.catalog.LayoutPlan;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that are stored once, seen with SQL and restored. */
class EntityTest {
    @TempDir
    Path folder;

    private static LayoutPlan plan(Map<String, Decision> decisions) {
        return new LayoutPlan(Map.of("t", decisions));
    }

    private ShredBench bench(Map<String, Decision> decisions) throws Exception {
        return bench("t.db", decisions, 1000);
    }

    private ShredBench bench(String name, Map<String, Decision> decisions, int entries) throws Exception {
        return new ShredBench(
                folder.resolve(name),
                ShredOptions.DEFAULT,
                CatalogLimits.DEFAULT,
                plan(decisions),
                IdentityTable.ofEntries(entries));
    }

    private String restored() {
        try (StoredDatabase stored = StoredDatabase.open(folder.resolve("t.db"));
                Restorer restorer = new Restorer(stored)) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            stored.forEachFile(file -> restorer.restore(file, out));
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    private static void isSound(ShredBench bench) throws Exception {
        assertEquals(List.of("ok"), bench.query("PRAGMA integrity_check"));
        assertEquals(List.of(), bench.query("PRAGMA foreign_key_check"));
    }

    private void edit(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("t.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Test
    void objectsThatRepeatAreStoredOnceInInputOrder() throws Exception {
        String lines = """
                {"id":1,"seller":{"name":"Bob","tags":["x","y"]}}
                {"id":2,"seller":{"name":"Ann","tags":[]}}
                {"id":3,"seller":{"name":"Bob","tags":["x","y"]}}
                {"id":4,"seller":null}
                {"id":5,"seller":{}}
                {"id":6,"seller":"Bob"}
                {"id":7,"seller":{"tags":["x","y"],"name":"Bob"}}
                """;
        try (ShredBench bench = bench(Map.of("$.seller", Decision.ENTITY))) {
            bench.job(lines);
            bench.job(lines);
            bench.finish();
            assertEquals(
                    List.of("1|1|null", "2|2|null", "3|1|null", "4|null|null", "5|null|null", "6|null|Bob", "7|3|null"),
                    bench.query("SELECT id, seller_ref, seller FROM t WHERE _file = 2"));
            assertEquals(List.of("1|Bob", "2|Ann", "3|Bob"), bench.query("SELECT _row, name FROM t_seller"));
            assertEquals(
                    List.of("1|0|x", "1|1|y", "3|0|x", "3|1|y"),
                    bench.query("SELECT _parent, _pos, value FROM t_seller_tags"));
            assertEquals(
                    List.of("t|root|14", "t_seller|entity|3", "t_seller_tags|array|4"),
                    bench.query("SELECT name, kind, rows FROM _juggle_tables"));
            isSound(bench);
        }
        assertEquals(lines + lines, restored());
    }

    @Test
    void elementsThatRepeatAreStoredOnceWhateverTheyAre() throws Exception {
        String line = "{\"a\":[{\"x\":1},{\"x\":1},7,\"seven\",null,[1,2],[],{},[1,2],7,{\"x\":1.0}]}\n";
        try (ShredBench bench = bench(Map.of("$.a[*]", Decision.ENTITY))) {
            bench.job(line + line);
            bench.job(line);
            bench.finish();
            assertEquals(
                    List.of(
                            "1|0|1", "1|1|1", "1|2|2", "1|3|3", "1|4|4", "1|5|5", "1|6|6", "1|7|7", "1|8|5", "1|9|2",
                            "1|10|8"),
                    bench.query("SELECT _parent, _pos, _ref FROM t_a_link WHERE _parent = 1"));
            assertEquals(List.of("33"), bench.query("SELECT count(*) FROM t_a_link"));
            assertEquals(
                    List.of(
                            "1|null|1",
                            "2|7|null",
                            "3|seven|null",
                            "4|null|null",
                            "5|null|null",
                            "6|null|null",
                            "7|null|null",
                            "8|null|1.0"),
                    bench.query("SELECT _row, value, x FROM t_a"));
            assertEquals(List.of("5|0|1", "5|1|2"), bench.query("SELECT _parent, _pos, value FROM t_a_value"));
            assertEquals(
                    List.of("wr"),
                    bench.query("SELECT CASE wr WHEN 1 THEN 'wr' END FROM pragma_table_list('t_a_link')"));
            isSound(bench);
        }
        assertEquals(line + line + line, restored());
    }

    @Test
    void entitiesNestAndOneThatOnlyAKnownOneBroughtIsNotStoredAgain() throws Exception {
        Map<String, Decision> all = Map.of(
                "$.l[*]",
                Decision.ENTITY,
                "$.l[*].s",
                Decision.ENTITY,
                "$.l[*].s.c",
                Decision.ENTITY,
                "$.l[*].n",
                Decision.LOOKUP,
                "$.l[*].t[*]",
                Decision.LOOKUP);
        String a = "{\"n\":\"one\",\"s\":{\"c\":{\"z\":1}},\"t\":[\"p\",\"q\",\"p\"]}";
        String b = "{\"n\":\"two\",\"s\":{\"c\":{\"z\":1},\"k\":0},\"t\":[\"q\"]}";
        String c = "{\"n\":\"one\",\"s\":{\"c\":{\"z\":2}},\"t\":[]}";
        String first = "{\"l\":[" + a + "," + b + "," + a + "]}\n";
        String second = "{\"l\":[" + c + "," + a + "]}\n{\"l\":[" + b + "]}\n";
        try (ShredBench bench = bench(all)) {
            bench.job(first);
            bench.jobs(List.of(second, first, second));
            bench.finish();
            assertEquals(List.of("1|1", "2|2", "3|3"), bench.query("SELECT _row, s_ref FROM t_l"));
            assertEquals(List.of("1|1|null", "2|1|0", "3|2|null"), bench.query("SELECT _row, c_ref, k FROM t_l_s"));
            assertEquals(List.of("1|1", "2|2"), bench.query("SELECT _row, z FROM t_l_s_c"));
            assertEquals(List.of("1|one", "2|two"), bench.query("SELECT _row, value FROM t_l_n"));
            assertEquals(List.of("1", "2", "1"), bench.query("SELECT n_ref FROM t_l"));
            assertEquals(List.of("1|p", "2|q"), bench.query("SELECT _row, value FROM t_l_t"));
            isSound(bench);
        }
        assertEquals(first + second + first + second, restored());
    }

    @Test
    void wholeArraysThatRepeatAreStoredOnce() throws Exception {
        Map<String, Decision> all = Map.of(
                "$.tags", Decision.ENTITY, "$.tags[*]", Decision.ENTITY, "$.m", Decision.MAP, "$.m.*", Decision.ENTITY);
        String lines = """
                {"id":1,"tags":["x","y"],"m":{"p":[1,[2]],"q":{"k":[1]},"r":[]}}
                {"id":2,"tags":["y"],"m":{"s":[1,[2]],"t":7}}
                {"id":3,"tags":["x","y"]}
                {"id":4,"tags":[]}
                {"id":5,"tags":{"x":["y"]}}
                {"id":6,"tags":"x"}
                {"id":7,"tags":{"x":["y"]}}
                """;
        try (ShredBench bench = bench(all)) {
            bench.job(lines);
            bench.jobs(List.of(lines, lines));
            bench.finish();
            assertEquals(
                    List.of("1|1|null", "2|2|null", "3|1|null", "4|null|null", "5|3|null", "6|null|x", "7|3|null"),
                    bench.query("SELECT id, tags_ref, tags FROM t WHERE _file = 3"));
            assertEquals(
                    List.of("1|0|x", "1|1|y", "2|0|y"),
                    bench.query("SELECT _parent, _pos, value FROM t_tags_value_link_full"));
            assertEquals(List.of("1|x", "2|y"), bench.query("SELECT _row, value FROM t_tags_value"));
            assertEquals(
                    List.of("p|1", "q|2", "r|null", "s|1", "t|null"),
                    bench.query("SELECT _key, value_ref FROM t_m WHERE _parent < 3"));
            assertEquals(
                    List.of("1|1", "2|2", "3|1", "4|null", "5|3", "6|null", "7|3"),
                    bench.query("SELECT id, tags_ref FROM t_full WHERE _row < 8"));
            isSound(bench);
        }
        assertEquals(lines + lines + lines, restored());
    }

    /** All jobs of a round are surveyed before the first takes its ticket: each lists what the ones before it store. */
    @Test
    void whatAnotherJobStoredMeanwhileIsLeftOut() throws Exception {
        Map<String, Decision> all = Map.of(
                "$.e", Decision.ENTITY, "$.e.f", Decision.ENTITY, "$.e.g[*]", Decision.ENTITY, "$.f", Decision.ENTITY);
        String start = "{\"e\":{\"f\":{\"v\":0},\"g\":[{\"w\":0}]},\"f\":{\"v\":0}}\n";
        String one = "{\"e\":{\"f\":{\"v\":1},\"g\":[{\"w\":1},{\"w\":2}]},\"f\":{\"v\":1}}\n";
        String two = """
                {"f":{"v":2}}
                {"e":{"f":{"v":1},"g":[{"w":1},{"w":2}]}}
                {"e":{"f":{"v":3},"g":[{"w":2}]}}
                {"e":{"g":[3,{"w":1}],"f":{"v":1}}}
                """;
        byte[] inTurn;
        try (ShredBench bench = bench("inTurn.db", all, 1000)) {
            for (String job : List.of(start, one, two, one, two)) {
                bench.job(job);
            }
            bench.finish();
            inTurn = bench.bytes();
        }
        try (ShredBench bench = bench(all)) {
            bench.job(start);
            bench.jobs(List.of(one, two, one, two));
            bench.finish();
            assertEquals(-1, Arrays.mismatch(inTurn, bench.bytes()));
            assertEquals(List.of("4"), bench.query("SELECT count(*) FROM t_e"));
            isSound(bench);
        }
        assertEquals(start + one + two + one + two, restored());
    }

    @Test
    void whatGaveWayIsStoredAgainAndNeverTakenForAnother() throws Exception {
        Map<String, Decision> all = Map.of("$.e", Decision.ENTITY, "$.e.f", Decision.ENTITY, "$.a[*]", Decision.ENTITY);
        StringBuilder text = new StringBuilder();
        List<String> jobs = new java.util.ArrayList<>();
        java.util.Random random = new java.util.Random(7);
        for (int job = 0; job < 60; job++) {
            StringBuilder lines = new StringBuilder();
            for (int n = 0; n < 5; n++) {
                int v = random.nextInt(12);
                lines.append("{\"e\":{\"v\":" + v + ",\"f\":{\"w\":" + v / 2 + "}},\"a\":[" + random.nextInt(9) + ","
                        + v + "]}\n");
            }
            jobs.add(lines.toString());
            text.append(lines);
        }
        byte[] inTurn;
        try (ShredBench bench = bench("inTurn.db", all, 8)) {
            for (String job : jobs) {
                bench.job(job);
            }
            bench.finish();
            inTurn = bench.bytes();
        }
        IdentityTable tiny = IdentityTable.ofEntries(8);
        try (ShredBench bench =
                new ShredBench(folder.resolve("t.db"), ShredOptions.DEFAULT, CatalogLimits.DEFAULT, plan(all), tiny)) {
            for (int job = 0; job < jobs.size(); job += 4) {
                bench.jobs(jobs.subList(job, job + 4));
            }
            bench.finish();
            assertEquals(-1, Arrays.mismatch(inTurn, bench.bytes()));
            assertTrue(Integer.parseInt(bench.query("SELECT count(*) FROM t_e").getFirst()) > 12);
            assertTrue(tiny.evictions() > 0);
            assertTrue(tiny.repeated() > 0);
            isSound(bench);
        }
        assertEquals(text.toString(), restored());
    }

    @Test
    void membersThatWereDroppedCountAsOftenAsTheyOccur() throws Exception {
        String twice = "{\"x\":1,\"x\":2,\"f\":{\"y\":1,\"y\":2,\"y\":3}}";
        String lines = "{\"e\":" + twice + "}\n{\"e\":" + twice + ",\"g\":{\"z\":1,\"z\":1}}\n";
        try (ShredBench bench = bench(Map.of("$.e", Decision.ENTITY, "$.e.f", Decision.ENTITY))) {
            bench.job(lines);
            bench.jobs(List.of(lines, lines));
            bench.finish();
            assertEquals(List.of("7", "7", "7"), bench.query("SELECT warnings FROM _juggle_files"));
            assertEquals(List.of("1|1|2"), bench.query("SELECT _row, f_ref, x FROM t_e"));
        }
    }

    @Test
    void valuesOfAMapMayBeStoredOnceToo() throws Exception {
        String line = "{\"m\":{\"a\":{\"v\":1},\"b\":\"s\",\"c\":{\"v\":1},\"d\":{},\"e\":[{\"v\":1}]}}\n";
        try (ShredBench bench = bench(Map.of("$.m", Decision.MAP, "$.m.*", Decision.ENTITY))) {
            bench.job(line + line);
            bench.finish();
            assertEquals(
                    List.of("a|1|null", "b|null|s", "c|1|null", "d|null|null", "e|2|null"),
                    bench.query("SELECT _key, value_ref, value FROM t_m WHERE _parent = 2"));
            assertEquals(List.of("1|1", "2|null"), bench.query("SELECT _row, v FROM t_m_value"));
            isSound(bench);
        }
        assertEquals(line + line, restored());
    }

    @Test
    void withoutRoomForATableValuesAreLaidOutPlainly() throws Exception {
        CatalogLimits limits = new CatalogLimits(10, 20, 100, 1, 10, 5, 10, 1000, 10_000);
        Map<String, Decision> all = Map.of("$.e", Decision.ENTITY, "$.a[*]", Decision.ENTITY, "$.n", Decision.LOOKUP);
        String line = "{\"a\":[{\"v\":1},{\"v\":1}],\"e\":{\"v\":1},\"n\":\"s\"}\n";
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"), ShredOptions.DEFAULT, limits, plan(all))) {
            bench.job(line);
            bench.jobs(List.of(line, line));
            bench.finish();
            assertEquals(List.of("6"), bench.query("SELECT count(*) FROM t_a"));
            assertEquals(List.of("1|s", "1|s", "1|s"), bench.query("SELECT e_v, n FROM t"));
            isSound(bench);
        }
        assertEquals(line + line + line, restored());
    }

    @Test
    void theLimitEndsInTheMiddleOfAJob() throws Exception {
        ShredOptions three = new ShredOptions(List.of(), "", 3, 1 << 16);
        String line = "{\"e\":{\"v\":1}}\n{\"e\":{\"v\":2}}\n";
        try (ShredBench bench = new ShredBench(
                folder.resolve("t.db"), three, CatalogLimits.DEFAULT, plan(Map.of("$.e", Decision.ENTITY)))) {
            bench.jobs(List.of(line, "{\"e\":{\"v\":3}}\n{\"e\":{\"v\":4}}\n"));
            bench.finish();
            assertEquals(List.of("1", "2", "3"), bench.query("SELECT v FROM t_e"));
            isSound(bench);
        }
    }

    @Test
    void aFullArenaBreaksOffBetweenAnyTwoRows() throws Exception {
        Map<String, Decision> all = Map.of("$.a[*]", Decision.ENTITY, "$.a[*].n", Decision.LOOKUP);
        StringBuilder text = new StringBuilder("{\"a\":[");
        for (int n = 0; n < 400; n++) {
            text.append(n == 0 ? "" : ",").append("{\"n\":\"" + n % 150 + "\",\"v\":" + n % 190 + "}");
        }
        String line = text.append("]}\n").toString();
        byte[] whole;
        try (ShredBench bench = bench("whole.db", all, 1000)) {
            bench.job(line + line);
            bench.finish();
            whole = bench.bytes();
        }
        try (ShredBench bench = bench(all)) {
            bench.limitOutput(2_000);
            bench.job(line + line);
            bench.finish();
            assertTrue(bench.fragments() > 2);
            assertEquals(-1, Arrays.mismatch(whole, bench.bytes()));
        }
        assertEquals(line + line, restored());
    }

    @Test
    void damageIsReportedWithItsPlace() throws Exception {
        String line = "{\"e\":{\"v\":1},\"n\":\"s\",\"a\":[1,2]}\n";
        try (ShredBench bench =
                bench(Map.of("$.e", Decision.ENTITY, "$.n", Decision.LOOKUP, "$.a[*]", Decision.ENTITY))) {
            bench.job(line);
            bench.finish();
        }
        damaged("UPDATE t SET e_ref = 9", "lacks row 9, which table \"t\", row 1 refers to", "UPDATE t SET e_ref = 1");
        damaged("UPDATE t SET e_ref = NULL", "no reference to it", "UPDATE t SET e_ref = 1");
        damaged("UPDATE t SET e_ref = 'one'", "no reference to it", "UPDATE t SET e_ref = 1");
        damaged("UPDATE t SET n_ref = 2", "lacks row 2", "UPDATE t SET n_ref = 1");
        damaged("UPDATE t_n SET value = x'00'", "BLOB", "UPDATE t_n SET value = 's'");
        damaged(
                "UPDATE t_a_link SET _ref = 5 WHERE _pos = 1",
                "lacks row 5",
                "UPDATE t_a_link SET _ref = 2 WHERE _pos = 1");
        damaged("UPDATE t_a_link SET _pos = 2 WHERE _pos = 0", "_pos 0", "UPDATE t_a_link SET _pos = 0 WHERE _pos = 2");
        damaged("UPDATE t_a_link SET _parent = 2", "lacks a row with _parent 1", "UPDATE t_a_link SET _parent = 1");
        damaged("UPDATE t_e SET _shape = 77", "no shape", "UPDATE t_e SET _shape = 1");
        String entity = "UPDATE _juggle_columns SET entity = %s WHERE path = '$.e' AND reference IS NOT NULL";
        damaged(entity.formatted("1"), "belongs to another", entity.formatted("2"));
        damaged(entity.formatted("0"), "no table", entity.formatted("2"));
        damaged(entity.formatted("99"), "no table 99", entity.formatted("2"));
        assertEquals(line, restored());
    }

    private void damaged(String sql, String expected, String repair) throws Exception {
        edit("PRAGMA foreign_keys = OFF");
        edit(sql);
        BadDatabaseException thrown = assertThrows(BadDatabaseException.class, this::restored, sql);
        assertTrue(String.valueOf(thrown.getMessage()).contains(expected), thrown.getMessage());
        edit(repair);
    }
}
