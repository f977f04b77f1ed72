// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of records, as SQLite keeps an index over any values. */
class PayloadOrderTest {
    @TempDir
    Path folder;

    @Test
    void recordsAreInTheOrderOfAnIndex() throws Exception {
        Random random = Fuzz.random("recordsAreInTheOrderOfAnIndex");
        List<@Nullable Object[]> rows = new ArrayList<>();
        Object[] near = {
            0L, 0.0, 1L, 1.0, 1L << 53, (double) (1L << 53), (1L << 53) + 1, Long.MAX_VALUE, 0x1p63, -0x1p63
        };
        for (int i = 0; i < 1500; i++) {
            Object first = i < near.length ? near[i] : RandomValues.any(random, 20);
            rows.add(new @Nullable Object[] {null, first, RandomValues.any(random, 3)});
        }
        List<ColumnLayout> columns =
                List.of(new ColumnLayout("_row", ""), new ColumnLayout("a", ""), new ColumnLayout("b", ""));
        Workload workload = new Workload();
        workload.add(
                new Workload.Job(List.of(new TableLayout(0, "t", columns)), List.of(new Workload.Batch(0, 1, rows))));
        workload.statements.add("CREATE INDEX i ON t(a, b)");
        Path file = folder.resolve("o.db");
        workload.play(new SqlWriter(file, 4096, 1 << 20), new Workload.Cuts(1 << 20, 1, 1));
        RawDatabase raw = new RawDatabase(file);
        try (BumpArena arena = new BumpArena(Files.size(file))) {
            compareNeighbours(arena, raw.cells(raw.root("i")));
        }
    }

    private static void compareNeighbours(BumpArena arena, List<RawDatabase.Cell> entries) {
        assertTrue(entries.size() > 1000);
        LastRecord last = new LastRecord();
        for (RawDatabase.Cell entry : entries) {
            arena.reset();
            long at = arena.allocate(entry.payload().length);
            Mem.copyIn(entry.payload(), 0, at, entry.payload().length);
            assertEquals(0, PayloadOrder.compare(at, at));
            if (!last.isEmpty()) {
                int order = PayloadOrder.compare(last.address(), at);
                assertTrue(order < 0, () -> "order " + order + " at " + RawDatabase.values(entry.payload()));
                assertEquals(-order, PayloadOrder.compare(at, last.address()));
            }
            last.set(at, entry.payload().length);
        }
        last.close();
    }
}
