// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;

/**
 * UTF-8 as Unicode (table 3-7) and RFC 3629 define it: shortest forms only, no surrogates, nothing above U+10FFFF.
 * Leaves over absolute addresses. They read up to 7 bytes beyond what they judge; what stands there
 * never changes the verdict on a sequence, because each byte is judged in its place.
 */
final class Utf8 {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /**
     * Steps over valid sequences of two to four bytes.
     *
     * @param p address of any byte
     * @return the first address from {@code p} on at which no valid multi-byte sequence begins: an ASCII byte, or
     *     the first byte of an invalid sequence
     */
    static long skipMultiByte(long p) {
        for (; ; ) {
            int w = Mem.getInt(p);
            if ((w & 0x00C0_C0F0) == 0x0080_80E0) {
                int c = (w & 0xF) << 12 | (w >>> 2 & 0xFC0) | (w >>> 16 & 0x3F);
                if (c < 0x800 || c >>> 11 == 0x1B) {
                    return p;
                }
                p += 3;
            } else if ((w & 0xC0E0) == 0x80C0) {
                if ((w & 0x1E) == 0) {
                    return p;
                }
                p += 2;
            } else if ((w & 0xC0C0_C0F8) == 0x8080_80F0) {
                int top = (w & 7) << 2 | (w >>> 12 & 3);
                if (top == 0 || top > 0x10) {
                    return p;
                }
                p += 4;
            } else {
                return p;
            }
        }
    }

    /** Steps over one valid sequence of two to four bytes at {@code p}, or none. */
    static long skipOne(long p) {
        int lead = Mem.getByte(p) & 0xFF;
        int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        return skipMultiByte(p) >= p + length ? p + length : p;
    }

    /** The code point of the valid sequence of two to four bytes at {@code p}. */
    static int codePoint(long p) {
        int lead = Mem.getByte(p) & 0xFF;
        int second = Mem.getByte(p + 1) & 0x3F;
        if (lead < 0xE0) {
            return (lead & 0x1F) << 6 | second;
        }
        int third = Mem.getByte(p + 2) & 0x3F;
        if (lead < 0xF0) {
            return (lead & 0xF) << 12 | second << 6 | third;
        }
        return (lead & 7) << 18 | second << 12 | third << 6 | (Mem.getByte(p + 3) & 0x3F);
    }

    /** How many bytes a code point takes. */
    static int length(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    /**
     * How many bytes of the invalid sequence at {@code p} one U+FFFD stands for: those that could still have become a
     * valid sequence, at least one ("maximal subpart", Unicode, section 3.9; browsers do the same, and the JDK except for surrogates).
     */
    static int brokenLength(long p, long end) {
        int lead = Mem.getByte(p) & 0xFF;
        if (lead < 0xC2 || lead > 0xF4 || p + 1 >= end) {
            return 1;
        }
        int second = Mem.getByte(p + 1) & 0xFF;
        int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (lead < 0xE0 || second < low || second > high) {
            return 1;
        }
        boolean third = lead >= 0xF0 && p + 2 < end && (Mem.getByte(p + 2) & 0xC0) == 0x80;
        return third ? 3 : 2;
    }

    /**
     * Finds the first byte that does not belong to valid UTF-8.
     *
     * @param from address of the first byte
     * @param end address behind the last byte
     * @return address of the first byte of the first invalid sequence, or {@code end}
     */
    static long firstInvalid(long from, long end) {
        long p = from;
        while (p < end) {
            long high = Mem.getLong(p) & HIGH_BITS;
            if (high == 0) {
                p += 8;
                continue;
            }
            p += Long.numberOfTrailingZeros(high) >>> 3;
            if (p >= end) {
                break;
            }
            long q = skipOne(p);
            if (q == p || q > end) {
                return p;
            }
            p = q;
        }
        return end;
    }

    /**
     * Writes a code point.
     *
     * @param codePoint U+0000 to U+10FFFF
     * @param target address with room for four bytes
     * @return the address behind the bytes written
     */
    static long put(int codePoint, long target) {
        if (codePoint < 0x80) {
            Mem.putByte(target, (byte) codePoint);
            return target + 1;
        }
        if (codePoint < 0x800) {
            Mem.putByte(target, (byte) (0xC0 | (codePoint >>> 6)));
            Mem.putByte(target + 1, (byte) (0x80 | (codePoint & 0x3F)));
            return target + 2;
        }
        if (codePoint < 0x10000) {
            Mem.putByte(target, (byte) (0xE0 | (codePoint >>> 12)));
            Mem.putByte(target + 1, (byte) (0x80 | ((codePoint >>> 6) & 0x3F)));
            Mem.putByte(target + 2, (byte) (0x80 | (codePoint & 0x3F)));
            return target + 3;
        }
        Mem.putByte(target, (byte) (0xF0 | (codePoint >>> 18)));
        Mem.putByte(target + 1, (byte) (0x80 | ((codePoint >>> 12) & 0x3F)));
        Mem.putByte(target + 2, (byte) (0x80 | ((codePoint >>> 6) & 0x3F)));
        Mem.putByte(target + 3, (byte) (0x80 | (codePoint & 0x3F)));
        return target + 4;
    }
}
