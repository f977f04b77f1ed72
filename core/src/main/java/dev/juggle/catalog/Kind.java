// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

/**
 * What one value of a row's structure was in the source, as a shape remembers it. The numbers are part of the file format
 * (`_juggle_shapes.structure`), so they never change their meaning; they fit five bits.
 */
public final class Kind {
    /** JSON null; nothing is stored. */
    public static final int NULL = 0;
    /** true or false, stored as INTEGER 1 or 0. */
    public static final int BOOLEAN = 1;
    /** An integer within 64 bits, stored as INTEGER. */
    public static final int INTEGER = 2;
    /** The integer {@code -0}, stored as INTEGER 0. */
    public static final int NEGATIVE_ZERO_INTEGER = 3;
    /** An integer beyond 64 bits, stored as TEXT: its exact digits. */
    public static final int BIG_INTEGER = 4;
    /** A number with fraction or exponent, stored as REAL: the nearest double. */
    public static final int REAL = 5;
    /** A real that is minus zero; stored as REAL, but a REAL column would drop the sign when rewritten. */
    public static final int NEGATIVE_ZERO_REAL = 6;
    /** A real that overflows a double, stored as TEXT: its spelling. */
    public static final int BIG_REAL = 7;
    /** A string, stored as TEXT. */
    public static final int TEXT = 8;
    /** A string with U+0000 or a lone surrogate, stored as TEXT: its JSON spelling between the quotes. */
    public static final int ESCAPED_TEXT = 9;
    /** An object whose members are columns of this row, or below. */
    public static final int OBJECT = 10;
    /** An array with at least one element: rows of a child table. */
    public static final int ARRAY = 11;
    /** An array without elements; nothing is stored. */
    public static final int EMPTY_ARRAY = 12;
    /** A subtree stored as TEXT: its source bytes without white space between tokens. */
    public static final int PACKED = 13;
    /** A member that found no column: its key and value are in the row's {@code _extra}. */
    public static final int EXTRA = 14;
    /** An object whose members are rows of a map's table. */
    public static final int MAP = 15;
    /** An object stored once, in an entity's table; the member's reference column holds its row. */
    public static final int ENTITY = 16;
    /** An array whose elements are stored once: rows of a link table. */
    public static final int LINKS = 17;
    /** A string stored once, in a look-up table; the member's reference column holds its row. */
    public static final int LOOKUP = 18;
    /** Before the value of a map's row: its {@code _key} is a JSON spelling, as with {@link #ESCAPED_TEXT}. */
    public static final int ESCAPED_KEY = 19;

    /** How many bits a kind takes in a structure. */
    public static final int BITS = 5;

    /** A kind's bits. */
    public static final int MASK = (1 << BITS) - 1;

    private Kind() {}

    /** The kinds whose value is stored in a column of the row itself. */
    public static boolean isStored(int kind) {
        return switch (kind) {
            case NULL, OBJECT, ARRAY, EMPTY_ARRAY, EXTRA, MAP, ENTITY, LINKS, LOOKUP, ESCAPED_KEY -> false;
            default -> true;
        };
    }
}
