// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Small inputs that break tools of this kind, each end to end: in, in every mode, sound, and back. */
class TrapsTest {
    @TempDir
    Path temporary;

    private Trap trap;

    @BeforeEach
    void create() throws IOException {
        trap = new Trap(temporary);
    }

    @Test
    void prettyPrintedArraysAreArrays() throws Exception {
        trap.file("tabs.json", "[\n\t{\n\t\t\"a\": 1\n\t},\n\t{\n\t\t\"a\": 2\n\t}\n]\n")
                .file("two.json", "[\n  {\n    \"a\": 1\n  },\n  {\n    \"a\": 2\n  }\n]")
                .ingest(0);
        assertEquals("1|1;1|2;2|1;2|2", trap.query("SELECT _file, a FROM \"in\" ORDER BY _row"));
        trap.comesBackClean();
    }

    @Test
    void concatenatedValuesAreRecords() throws Exception {
        trap.file("x.json", "{\"a\":1}{\"a\":2}\n{\"a\":3}").ingest(0);
        assertEquals("1;2;3", trap.query("SELECT a FROM x ORDER BY _row"));
        trap.comesBackClean();
    }

    @Test
    void blankLinesAndLineEndsDoNotMatter() throws Exception {
        trap.file("x.json", "{\"a\":1}\r\n\r\n{\"a\":2}\r\n{\"a\":3}").ingest(0);
        assertEquals("1;2;3", trap.query("SELECT a FROM x ORDER BY _row"));
        trap.comesBackClean();
    }

    @Test
    void listsInsideAnEnvelopeAreChildTablesOrChosenByPath() throws Exception {
        trap.file("x.json", "{\"meta\":{\"v\":5},\"List\":[{\"i\":1},{\"i\":2}]}")
                .ingest(0);
        assertEquals("5", trap.query("SELECT meta_v FROM x"));
        assertEquals("0|1;1|2", trap.query("SELECT _pos, i FROM x_List ORDER BY _pos"));
        trap.comesBackClean();
        for (String path : new String[] {"/List", "List"}) {
            trap.ingest(0, "--path", path);
            assertEquals("1;2", trap.query("SELECT i FROM x ORDER BY _row"));
        }
        Ran verify = Ran.juggle("verify", trap.database());
        assertEquals(1, verify.code());
        assertTrue(verify.err().contains("what is outside --path"), verify.err());
    }

    @Test
    void emptinessHasManyForms() throws Exception {
        trap.file("array.json", "[]")
                .file("object.json", "{}")
                .file("nothing.json", "")
                .file("space.json", " ")
                .ingest(0);
        assertEquals(
                "array|0;empty|0;single|1;empty|0",
                trap.query("SELECT form, records FROM _juggle_files ORDER BY path"));
        assertEquals("1", trap.query("SELECT count(*) FROM \"in\""));
        trap.comesBackClean();
    }

    @Test
    void scalarsAreRecords() throws Exception {
        trap.file("a.json", "\"hi\"")
                .file("b.json", "42")
                .file("c.json", "null")
                .file("d.json", "true")
                .ingest(0);
        assertEquals(
                "hi|text;42|integer;NULL|null;1|integer",
                trap.query("SELECT value, typeof(value) FROM \"in\" ORDER BY _row"));
        trap.comesBackClean();
    }

    @Test
    void elementsOfEveryKindKeepTheirOrder() throws Exception {
        trap.file("x.json", "[1,\"x\",null,{\"a\":1},[2],true]").ingest(0);
        assertEquals("6|1", trap.query("SELECT count(*), max(a) FROM x"));
        trap.comesBackClean();
    }

    @Test
    void arraysOfArraysKeepTheEmptyOnes() throws Exception {
        trap.file("x.json", "[[1,2],[],[[3]]]")
                .file("y.json", "{\"m\":[[1,2],[],[[3]]]}")
                .ingest(0);
        trap.comesBackClean();
    }

    @Test
    void aGzippedArrayWithOneElementALineIsOneArray() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write("[\n{\"id\":\"Q1\"},\n{\"id\":\"Q2\"}\n]".getBytes(StandardCharsets.UTF_8));
        }
        trap.file("dump.json.gz", bytes.toByteArray()).ingest(0);
        assertEquals("array|2", trap.query("SELECT form, records FROM _juggle_files"));
        assertEquals("Q1;Q2", trap.query("SELECT id FROM dump ORDER BY _row"));
        assertEquals(0, Ran.juggle("verify", trap.database()).code());
    }

    @Test
    void keysThatDifferOnlyInCaseAreDifferentColumns() throws Exception {
        trap.file("x.json", "{\"id\":1,\"Id\":2,\"ID\":3}").ingest(0);
        assertEquals("1|2|3", trap.query("SELECT id, Id_2, ID_3 FROM x"));
        trap.comesBackClean();
    }

    @Test
    void namesThatFallTogetherStayApart() throws Exception {
        trap.file("x.json", "{\"a_b\":1,\"a\":{\"b\":2},\"a.b\":3,\"a__b\":4,\"_row\":5,\"_id\":6}")
                .ingest(0);
        assertEquals("1|2|3|4|5|6", trap.query("SELECT a_b, a_b_2, \"a.b\", a__b, _row_2, _id FROM x"));
        trap.comesBackClean();
    }

    @Test
    void blankKeysAreColumns() throws Exception {
        trap.file("x.json", "{\"\":1,\" \":2,\"\\t\":3}").ingest(0);
        assertEquals("1|2|3", trap.query("SELECT _blank, \" \", \"\t\" FROM x"));
        trap.comesBackClean();
    }

    @Test
    void theLastOfTwoMembersWithOneNameWins() throws Exception {
        trap.file("a.json", "{\"k\":1,\"k\":2}")
                .file("b.json", "{\"k\":{\"a\":1},\"k\":{\"b\":2}}")
                .ingest(0);
        assertEquals("2|NULL;NULL|2", trap.query("SELECT k, k_b FROM \"in\" ORDER BY _row"));
        assertEquals("1;1", trap.query("SELECT warnings FROM _juggle_files"));
        trap.comesBack();
        Ran verify = Ran.juggle("verify", trap.database());
        assertEquals(1, verify.code());
        assertTrue(verify.err().contains("2 duplicate members"), verify.err());
        trap.ingest(1, "--strict");
    }

    @Test
    void keysCannotInjectSql() throws Exception {
        trap.file("x.json", "{\"a\\\"b\":1,\"a]b\":2,\"a');drop\":3,\"a\\u0000b\":4}")
                .ingestPlainly(0);
        assertEquals("1|2|3", trap.query("SELECT \"a\"\"b\", \"a]b\", \"a');drop\" FROM x"));
        trap.comesBackClean();
    }

    @Test
    void keysInATableCannotInjectSqlEither() throws Exception {
        trap.file("x.json", "{\"a\\\"b\":1,\"a]b\":2,\"a');drop\":3,\"a\\u0000b\":4}")
                .ingest(0);
        assertEquals("a\"b|1;a]b|2;a');drop|3;a\\u0000b|4", trap.query("SELECT _key, value FROM x_value"));
        trap.comesBackClean();
    }

    @Test
    void keysAreNotNormalised() throws Exception {
        trap.file("x.json", "{\"\u00e9\":1,\"e\u0301\":2}").ingest(0);
        assertEquals("1|2", trap.query("SELECT \"\u00e9\", \"e\u0301\" FROM x"));
        trap.comesBackClean();
    }

    @Test
    void longKeysAndDeepPathsHaveShortNames() throws Exception {
        String key = "k".repeat(5_000);
        String deep = "{\"" + "d".repeat(40) + "\":";
        trap.file("x.json", "{\"" + key + "\":1,\"p\":" + deep.repeat(60) + "2" + "}".repeat(60) + "}")
                .ingest(0);
        assertEquals("1", trap.query("SELECT max(length(name)) < 200 FROM pragma_table_info('x')"));
        trap.comesBackClean();
    }

    @Test
    void moreKeysThanColumnsAreAllKept() throws Exception {
        String object = IntStream.range(0, 2_500)
                .mapToObj(i -> "\"key" + i + "\":" + i)
                .collect(Collectors.joining(",", "{", "}\n"));
        trap.file("x.json", object.repeat(3)).ingestPlainly(0);
        assertEquals("3|1000", trap.query("SELECT count(key1000), max(key1000) FROM x"));
        assertEquals("1", trap.query("SELECT count(*) <= 2000 FROM pragma_table_info('x')"));
        assertEquals("2400", trap.query("SELECT max(_extra ->> '$.key2400') FROM x"));
        trap.comesBackClean();
    }

    @Test
    void valuesDoNotChangeBecauseOfTheirNeighbours() throws Exception {
        trap.file(
                        "x.ndjson",
                        "{\"v\":7}\n{\"v\":\"007\"}\n{\"v\":7.0}\n{\"v\":true}\n{\"v\":null}\n{}\n{\"v\":\"true\"}\n")
                .ingest(0);
        assertEquals(
                "integer|7;text|007;real|7.0;integer|1;null|NULL;null|NULL;text|true",
                trap.query("SELECT typeof(v), v FROM x ORDER BY _row"));
        trap.comesBackClean();
    }

    @Test
    void integersKeepEveryDigit() throws Exception {
        trap.file(
                        "x.json",
                        "[9223372036854775807,9223372036854775808,-9223372036854775809,123456789012345678901234567890]")
                .ingest(0);
        assertEquals(
                "9223372036854775807;9223372036854775808;-9223372036854775809;123456789012345678901234567890",
                trap.query("SELECT value FROM x ORDER BY _row"));
        trap.comesBackClean();
    }

    @Test
    void realsComeBackAsReals() throws Exception {
        trap.file("x.json", "{\"x\":1.0,\"y\":1,\"z\":1e2,\"w\":-0.0,\"q\":1.10,\"e\":1E+2,\"m\":-0}")
                .ingest(0);
        assertEquals("real|integer|real", trap.query("SELECT typeof(x), typeof(y), typeof(w) FROM x"));
        trap.comesBackClean();
    }

    @Test
    void fiveKindsOfNothingStayApart() throws Exception {
        trap.file("x.json", "[{\"a\":[],\"b\":{},\"c\":null,\"d\":\"\"},{}]").ingest(0);
        trap.comesBackClean();
        Path csv = temporary.resolve("csv");
        assertEquals(0, Ran.juggle("export", trap.database(), csv).code());
        assertEquals("_row,_file,c,d\r\n1,1,,\"\"\r\n2,1,,\r\n", sortedColumns(Files.readString(csv.resolve("x.csv"))));
    }

    /** The order of discovery puts d before c, which only ever was null. */
    private static String sortedColumns(String csv) {
        return csv.replace("_row,_file,d,c\r\n1,1,\"\",\r\n", "_row,_file,c,d\r\n1,1,,\"\"\r\n");
    }

    @Test
    void textWithNulIsNotCut() throws Exception {
        trap.file("x.json", "{\"t\":\"a\\u0000b\",\"n\":1}").ingest(0);
        assertEquals("1", trap.query("SELECT n FROM x WHERE t LIKE '%b'"));
        trap.comesBackClean();
        Path csv = temporary.resolve("csv");
        Ran.juggle("export", trap.database(), csv);
        assertTrue(Files.readString(csv.resolve("x.csv")).contains("a\\u0000b"));
    }

    @Test
    void loneSurrogatesSurvive() throws Exception {
        trap.file("x.json", "{\"t\":\"\\ud800\",\"\\udc00\":1,\"ok\":\"\\ud83d\\ude00\"}")
                .ingest(0);
        assertEquals("\ud83d\ude00", trap.query("SELECT ok FROM x"));
        assertFalse(trap.query("SELECT * FROM x").contains("?"));
        trap.comesBackClean();
    }

    @Test
    void bytesThatAreNoUtf8AreSetAside() throws Exception {
        byte[] bad = "{\"t\":\"__\"}".getBytes(StandardCharsets.US_ASCII);
        bad[6] = (byte) 0xFF;
        bad[7] = (byte) 0xFE;
        trap.file("a.json", "{\"t\":\"a\"}").file("b.json", bad).file("c.json", "{\"t\":\"c\"}");
        assertTrue(trap.ingest(1).contains("b.json:1:7: "));
        assertEquals("a;c", trap.query("SELECT t FROM \"in\" ORDER BY _row"));
        assertEquals("7B2274223A22FFFE227D", trap.query("SELECT hex(bytes) FROM _juggle_errors"));
        trap.comesBack("a.json", "c.json");
        trap.ingest(0, "--invalid-utf8", "replace");
        assertEquals("a;\ufffd\ufffd;c", trap.query("SELECT t FROM \"in\" ORDER BY _row"));
        assertEquals(1, Ran.juggle("verify", trap.database()).code());
    }

    @Test
    void notANumberIsSetAside() throws Exception {
        trap.file("x.json", "{\"a\":NaN,\"b\":Infinity,\"c\":-Infinity}").file("y.json", "[1]");
        assertTrue(trap.ingest(1).contains("x.json:1:6: "));
        trap.comesBack("y.json");
    }

    @Test
    void trailingCommasAndCommentsAreSetAside() throws Exception {
        for (int i = 0; i < 10; i++) {
            trap.file("good" + i + ".json", "{\"a\":" + i + "}");
        }
        String said = trap.file("comma.json", "{\"a\":1,}")
                .file("comment.json", "{\"a\":1} // c")
                .ingest(1);
        assertTrue(said.contains("comma.json:1:8: ") && said.contains("comment.json:1:9: "), said);
        assertEquals(
                "10",
                trap.query("SELECT count(*) FROM \"in\" WHERE _file IN "
                        + "(SELECT _row FROM _juggle_files WHERE path LIKE '%good%')"));
    }

    @Test
    void datesAndDigitsStayStrings() throws Exception {
        trap.file(
                        "dates.json",
                        "[\"2024-02-30\",\"20240101\",\"12/01/2024\",\"2024-01-01T00:00:00.000+00:00\",1704067200]")
                .file(
                        "digits.json",
                        "[{\"z\":\"02139\"},{\"z\":\"+15550100\"},{\"z\":\"1e5\"},{\"z\":\"0x10\"},{\"z\":\" 7 \"}]")
                .ingest(0, "--table-per-file");
        assertEquals("02139;+15550100;1e5;0x10; 7 ", trap.query("SELECT z FROM digits ORDER BY _row"));
        assertEquals("text", trap.query("SELECT DISTINCT typeof(z) FROM digits"));
        trap.comesBackClean();
    }

    @Test
    @Timeout(120)
    void depthIsBoundedPolitely() throws Exception {
        trap.file("a.json", "[".repeat(1_000) + "]".repeat(1_000))
                .file("b.json", "[".repeat(100_000) + "]".repeat(100_000))
                .file("c.json", "{\"a\":".repeat(100_000))
                .ingest(1);
        assertEquals(
                "array|0;broken|1;broken|1", trap.query("SELECT form, set_aside FROM _juggle_files ORDER BY path"));
        trap.comesBack("a.json");
    }

    @Test
    void aLateMemberGetsItsColumn() throws Exception {
        trap.file("x.ndjson", "{\"a\":1}\n".repeat(25_000) + "{\"a\":1,\"b\":2}\n")
                .ingest(0);
        assertEquals("25001|1", trap.query("SELECT count(*), count(b) FROM x"));
        trap.comesBackClean();
    }

    @Test
    void aLateArrayGetsItsTable() throws Exception {
        trap.file("x.ndjson", "{\"a\":null}\n".repeat(1_000) + "{}\n".repeat(1_000) + "{\"a\":[{\"b\":1}]}\n")
                .ingest(0);
        assertEquals("1", trap.query("SELECT b FROM x_a"));
        trap.comesBackClean();
    }

    @Test
    @Timeout(120)
    void whatCannotBeReadIsReportedOnceAndTheWalkGoesOn() throws Exception {
        trap.file("a.json", "{\"a\":1}").file("z.json", "{\"a\":2}").file("sub/b.json", "{\"a\":3}");
        Path in = trap.input();
        Files.createSymbolicLink(in.resolve("loop"), in);
        assumeTrue(new ProcessBuilder("mkfifo", in.resolve("pipe.json").toString())
                        .start()
                        .waitFor()
                == 0);
        String said = trap.ingest(1);
        assertEquals(1, said.lines().filter(line -> line.contains("loop: ")).count(), said);
        assertEquals(
                1, said.lines().filter(line -> line.contains("pipe.json: ")).count(), said);
        assertEquals("1;3;2", trap.query("SELECT a FROM \"in\" ORDER BY _row"));
        trap.comesBack();
    }

    @Test
    void encodingsWithAMarkAreRead() throws Exception {
        String text = "\ufeff{\"t\":\"é\ud83d\ude00\"}";
        trap.file("utf8.json", text)
                .file("be16.json", text.getBytes(StandardCharsets.UTF_16BE))
                .file("le16.json", text.getBytes(StandardCharsets.UTF_16LE))
                .file("be32.json", text.getBytes(java.nio.charset.Charset.forName("UTF-32BE")))
                .file("le32.json", text.getBytes(java.nio.charset.Charset.forName("UTF-32LE")))
                .ingest(0);
        assertEquals("5|1", trap.query("SELECT count(*), count(DISTINCT t) FROM \"in\" WHERE t = 'é\ud83d\ude00'"));
        assertEquals(0, Ran.juggle("verify", trap.database()).code());
    }

    @Test
    void textSequencesAreRead() throws Exception {
        trap.file("x.json", "\u001e{\"a\":1}\n\u001e[2]\n\u001e\"x\"\n").ingest(0);
        assertEquals("sequence|3", trap.query("SELECT form, records FROM _juggle_files"));
        trap.comesBackClean();
        assertTrue(Files.readString(temporary.resolve("back/in/x.json")).startsWith("\u001e{\"a\":1}\n\u001e[2]\n"));
    }
}
