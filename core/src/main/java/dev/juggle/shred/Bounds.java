// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.json.Tape;

/** What a tape can come to at the most, found by one pass over its words. */
final class Bounds {
    private final boolean haveMembers;
    private final boolean areStoredOnce;
    private long rows;
    private long largestValue;

    /**
     * Bounds for tapes whose values are laid out in certain ways.
     *
     * @param haveMembers whether members of objects may be rows
     * @param areStoredOnce whether objects and elements may be stored once
     */
    Bounds(boolean haveMembers, boolean areStoredOnce) {
        this.haveMembers = haveMembers;
        this.areStoredOnce = areStoredOnce;
    }

    /** Begins anew. */
    void reset() {
        rows = 0;
        largestValue = 0;
    }

    /**
     * At most this many rows: one for each value at the top, each element of an array and, if members may be rows, each member of
     * an object, and, if values are stored once, each object, and the links of each array.
     */
    long rows() {
        return rows;
    }

    /** At most this many payload bytes for one row: the longest value at the top, with eight bytes for every real. */
    long largestValue() {
        return largestValue;
    }

    /** Adds a tape. */
    void add(Tape tape) {
        for (int i = 0; i < tape.wordCount(); i = tape.next(i)) {
            rows++;
            long bytes = tape.type(i) < Tape.OBJECT ? tape.length(i) : tape.endAddress(i) - tape.startAddress(i);
            largestValue = Math.max(largestValue, bytes + 8L * addValue(tape, i, tape.next(i)));
        }
    }

    /** Adds what lies within a value; gives how many reals do. */
    private int addValue(Tape tape, int from, int end) {
        int reals = 0;
        long counted = 0;
        int containers = 0;
        for (int p = from; p < end; ) {
            int type = tape.type(p);
            if (type >= Tape.OBJECT) {
                counted += type == Tape.ARRAY || haveMembers ? tape.count(p) : 0;
                containers++;
                p += 2;
            } else {
                reals += type == Tape.REAL ? 1 : 0;
                p += type == Tape.REAL || type == Tape.INTEGER ? 2 : 1;
            }
        }
        rows += counted + (areStoredOnce ? containers : 0);
        return reals;
    }
}
