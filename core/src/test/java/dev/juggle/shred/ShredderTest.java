// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.ArenaFullException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What documents become, seen with SQL. */
class ShredderTest {
    @TempDir
    Path folder;

    @Test
    void objectsAreInlinedAndArraysBecomeChildTables() throws Exception {
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.job("""
                    {"id":1,"seller":{"name":"Ann","rating":4.5},"tags":["a","b"],"open":true}
                    {"id":2,"seller":{"name":"Bob","rating":3.0},"tags":[],"open":false}
                    """);
            bench.finish();
            assertEquals(
                    List.of("1|1|1|1|Ann|4.5|1", "2|1|2|2|Bob|3.0|0"),
                    bench.query("SELECT _row,_file,_shape,id,seller_name,seller_rating,open FROM t"));
            assertEquals(List.of("1|1|0|a", "2|1|1|b"), bench.query("SELECT _row,_parent,_pos,value FROM t_tags"));
            assertEquals(
                    List.of("INTEGER|TEXT|REAL|BOOLEAN"),
                    bench.query("SELECT group_concat(type,'|') FROM pragma_table_info('t') WHERE name IN "
                            + "('id','seller_name','seller_rating','open')"));
            assertEquals(List.of("ok"), bench.query("PRAGMA integrity_check"));
            assertEquals(List.of(), bench.query("PRAGMA foreign_key_check"));
        }
    }

    @Test
    void everyKindOfValueIsStoredAsTheMappingSays() throws Exception {
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.job("""
                    [7,"007",7.0,true,null,"true",9223372036854775807,9223372036854775808,-0,-0.0,1e400,"a\\u0000b",[1],[],{}]
                    """);
            bench.finish();
            assertEquals(
                    List.of(
                            "integer|7",
                            "text|007",
                            "real|7.0",
                            "integer|1",
                            "null|null",
                            "text|true",
                            "integer|9223372036854775807",
                            "text|9223372036854775808",
                            "integer|0",
                            "real|0.0",
                            "text|1e400",
                            "text|a\\u0000b",
                            "null|null",
                            "null|null",
                            "null|null"),
                    bench.query("SELECT typeof(value),value FROM t ORDER BY _row"));
            assertEquals(List.of("13|0|1"), bench.query("SELECT _parent,_pos,value FROM t_value"));
        }
    }

    @Test
    void arraysOfArraysBecomeGrandchildren() throws Exception {
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.job("{\"m\":[[1,2],[],[[3]]]}");
            bench.finish();
            assertEquals(List.of("1|1|0", "2|1|1", "3|1|2"), bench.query("SELECT _row,_parent,_pos FROM t_m"));
            assertEquals(
                    List.of("1|0|1", "1|1|2", "3|0|null"), bench.query("SELECT _parent,_pos,value FROM t_m_value"));
            assertEquals(List.of("3|0|3"), bench.query("SELECT _parent,_pos,value FROM t_m_value_value"));
        }
    }

    @Test
    void theSameKeyMayHoldAnything() throws Exception {
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.job("{\"a\":1}\n{\"a\":{\"b\":2}}\n{\"a\":[3]}\n{\"a\":null}\n{}\n");
            bench.finish();
            assertEquals(
                    List.of("1|null", "null|2", "null|null", "null|null", "null|null"),
                    bench.query("SELECT a,a_b FROM t"));
            assertEquals(List.of("3|3"), bench.query("SELECT _parent,value FROM t_a"));
            assertEquals(List.of("5"), bench.query("SELECT count(DISTINCT _shape) FROM t"));
        }
    }

    @Test
    void ofTwoMembersWithOneKeyTheLastIsKeptAndTheLossIsCounted() throws Exception {
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.job("{\"k\":{\"a\":1},\"x\":[1],\"k\":{\"b\":2},\"x\":3}");
            bench.finish();
            assertEquals(List.of("2|3"), bench.query("SELECT k_b,x FROM t"));
            assertEquals(List.of("2"), bench.query("SELECT warnings FROM _juggle_files"));
            assertEquals(List.of("0"), bench.query("SELECT count(*) FROM sqlite_schema WHERE name='t_x'"));
        }
    }

    @Test
    void membersBeyondTheColumnsGoToExtra() throws Exception {
        StringBuilder wide = new StringBuilder("{");
        for (int k = 0; k < 1_899; k++) {
            wide.append("\"k").append(k).append("\":").append(k).append(',');
        }
        wide.append("\"in\":{\"last\":1,\"more\":\"x\\ny\",\"o\":{ \"p\" : [ 1, 2 ] }},\"z\":null,\"y\":[5],\"w\":2}");
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.job(wide.toString());
            bench.finish();
            assertEquals(List.of("1"), bench.query("SELECT in_last FROM t"));
            assertEquals(
                    List.of("{\"in\":{\"more\":\"x\\u000ay\",\"o\":{\"p\":[1,2]}},\"w\":2}"),
                    bench.query("SELECT _extra FROM t"));
            assertEquals(List.of("5"), bench.query("SELECT value FROM t_y"));
            assertEquals(List.of("ok"), bench.query("PRAGMA integrity_check"));
        }
    }

    @Test
    void aNewColumnInALaterJobLeavesEarlierRowsAlone() throws Exception {
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.job("[" + "{\"a\":1},".repeat(2_000) + "{\"a\":1}]");
            bench.job("[{\"a\":\"x\",\"b\":2}]");
            bench.finish();
            assertEquals(List.of("2002|1"), bench.query("SELECT count(a),count(b) FROM t"));
            assertEquals(List.of(""), bench.query("SELECT type FROM pragma_table_info('t') WHERE name='a'"));
        }
    }

    @Test
    void pathsSelectWhatIsShredded() throws Exception {
        ShredOptions options = ShredOptions.DEFAULT.withPath("/List");
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"), options)) {
            bench.job("{\"meta\":{\"v\":5},\"List\":[{\"i\":1},{\"i\":2}]}");
            bench.job("{\"meta\":{\"v\":5}}");
            bench.finish();
            assertEquals(List.of("1", "2"), bench.query("SELECT i FROM t"));
            assertEquals(
                    List.of("array|2|0|/List", "single|0|1|/List"),
                    bench.query("SELECT form,records,warnings,selected FROM _juggle_files"));
        }
    }

    @Test
    void theLimitCountsRecordsOverAllFiles() throws Exception {
        ShredOptions options = new ShredOptions(List.of(), "", 3, 100);
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"), options)) {
            bench.job("[{\"a\":1},{\"a\":2}]");
            bench.job("[{\"a\":3},{\"b\":4}]");
            bench.job("[{\"a\":5}]");
            bench.finish();
            assertEquals(List.of("1", "2", "3"), bench.query("SELECT a FROM t"));
            assertEquals(List.of("2", "1"), bench.query("SELECT records FROM _juggle_files"));
            assertEquals(List.of("a"), bench.query("SELECT name FROM _juggle_columns WHERE name IS NOT NULL"));
        }
    }

    @Test
    void brokenStretchesAreRecordedWithPlaceAndBytes() throws Exception {
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.job("{\"a\":1}\n{\"a\":1,}\n{\"a\":3}\n");
            bench.job("{\"a\":1,}");
            bench.finish();
            assertEquals(List.of("1", "3"), bench.query("SELECT a FROM t"));
            assertEquals(
                    List.of("lines|2|1", "broken|0|1"),
                    bench.query("SELECT form,records,set_aside FROM _juggle_files"));
            assertEquals(
                    List.of("1|1|2|8|{\"a\":1,}", "2|0|1|8|{\"a\":1,}"),
                    bench.query("SELECT file,record,line,\"column\",CAST(bytes AS TEXT) FROM _juggle_errors"));
        }
    }

    @Test
    void aSmallOutputSpaceGivesTheSameDatabaseInPieces() throws Exception {
        String json = "[" + "{\"a\":\"text of some length\",\"n\":[1,2,3]},".repeat(5_000) + "{}]";
        byte[] whole;
        byte[] pieces;
        try (ShredBench bench = new ShredBench(folder.resolve("whole.db"))) {
            bench.job(json);
            bench.finish();
            assertEquals(0, bench.fragments());
            whole = bench.bytes();
        }
        try (ShredBench bench = new ShredBench(folder.resolve("pieces.db"))) {
            bench.limitOutput(60 << 10);
            bench.job(json);
            bench.finish();
            assertTrue(bench.fragments() > 1, "fragments: " + bench.fragments());
            pieces = bench.bytes();
        }
        assertEquals(-1, Arrays.mismatch(whole, pieces));
    }

    @Test
    void anArenaThatIsTooSmallIsNoticedBeforeTheTicket() throws Exception {
        String json = "[" + "1,".repeat(50_000) + "1]";
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.arenaBytes(1_200_000);
            assertThrows(ArenaFullException.class, () -> bench.job(json));
        }
    }

    @Test
    void deeplyNestedArraysArePackedBelowTheLastTable() throws Exception {
        try (ShredBench bench = new ShredBench(folder.resolve("t.db"))) {
            bench.job("[".repeat(1_000) + " 1 " + "]".repeat(1_000));
            bench.finish();
            assertEquals(List.of("33"), bench.query("SELECT count(*) FROM _juggle_tables"));
            assertEquals(
                    List.of("[".repeat(967) + "1" + "]".repeat(967)),
                    bench.query("SELECT value FROM \"" + bench.lastTable() + "\""));
        }
    }

    @Test
    void aFloodOfStructuresInOneJobComesBackEqual() throws Exception {
        StringBuilder flood = new StringBuilder();
        for (int k = 0; k < 12_000; k++) {
            flood.append("{\"k%d\":%d,\"z\":{\"q%d\":[%d],\"n\":null}}\n".formatted(k, k, k, k));
        }
        Path database = folder.resolve("t.db");
        try (ShredBench bench = new ShredBench(database)) {
            bench.job(flood.toString());
            bench.finish();
            assertEquals(List.of("12000"), bench.query("SELECT count(*) FROM t"));
            assertEquals(List.of("ok"), bench.query("PRAGMA integrity_check"));
        }
        try (StoredDatabase stored = StoredDatabase.open(database);
                Restorer restorer = new Restorer(stored)) {
            stored.forEachFile(file -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                restorer.restore(file, out);
                assertEquals(flood.toString(), out.toString(StandardCharsets.UTF_8));
            });
        }
    }
}
