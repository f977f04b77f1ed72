// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestCommandTest {
    @TempDir
    Path folder;

    private Path in;
    private Path db;

    @BeforeEach
    void create() throws IOException {
        in = Files.createDirectories(folder.resolve("in"));
        db = folder.resolve("out.db");
    }

    private Path put(String name, String text) throws IOException {
        return Files.writeString(in.resolve(name), text);
    }

    @Test
    void anExistingTargetStaysWithoutForce() throws IOException {
        put("a.json", "1");
        Files.writeString(db, "precious");
        Ran ran = Ran.juggle("ingest", in, "-o", db);
        assertEquals(2, ran.code());
        assertTrue(ran.err().contains("exists already; --force replaces it"), ran.err());
        assertEquals("precious", Files.readString(db));
        assertEquals(0, Ran.juggle("ingest", in, "-o", db, "--force").code());
        assertEquals(0, Ran.juggle("verify", db).code());
    }

    @Test
    void nothingToReadIsAnError() {
        Ran ran = Ran.juggle("ingest", in.resolve("absent.json"), "-o", db);
        assertEquals(2, ran.code());
        assertTrue(ran.err().contains("absent.json: no such file"), ran.err());
        assertFalse(Files.exists(db));
        assertEquals(2, Ran.juggle("ingest", in, "-o", db).code());
    }

    @Test
    void failFastMakesNoDatabase() throws IOException {
        put("a.json", "1");
        put("b.json", "{");
        Ran ran = Ran.juggle("ingest", in, "-o", db, "--fail-fast");
        assertEquals(1, ran.code());
        assertTrue(ran.err().contains("b.json:1:2: "), ran.err());
        assertFalse(Files.exists(db));
        assertFalse(Files.exists(folder.resolve("out.db.part")));
    }

    @Test
    void theSummaryReconciles() throws IOException {
        put("a.ndjson", "{\"a\":1}\n{\"a\":\n{\"a\":3}\n");
        put("b.json", "");
        Ran ran = Ran.juggle("ingest", in, "-o", db);
        assertEquals(1, ran.code());
        assertTrue(ran.err().contains("2 documents, 2 records, 1 table, 2 rows"), ran.err());
        assertTrue(ran.err().contains("1 of 3 records read"), ran.err());
        assertTrue(ran.err().contains("1 empty document"), ran.err());
        assertEquals("", ran.out());
    }

    @Test
    void theLimitCutsRecordsOff() throws IOException {
        put("a.ndjson", "1\n2\n3\n");
        put("b.ndjson", "4\n5\n");
        Ran ran = Ran.juggle("ingest", in, "-o", db, "--limit", "2");
        assertTrue(ran.err().contains("2 records"), ran.err());
        assertEquals(1, Ran.juggle("verify", db, in).code());
    }

    @Test
    void memoryIsExplained() {
        Ran ran = Ran.juggle("ingest", "--explain-memory", "--memory", "64M", "--threads", "1");
        assertEquals(0, ran.code());
        assertTrue(ran.out().contains("total (--memory)      64.00 MiB"), ran.out());
    }

    @Test
    void wrongOptionsAreWrongUse() throws IOException {
        put("a.json", "1");
        for (String[] wrong : new String[][] {
            {"--reader", "stream"},
            {"--memory", "1M"},
            {"--memory", "lots"},
            {"--threads", "0"},
            {"--invalid-utf8", "ignore"},
            {"--limit", "0"},
            {"--batch", "99"}
        }) {
            Ran ran = Ran.juggle("ingest", in, "-o", db, wrong[0], wrong[1]);
            assertEquals(2, ran.code(), ran.err());
            assertEquals(1, ran.err().lines().count(), ran.err());
            assertFalse(ran.err().contains("Exception"), ran.err());
        }
        assertEquals(2, Ran.juggle("ingest", in).code());
        assertEquals(2, Ran.juggle("ingest", "-o", db).code());
    }

    @Test
    void progressIsALineOnATerminal() {
        assertEquals(
                " 50 % [==========          ] 50.0 MiB, 10.0 MiB/s, 5 s left, 2 set aside, 1,000 records",
                ProgressBar.line(50L << 20, 100L << 20, 1_000, 2, 5));
        assertEquals("1.0 MiB, 1.0 MiB/s, 1 record", ProgressBar.line(1 << 20, -1, 1, 0, 1));
    }
}
