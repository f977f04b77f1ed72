// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import dev.juggle.arena.MemoryBudget;
import dev.juggle.json.Limits;
import dev.juggle.shred.ShredOptions;
import dev.juggle.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Documents larger than one job, in every mode, with little memory and much. */
@Timeout(240)
class IngestDivisionTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private Path in = Path.of("");
    private Path target = Path.of("");
    private ShredOptions shred = ShredOptions.DEFAULT;
    private byte[] standardInput = new byte[0];
    private List<Long> memories = List.of(16 * MIB, 64 * MIB);

    @BeforeEach
    void makeFolder() throws IOException {
        in = Files.createDirectories(folder.resolve("in"));
        target = folder.resolve("out.db");
    }

    private IngestOptions options(ReaderMode mode, long memoryBytes, List<String> arguments) {
        IngestOptions plain = IngestOptions.of(InputOptions.of(arguments, target));
        return new IngestOptions(
                plain.input(),
                shred,
                Limits.DEFAULT,
                false,
                mode,
                plain.writer(),
                plain.sharing(),
                new MemoryBudget(memoryBytes, 2, 0),
                0,
                true,
                false,
                false,
                Channels.newChannel(new ByteArrayInputStream(standardInput)));
    }

    /** Runs in every mode with every amount of memory, wants the same database from all, and gives the last summary. */
    private IngestSummary ingest(String... given) throws Exception {
        List<String> arguments = given.length == 0 ? List.of(in.toString()) : List.of(given);
        byte[] first = new byte[0];
        IngestSummary summary = null;
        for (long memoryBytes : memories) {
            for (ReaderMode mode : ReaderMode.all()) {
                summary = new Ingest(options(mode, memoryBytes, arguments), Trace.OFF).run();
                byte[] bytes = Files.readAllBytes(target);
                assertArrayEquals(first.length == 0 ? bytes : first, bytes, mode + " " + memoryBytes);
                first = bytes;
            }
        }
        DatabaseCheck.isSound(target);
        assertTrue(summary != null);
        return summary;
    }

    private String query(String sql) throws Exception {
        return String.join(" ", DatabaseCheck.query(target, sql));
    }

    private static String records(int count, String between) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : between)
                    .append("{\"n\":")
                    .append(i)
                    .append(",\"tags\":[1,\"b]\\\"}\",")
                    .append(i)
                    .append("],\"text\":\"")
                    .append("lorem, {ipsum} ".repeat(i % 7))
                    .append("\"}");
        }
        return text.toString();
    }

    @Test
    void linesAndArraysLargerThanMemoryGoInAsAWhole() throws Exception {
        memories = List.of(16 * MIB);
        for (String between : List.of("\n", ",", " ", ",\n  ", "\n\u001e")) {
            int count = between.equals("\n") ? 200_000 : 50_000;
            boolean isArray = between.startsWith(",");
            String text = records(count, between);
            String around = isArray ? "[" + text + "]" : between.contains("\u001e") ? "\u001e" + text + "\n" : text;
            assertTrue(around.length() > count * 80L);
            Files.writeString(in.resolve("a.json"), around);
            IngestSummary summary = ingest();
            assertTrue(summary.isClean(true), summary.toString());
            assertEquals(1, summary.documents());
            assertEquals(count, summary.records());
            assertEquals(around.length(), summary.bytesUnpacked());
            String form = isArray ? "array" : between.contains("\u001e") ? "sequence" : "lines";
            assertEquals(
                    form + "|1|" + count + "|0|0|" + around.length(),
                    query("SELECT form, first_row, records, set_aside, warnings, size FROM _juggle_files"));
            assertEquals("" + count, query("SELECT count(*) FROM a"));
            assertEquals("0", query("SELECT count(*) FROM a WHERE n <> _row - 1"));
            assertEquals("0", query("SELECT count(*) FROM a_tags WHERE _pos = 2 AND value <> _parent - 1"));
        }
    }

    @Test
    void dividedDocumentsStandAmongOthers() throws Exception {
        byte[] lines = records(40_000, "\n").getBytes(StandardCharsets.UTF_8);
        String array = "[" + records(40_000, ",") + "]";
        Files.writeString(in.resolve("a.json"), "{\"n\":-1}");
        Files.write(in.resolve("b.ndjson"), lines);
        Files.write(in.resolve("c.json.gz"), RandomCorpus.gzip(array.getBytes(StandardCharsets.UTF_8)));
        Files.write(in.resolve("d.json.zst"), Zstd.compress(lines));
        Files.writeString(in.resolve("e.json"), "{\"n\":-2,\"late\":true}");
        standardInput = lines;
        IngestSummary summary = ingest(in.toString(), "-");
        assertTrue(summary.isClean(true), summary.toString());
        assertEquals(6, summary.documents());
        assertEquals(160_002, summary.records());
        assertEquals("1 40000 40000 40000 1 40000", query("SELECT records FROM _juggle_files ORDER BY _row"));
        assertEquals("1 2 40002 80002 120002 1", query("SELECT first_row FROM _juggle_files ORDER BY _row"));
        assertEquals("0", query("SELECT count(*) FROM _juggle_files WHERE length(hash) <> 32"));
        assertEquals(
                query("SELECT hash FROM _juggle_files WHERE path LIKE '%b.ndjson'"),
                query("SELECT hash FROM _juggle_files WHERE path = 'stdin'"));
        assertEquals("40000", query("SELECT count(*) FROM \"in\" WHERE _file = 4"));
    }

    @Test
    void whatIsBrokenIsSetAsideWithItsPlace() throws Exception {
        String good = records(30_000, "\n");
        String broken = good + "\n{\"n\":}\n" + good + "\n{\"n\":1,\n" + good;
        Files.writeString(in.resolve("lines.json"), broken);
        String array = "[" + records(30_000, ",\n");
        Files.writeString(in.resolve("array.json"), array + ",\n{\"n\":tru},\n" + records(30_000, ",") + "]");
        Files.writeString(in.resolve("end.json"), array + "]\n  x" + " ".repeat(300_000) + "y");
        IngestSummary summary = ingest();
        assertEquals(150_000, summary.records());
        assertEquals(4, summary.setAside());
        assertEquals(
                "array|30000|1 array|30000|1 lines|90000|2",
                query("SELECT form, records, set_aside FROM _juggle_files ORDER BY _row"));
        long atLine = good.length() + 6L;
        assertEquals(
                "30000|" + (array.length() + 2 + 5) + "|30001|6 30000|" + (array.length() + 4) + "|30001|3" + " 30000|"
                        + atLine + "|30001|6 60001|" + (atLine + good.length() + 10) + "|60002|8",
                query("SELECT record, byte_offset, line, \"column\" FROM _juggle_errors ORDER BY _row"));
        assertEquals("1", query("SELECT count(*) FROM _juggle_errors WHERE CAST(bytes AS TEXT) = '{\"n\":}'"));
    }

    @Test
    void aRecordThatIsTooLargeIsSetAsideAlone() throws Exception {
        String good = records(30_000, "\n");
        String large = "{\"n\":0,\"s\":\"" + "x".repeat(20 << 20) + "\"}";
        Files.writeString(in.resolve("lines.json"), good + "\n" + large + "\n" + good + "\n");
        Files.writeString(
                in.resolve("array.json"), ("[" + good + "\n" + large + "\n" + good + "]").replace("\n", ",\n"));
        memories = List.of(16 * MIB);
        IngestSummary summary = ingest();
        assertEquals(120_000, summary.records());
        assertEquals(2, summary.setAside());
        String message = summary.messages().getLast();
        assertTrue(message.contains("/lines.json:30001:1: needs more memory than there is for one record"), message);
        assertEquals("65536 65536", query("SELECT length(bytes) FROM _juggle_errors"));
        long advised = Long.parseLong(message.replaceAll(".*--memory (\\d+)M.*", "$1"));
        memories = List.of(advised * MIB);
        summary = ingest();
        assertTrue(summary.isClean(true), "after the advice was followed: " + advised + "M " + summary);
        assertEquals(120_002, summary.records());
    }

    @Test
    void whatEndsTooEarlyKeepsTheRecordsBefore() throws Exception {
        byte[] gzip = RandomCorpus.gzip(records(60_000, "\n").getBytes(StandardCharsets.UTF_8));
        Files.write(in.resolve("a.json.gz"), Arrays.copyOf(gzip, gzip.length / 4 * 3));
        Files.writeString(in.resolve("b.json"), "{\"n\":1}");
        IngestSummary summary = ingest();
        assertFalse(summary.isClean(false));
        assertEquals("broken gzip data: it ends too early", query("SELECT error FROM _juggle_files WHERE _row = 1"));
        assertEquals("lines", query("SELECT form FROM _juggle_files WHERE _row = 1"));
        long kept = Long.parseLong(query("SELECT records FROM _juggle_files WHERE _row = 1"));
        assertTrue(kept > 30_000 && kept < 60_000, "" + kept);
        assertEquals("" + kept, query("SELECT count(*) FROM \"in\" WHERE _file = 1"));
    }

    @Test
    void theLimitMayFallWithinADividedDocument() throws Exception {
        Files.writeString(in.resolve("a.json"), "[" + records(80_000, ",") + "]");
        Files.writeString(in.resolve("b.json"), "{}");
        for (long limit : new long[] {1, 30_000, 80_000, 80_001}) {
            shred = new ShredOptions(List.of(), "", limit, 1 << 16);
            IngestSummary summary = ingest();
            assertEquals(limit, summary.records());
            assertEquals(limit > 80_000 ? 2 : 1, summary.documents());
            assertEquals(
                    Math.min(limit, 80_000) + "|array",
                    query("SELECT records, form FROM _juggle_files WHERE _row = 1"));
        }
    }

    @Test
    void aPathIsFollowedInEachLine() throws Exception {
        String text = records(40_000, "\n").replace("{\"n\"", "{\"in\":{\"n\"").replace("\"}", "\"}}");
        Files.writeString(in.resolve("a.json"), text.replace("}}\\", "}\\"));
        shred = ShredOptions.DEFAULT.withPath("in.n");
        assertEquals(40_000, ingest().records());
        assertEquals("39999", query("SELECT max(value) FROM a"));
    }
}
