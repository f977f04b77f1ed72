// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/*
 * Named references are looked up by narrowing an interval of the sorted list of names, one character at a time. The
 * list is sorted by bytes, so all names that begin with what was read so far lie side by side, and the shortest
 * of them, if it is exactly what was read, is the first: the last such is the longest match. An index
 * by first character makes the first step.
 */
/** Character references (13.2.5.72 to 80): decodes into the heap of decoded text. */
final class CharacterReferences {
    private static final int COUNT = 2231;
    private static final byte[][] NAMES = new byte[COUNT][];
    private static final int[] FIRST = new int[COUNT];
    private static final int[] SECOND = new int[COUNT];
    /** Where the names with a first character begin; [character + 1] is where they end. */
    private static final int[] STARTS = new int[129];

    /** What the numbers 0x80 to 0x9f mean (the table of 13.2.5.80); 0: themselves. */
    private static final char[] WINDOWS_1252 = {
        0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d,
        0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,
        0x017e, 0x0178
    };

    static {
        load();
    }

    private final NodeStore store;
    private final Tokenizer tokenizer;

    CharacterReferences(NodeStore store, Tokenizer tokenizer) {
        this.store = store;
        this.tokenizer = tokenizer;
    }

    /** Decodes what begins with the {@code &} at {@code p} and appends it; the offset behind what was consumed. */
    int decode(int p, int end, boolean inAttribute) {
        int value = tokenizer.byteAt(p + 1);
        if (value == '#') {
            return numeric(p);
        }
        if (value >= 0 && Bytes.is(value, Bytes.LETTER | Bytes.DIGIT)) {
            return named(p, end, inAttribute);
        }
        store.appendByte('&');
        return p + 1;
    }

    private int named(int p, int end, boolean inAttribute) {
        int first = tokenizer.byteAt(p + 1);
        int low = STARTS[first];
        int high = STARTS[first + 1];
        int matched = -1;
        int length = 0;
        for (int depth = 1; low < high; depth++) {
            if (NAMES[low].length == depth) {
                matched = low;
                length = depth;
            }
            int value = tokenizer.byteAt(p + 1 + depth);
            if (value < 0) {
                break;
            }
            low = lowerBound(low, high, depth, value);
            high = lowerBound(low, high, depth, value + 1);
        }
        if (matched < 0) {
            return ambiguous(p, end);
        }
        int behind = p + 1 + length;
        if (tokenizer.byteAt(behind - 1) != ';') {
            int following = tokenizer.byteAt(behind);
            if (inAttribute
                    && (following == '=' || (following >= 0 && Bytes.is(following, Bytes.LETTER | Bytes.DIGIT)))) {
                store.appendInput(p, behind - p);
                return behind;
            }
            tokenizer.error(ParseError.MISSING_SEMICOLON_AFTER_CHARACTER_REFERENCE, behind);
        }
        store.appendCodePoint(FIRST[matched]);
        if (SECOND[matched] != 0) {
            store.appendCodePoint(SECOND[matched]);
        }
        return behind;
    }

    /** The first name from {@code low} on whose byte at {@code depth} is at least {@code value}. */
    private static int lowerBound(int low, int high, int depth, int value) {
        int from = low;
        int to = high;
        while (from < to) {
            int middle = (from + to) >>> 1;
            byte[] name = NAMES[middle];
            if (name.length <= depth || name[depth] < value) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private int ambiguous(int p, int end) {
        int q = p + 1;
        while (q < end && Bytes.is(tokenizer.byteAt(q), Bytes.LETTER | Bytes.DIGIT)) {
            q++;
        }
        if (tokenizer.byteAt(q) == ';') {
            tokenizer.error(ParseError.UNKNOWN_NAMED_CHARACTER_REFERENCE, q);
        }
        store.appendInput(p, q - p);
        return q;
    }

    private int numeric(int p) {
        int value = tokenizer.byteAt(p + 2);
        boolean hexadecimal = value == 'x' || value == 'X';
        int radix = hexadecimal ? 16 : 10;
        int digits = hexadecimal ? p + 3 : p + 2;
        int q = digits;
        int code = 0;
        for (int digit = digit(q, radix); digit >= 0; digit = digit(++q, radix)) {
            code = Math.min(code * radix + digit, 0x11_0000);
        }
        if (q == digits) {
            tokenizer.error(ParseError.ABSENCE_OF_DIGITS_IN_NUMERIC_CHARACTER_REFERENCE, q);
            store.appendInput(p, q - p);
            return q;
        }
        if (tokenizer.byteAt(q) == ';') {
            q++;
        } else {
            tokenizer.error(ParseError.MISSING_SEMICOLON_AFTER_CHARACTER_REFERENCE, q);
        }
        store.appendCodePoint(checked(code, q));
        return q;
    }

    private int digit(int q, int radix) {
        int value = tokenizer.byteAt(q);
        return value < 0 || value > 0x7f ? -1 : Character.digit(value, radix);
    }

    /** The code point that a number stands for (13.2.5.80). */
    private int checked(int code, int q) {
        if (code == 0) {
            tokenizer.error(ParseError.NULL_CHARACTER_REFERENCE, q);
            return 0xfffd;
        }
        if (code > 0x10_ffff) {
            tokenizer.error(ParseError.CHARACTER_REFERENCE_OUTSIDE_UNICODE_RANGE, q);
            return 0xfffd;
        }
        if (code >= 0xd800 && code <= 0xdfff) {
            tokenizer.error(ParseError.SURROGATE_CHARACTER_REFERENCE, q);
            return 0xfffd;
        }
        if (isNoncharacter(code)) {
            tokenizer.error(ParseError.NONCHARACTER_CHARACTER_REFERENCE, q);
        } else if (code == 0x0d || (isControl(code) && !(code < 0x80 && Bytes.is(code, Bytes.SPACE)))) {
            tokenizer.error(ParseError.CONTROL_CHARACTER_REFERENCE, q);
            if (code >= 0x80 && code <= 0x9f && WINDOWS_1252[code - 0x80] != 0) {
                return WINDOWS_1252[code - 0x80];
            }
        }
        return code;
    }

    static boolean isNoncharacter(int code) {
        return (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) == 0xfffe;
    }

    static boolean isControl(int code) {
        return code <= 0x1f || (code >= 0x7f && code <= 0x9f);
    }

    private static void load() {
        try (InputStream stream = CharacterReferences.class.getResourceAsStream("named-character-references.txt");
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.US_ASCII))) {
            int count = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("#")) {
                    continue;
                }
                String[] fields = line.split(" ", -1);
                NAMES[count] = fields[0].getBytes(StandardCharsets.US_ASCII);
                FIRST[count] = Integer.parseInt(fields[1], 16);
                SECOND[count] = fields.length > 2 ? Integer.parseInt(fields[2], 16) : 0;
                count++;
            }
            if (count != COUNT) {
                throw new IllegalStateException("the table of character references has " + count + " names");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int at = 0;
        for (int character = 0; character < 128; character++) {
            STARTS[character] = at;
            while (at < COUNT && NAMES[at][0] == character) {
                at++;
            }
        }
        STARTS[128] = COUNT;
    }
}
