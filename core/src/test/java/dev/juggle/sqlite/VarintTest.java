// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VarintTest {
    /** The definition, bit by bit, as the file-format document words it. */
    private static byte[] naive(long value) {
        int groups = 1;
        while (groups < 8 && value >>> (7 * groups) != 0) {
            groups++;
        }
        if (value >>> 56 != 0) {
            byte[] nine = new byte[9];
            nine[8] = (byte) value;
            for (int i = 0; i < 8; i++) {
                nine[7 - i] = (byte) (((value >>> (8 + 7 * i)) & 0x7f) | 0x80);
            }
            return nine;
        }
        byte[] bytes = new byte[groups];
        for (int i = 0; i < groups; i++) {
            bytes[groups - 1 - i] = (byte) (((value >>> (7 * i)) & 0x7f) | (i == 0 ? 0 : 0x80));
        }
        return bytes;
    }

    private static void check(BumpArena arena, long value) {
        byte[] expected = naive(value);
        long at = arena.position();
        arena.advanceTo(at + expected.length);
        assertEquals(at + expected.length, Varint.put(at, value), () -> "end of " + value);
        assertArrayEquals(expected, Mem.bytes(at, expected.length), () -> "bytes of " + value);
        assertEquals(expected.length, Varint.size(value), () -> "size of " + value);
        assertEquals(expected.length, Varint.sizeAt(at), () -> "size read of " + value);
        assertEquals(value, Varint.get(at), () -> "value of " + value);
        arena.reset();
    }

    @Test
    void everyPowerOfTwoAndItsNeighboursAsTheFormatSays() {
        try (BumpArena arena = new BumpArena(64)) {
            for (int bit = 0; bit < 64; bit++) {
                for (long near = -2; near <= 2; near++) {
                    check(arena, (1L << bit) + near);
                    check(arena, -(1L << bit) + near);
                }
            }
        }
    }

    @Test
    void randomValuesOfEveryMagnitudeAsTheFormatSays() {
        Random random = Fuzz.random("randomValuesOfEveryMagnitudeAsTheFormatSays");
        try (BumpArena arena = new BumpArena(64)) {
            for (int i = 0; i < Fuzz.rounds(20_000); i++) {
                check(arena, random.nextLong() >>> random.nextInt(64));
            }
        }
    }
}
