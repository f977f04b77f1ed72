// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemTest {
    @Test
    void numbersAgreeWithByteBufferAtAnyAddress() {
        long seed = System.nanoTime();
        System.out.println("MemTest seed " + seed);
        Random random = new Random(seed);
        byte[] mirror = new byte[256];
        ByteBuffer little = ByteBuffer.wrap(mirror).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer big = ByteBuffer.wrap(mirror);
        try (BumpArena arena = new BumpArena(256)) {
            long base = arena.base();
            Mem.fill(base, 256, (byte) 0);
            for (int step = 0; step < 20_000; step++) {
                int at = random.nextInt(249);
                long value = random.nextLong();
                switch (random.nextInt(7)) {
                    case 0 -> {
                        Mem.putByte(base + at, (byte) value);
                        mirror[at] = (byte) value;
                    }
                    case 1 -> {
                        Mem.putShort(base + at, (short) value);
                        little.putShort(at, (short) value);
                    }
                    case 2 -> {
                        Mem.putInt(base + at, (int) value);
                        little.putInt(at, (int) value);
                    }
                    case 3 -> {
                        Mem.putLong(base + at, value);
                        little.putLong(at, value);
                    }
                    case 4 -> {
                        Mem.putShortBigEndian(base + at, (short) value);
                        big.putShort(at, (short) value);
                    }
                    case 5 -> {
                        Mem.putIntBigEndian(base + at, (int) value);
                        big.putInt(at, (int) value);
                    }
                    default -> {
                        Mem.putLongBigEndian(base + at, value);
                        big.putLong(at, value);
                    }
                }
                int look = random.nextInt(249);
                assertEquals(mirror[look], Mem.getByte(base + look));
                assertEquals(mirror[look] & 0xff, Mem.getUnsignedByte(base + look));
                assertEquals(little.getShort(look), Mem.getShort(base + look));
                assertEquals(little.getInt(look), Mem.getInt(base + look));
                assertEquals(little.getLong(look), Mem.getLong(base + look));
                assertEquals(big.getShort(look), Mem.getShortBigEndian(base + look));
                assertEquals(big.getInt(look), Mem.getIntBigEndian(base + look));
                assertEquals(big.getLong(look), Mem.getLongBigEndian(base + look));
            }
            assertArrayEquals(mirror, Mem.bytes(base, 256));
        }
    }

    @Test
    void copiesAndCompares() {
        try (BumpArena arena = new BumpArena(256)) {
            long base = arena.base();
            byte[] text = "the quick brown fox".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            Mem.copyIn(text, 0, base, text.length);
            Mem.copy(base, base + 101, text.length);
            for (int length = 0; length <= text.length; length++) {
                assertTrue(Mem.equal(base, base + 101, length));
                if (length > 0) {
                    byte was = Mem.getByte(base + length - 1);
                    Mem.putByte(base + length - 1, (byte) (was ^ 0x80));
                    assertFalse(Mem.equal(base, base + 101, length));
                    Mem.putByte(base + length - 1, was);
                }
            }
            Mem.copy(base, base + 3, text.length);
            assertArrayEquals(text, Mem.bytes(base + 3, text.length));
            ByteBuffer view = Mem.buffer(base + 3, text.length);
            assertEquals('t', view.get(0));
            view.put(0, (byte) 'T');
            assertEquals('T', Mem.getByte(base + 3));
        }
    }

    @Test
    void strayAccessIsFoundInTests() {
        assertTrue(Mem.CHECKED, "tests run with -Djuggle.checked=true");
        BumpArena arena = new BumpArena(128);
        long base = arena.base();
        long end = base + arena.capacityBytes();
        assertEquals(0, Mem.getLong(end + Mem.PADDING_BYTES - 8));
        assertThrows(AssertionError.class, () -> Mem.getLong(end + Mem.PADDING_BYTES - 7));
        assertThrows(AssertionError.class, () -> Mem.putByte(end, (byte) 1));
        assertThrows(AssertionError.class, () -> Mem.getByte(base - 1));
        assertThrows(AssertionError.class, () -> Mem.fill(base + 1, 128, (byte) 1));
        assertThrows(AssertionError.class, () -> Mem.buffer(base, 129));
        arena.close();
        assertThrows(AssertionError.class, () -> Mem.getByte(base));
    }

    @Test
    void whatWasGivenBackIsOverwrittenInTests() {
        try (BumpArena arena = new BumpArena(128)) {
            long address = arena.allocate(8);
            Mem.putLong(address, 42);
            long mark = arena.mark();
            long later = arena.allocateTop(8);
            Mem.putLong(later, 43);
            arena.rollback(mark);
            assertEquals(42, Mem.getLong(address));
            assertFalse(Mem.getLong(later) == 43);
            arena.reset();
            assertFalse(Mem.getLong(address) == 42);
        }
    }
}
