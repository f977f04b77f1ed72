// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final long MIB = 1 << 20;

    @Test
    void linesAddUpToWhatIsAllowed() {
        for (long mebibytes : new long[] {16, 17, 31, 64, 100, 256, 1000, 4096, 65_536}) {
            for (int threads : new int[] {1, 2, 4, 8}) {
                MemoryBudget budget = new MemoryBudget(mebibytes * MIB, threads, 0);
                long sum = budget.lines().stream()
                        .mapToLong(MemoryBudget.Line::bytes)
                        .sum();
                assertEquals(mebibytes * MIB, sum);
                assertTrue(budget.lines().stream().allMatch(line -> line.bytes() >= 0), budget.explain());
                assertTrue(budget.reserveBytes() >= budget.arenaBytes());
                assertEquals(0, budget.arenaBytes() % (64 << 10));
            }
        }
    }

    @Test
    void twoThreadsInTheDefaultGetSixArenas() {
        MemoryBudget budget = new MemoryBudget(MemoryBudget.DEFAULT_MEMORY_BYTES, 2, 0);
        assertEquals(6, budget.arenaCount());
        assertEquals(3, budget.maxBatch());
        assertTrue(budget.arenaBytes() > 16 * MIB, budget.explain());
        assertTrue(budget.reserveBytes() > 80 * MIB, budget.explain());
        assertTrue(budget.explain().contains("total (--memory)     256.00 MiB"), budget.explain());
    }

    @Test
    void whatCannotBeDividedIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new MemoryBudget(16 * MIB - 1, 2, 0));
        assertThrows(IllegalArgumentException.class, () -> new MemoryBudget(16 * MIB, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new MemoryBudget(16 * MIB, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> new MemoryBudget(16 * MIB, 2, 1000));
    }

    @Test
    void advisedMemoryIsEnoughAndNotMoreThanNeeded() {
        MemoryBudget budget = new MemoryBudget(16 * MIB, 2, 0);
        for (long needed : new long[] {budget.reserveBytes() + 1, 20 * MIB, 100 * MIB + 7, 1000 * MIB}) {
            long advised = budget.memoryForReserve(needed);
            assertTrue(new MemoryBudget(advised, 2, 6).reserveBytes() >= needed);
            assertTrue(new MemoryBudget(advised - MIB, 2, 6).reserveBytes() < needed);
        }
    }

    @Test
    void poolTakesMemoryOnlyWhenAsked() {
        try (ArenaPool pool = new ArenaPool(new MemoryBudget(16 * MIB, 2, 0))) {
            assertEquals(6, pool.size());
            assertEquals(0, pool.takenBytes());
            BumpArena first = pool.arena(0);
            assertSame(first, pool.arena(0));
            assertEquals(pool.budget().arenaBytes(), pool.takenBytes());
            assertSame(pool.reserve(), pool.reserve());
            assertEquals(pool.budget().arenaBytes() + pool.budget().reserveBytes(), pool.takenBytes());
        }
    }

    @Test
    void closedPoolGivesNothing() {
        ArenaPool pool = new ArenaPool(new MemoryBudget(16 * MIB, 1, 2));
        BumpArena arena = pool.arena(1);
        long base = arena.base();
        pool.close();
        assertThrows(IllegalStateException.class, () -> pool.arena(1));
        assertThrows(AssertionError.class, () -> Mem.getByte(base));
    }
}
