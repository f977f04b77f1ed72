// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;

/**
 * Lines and columns, as an editor shows them: both from 1, lines end with a line feed, columns count code points (of
 * bytes that are not UTF-8, those that could not continue a character). It only moves forward, so that any number
 * of errors costs one pass over the text.
 */
final class LineCounter {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long LOW_BITS = 0x7F * ONES;
    private static final long LINE_FEEDS = '\n' * ONES;

    private long at;
    private long line;
    private long column;

    /** Begins anew with line 1, column 1 at {@code start}. */
    void start(long start) {
        at = start;
        line = 1;
        column = 1;
    }

    /** Moves to {@code address}, which must not lie before where it stands. */
    void moveTo(long address) {
        assert address >= at : "a line counter can't go back";
        while (at + 8 <= address) {
            long word = Mem.getLong(at);
            long other = word ^ LINE_FEEDS;
            // the high bit of each byte that is no line feed
            long rest = (other & LOW_BITS) + LOW_BITS | other | LOW_BITS;
            if (rest != -1L) {
                bytes(at + 8);
                continue;
            }
            long continuing = word >>> 7 & ~(word >>> 6) & ONES;
            column += 8 - Long.bitCount(continuing);
            at += 8;
        }
        bytes(address);
    }

    private void bytes(long to) {
        for (; at < to; at++) {
            byte c = Mem.getByte(at);
            if (c == '\n') {
                line++;
                column = 1;
            } else if ((c & 0xC0) != 0x80) {
                column++;
            }
        }
    }

    /** The line of the address moved to, from 1. */
    long line() {
        return line;
    }

    /** The column of the address moved to, in code points from 1. */
    long column() {
        return column;
    }
}
