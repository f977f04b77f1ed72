// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;
import java.util.Arrays;

/** Finds the line and column of an offset in a document. Lines end at LF, CR LF or CR. */
public final class SourceLines {
    private int[] starts = new int[64];
    private int count;

    SourceLines(long input, int length) {
        starts[count++] = 0;
        for (int offset = 0; offset < length; offset++) {
            int value = Mem.getByte(input + offset);
            boolean lone = value == '\r' && (offset + 1 == length || Mem.getByte(input + offset + 1) != '\n');
            if (value == '\n' || lone) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, 2 * count);
                }
                starts[count++] = offset + 1;
            }
        }
    }

    /** How many lines there are; at least one. */
    public int lineCount() {
        return count;
    }

    /** The line of an offset, from 1. */
    public int line(int offset) {
        int at = Arrays.binarySearch(starts, 0, count, offset);
        return at >= 0 ? at + 1 : -at - 1;
    }

    /** The column of an offset, from 1, in bytes of UTF-8. */
    public int column(int offset) {
        return offset - starts[line(offset) - 1] + 1;
    }
}
