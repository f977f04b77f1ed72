// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;
import java.util.HashSet;
import java.util.Set;

/**
 * Counts what a copy that is equal as a JSON value does not hold of the text it was made from. Add up any number of
 * values; owned by one thread.
 */
public final class Losses {
    /** Digits that a double always keeps: 17 tell every double from its neighbours. */
    private static final int DOUBLE_DIGITS = 17;
    /** Objects of at most this many members are searched for duplicates pair by pair. */
    private static final int FEW = 16;

    private long manyDigits;
    private long tooSmall;
    private long duplicateMembers;

    /** Nothing counted yet. */
    public Losses() {}

    /** Numbers with a fraction or exponent and more than 17 significant digits (zeros at the end don't count). */
    public long manyDigits() {
        return manyDigits;
    }

    /** Numbers with a fraction or exponent that are too small for a double, and become 0. Those too large keep their spelling. */
    public long tooSmall() {
        return tooSmall;
    }

    /** Members whose name comes again in their object, so that their value is dropped. */
    public long duplicateMembers() {
        return duplicateMembers;
    }

    /** Adds what is in the value at {@code start}. */
    public void add(Tape tape, int start) {
        // in document order every word that begins something follows the one before, whatever is nested in what
        int i = start;
        int end = tape.next(start);
        while (i < end) {
            int type = tape.type(i);
            if (type == Tape.OBJECT) {
                duplicateMembers += duplicates(tape, i);
            } else if (type == Tape.REAL || type == Tape.NEGATIVE_ZERO_REAL) {
                number(tape, i);
            }
            i = type >= Tape.OBJECT ? tape.firstChild(i) : tape.next(i);
        }
    }

    private void number(Tape tape, int i) {
        int digits = significantDigits(tape.address(i), tape.length(i));
        boolean zero = tape.type(i) == Tape.NEGATIVE_ZERO_REAL || tape.doubleValue(i) == 0;
        if (zero && digits > 0) {
            tooSmall++;
        } else if (digits > DOUBLE_DIGITS) {
            manyDigits++;
        }
    }

    /** How many digits a number's spelling has from its first to its last that is not zero. */
    private static int significantDigits(long p, int length) {
        int digits = 0;
        int zeros = 0;
        for (long q = p; q < p + length; q++) {
            byte c = Mem.getByte(q);
            if ((c | 0x20) == 'e') {
                break;
            }
            if (c == '0') {
                zeros += digits == 0 ? 0 : 1;
            } else if (c >= '1' && c <= '9') {
                digits += zeros + 1;
                zeros = 0;
            }
        }
        return digits;
    }

    private static int duplicates(Tape tape, int i) {
        int count = tape.count(i);
        if (count > FEW) {
            Set<String> names = new HashSet<>();
            for (int n = 0, k = tape.firstChild(i); n < count; n++, k = tape.next(k + 1)) {
                names.add(Spelling.decoded(tape, k));
            }
            return count - names.size();
        }
        int duplicates = 0;
        int end = tape.next(i);
        for (int k = tape.firstChild(i); k < end; k = tape.next(k + 1)) {
            duplicates += TapeDiff.comesAgain(tape, k, end) ? 1 : 0;
        }
        return duplicates;
    }
}
