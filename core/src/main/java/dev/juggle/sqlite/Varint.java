// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;

/**
 * SQLite's variable-length integers ("Database File Format", section 1.6, B-tree Pages: "varint"):
 * seven bits a byte, most significant first, the top bit says that more follow; the ninth byte, if
 * there is one, gives all its eight bits. Always written in the shortest form. Leaf functions on plain addresses;
 * nothing here allocates.
 */
public final class Varint {
    /** The most bytes a varint takes. */
    public static final int MAX_BYTES = 9;

    private Varint() {}

    /** Bytes that {@code value} takes, 1 to 9; negative values take 9. */
    public static int size(long value) {
        if ((value & ~0x7fL) == 0) {
            return 1;
        }
        if ((value & ~0x3fffL) == 0) {
            return 2;
        }
        return value >>> 56 != 0 ? MAX_BYTES : (70 - Long.numberOfLeadingZeros(value)) / 7;
    }

    /** Writes {@code value} at {@code address}; returns the address behind it. */
    public static long put(long address, long value) {
        if ((value & ~0x7fL) == 0) {
            Mem.putByte(address, (byte) value);
            return address + 1;
        }
        if ((value & ~0x3fffL) == 0) {
            Mem.putShortBigEndian(address, (short) ((value & 0x3f80) << 1 | 0x8000 | (value & 0x7f)));
            return address + 2;
        }
        return (value & ~0xfff_ffffL) == 0 ? putMiddle(address, (int) value) : putLong(address, value);
    }

    private static long putMiddle(long address, int value) {
        int low = (value & 0x1fc000) << 2 | (value & 0x3f80) << 1 | (value & 0x7f) | 0x8000;
        if (value < 1 << 21) {
            Mem.putByte(address, (byte) (low >> 16 | 0x80));
            Mem.putShortBigEndian(address + 1, (short) low);
            return address + 3;
        }
        Mem.putIntBigEndian(address, (value & 0xfe00000) << 3 | low | 0x80800000);
        return address + 4;
    }

    private static long putLong(long address, long value) {
        int size = size(value);
        long rest = value;
        int last = size - 1;
        if (size == MAX_BYTES) {
            Mem.putByte(address + last, (byte) rest);
            rest >>>= 8;
        } else {
            Mem.putByte(address + last, (byte) (rest & 0x7f));
            rest >>>= 7;
        }
        for (int i = last - 1; i >= 0; i--) {
            Mem.putByte(address + i, (byte) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        return address + size;
    }

    /** Writes {@code value} at {@code offset} of an array; returns the offset behind it. */
    static int put(byte[] target, int offset, long value) {
        int size = size(value);
        long rest = value;
        int at = offset + size;
        if (size == MAX_BYTES) {
            target[--at] = (byte) rest;
            rest >>>= 8;
        } else {
            target[--at] = (byte) (rest & 0x7f);
            rest >>>= 7;
        }
        while (at > offset) {
            target[--at] = (byte) ((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        return offset + size;
    }

    /** The value that begins at {@code address}. */
    public static long get(long address) {
        long value = 0;
        for (int i = 0; i < MAX_BYTES - 1; i++) {
            byte b = Mem.getByte(address + i);
            value = value << 7 | (b & 0x7f);
            if (b >= 0) {
                return value;
            }
        }
        return value << 8 | (Mem.getByte(address + MAX_BYTES - 1) & 0xff);
    }

    /** Bytes that the varint at {@code address} takes there (also where it is longer than need be). */
    public static int sizeAt(long address) {
        int size = 1;
        while (size < MAX_BYTES && Mem.getByte(address + size - 1) < 0) {
            size++;
        }
        return size;
    }
}
