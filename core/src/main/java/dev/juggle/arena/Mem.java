// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/*
 * Why one segment over all memory: a MemorySegment that is passed around costs up to a quarter of the
 * speed, because its bounds and its liveness are checked on each access and rarely hoisted out of a
 * loop. A segment in a static final field is a constant to the compiler; nothing is left but
 * the load. The price is that a wrong address is not caught, so tests run with CHECKED on, which looks up
 * each address among the open blocks. Figures: docs/experiments.md.
 */
/**
 * Reads and writes memory at absolute addresses. Numbers are little-endian and need no alignment;
 * the methods ending in {@code BigEndian} are for formats that are (SQLite's). Nothing here
 * synchronises, but for {@link #getLongAcquire} and its partner: the bytes belong to whoever owns the arena they lie in.
 *
 * <p>With {@code -Djuggle.checked=true} every access must lie in an open block: writes within its
 * capacity, reads within capacity and padding; anything else is an {@link AssertionError}.
 */
public final class Mem {
    /** Whether addresses are checked; a constant, so that the checks cost nothing when off. */
    public static final boolean CHECKED = Boolean.getBoolean("juggle.checked");

    /** Bytes behind the capacity of every arena that may be read (and hold nothing of meaning). */
    public static final int PADDING_BYTES = Block.PADDING_BYTES;

    @SuppressWarnings("restricted")
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT_BIG =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT_BIG = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG_BIG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final VarHandle SHARED_LONG = ValueLayout.JAVA_LONG.varHandle();

    /** All bits that an address has anywhere, and then some. */
    private static final long ADDRESS_BITS = (1L << 60) - 1;

    private Mem() {}

    /**
     * The same address, for inner loops: from here on the compiler knows that it is one, and leaves out the test that
     * comes with each access (three instructions) for it and for what lies a constant distance behind it.
     */
    public static long known(long address) {
        assert (address & ~ADDRESS_BITS) == 0;
        return address & ADDRESS_BITS;
    }

    /** The byte at {@code address}, signed. */
    public static byte getByte(long address) {
        if (CHECKED) {
            readable(address, 1);
        }
        return ALL.get(ValueLayout.JAVA_BYTE, address);
    }

    /** The byte at {@code address} as 0 to 255. */
    public static int getUnsignedByte(long address) {
        return getByte(address) & 0xff;
    }

    /** The two bytes at {@code address}, little-endian. */
    public static short getShort(long address) {
        if (CHECKED) {
            readable(address, 2);
        }
        return ALL.get(SHORT, address);
    }

    /** The four bytes at {@code address}, little-endian. */
    public static int getInt(long address) {
        if (CHECKED) {
            readable(address, 4);
        }
        return ALL.get(INT, address);
    }

    /** The eight bytes at {@code address}, little-endian. */
    public static long getLong(long address) {
        if (CHECKED) {
            readable(address, 8);
        }
        return ALL.get(LONG, address);
    }

    /** The two bytes at {@code address}, big-endian. */
    public static short getShortBigEndian(long address) {
        if (CHECKED) {
            readable(address, 2);
        }
        return ALL.get(SHORT_BIG, address);
    }

    /** The four bytes at {@code address}, big-endian. */
    public static int getIntBigEndian(long address) {
        if (CHECKED) {
            readable(address, 4);
        }
        return ALL.get(INT_BIG, address);
    }

    /** The eight bytes at {@code address}, big-endian. */
    public static long getLongBigEndian(long address) {
        if (CHECKED) {
            readable(address, 8);
        }
        return ALL.get(LONG_BIG, address);
    }

    /** Writes one byte. */
    public static void putByte(long address, byte value) {
        if (CHECKED) {
            writable(address, 1);
        }
        ALL.set(ValueLayout.JAVA_BYTE, address, value);
    }

    /** Writes two bytes, little-endian. */
    public static void putShort(long address, short value) {
        if (CHECKED) {
            writable(address, 2);
        }
        ALL.set(SHORT, address, value);
    }

    /** Writes four bytes, little-endian. */
    public static void putInt(long address, int value) {
        if (CHECKED) {
            writable(address, 4);
        }
        ALL.set(INT, address, value);
    }

    /** Writes eight bytes, little-endian. */
    public static void putLong(long address, long value) {
        if (CHECKED) {
            writable(address, 8);
        }
        ALL.set(LONG, address, value);
    }

    /** Writes two bytes, big-endian. */
    public static void putShortBigEndian(long address, short value) {
        if (CHECKED) {
            writable(address, 2);
        }
        ALL.set(SHORT_BIG, address, value);
    }

    /** Writes four bytes, big-endian. */
    public static void putIntBigEndian(long address, int value) {
        if (CHECKED) {
            writable(address, 4);
        }
        ALL.set(INT_BIG, address, value);
    }

    /** Writes eight bytes, big-endian. */
    public static void putLongBigEndian(long address, long value) {
        if (CHECKED) {
            writable(address, 8);
        }
        ALL.set(LONG_BIG, address, value);
    }

    /**
     * The eight bytes at {@code address}, a multiple of 8, in the machine's order: what {@link #putLongRelease} put there, and with
     * it everything that its thread wrote before.
     */
    public static long getLongAcquire(long address) {
        if (CHECKED) {
            readable(address, 8);
        }
        return (long) SHARED_LONG.getAcquire(ALL, address);
    }

    /** Writes eight bytes at {@code address}, a multiple of 8, for {@link #getLongAcquire} of other threads. */
    public static void putLongRelease(long address, long value) {
        if (CHECKED) {
            writable(address, 8);
        }
        SHARED_LONG.setRelease(ALL, address, value);
    }

    /** Copies {@code bytes} bytes; the two stretches may overlap. */
    public static void copy(long source, long target, long bytes) {
        if (CHECKED) {
            readable(source, bytes);
            writable(target, bytes);
        }
        MemorySegment.copy(ALL, source, ALL, target, bytes);
    }

    /** Copies {@code bytes} bytes of an array, from {@code offset} on, to {@code target}. */
    public static void copyIn(byte[] source, int offset, long target, int bytes) {
        if (CHECKED) {
            writable(target, bytes);
        }
        MemorySegment.copy(source, offset, ALL, ValueLayout.JAVA_BYTE, target, bytes);
    }

    /** Copies {@code bytes} bytes from {@code source} into an array, from {@code offset} on. */
    public static void copyOut(long source, byte[] target, int offset, int bytes) {
        if (CHECKED) {
            readable(source, bytes);
        }
        MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, source, target, offset, bytes);
    }

    /** Sets {@code bytes} bytes to {@code value}. */
    public static void fill(long address, long bytes, byte value) {
        if (CHECKED) {
            writable(address, bytes);
        }
        ALL.asSlice(address, bytes).fill(value);
    }

    /** Whether the {@code bytes} bytes at {@code left} and at {@code right} are the same. */
    public static boolean equal(long left, long right, long bytes) {
        if (CHECKED) {
            readable(left, bytes);
            readable(right, bytes);
        }
        long offset = 0;
        for (; offset + 8 <= bytes; offset += 8) {
            if (ALL.get(LONG, left + offset) != ALL.get(LONG, right + offset)) {
                return false;
            }
        }
        for (; offset < bytes; offset++) {
            if (ALL.get(ValueLayout.JAVA_BYTE, left + offset) != ALL.get(ValueLayout.JAVA_BYTE, right + offset)) {
                return false;
            }
        }
        return true;
    }

    /**
     * A view of {@code bytes} bytes at {@code address} for channels and codecs. It does not keep the memory
     * open: it must not be used after its arena was reset or closed. Allocates; not for inner loops.
     */
    public static ByteBuffer buffer(long address, int bytes) {
        if (CHECKED) {
            writable(address, bytes);
        }
        return ALL.asSlice(address, bytes).asByteBuffer();
    }

    /** A new array with the {@code bytes} bytes at {@code address}. */
    public static byte[] bytes(long address, int bytes) {
        byte[] copy = new byte[bytes];
        copyOut(address, copy, 0, bytes);
        return copy;
    }

    private static void readable(long address, long bytes) {
        if (!LiveBlocks.lies(address, bytes, PADDING_BYTES)) {
            throw new AssertionError(
                    "read of " + bytes + " bytes at " + Long.toHexString(address) + " outside any block");
        }
    }

    private static void writable(long address, long bytes) {
        if (!LiveBlocks.lies(address, bytes, 0)) {
            throw new AssertionError(
                    "write of " + bytes + " bytes at " + Long.toHexString(address) + " outside any block");
        }
    }
}
