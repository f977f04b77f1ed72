// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.shred.ShredOptions;
import dev.juggle.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Input that breaks tools of this kind, put through the whole pipeline in every mode. */
@Timeout(240)
class IngestTrapsTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private Path in = Path.of("");
    private Path target = Path.of("");
    private ShredOptions shred = ShredOptions.DEFAULT;
    private long memoryBytes = 32 * MIB;
    private boolean isFailFast;
    private boolean isRepairing;
    private boolean isReplacing = true;
    private String standardInput = "";

    @BeforeEach
    void makeFolder() throws IOException {
        in = Files.createDirectories(folder.resolve("in"));
        target = folder.resolve("out.db");
    }

    private void put(String name, String text) throws IOException {
        Files.writeString(in.resolve(name), text);
    }

    private IngestOptions options(ReaderMode mode, List<String> arguments) {
        IngestOptions plain = IngestOptions.of(InputOptions.of(arguments, target));
        ReadableByteChannel piped =
                Channels.newChannel(new ByteArrayInputStream(standardInput.getBytes(StandardCharsets.UTF_8)));
        MemoryBudget budget = new MemoryBudget(memoryBytes, 2, 0);
        return new IngestOptions(
                plain.input(),
                shred,
                plain.limits(),
                isRepairing,
                mode,
                plain.writer(),
                plain.sharing(),
                budget,
                0,
                isReplacing,
                isFailFast,
                false,
                piped);
    }

    /** Runs in every mode, wants the same database from all, and gives the last summary. */
    private IngestSummary ingest(String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(in.toString()));
        arguments.addAll(List.of(more));
        byte[] first = new byte[0];
        IngestSummary summary = null;
        for (ReaderMode mode : ReaderMode.all()) {
            summary = new Ingest(options(mode, arguments), Trace.OFF).run();
            byte[] bytes = Files.readAllBytes(target);
            assertArrayEquals(first.length == 0 ? bytes : first, bytes, mode.toString());
            first = bytes;
        }
        DatabaseCheck.isSound(target);
        assertTrue(summary != null);
        return summary;
    }

    private String query(String sql) throws Exception {
        return String.join(" ", DatabaseCheck.query(target, sql));
    }

    @Test
    void brokenFilesAmongGoodOnesAreSetAsideByPlace() throws Exception {
        for (int i = 0; i < 10; i++) {
            put("good" + i + ".json", "{\"n\":" + i + "}");
        }
        put("comma.json", "{\"a\":1,}");
        put("comment.json", "{\"a\":1} // c");
        IngestSummary summary = ingest();
        assertFalse(summary.isClean(false));
        assertEquals(12, summary.documents());
        assertEquals(2, summary.setAside());
        assertEquals(2, summary.messages().size());
        assertTrue(
                summary.messages().get(0).startsWith(in + "/comma.json:1:8: "),
                summary.messages().get(0));
        assertTrue(
                summary.messages().get(1).startsWith(in + "/comment.json:1:9: "),
                summary.messages().get(1));
        assertEquals("10", query("SELECT count(n) FROM \"in\""));
        assertEquals("2", query("SELECT count(*) FROM _juggle_errors"));
    }

    @Test
    void bytesThatAreNoUtf8AreSetAsideAlone() throws Exception {
        put("a.json", "{\"t\":\"1\"}");
        Files.write(
                in.resolve("b.json"), new byte[] {'{', '"', 't', '"', ':', '"', (byte) 0xff, (byte) 0xfe, '"', '}'});
        put("c.json", "{\"t\":\"3\"}");
        IngestSummary summary = ingest();
        assertEquals(2, summary.records());
        assertEquals(1, summary.setAside());
        assertEquals("1 3", query("SELECT t FROM \"in\" ORDER BY _row"));
    }

    @Test
    void deepNestingIsTakenOrRefusedPolitely() throws Exception {
        put("a1000.json", "[".repeat(1000) + "]".repeat(1000));
        put("b100000.json", "[".repeat(100_000) + "]".repeat(100_000));
        put("c100000.json", "{\"a\":".repeat(100_000));
        IngestSummary summary = ingest();
        assertEquals(3, summary.documents());
        assertEquals(1, summary.records());
        assertEquals(2, summary.setAside());
    }

    @Test
    void emptyFilesAreNoted() throws Exception {
        put("a.json", "[]");
        put("b.json", "{}");
        put("c.json", "");
        put("d.json", " ");
        IngestSummary summary = ingest();
        assertTrue(summary.isClean(true));
        assertEquals(1, summary.records());
        assertEquals(2, summary.emptyDocuments());
        assertEquals("array single empty empty", query("SELECT form FROM _juggle_files ORDER BY _row"));
    }

    @Test
    void whatIsNoFileIsReportedOnceAndTheWalkGoesOn() throws Exception {
        put("a.json", "{}");
        put("z.json", "{}");
        Files.createSymbolicLink(in.resolve("loop"), in);
        new ProcessBuilder("mkfifo", in.resolve("pipe.json").toString()).start().waitFor();
        IngestSummary summary = ingest(in.resolve("missing.json").toString());
        assertEquals(2, summary.documents());
        assertEquals(3, summary.problems());
        assertEquals(3, summary.messages().size());
        assertFalse(summary.isClean(false));
    }

    @Test
    void limitTakesTheFirstRecordsInInputOrder() throws Exception {
        for (int i = 0; i < 40; i++) {
            put("f" + (100 + i) + ".json", "[" + "{\"n\":1},".repeat(i * 50) + "{\"n\":2}]");
        }
        for (long limit : new long[] {1, 51, 700, 3_000}) {
            shred = new ShredOptions(List.of(), "", limit, 1 << 16);
            IngestSummary summary = ingest();
            assertEquals(limit, summary.records());
            assertEquals(Long.toString(limit), query("SELECT count(*) FROM \"in\""));
        }
    }

    @Test
    void largeFilesTakeTheReserveAndComeInParts() throws Exception {
        memoryBytes = 24 * MIB;
        StringBuilder rows = new StringBuilder("[");
        for (int i = 0; i < 12_000; i++) {
            rows.append(i == 0 ? "" : ",")
                    .append("{\"n\":")
                    .append(i)
                    .append(",\"tags\":[1,2,3],\"s\":\"0123456789\"}");
        }
        put("a.json", "{\"n\":-1}");
        put("b.json", rows.append(']').toString());
        put("c.json", "{\"n\":-2}");
        put("d.json", rows.toString());
        put("e.json", "{\"n\":-3}");
        assertTrue(ingest().isClean(true));
        byte[] small = Files.readAllBytes(target);
        memoryBytes = 256 * MIB;
        assertTrue(ingest().isClean(true));
        assertArrayEquals(small, Files.readAllBytes(target));
        assertEquals("24003|72000", query("SELECT count(*), (SELECT count(*) FROM in_tags) FROM \"in\""));
    }

    @Test
    void whatCannotFitIsSetAsideWithTheMemoryItNeeds() throws Exception {
        memoryBytes = 16 * MIB;
        put("a.json", "{\"n\":1}");
        put("b.json", "{\"b\":[" + "{\"n\":1,\"m\":[1,2]},\n".repeat(400_000) + "0]}");
        Files.write(
                in.resolve("c.json.gz"),
                RandomCorpus.gzip(
                        ("{\"c\":[" + "{\"k\":1},\n".repeat(1_500_000) + "0]}").getBytes(StandardCharsets.UTF_8)));
        put("d.json", "{\"n\":2}");
        IngestSummary summary = ingest();
        assertEquals(2, summary.records());
        assertEquals(2, summary.setAside());
        for (String message : summary.messages()) {
            assertTrue(message.contains("give --memory "), message);
        }
        long advised = summary.messages().stream()
                .mapToLong(message -> Long.parseLong(message.replaceAll(".*--memory (\\d+)M.*", "$1")))
                .max()
                .orElseThrow();
        memoryBytes = advised * MIB;
        assertTrue(ingest().isClean(true), "after the advice was followed: " + advised + "M");
    }

    @Test
    void failFastStopsAtTheFirstInInputOrder() throws Exception {
        for (int i = 0; i < 50; i++) {
            put("f" + (100 + i) + ".json", i >= 20 ? "{\"a\":" : "{\"a\":1}");
        }
        isFailFast = true;
        for (ReaderMode mode : ReaderMode.all()) {
            IngestSummary summary = new Ingest(options(mode, List.of(in.toString())), Trace.OFF).run();
            assertEquals(IngestSummary.Outcome.STOPPED, summary.outcome());
            assertEquals(1, summary.messages().size());
            assertTrue(summary.messages().getFirst().startsWith(in + "/f120.json:1:6: "));
            assertFalse(Files.exists(target));
            assertFalse(Files.exists(folder.resolve("out.db.part")));
        }
    }

    @Test
    void anExistingTargetStaysWithoutForce() throws Exception {
        put("a.json", "{}");
        Files.writeString(target, "precious");
        isReplacing = false;
        Ingest ingest = new Ingest(options(new ReaderMode.Producer(), List.of(in.toString())), Trace.OFF);
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, ingest::run);
        assertEquals(target + " exists already; --force replaces it", thrown.getMessage());
        assertEquals("precious", Files.readString(target));
    }

    @Test
    void aSecondRunWithTheSameTargetIsRefused() throws Exception {
        put("a.json", "{}");
        try (Publication first = new Publication(target, true)) {
            Ingest second = new Ingest(options(new ReaderMode.Single(), List.of(in.toString())), Trace.OFF);
            IOException thrown = assertThrows(IOException.class, second::run);
            assertEquals(first.part() + " is being written by another run", thrown.getMessage());
        }
        assertFalse(Files.exists(folder.resolve("out.db.part")));
        assertTrue(ingest().isClean(true));
    }

    @Test
    void aGlobThatIsNoneIsTheUsersMistake() throws Exception {
        InputOptions input = new InputOptions(List.of(in.toString()), List.of("[a"), List.of(), "", false, target);
        Ingest ingest = new Ingest(IngestOptions.of(input), Trace.OFF);
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, ingest::run);
        assertEquals("--include and --exclude take globs, which this is not: [a", thrown.getMessage());
    }

    @Test
    void bytesThatAreNoUtf8AreReplacedOnDemand() throws Exception {
        Files.write(
                in.resolve("b.json"), new byte[] {'{', '"', 't', '"', ':', '"', (byte) 0xff, (byte) 0xfe, '"', '}'});
        isRepairing = true;
        IngestSummary summary = ingest();
        assertEquals(0, summary.setAside());
        assertTrue(summary.isClean(false));
        assertFalse(summary.isClean(true), "what was replaced is a warning");
        assertEquals("\ufffd\ufffd", query("SELECT t FROM b"));
        assertEquals("replace", query("SELECT value FROM _juggle_meta WHERE name = 'invalid_utf8'"));
    }

    @Test
    void nothingToReadLeavesNoDatabase() throws Exception {
        IngestSummary summary = new Ingest(
                        options(new ReaderMode.Producer(), List.of(in.toString(), in + "/none.json")), Trace.OFF)
                .run();
        assertEquals(IngestSummary.Outcome.NOTHING_FOUND, summary.outcome());
        assertEquals(1, summary.problems());
        assertFalse(Files.exists(target));
        assertFalse(Files.exists(folder.resolve("out.db.part")));
    }

    @Test
    void standardInputIsADocumentLikeAnyOther() throws Exception {
        put("a.json", "{\"n\":1}");
        standardInput = "{\"n\":2}\n{\"n\":3}\n";
        assertTrue(ingest("-").isClean(true));
        assertEquals("2 3", query("SELECT n FROM stdin ORDER BY _row"));
        assertEquals("null", query("SELECT size FROM _juggle_files WHERE path = 'stdin'"));
    }
}
