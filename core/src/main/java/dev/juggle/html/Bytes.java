// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** Classes of bytes, one bit each, for the scanning loops. Bytes from 0x80 on are in none of them. */
final class Bytes {
    static final int SPACE = 1;
    /** Ends a plain run of text in the data and RCDATA states. */
    static final int TEXT = 1 << 1;
    /** Ends a plain run in RAWTEXT and script data. */
    static final int RAW = 1 << 2;

    static final int DOUBLE_QUOTED = 1 << 3;
    static final int SINGLE_QUOTED = 1 << 4;
    static final int UNQUOTED = 1 << 5;
    /** Ends a tag or attribute name, or needs care inside one. */
    static final int NAME = 1 << 6;
    /** Ends a plain run of a comment. */
    static final int COMMENT = 1 << 7;

    static final int LETTER = 1 << 8;
    static final int DIGIT = 1 << 9;
    /** NUL and CR: what must be replaced wherever it stands. */
    static final int REPLACED = 1 << 10;

    /** The classes by unsigned byte. */
    static final short[] CLASS = new short[256];

    static {
        set("\t\n\f\r ", SPACE);
        set("<&\r\0", TEXT);
        set("<\r\0", RAW);
        set("\"&\r\0", DOUBLE_QUOTED);
        set("'&\r\0", SINGLE_QUOTED);
        set("\t\n\f\r >&\0\"'<=`", UNQUOTED);
        set("\t\n\f\r />=\0", NAME);
        set("-<\r\0", COMMENT);
        set("\r\0", REPLACED);
        for (int letter = 'a'; letter <= 'z'; letter++) {
            CLASS[letter] |= LETTER;
            CLASS[letter - 'a' + 'A'] |= LETTER;
        }
        set("0123456789", DIGIT);
    }

    private Bytes() {}

    /** Whether the byte is in a class. */
    static boolean is(int value, int classes) {
        return (CLASS[value & 0xff] & classes) != 0;
    }

    private static void set(String characters, int bit) {
        for (int index = 0; index < characters.length(); index++) {
            CLASS[characters.charAt(index)] |= (short) bit;
        }
    }
}
