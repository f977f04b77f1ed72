// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;

/**
 * SQLite's record format ("Database File Format", section 2.1), as leaf functions on plain
 * addresses. A payload is a header (a varint of the header's own size, then one serial type for each column) and a
 * body (the columns' bytes, one behind the other). It may end before the table's last column;
 * the rest is NULL then.
 *
 * <p>Writing one takes two passes: first the serial types give the size, then the bytes are put:
 *
 * <pre>{@code
 * int types = Varint.size(serialType) + …;                     // of all columns
 * int header = Payload.headerBytes(types);
 * long at = sink.reserve(header + body);                       // body: sum of Payload.bodyBytes
 * at = Varint.put(at, header);  at = Varint.put(at, serialType); …
 * at = Payload.putInteger(at, serialType, value); …
 * }</pre>
 */
public final class Payload {
    /** Serial type of NULL; also of an INTEGER PRIMARY KEY column, whose value is the row's id. */
    public static final int NULL = 0;

    /** Serial type of a big-endian IEEE 754 double. */
    public static final int REAL = 7;

    /** Serial type of the integer 0, which takes no bytes. */
    public static final int ZERO = 8;

    /** Serial type of the integer 1, which takes no bytes. */
    public static final int ONE = 9;

    /** Serial type of the empty blob; longer ones add 2 for each byte. */
    public static final int BLOB = 12;

    /** Serial type of the empty text; longer ones add 2 for each byte. */
    public static final int TEXT = 13;

    /** The longest text or blob: its serial type still fits an {@code int}. */
    public static final int MAX_VALUE_BYTES = (Integer.MAX_VALUE - TEXT) / 2;

    /** So many bytes are copied faster by hand than by a call of the system's routine. */
    private static final int MAX_SHORT_BYTES = 96;

    /** So many bytes are copied whatever the length, where there is room. */
    private static final int FIXED_BYTES = 40;

    /** Nibble n: serial type of an integer that needs n bytes; 5, 7 are rounded up. */
    private static final long TYPE_BY_BYTES = 0x6_6_5_5_4_3_2_1_1L;

    /** Nibble n: body bytes of serial type n, 0 to 9. */
    private static final long BYTES_BY_TYPE = 0x0_0_8_8_6_4_3_2_1_0L;

    private Payload() {}

    /** The serial type of an integer, the shortest that holds it. */
    public static int integerType(long value) {
        if ((value & ~1L) == 0) {
            return ZERO + (int) value;
        }
        int significant = 65 - Long.numberOfLeadingZeros(value ^ value >> 63); // with the sign bit
        int bytes = (significant + 7) >>> 3;
        return (int) (TYPE_BY_BYTES >>> (bytes << 2)) & 0xf;
    }

    /** The serial type of a text of {@code bytes} bytes of UTF-8, at most {@link #MAX_VALUE_BYTES}. */
    public static int textType(int bytes) {
        return TEXT + 2 * bytes;
    }

    /** The serial type of a blob of {@code bytes} bytes, at most {@link #MAX_VALUE_BYTES}. */
    public static int blobType(int bytes) {
        return BLOB + 2 * bytes;
    }

    /** Bytes that a value of this serial type takes in the body. */
    public static int bodyBytes(int serialType) {
        return serialType >= BLOB ? (serialType - BLOB) >>> 1 : (int) (BYTES_BY_TYPE >>> (serialType << 2)) & 0xf;
    }

    /**
     * Bytes of the header, its own leading size included.
     *
     * @param typeBytes bytes of all the columns' serial types together
     */
    public static int headerBytes(int typeBytes) {
        int size = typeBytes + 1;
        return size < 0x80 ? size : headerBytesLong(typeBytes);
    }

    private static int headerBytesLong(int typeBytes) {
        int own = 2;
        while (Varint.size(typeBytes + own) > own) {
            own++;
        }
        return typeBytes + own;
    }

    /**
     * Writes an integer's body bytes (none for 0 and 1), and not one byte more.
     *
     * @param serialType what {@link #integerType} said of {@code value}
     * @return the address behind it
     */
    public static long putInteger(long address, int serialType, long value) {
        switch (serialType) {
            case 1 -> Mem.putByte(address, (byte) value);
            case 2 -> Mem.putShortBigEndian(address, (short) value);
            case 3 -> {
                Mem.putByte(address, (byte) (value >> 16));
                Mem.putShortBigEndian(address + 1, (short) value);
            }
            case 4 -> Mem.putIntBigEndian(address, (int) value);
            case 5 -> {
                Mem.putShortBigEndian(address, (short) (value >> 32));
                Mem.putIntBigEndian(address + 2, (int) value);
            }
            case 6 -> Mem.putLongBigEndian(address, value);
            default -> {}
        }
        return address + bodyBytes(serialType);
    }

    /** Writes a double by its bits, so that -0.0 stays itself; returns the address behind it. */
    public static long putReal(long address, double value) {
        Mem.putLongBigEndian(address, Double.doubleToRawLongBits(value));
        return address + 8;
    }

    /** Writes the bytes of a text or blob, from elsewhere; returns the address behind them. */
    public static long putBytes(long address, long source, int bytes) {
        if (bytes > MAX_SHORT_BYTES) {
            Mem.copy(source, address, bytes);
        } else if (bytes >= Long.BYTES) {
            int last = bytes - Long.BYTES;
            for (int i = 0; i < last; i += Long.BYTES) {
                Mem.putLong(address + i, Mem.getLong(source + i));
            }
            Mem.putLong(address + last, Mem.getLong(source + last));
        } else {
            putFew(address, source, bytes);
        }
        return address + bytes;
    }

    /**
     * As {@link #putBytes(long, long, int)}, where the payload goes on: short values are copied without a
     * branch on their length, and what is too much is overwritten by the columns that follow. The source must lie in an
     * arena (it is read beyond its end).
     *
     * @param payloadEnd address behind the payload
     */
    public static long putBytes(long address, long source, int bytes, long payloadEnd) {
        if (bytes > FIXED_BYTES || payloadEnd - address < FIXED_BYTES) {
            return putBytes(address, source, bytes);
        }
        Mem.putLong(address, Mem.getLong(source));
        Mem.putLong(address + 8, Mem.getLong(source + 8));
        Mem.putLong(address + 16, Mem.getLong(source + 16));
        Mem.putLong(address + 24, Mem.getLong(source + 24));
        Mem.putLong(address + 32, Mem.getLong(source + 32));
        return address + bytes;
    }

    private static void putFew(long address, long source, int bytes) {
        if (bytes >= Integer.BYTES) {
            int last = bytes - Integer.BYTES;
            Mem.putInt(address, Mem.getInt(source));
            Mem.putInt(address + last, Mem.getInt(source + last));
        } else {
            for (int i = 0; i < bytes; i++) {
                Mem.putByte(address + i, Mem.getByte(source + i));
            }
        }
    }

    /** The integer of serial type {@code serialType} (1 to 6, 8, 9) whose body bytes begin at {@code address}. */
    public static long integerAt(long address, int serialType) {
        return switch (serialType) {
            case 1 -> Mem.getByte(address);
            case 2 -> Mem.getShortBigEndian(address);
            case 3 -> (long) Mem.getByte(address) << 16 | (Mem.getShortBigEndian(address + 1) & 0xffff);
            case 4 -> Mem.getIntBigEndian(address);
            case 5 -> (long) Mem.getShortBigEndian(address) << 32 | (Mem.getIntBigEndian(address + 2) & 0xffff_ffffL);
            case 6 -> Mem.getLongBigEndian(address);
            default -> serialType - ZERO;
        };
    }
}
