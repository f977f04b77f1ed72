// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.pipeline.IngestSummary;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class IngestReportTest {
    @Test
    void whatTooLittleMemoryCostIsSaid() {
        String text = report(12_000, 1_234);
        assertTrue(
                text.contains("repeats    about 1,234 values stored more than once: --memory is too little to keep more"
                        + " than 32.0 MiB of them in mind"),
                text);
        assertFalse(report(12_000, 0).contains("repeats"), "what was forgotten and did not come again cost nothing");
    }

    private static String report(long forgotten, long storedAgain) {
        IngestSummary summary = new IngestSummary(
                IngestSummary.Outcome.COMPLETE,
                1,
                0,
                5,
                0,
                0,
                0,
                2,
                50,
                forgotten,
                storedAgain,
                100,
                100,
                4096,
                1,
                1,
                List.of());
        return new IngestReport(summary, Path.of("a.db"), new MemoryBudget(256 << 20, 2, 0)).text();
    }
}
