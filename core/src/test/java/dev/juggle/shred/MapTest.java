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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects whose keys are data, and values that stay in one piece, seen with SQL and restored. */
class MapTest {
    @TempDir
    Path folder;

    private static LayoutPlan plan(Map<String, Decision> decisions) {
        return new LayoutPlan(Map.of("t", decisions));
    }

    private ShredBench bench(Map<String, Decision> decisions) throws Exception {
        return new ShredBench(folder.resolve("t.db"), ShredOptions.DEFAULT, CatalogLimits.DEFAULT, plan(decisions));
    }

    private String restored() {
        try (StoredDatabase stored = StoredDatabase.open(folder.resolve("t.db"));
                Restorer restorer = new Restorer(stored)) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            stored.forEachFile(file -> restorer.restore(file, out));
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    private void edit(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("t.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Test
    void membersOfAMapAreRowsWithTheirKeys() throws Exception {
        try (ShredBench bench = bench(Map.of("$.m", Decision.MAP))) {
            bench.job(
                    "{\"m\":{\"x\":1,\"X\":\"two\",\"\":null,\"é\":{\"a\":1,\"b\":[5,6]}},\"n\":{}}\n{\"m\":{}}\n{\"m\":7}\n");
            bench.finish();
            assertEquals(
                    List.of("1|1|x|1|null", "2|1|X|two|null", "3|1||null|null", "4|1|é|null|1"),
                    bench.query("SELECT _row,_parent,_key,value,a FROM t_m"));
            assertEquals(List.of("4|0|5", "4|1|6"), bench.query("SELECT _parent,_pos,value FROM t_m_b"));
            assertEquals(List.of("null", "null", "7"), bench.query("SELECT m FROM t"));
            assertEquals(List.of("$.m.*|map"), bench.query("SELECT path,kind FROM _juggle_tables WHERE name='t_m'"));
            assertEquals(List.of("TEXT"), bench.query("SELECT type FROM pragma_table_info('t_m') WHERE name='_key'"));
            assertEquals(List.of("ok"), bench.query("PRAGMA integrity_check"));
            assertEquals(List.of(), bench.query("PRAGMA foreign_key_check"));
            assertEquals(
                    "{\"m\":{\"x\":1,\"X\":\"two\",\"\":null,\"é\":{\"a\":1,\"b\":[5,6]}},\"n\":{}}\n{\"m\":{}}\n{\"m\":7}\n",
                    restored());
        }
    }

    @Test
    void mapsNestAndRecordsAndElementsMayBeMaps() throws Exception {
        String json = "{\"a\":{\"b\":{\"c\":1},\"d\":{}},\"e\":[{\"f\":[{\"g\":2}]}]}\n";
        Map<String, Decision> all = Map.of(
                "$", Decision.MAP,
                "$.*", Decision.MAP,
                "$.*.*", Decision.MAP,
                "$.*[*]", Decision.MAP,
                "$.*[*].*[*]", Decision.MAP);
        try (ShredBench bench = bench(all)) {
            bench.job(json);
            bench.finish();
            assertEquals(List.of("1|a", "1|e"), bench.query("SELECT _parent,_key FROM t_value"));
            assertEquals(List.of("1|b", "1|d"), bench.query("SELECT _parent,_key FROM t_value_value"));
            assertEquals(List.of("1|c|1"), bench.query("SELECT _parent,_key,value FROM t_value_value_value"));
            assertEquals(json, restored());
        }
    }

    @Test
    void ofTwoMembersWithOneKeyTheLastValueStandsInTheFirstPlace() throws Exception {
        try (ShredBench bench = bench(Map.of("$.m", Decision.MAP, "$.m.*", Decision.MAP))) {
            bench.job("{\"m\":{\"a\":1,\"b\":{\"x\":1,\"x\":2,\"y\":3},\"a\":[2],\"c\":3,\"a\":{\"z\":4,\"z\":5}}}");
            bench.finish();
            assertEquals(List.of("4"), bench.query("SELECT warnings FROM _juggle_files"));
            assertEquals("{\"m\":{\"a\":{\"z\":5},\"b\":{\"x\":2,\"y\":3},\"c\":3}}\n", restored());
        }
    }

    @Test
    void keysThatTextCannotHoldAreMarkedInTheShape() throws Exception {
        String json =
                "{\"m\":{\"a\\u0000\":1,\"a\\\\u0000\":1,\"\\ud800\":{\"k\":[1]},\"\\ud801\":{\"k\":[2]},\"q\\\"\":2}}\n";
        try (ShredBench bench = bench(Map.of("$.m", Decision.MAP))) {
            bench.job(json);
            bench.finish();
            assertEquals(
                    List.of("a\\u0000|1", "a\\u0000|2", "\\ud800|3", "\\ud801|3", "q\"|2"),
                    bench.query("SELECT _key,_shape FROM t_m"));
            assertEquals(json, restored());
        }
    }

    @Test
    void aThousandUsersCostNoColumnsAndTenThousandWordsNeither() throws Exception {
        StringBuilder json = new StringBuilder("{\"users\":{");
        for (int u = 0; u < 1_000; u++) {
            json.append(u == 0 ? "" : ",")
                    .append("\"user" + u + "\":{\"age\":" + u % 90 + ",\"tags\":[\"t" + u + "\"]}");
        }
        json.append("},\"words\":{");
        for (int w = 0; w < 10_000; w++) {
            StringBuilder word = new StringBuilder("abcdefghijklmn");
            for (int bit = 0; bit < 14; bit++) {
                word.setCharAt(bit, (char) (word.charAt(bit) - ((w >> bit & 1) == 0 ? 0 : 32)));
            }
            json.append(w == 0 ? "" : ",").append("\"" + word + "\":" + w);
        }
        json.append("}}\n");
        try (ShredBench bench = bench(Map.of("$.users", Decision.MAP, "$.words", Decision.MAP))) {
            bench.job(json.toString());
            bench.finish();
            assertEquals(List.of("1000|1000"), bench.query("SELECT count(*),count(DISTINCT _key) FROM t_users"));
            assertEquals(List.of("10000|10000"), bench.query("SELECT count(*),count(DISTINCT _key) FROM t_words"));
            assertEquals(List.of("1000"), bench.query("SELECT count(*) FROM t_users_tags"));
            assertEquals(List.of("8"), bench.query("SELECT count(*) FROM _juggle_columns"));
            assertTrue(json.toString().equals(restored()));
        }
    }

    @Test
    void packedValuesAreOneColumnWhateverTheyAre() throws Exception {
        String json =
                "{\"g\":[ [1.50, 2] , [3,{\"a\":\"\\u00e9 b\"}] ]}\n{\"g\":{\"t\" : [ ]}}\n{\"g\":[]}\n{\"g\":\"s\"}\n";
        try (ShredBench bench = bench(Map.of("$.g", Decision.PACKED))) {
            bench.job(json);
            bench.finish();
            assertEquals(
                    List.of("[[1.50,2],[3,{\"a\":\"\\u00e9 b\"}]]", "{\"t\":[]}", "null", "s"),
                    bench.query("SELECT g FROM t"));
            assertEquals(List.of("2.0"), bench.query("SELECT json_extract(g,'$[0][1]')+0.0 FROM t LIMIT 1"));
            assertEquals(List.of("1"), bench.query("SELECT count(*) FROM _juggle_tables"));
            assertEquals(
                    "{\"g\":[[1.50,2],[3,{\"a\":\"\\u00e9 b\"}]]}\n{\"g\":{\"t\":[]}}\n{\"g\":[]}\n{\"g\":\"s\"}\n",
                    restored());
        }
    }

    @Test
    void mapsAreReadInAnyOrderOfRowsAndMissingOnesAreAnError() throws Exception {
        String json = "{\"m\":{\"a\":1,\"b\":2}}\n{\"m\":{\"c\":3}}\n";
        try (ShredBench bench = bench(Map.of("$.m", Decision.MAP))) {
            bench.job(json);
            bench.finish();
        }
        edit("UPDATE t_m SET _row=_row+100 WHERE _key='a'");
        assertEquals("{\"m\":{\"b\":2,\"a\":1}}\n{\"m\":{\"c\":3}}\n", restored());
        edit("UPDATE t_m SET _key='it''s \"me\"' WHERE _key='c'");
        assertEquals("{\"m\":{\"b\":2,\"a\":1}}\n{\"m\":{\"it's \\\"me\\\"\":3}}\n", restored());
        edit("DELETE FROM t_m WHERE _parent=2");
        BadDatabaseException gap = assertThrows(BadDatabaseException.class, this::restored);
        assertTrue(String.valueOf(gap.getMessage()).contains("lacks a row with _parent 2"), gap.toString());
    }

    @Test
    void withoutRoomForOneMoreTableAMapIsPacked() throws Exception {
        CatalogLimits noTables = new CatalogLimits(100, 100, 1_000, 0, 10, 32, 100, 10_000, 10_000);
        Path database = folder.resolve("t.db");
        try (ShredBench bench =
                new ShredBench(database, ShredOptions.DEFAULT, noTables, plan(Map.of("$.m", Decision.MAP)))) {
            bench.job("{\"m\":{\"a\": 1}}\n{\"m\":{\"b\": 2}}\n");
            bench.finish();
            assertEquals(List.of("{\"a\":1}", "{\"b\":2}"), bench.query("SELECT m FROM t"));
            assertEquals("{\"m\":{\"a\":1}}\n{\"m\":{\"b\":2}}\n", restored());
        }
    }

    @Test
    void aMapThatDoesNotFitTheOutputGoesOnWhereItStopped() throws Exception {
        StringBuilder json = new StringBuilder("{\"m\":{");
        for (int k = 0; k < 3_000; k++) {
            json.append(k == 0 ? "" : ",").append("\"k" + k + "\":" + (k % 3 == 0 ? "\"v" + k + "\"" : k));
        }
        json.append("}}\n");
        try (ShredBench bench = bench(Map.of("$.m", Decision.MAP))) {
            bench.job("{\"m\":{\"s\":\"\",\"i\":1}}");
            bench.limitOutput(300 << 10);
            bench.job(json.toString());
            bench.finish();
            assertEquals(List.of("3002"), bench.query("SELECT count(*) FROM t_m"));
            assertEquals("{\"m\":{\"s\":\"\",\"i\":1}}\n" + json, restored());
        }
    }
}
