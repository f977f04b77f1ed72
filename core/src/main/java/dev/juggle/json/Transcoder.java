// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;

/**
 * Makes valid UTF-8 of other texts, in the arena's free space. What is no character becomes U+FFFD where that was asked for;
 * else the byte {@link #BROKEN}, which is never valid in UTF-8, so that the parser finds it in its place and recovers
 * from it like from every other error.
 *
 * <p>Reusable; owned by one thread at a time.
 */
final class Transcoder {
    /** What stands for something that is no character. */
    static final byte BROKEN = (byte) 0xFF;

    private static final int REPLACEMENT = 0xFFFD;

    private final boolean replace;
    private long start;
    private long end;
    private long replaced;

    /**
     * A transcoder.
     *
     * @param replace whether U+FFFD stands for what is no character
     */
    Transcoder(boolean replace) {
        this.replace = replace;
    }

    /** Absolute address of the last result. */
    long start() {
        return start;
    }

    /** Absolute address behind the last result. */
    long end() {
        return end;
    }

    /** How many U+FFFD were put into the last result. */
    long replacedCount() {
        return replaced;
    }

    /**
     * Takes from the arena a UTF-8 copy of a text that is in UTF-16 or UTF-32, or of UTF-8 with errors to be replaced.
     *
     * @param from absolute address of the text, behind its byte-order mark
     * @param to absolute address behind it
     * @throws ArenaFullException if the copy doesn't fit; the arena is as before
     */
    void transcode(TextEncoding encoding, BumpArena arena, long from, long to) {
        replaced = 0;
        start = arena.position();
        end = start;
        long last = arena.limit() - 8;
        long p = from;
        while (p < to) {
            if (end > last) {
                throw new ArenaFullException(to - p, last + 8 - end);
            }
            int unit = encoding == TextEncoding.UTF_8 ? utf8(p, to) : character(encoding, p, to);
            long next = p + unitBytes(encoding, unit, p, to);
            put(unit);
            p = next;
        }
        arena.advanceTo(end);
    }

    private void put(int unit) {
        if (unit >= 0) {
            end = Utf8.put(unit, end);
        } else if (replace) {
            end = Utf8.put(REPLACEMENT, end);
            replaced++;
        } else {
            Mem.putByte(end++, BROKEN);
        }
    }

    /** How many bytes at {@code p} the character takes that {@code unit} says is there; of a broken one, what to skip. */
    private static long unitBytes(TextEncoding encoding, int unit, long p, long to) {
        return switch (encoding) {
            case UTF_8 -> unit >= 0 ? Utf8.length(unit) : Utf8.brokenLength(p, to);
            case UTF_16_LE, UTF_16_BE -> Math.min(to - p, unit >= 0x10000 ? 4 : 2);
            case UTF_32_LE, UTF_32_BE -> Math.min(to - p, 4);
        };
    }

    /** The character at {@code p}, or -1 if there is none. */
    private static int utf8(long p, long to) {
        int lead = Mem.getByte(p);
        if (lead >= 0) {
            return lead;
        }
        long next = Utf8.skipOne(p);
        return next == p || next > to ? -1 : Utf8.codePoint(p);
    }

    private static int character(TextEncoding encoding, long p, long to) {
        boolean wide = encoding == TextEncoding.UTF_32_LE || encoding == TextEncoding.UTF_32_BE;
        if (to - p < (wide ? 4 : 2)) {
            return -1;
        }
        if (wide) {
            int c = encoding == TextEncoding.UTF_32_LE ? Mem.getInt(p) : Mem.getIntBigEndian(p);
            return c < 0 || c > Character.MAX_CODE_POINT || c >>> 11 == Scan.SURROGATES ? -1 : c;
        }
        int c = unit(encoding, p);
        if (c >>> 11 != Scan.SURROGATES) {
            return c;
        }
        int low = to - p >= 4 ? unit(encoding, p + 2) : 0;
        boolean pair = c >>> 10 == 0x36 && low >>> 10 == 0x37;
        return pair ? Character.toCodePoint((char) c, (char) low) : -1;
    }

    private static int unit(TextEncoding encoding, long p) {
        return (encoding == TextEncoding.UTF_16_LE ? Mem.getShort(p) : Mem.getShortBigEndian(p)) & 0xFFFF;
    }
}
