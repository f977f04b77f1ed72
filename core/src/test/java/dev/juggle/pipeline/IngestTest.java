// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
class IngestTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private WriterKind writer = WriterKind.BULK;

    private Path input() throws IOException {
        return Files.createDirectories(folder.resolve("in"));
    }

    private IngestOptions options(String output, Path input) {
        return IngestOptions.of(InputOptions.of(List.of(input.toString()), folder.resolve(output)));
    }

    private byte[] run(String output, ReaderMode mode, MemoryBudget budget, int batch) throws IOException {
        IngestOptions options =
                options(output, input()).running(mode, budget, batch).writing(writer);
        IngestSummary summary = new Ingest(options, Trace.OFF).run();
        assertEquals(IngestSummary.Outcome.COMPLETE, summary.outcome());
        assertFalse(Files.exists(folder.resolve(output + ".part")));
        byte[] bytes = Files.readAllBytes(folder.resolve(output));
        assertEquals(bytes.length, summary.databaseBytes());
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(WriterKind.class)
    void theDatabaseIsTheSameInEveryModeAndForAnyThreadsArenasAndBatches(WriterKind kind) throws Exception {
        writer = kind;
        long seed = System.nanoTime();
        System.out.println("IngestTest seed " + seed);
        Random random = new Random(seed);
        new RandomCorpus(seed).write(input(), 120, 120_000);
        byte[] expected = run("base.db", new ReaderMode.Single(), new MemoryBudget(256 * MIB, 1, 2), 1);
        DatabaseCheck.isSound(folder.resolve("base.db"));
        int number = 0;
        for (ReaderMode mode : ReaderMode.all()) {
            for (int threads : new int[] {1, 2, 4, 8}) {
                int arenas = random.nextInt(3) == 0 ? 0 : 2 + random.nextInt(7);
                long memory = (threads > 4 ? 64 : 32 << random.nextInt(3)) * MIB;
                MemoryBudget budget = new MemoryBudget(memory, threads, arenas);
                int batch = 1 + random.nextInt(budget.maxBatch());
                byte[] found = run("out" + number++ + ".db", mode, budget, batch);
                assertArrayEquals(
                        expected,
                        found,
                        mode + " " + threads + " threads " + budget.arenaCount() + " arenas " + memory);
            }
        }
    }

    @Test
    void aSingleObjectBecomesADatabase() throws Exception {
        Files.writeString(input().resolve("one.json"), "{\"a\":1,\"b\":[1,2,3]}");
        IngestSummary summary = new Ingest(options("one.db", input()), Trace.OFF).run();
        assertTrue(summary.isClean(true), summary.toString());
        assertEquals(1, summary.documents());
        assertEquals(1, summary.records());
        assertEquals(4, summary.rows());
        assertEquals(2, summary.tables());
        DatabaseCheck.isSound(folder.resolve("one.db"));
    }
}
