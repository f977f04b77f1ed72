// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;

/** Checks UTF-8, and repairs it as the Encoding standard's decoder does. */
final class Utf8 {
    private static final long HIGHS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** Offset of the first byte that is not part of valid UTF-8; {@code length} if there is none. */
    static int firstInvalid(long address, int length) {
        int at = 0;
        while (at < length) {
            while (at + 32 <= length
                    && ((Mem.getLong(address + at)
                                            | Mem.getLong(address + at + 8)
                                            | Mem.getLong(address + at + 16)
                                            | Mem.getLong(address + at + 24))
                                    & HIGHS)
                            == 0) {
                at += 32;
            }
            while (at < length && Mem.getByte(address + at) >= 0) {
                at++;
            }
            if (at >= length) {
                break;
            }
            int sequence = sequenceLength(address + at, length - at);
            if (sequence < 0) {
                return at;
            }
            at += sequence;
        }
        return length;
    }

    /**
     * The length of the valid sequence at an address whose first byte is not ASCII; if there is none, the negative
     * number of bytes that one replacement character stands for (the longest that could have begun one).
     */
    static int sequenceLength(long address, int available) {
        int lead = Mem.getByte(address) & 0xff;
        if (lead < 0xc2 || lead > 0xf4) {
            return -1;
        }
        int wanted = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        int low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        for (int index = 1; index < wanted; index++) {
            int value = index < available ? Mem.getByte(address + index) & 0xff : 0;
            if (value < low || value > high) {
                return -index;
            }
            low = 0x80;
            high = 0xbf;
        }
        return wanted;
    }

    /**
     * Copies text with each broken sequence replaced by U+FFFD; the length of the copy. There must be room for
     * three times the length.
     */
    static int repair(long source, int length, long target) {
        int at = 0;
        long out = target;
        while (at < length) {
            int good = firstInvalid(source + at, length - at);
            Mem.copy(source + at, out, good);
            out += good;
            at += good;
            if (at < length) {
                Mem.putByte(out, (byte) 0xef);
                Mem.putByte(out + 1, (byte) 0xbf);
                Mem.putByte(out + 2, (byte) 0xbd);
                out += 3;
                at -= sequenceLength(source + at, length - at);
            }
        }
        return (int) (out - target);
    }
}
