// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import dev.juggle.arena.Mem;
import java.util.Arrays;

/**
 * What values of an attribute mean: when two are equal and which comes first. Each has a normal form, readable text, the same
 * for all spellings of one value: equality is equality of its bytes, and {@link #compare} orders normal forms. A normal form is
 * its own normal form. A value that is not of the syntax has none.
 */
public enum Syntax {
    /** Bytes as they are. */
    EXACT("exact"),
    /** Text whose case and spacing don't matter: as RFC 4518 prepares it (NFKC, folded, runs of space as one, none at the ends). */
    CASE_IGNORE("case-ignore"),
    /** Integers of any size; zeros in front don't matter. */
    INTEGER("integer"),
    /** Decimal numbers of any size, exact, with fraction and exponent: 12.50 and 1.25e1 are equal. */
    DECIMAL("decimal"),
    /** TRUE and FALSE in any case. */
    BOOLEAN("boolean"),
    /** Points in time: RFC 4517's generalized time and RFC 3339's, in any zone. */
    TIMESTAMP("timestamp"),
    /** Distinguished names, RFC 4514: names of types and values without case, parts of one RDN in any order. */
    DN("dn");

    private final String label;

    Syntax(String label) {
        this.label = label;
    }

    /** Its name in files and on the command line. */
    public String label() {
        return label;
    }

    /**
     * The syntax of that name.
     *
     * @throws IllegalArgumentException with a sentence for the user if there is none
     */
    public static Syntax of(String label) {
        return Arrays.stream(values())
                .filter(syntax -> syntax.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no syntax " + label));
    }

    /**
     * Puts the normal form of a value into {@code into}.
     *
     * @return false if the value is not of this syntax; {@code into} then holds nothing of meaning
     */
    public boolean normalise(byte[] value, int offset, int length, NormalForm into) {
        into.clear();
        int end = offset + length;
        switch (this) {
            case EXACT -> into.add(value, offset, end);
            case CASE_IGNORE -> {
                return TextForm.normalise(value, offset, end, into);
            }
            case INTEGER -> {
                return NumberForm.integer(value, offset, end, into);
            }
            case DECIMAL -> {
                return NumberForm.decimal(value, offset, end, into);
            }
            case BOOLEAN -> {
                return truth(value, offset, end, into);
            }
            case TIMESTAMP -> {
                return new TimestampReader(value, offset, end).normalise(into);
            }
            case DN -> {
                return new DnReader(value, offset, end).normalise(into);
            }
        }
        return true;
    }

    /** The same for a value in an arena. */
    public boolean normalise(long address, int length, NormalForm into) {
        byte[] source = into.source(length);
        Mem.copyOut(address, source, 0, length);
        return normalise(source, 0, length, into);
    }

    /** Orders two normal forms of this syntax: negative when {@code left} comes first. */
    public int compare(NormalForm left, NormalForm right) {
        return switch (this) {
            case INTEGER -> NumberForm.compareIntegers(left, right);
            case DECIMAL -> NumberForm.compareDecimals(left, right);
            case TIMESTAMP -> compareBytes(left, left.length() - 1, right, right.length() - 1); // the Z is no digit
            case EXACT, CASE_IGNORE, BOOLEAN, DN -> compareBytes(left, left.length(), right, right.length());
        };
    }

    private static int compareBytes(NormalForm left, int leftLength, NormalForm right, int rightLength) {
        return Arrays.compareUnsigned(left.bytes(), 0, leftLength, right.bytes(), 0, rightLength);
    }

    private static boolean truth(byte[] value, int offset, int end, NormalForm into) {
        for (int i = offset; i < end; i++) {
            into.add(value[i] & 0xdf);
        }
        String text = into.length() <= 5 ? into.toString() : "";
        return text.equals("TRUE") || text.equals("FALSE");
    }
}
