// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BumpArenaTest {
    /** What the naive allocator knows of one piece: where it lies and what was written there. */
    private static final class Piece {
        final long address;
        final byte[] content;

        Piece(long address, byte[] content) {
            this.address = address;
            this.content = content;
        }
    }

    /** A state to return to: the arena's mark and the naive allocator's view at that time. */
    private record Saved(long mark, List<Piece> pieces, long low, long high) {}

    /** The naive allocator: it keeps a list of all pieces and compares every byte. */
    private static final class Model {
        final BumpArena arena;
        final Random random;
        List<Piece> pieces = new ArrayList<>();
        long low;
        long high;
        final Deque<Saved> saved = new ArrayDeque<>();

        Model(BumpArena arena, Random random) {
            this.arena = arena;
            this.random = random;
            this.low = arena.base();
            this.high = arena.base() + arena.capacityBytes();
        }

        void step() {
            switch (random.nextInt(16)) {
                case 0, 1, 2, 3, 4, 5 -> allocate(random.nextInt(3) == 0 ? random.nextInt(700) : random.nextInt(24));
                case 6, 7, 8, 9 -> allocateTop(random.nextInt(3) == 0 ? random.nextInt(500) : random.nextInt(10));
                case 10, 11 -> writeOpenEnded();
                case 12 -> saved.push(new Saved(arena.mark(), new ArrayList<>(pieces), low, high));
                case 13, 14 -> rollback();
                default -> {
                    if (random.nextInt(4) == 0) {
                        reset();
                    }
                }
            }
        }

        void allocate(int bytes) {
            long aligned = (low + 7) / 8 * 8;
            if (aligned + bytes > high) {
                ArenaFullException full = assertThrows(ArenaFullException.class, () -> arena.allocate(bytes));
                assertEquals(bytes, full.requestedBytes());
            } else {
                assertEquals(aligned, arena.allocate(bytes));
                keep(aligned, bytes);
                low = aligned + bytes;
            }
        }

        void allocateTop(int bytes) {
            if (high - bytes < low) {
                assertThrows(ArenaFullException.class, () -> arena.allocateTop(bytes));
            } else {
                high -= bytes;
                assertEquals(high, arena.allocateTop(bytes));
                keep(high, bytes);
            }
        }

        void writeOpenEnded() {
            int bytes = (int) Math.min(random.nextInt(100), arena.limit() - arena.position());
            keep(arena.position(), bytes);
            arena.advanceTo(arena.position() + bytes);
            low += bytes;
        }

        void rollback() {
            if (!saved.isEmpty()) {
                Saved to = saved.pop();
                arena.rollback(to.mark());
                pieces = to.pieces();
                low = to.low();
                high = to.high();
            }
        }

        void reset() {
            long generation = arena.generation();
            arena.reset();
            assertEquals(generation + 1, arena.generation());
            pieces = new ArrayList<>();
            saved.clear();
            low = arena.base();
            high = arena.base() + arena.capacityBytes();
        }

        void keep(long address, int bytes) {
            byte[] content = new byte[bytes];
            random.nextBytes(content);
            Mem.copyIn(content, 0, address, bytes);
            pieces.add(new Piece(address, content));
        }

        void check() {
            for (Piece piece : pieces) {
                assertArrayEquals(piece.content, Mem.bytes(piece.address, piece.content.length));
            }
            assertEquals(low, arena.position());
            assertEquals(high, arena.limit());
            assertEquals(high - low, arena.remainingBytes());
            assertEquals(arena.capacityBytes() - (high - low), arena.usedBytes());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 100, 4096, 40_000})
    void agreesWithNaiveAllocator(int capacity) {
        long seed = System.nanoTime();
        System.out.println("BumpArenaTest seed " + seed + " capacity " + capacity);
        Random random = new Random(seed);
        try (BumpArena arena = new BumpArena(capacity)) {
            Model model = new Model(arena, random);
            for (int step = 0; step < 4_000; step++) {
                model.step();
                if (step % 7 == 0) {
                    model.check();
                }
            }
            model.check();
        }
    }

    @Test
    void fullArenaIsLeftAsItWas() {
        try (BumpArena arena = new BumpArena(128)) {
            arena.allocate(65);
            assertThrows(ArenaFullException.class, () -> arena.allocate(57));
            assertThrows(ArenaFullException.class, () -> arena.allocateTop(64));
            assertEquals(63, arena.remainingBytes());
            arena.allocateTop(63);
            assertEquals(0, arena.remainingBytes());
            assertThrows(ArenaFullException.class, () -> arena.allocate(Long.MAX_VALUE));
        }
    }

    @Test
    void knowsWhatItHolds() {
        try (BumpArena arena = new BumpArena(128)) {
            long low = arena.allocate(16);
            long high = arena.allocateTop(16);
            assertTrue(arena.holds(low, 16));
            assertTrue(arena.holds(high, 16));
            assertFalse(arena.holds(low, 17));
            assertFalse(arena.holds(high - 1, 1));
        }
    }

    @Test
    void sizesThatMakeNoSenseAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new BumpArena(0));
        assertThrows(IllegalArgumentException.class, () -> new BumpArena(1L << 32));
        try (BumpArena arena = new BumpArena(64)) {
            assertThrows(IllegalArgumentException.class, () -> arena.allocate(-1));
            assertThrows(IllegalArgumentException.class, () -> arena.allocateTop(-1));
        }
    }
}
