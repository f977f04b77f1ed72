// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockArenaTest {
    @Test
    void piecesKeepTheirBytesWhileTheArenaGrows() {
        long seed = System.nanoTime();
        System.out.println("BlockArenaTest seed " + seed);
        Random random = new Random(seed);
        try (BlockArena arena = new BlockArena()) {
            List<long[]> pieces = new ArrayList<>();
            for (int piece = 0; piece < 500; piece++) {
                int bytes = 1 + random.nextInt(4000);
                long address = arena.allocate(bytes);
                assertEquals(0, address % 8);
                Mem.fill(address, bytes, (byte) piece);
                pieces.add(new long[] {address, bytes, piece});
            }
            for (long[] piece : pieces) {
                assertEquals((byte) piece[2], Mem.getByte(piece[0]));
                assertEquals((byte) piece[2], Mem.getByte(piece[0] + piece[1] - 1));
            }
            assertTrue(arena.blockCount() > 1);
        }
    }

    @Test
    void afterAResetTheSameAmountFitsIntoOneBlock() {
        try (BlockArena arena = new BlockArena()) {
            for (int piece = 0; piece < 100; piece++) {
                arena.allocate(10_000);
            }
            long generation = arena.generation();
            arena.reset();
            assertEquals(generation + 1, arena.generation());
            for (int piece = 0; piece < 100; piece++) {
                arena.allocate(10_000);
            }
            assertEquals(1, arena.blockCount());
            long capacity = arena.capacityBytes();
            long first = arena.allocate(8);
            arena.reset();
            assertTrue(arena.allocate(8) <= first);
            assertEquals(capacity, arena.capacityBytes());
        }
    }

    @Test
    void theLimitIsKept() {
        try (BlockArena arena = new BlockArena(1 << 20)) {
            arena.allocate(1 << 19);
            assertThrows(ArenaFullException.class, () -> arena.allocate(1 << 20));
            arena.allocate(1 << 18);
            assertTrue(arena.capacityBytes() <= 1 << 20);
        }
    }

    @Test
    void mallocAnswersEachAllocationWithItsOwnBlock() {
        try (MallocAllocator allocator = new MallocAllocator()) {
            assertTrue(allocator.perRecord());
            long one = allocator.allocate(100);
            long other = allocator.allocate(100);
            Mem.fill(one, 100, (byte) 1);
            Mem.fill(other, 100, (byte) 2);
            assertEquals(1, Mem.getByte(one + 99));
            allocator.record(32);
            assertEquals(3, allocator.allocationCount());
            allocator.reset();
            assertEquals(0, allocator.allocationCount());
            assertEquals(1, allocator.generation());
        }
    }
}
