// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;

/**
 * A reusable view of parsed JSON: an array of 64-bit words in an arena, in document order (preorder).
 *
 * <p>The first word of a value is {@code type (4 bits, 60..63) | length (28 bits, 32..59) | position (32
 * bits, unsigned)}; positions are relative to the arena's base, so a tape never holds an address.
 *
 * <pre>
 * NULL FALSE TRUE           1 word
 * INTEGER                   2 words: its spelling; the long
 * REAL                      2 words: its spelling; the raw bits of the double
 * NEGATIVE_ZERO_INTEGER     1 word:  its spelling ("-0")
 * NEGATIVE_ZERO_REAL        1 word:  its spelling ("-0.0", "-0e7", …; also a negative number that rounds to -0.0)
 * BIG_INTEGER BIG_REAL      1 word:  its spelling (beyond 64 bits; overflows a double)
 * STRING                    1 word:  its UTF-8 bytes: a slice of the input, or decoded elsewhere in the arena
 * ESCAPED_STRING            1 word:  the raw spelling between the quotes (it holds a lone surrogate or U+0000)
 * OBJECT ARRAY EMPTY_ARRAY  2 words: type | child count | index of the first word behind the whole value;
 *                                    then start (low half) and end (high half, exclusive) of its source bytes
 * </pre>
 *
 * The children of a container follow its two words directly; there is no end word. A member of an object is
 * its key (STRING or ESCAPED_STRING, one word) and then its value. {@code {}} is an OBJECT with no members.
 *
 * <p>The view owns nothing: it is valid until the arena below it is reset, and one thread uses it at a time.
 */
public final class Tape {
    /** The literal {@code null}. */
    public static final int NULL = 0;
    /** The literal {@code false}. */
    public static final int FALSE = 1;
    /** The literal {@code true}. */
    public static final int TRUE = 2;
    /** A number without fraction and exponent, within 64 bits, except {@code -0}. */
    public static final int INTEGER = 3;
    /** The number {@code -0}, which a long can't hold. */
    public static final int NEGATIVE_ZERO_INTEGER = 4;
    /** A number without fraction and exponent beyond 64 bits. */
    public static final int BIG_INTEGER = 5;
    /** A number with fraction or exponent: the nearest double (ties to even). */
    public static final int REAL = 6;
    /** A number with fraction or exponent whose nearest double is -0.0. */
    public static final int NEGATIVE_ZERO_REAL = 7;
    /** A number with fraction or exponent that no finite double is near to (1e400). */
    public static final int BIG_REAL = 8;
    /** A string; its bytes are valid UTF-8 without U+0000. */
    public static final int STRING = 9;
    /** A string that UTF-8 or SQLite's text functions can't hold, in its escaped JSON spelling. */
    public static final int ESCAPED_STRING = 10;
    /** An object, also an empty one. */
    public static final int OBJECT = 11;
    /** An array with at least one element. */
    public static final int ARRAY = 12;
    /** An array without elements. */
    public static final int EMPTY_ARRAY = 13;

    /** Bytes of one word. */
    static final int WORD_BYTES = 8;
    /** Where the type begins in a first word. */
    static final int TYPE_SHIFT = 60;
    /** Where the length or the child count begins in a first word. */
    static final int LENGTH_SHIFT = 32;
    /** The longest length and the largest child count a word can hold (28 bits). */
    static final int MAX_LENGTH = (1 << 28) - 1;
    /** The lower half of a word. */
    static final long LOW_HALF = 0xFFFF_FFFFL;

    /** Bit t is set if a scalar of type t has a second word. */
    private static final int TWO_WORDS = 1 << INTEGER | 1 << REAL;

    private static final String[] NAMES = {
        "null",
        "false",
        "true",
        "integer",
        "-0",
        "big integer",
        "real",
        "-0.0",
        "big real",
        "string",
        "escaped string",
        "object",
        "array",
        "empty array"
    };

    private long base;
    private long address;
    private int wordCount;

    /**
     * Points this view at a tape.
     *
     * @param arenaBase absolute address that positions are relative to
     * @param tapeAddress absolute address of word 0
     * @param wordCount how many words there are
     * @return this view
     */
    public Tape wrap(long arenaBase, long tapeAddress, int wordCount) {
        assert wordCount >= 0;
        this.base = arenaBase;
        this.address = tapeAddress;
        this.wordCount = wordCount;
        return this;
    }

    /** How many words the tape has; also the index behind its last value. */
    public int wordCount() {
        return wordCount;
    }

    /** The absolute address that positions and source offsets are relative to. */
    public long base() {
        return base;
    }

    /** The absolute address of word 0. */
    public long tapeAddress() {
        return address;
    }

    /** The raw word at index {@code i}. */
    public long word(int i) {
        assert i >= 0 && i < wordCount : "word " + i + " of " + wordCount;
        return Mem.getLong(address + ((long) i << 3));
    }

    /** The type of the value or key whose first word is at {@code i}: one of this class's constants. */
    public int type(int i) {
        return (int) (word(i) >>> TYPE_SHIFT);
    }

    /** The length in bytes of the string or number spelling at {@code i}. */
    public int length(int i) {
        return (int) (word(i) >>> LENGTH_SHIFT) & MAX_LENGTH;
    }

    /** The offset from the arena's base of the string or number spelling at {@code i}. */
    public long position(int i) {
        return word(i) & LOW_HALF;
    }

    /** The absolute address of the string or number spelling at {@code i}. */
    public long address(int i) {
        return base + (word(i) & LOW_HALF);
    }

    /** The value of the INTEGER at {@code i}. */
    public long longValue(int i) {
        assert type(i) == INTEGER : NAMES[type(i)];
        return word(i + 1);
    }

    /** The value of the REAL at {@code i}. */
    public double doubleValue(int i) {
        assert type(i) == REAL : NAMES[type(i)];
        return Double.longBitsToDouble(word(i + 1));
    }

    /** How many members or elements the container at {@code i} has. */
    public int count(int i) {
        assert type(i) >= OBJECT : NAMES[type(i)];
        return (int) (word(i) >>> LENGTH_SHIFT) & MAX_LENGTH;
    }

    /** The index of the first word behind the whole value (or key) at {@code i}. */
    public int next(int i) {
        long word = word(i);
        int type = (int) (word >>> TYPE_SHIFT);
        return type >= OBJECT ? (int) word : i + 1 + (TWO_WORDS >>> type & 1);
    }

    /** The index of the first element, or of the first member's key, of the container at {@code i}. */
    public int firstChild(int i) {
        return i + 2;
    }

    /** The absolute address of the opening bracket of the container at {@code i}. */
    public long startAddress(int i) {
        return base + (word(i + 1) & LOW_HALF);
    }

    /** The absolute address behind the closing bracket of the container at {@code i}. */
    public long endAddress(int i) {
        return base + (word(i + 1) >>> LENGTH_SHIFT);
    }

    /** A new String of the bytes of the string or number spelling at {@code i}; for messages, names and tests. */
    public String text(int i) {
        byte[] bytes = new byte[length(i)];
        Mem.copyOut(address(i), bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The word for a type, length and position. */
    static long word(int type, long length, long position) {
        return (long) type << TYPE_SHIFT | length << LENGTH_SHIFT | position;
    }

    /** What a message calls a type: {@code "object"}, {@code "integer"}, … */
    public static String typeName(int type) {
        return NAMES[type];
    }
}
