// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.json.Tape;

/** What a tape can come to at the most, found by one pass over its words. */
final class Bounds {
    private Bounds() {}

    /**
     * At most this many rows: one for each value at the top, each element of an array and, if members may be rows, each member of
     * an object, else, if objects may be stored once, each object, and the links of each array.
     */
    static long rows(Tape tape, boolean haveMembers, boolean areStoredOnce) {
        long rows = 0;
        for (int p = 0; p < tape.wordCount(); p = step(tape, p)) {
            int type = tape.type(p);
            boolean isCounted = type == Tape.ARRAY || (type == Tape.OBJECT && haveMembers);
            rows += isCounted ? tape.count(p) : 0;
            rows += areStoredOnce && type >= Tape.OBJECT ? 1 : 0;
        }
        for (int i = 0; i < tape.wordCount(); i = tape.next(i)) {
            rows++;
        }
        return rows;
    }

    /** At most this many payload bytes for one row: the longest value at the top, with eight bytes for every real. */
    static long largestValue(Tape tape) {
        long largest = 0;
        for (int i = 0; i < tape.wordCount(); i = tape.next(i)) {
            largest = Math.max(largest, payload(tape, i));
        }
        return largest;
    }

    private static long payload(Tape tape, int i) {
        if (tape.type(i) < Tape.OBJECT) {
            return tape.length(i) + 8L;
        }
        long bytes = tape.endAddress(i) - tape.startAddress(i);
        for (int p = i, end = tape.next(i); p < end; p = step(tape, p)) {
            bytes += tape.type(p) == Tape.REAL ? 8 : 0;
        }
        return bytes;
    }

    /** The next word that begins a key or a value, at any depth. */
    private static int step(Tape tape, int p) {
        return tape.type(p) >= Tape.OBJECT ? p + 2 : tape.next(p);
    }
}
