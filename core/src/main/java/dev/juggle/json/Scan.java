// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;
import java.util.Arrays;

/*
 * Strings are read eight bytes at a time, with one test for "quote, backslash, control character or not ASCII":
 * x ^ 0x02 moves '"' (0x22) next to the control characters, so that one subtraction of 0x21 finds both. A
 * borrow can only spoil bytes above one that was found, and only the lowest is used.
 */
/** Leaves that find where white space and strings end. They rely on a NUL behind the text, see {@link JsonParser}. */
final class Scan {
    /** {@code codePoint >>> 11} of every surrogate, and of nothing else. */
    static final int SURROGATES = 0x1B;

    /** What {@link #escape} returns for {@code \}{@code u} without four hexadecimal digits. */
    static final int NO_HEX = -2;

    /** What {@link #escape} returns for a backslash before anything else that it can't stand before. */
    static final int NO_ESCAPE = -1;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long QUOTE_FLIP = 0x02 * ONES;
    private static final long QUOTE_BELOW = 0x21 * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long SPACES = ' ' * ONES;

    /** What the character behind a backslash stands for, 0 for those that can't stand there. */
    private static final byte[] SIMPLE_ESCAPES = simpleEscapes();

    /** The value of a hexadecimal digit, -1 for every other byte. */
    private static final byte[] HEX = hexDigits();

    private Scan() {}

    /** The first address from {@code p} on that holds no white space. */
    static long skipSpace(long p) {
        return Mem.getByte(p) > ' ' ? p : skipSpaces(p);
    }

    /** As {@link #skipSpace}, where there is some; made for a line end and an indentation of spaces. */
    static long skipSpaces(long p) {
        for (; ; ) {
            byte c = Mem.getByte(p);
            if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                return p;
            }
            long w = Mem.getLong(p + 1) ^ SPACES;
            while (w == 0) {
                p += 8;
                w = Mem.getLong(p + 1) ^ SPACES;
            }
            p += 1 + (Long.numberOfTrailingZeros(w) >>> 3);
        }
    }

    /** The high bit of the lowest byte that is a quote, a backslash, a control character or not ASCII; 0 if none is. */
    static long unplain(long word) {
        return ((word ^ QUOTE_FLIP) - QUOTE_BELOW | (word ^ BACKSLASHES) - ONES | word) & HIGH_BITS;
    }

    /** The first address from {@code p} on that holds a quote, a backslash, a control character or no ASCII; for the short. */
    static long plainRun(long p) {
        for (; ; ) {
            long stop = unplain(Mem.getLong(p));
            if (stop != 0) {
                return p + (Long.numberOfTrailingZeros(stop) >>> 3);
            }
            p += 8;
        }
    }

    /** As {@link #plainRun}, sixteen bytes at a time: no branch tells whether it is more than eight. */
    static long plainRuns(long from) {
        long p = from;
        for (; ; ) {
            p = Mem.known(p);
            long low = unplain(Mem.getLong(p));
            long high = unplain(Mem.getLong(p + 8));
            if ((low | high) != 0) {
                long none = ((low - 1) & ~low) >> 63;
                return p + (none & 8) + (Long.numberOfTrailingZeros(low | (high & none)) >>> 3);
            }
            p += 16;
        }
    }

    /**
     * Steps over string characters that stand for themselves.
     *
     * @return address of the first byte that doesn't: a quote, a backslash, a control character or invalid UTF-8
     */
    static long plainEnd(long p) {
        for (; ; ) {
            long stop = unplain(Mem.getLong(p));
            if (stop == 0) {
                p += 8;
                continue;
            }
            p += Long.numberOfTrailingZeros(stop) >>> 3;
            if (Mem.getByte(p) >= 0) {
                return p;
            }
            long q = Utf8.skipMultiByte(p);
            if (q == p) {
                return p;
            }
            p = q;
        }
    }

    /**
     * What the escape at {@code p}, a backslash, stands for: a code point, two {@code \}{@code u} that form a surrogate pair
     * taken together; a surrogate that stands alone; {@link #NO_ESCAPE} or {@link #NO_HEX}.
     */
    static int escape(long p) {
        byte c = Mem.getByte(p + 1);
        if (c != 'u') {
            byte simple = c < 0 ? 0 : SIMPLE_ESCAPES[c];
            return simple == 0 ? NO_ESCAPE : simple;
        }
        int first = hex(p + 2);
        if (first >>> 10 == 0x36 && Mem.getShort(p + 6) == ('\\' | 'u' << 8)) {
            int second = hex(p + 8);
            if (second >>> 10 == 0x37) {
                return (first << 10) + second - ((0xD800 << 10) + 0xDC00 - 0x10000);
            }
        }
        return first;
    }

    /** How many bytes the escape at {@code p} takes if it stands for {@code codePoint}. */
    static int escapeLength(long p, int codePoint) {
        return Mem.getByte(p + 1) != 'u' ? 2 : codePoint < 0x10000 ? 6 : 12;
    }

    /** The number that the four hexadecimal digits at {@code p} spell, or {@link #NO_HEX}. */
    private static int hex(long p) {
        int a = HEX[Mem.getByte(p) & 0xFF];
        int b = HEX[Mem.getByte(p + 1) & 0xFF];
        int c = HEX[Mem.getByte(p + 2) & 0xFF];
        int d = HEX[Mem.getByte(p + 3) & 0xFF];
        int value = a << 12 | b << 8 | c << 4 | d;
        return value < 0 ? NO_HEX : value;
    }

    /** The address of the first {@code wanted} (ASCII) from {@code from} on, or {@code to} if there is none before. */
    static long find(byte wanted, long from, long to) {
        long pattern = wanted * ONES;
        long p = from;
        while (p < to) {
            long word = Mem.getLong(p) ^ pattern;
            long hit = word - ONES & ~word & HIGH_BITS;
            if (hit != 0) {
                return Math.min(to, p + (Long.numberOfTrailingZeros(hit) >>> 3));
            }
            p += 8;
        }
        return to;
    }

    /**
     * Copies string characters that stand for themselves, sixteen bytes at a time.
     *
     * @param last where sixteen bytes can begin at the most
     * @return how many bytes were copied: what follows them is for other means
     */
    static long copyRuns(long source, long target, long last) {
        long p = Mem.known(source);
        long d = Mem.known(target);
        while (d <= last) {
            long low = Mem.getLong(p);
            long high = Mem.getLong(p + 8);
            if ((unplain(low) | unplain(high)) != 0) {
                break;
            }
            Mem.putLong(d, low);
            Mem.putLong(d + 8, high);
            p = Mem.known(p + 16);
            d = Mem.known(d + 16);
        }
        return p - source;
    }

    /** Copies {@code bytes} bytes in whole words: up to 7 more are read, and overwritten at the target. */
    static void copyWords(long source, long target, long bytes) {
        for (long i = 0; i < bytes; i += 8) {
            Mem.putLong(target + i, Mem.getLong(source + i));
        }
    }

    private static byte[] simpleEscapes() {
        byte[] table = new byte[128];
        String from = "\"\\/bfnrt";
        String to = "\"\\/\b\f\n\r\t";
        for (int i = 0; i < from.length(); i++) {
            table[from.charAt(i)] = (byte) to.charAt(i);
        }
        return table;
    }

    private static byte[] hexDigits() {
        byte[] table = new byte[256];
        Arrays.fill(table, (byte) -1);
        for (int i = 0; i < 16; i++) {
            table[Character.forDigit(i, 16)] = (byte) i;
            table[Character.toUpperCase(Character.forDigit(i, 16))] = (byte) i;
        }
        return table;
    }
}
