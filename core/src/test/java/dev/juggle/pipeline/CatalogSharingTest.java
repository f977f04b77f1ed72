// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.catalog.CatalogStrategy;
import dev.juggle.testing.Fuzz;
import dev.juggle.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New columns in every job, past the most a table may have: no worker may act on names that are old or half there. */
class CatalogSharingTest {
    private static final int JOBS = 11;
    private static final int NEW_NAMES = 190;

    @TempDir
    private Path folder;

    @Test
    void theDatabaseIsTheSameHoweverTheNamesAreShared() throws Exception {
        Random random = Fuzz.random("CatalogSharingTest");
        Path input = Files.createDirectories(folder.resolve("in"));
        for (int job = 0; job < JOBS; job++) {
            Files.writeString(
                    input.resolve(String.format(Locale.ROOT, "%03d.ndjson", job)),
                    lines(random, (job + 1) * NEW_NAMES));
        }
        byte[] expected = run(input, CatalogStrategy.DEFAULT, 1);
        DatabaseCheck.isSound(folder.resolve("snapshot1.db"));
        for (CatalogStrategy strategy : CatalogStrategy.values()) {
            assertArrayEquals(expected, run(input, strategy, 4), strategy.label());
        }
    }

    private byte[] run(Path input, CatalogStrategy strategy, int threads) throws IOException {
        Path output = folder.resolve(strategy.label() + threads + ".db");
        IngestOptions options = IngestOptions.of(InputOptions.of(List.of(input.toString()), output))
                .running(new ReaderMode.Producer(), new MemoryBudget(64 << 20, threads, 0), 0)
                .sharing(strategy);
        IngestSummary summary = new Ingest(options, Trace.OFF).run();
        assertTrue(summary.isClean(false), summary.toString());
        assertEquals(JOBS, summary.documents());
        return Files.readAllBytes(output);
    }

    /** A job of its own, whose records have a few of so many names each: numbers, objects, arrays, nulls. */
    private static String lines(Random random, int names) {
        StringBuilder text = new StringBuilder(300 << 10);
        while (text.length() < 270 << 10) {
            text.append("{\"id\":").append(random.nextInt(9));
            for (int k = random.nextInt(10); k > 0; k--) {
                int name = random.nextInt(4) > 0 ? names - 1 - random.nextInt(NEW_NAMES) : random.nextInt(names);
                text.append(",\"")
                        .append(name % 17 == 0 ? "a name of more than thirty-two bytes " : "n")
                        .append(name);
                text.append("\":").append(value(random, name));
            }
            text.append(",\"text\":\"").append("x".repeat(400)).append("\"}\n");
        }
        return text.toString();
    }

    private static String value(Random random, int name) {
        return switch ((name + random.nextInt(20) / 19) % 6) {
            case 0 -> "null";
            case 1 -> "{\"in\":" + random.nextInt(5) + ",\"n" + name + "\":true}";
            case 2 -> name % 60 == 2 ? "[1,2]" : "1.5";
            case 3 -> "\"s\"";
            default -> "7";
        };
    }
}
