// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;

/**
 * The encodings a document can be in. Only a byte-order mark tells UTF-16 and UTF-32 (Unicode, section 23.8); without
 * one it is UTF-8.
 */
public enum TextEncoding {
    /** One to four bytes a character; what everything else becomes. */
    UTF_8("UTF-8"),
    /** Two or four bytes, low byte first. */
    UTF_16_LE("UTF-16LE"),
    /** Two or four bytes, high byte first. */
    UTF_16_BE("UTF-16BE"),
    /** Four bytes, low byte first. */
    UTF_32_LE("UTF-32LE"),
    /** Four bytes, high byte first. */
    UTF_32_BE("UTF-32BE");

    private final String label;

    TextEncoding(String label) {
        this.label = label;
    }

    /** What the text between two addresses is in. */
    static TextEncoding of(long start, long end) {
        int first = at(start, end) << 8 | at(start + 1, end);
        int second = at(start + 2, end) << 8 | at(start + 3, end);
        if (first == 0xFFFE) {
            // a text in UTF-16 that begins with U+0000 would look the same, but is no JSON
            return second == 0 && end - start >= 4 ? UTF_32_LE : UTF_16_LE;
        }
        if (first == 0xFEFF) {
            return UTF_16_BE;
        }
        return first == 0 && second == 0xFEFF ? UTF_32_BE : UTF_8;
    }

    /** How many bytes the byte-order mark at {@code start} takes; 0 if there is none. */
    int markBytes(long start, long end) {
        return switch (this) {
            case UTF_8 -> isUtf8Mark(start, end) ? 3 : 0;
            case UTF_16_LE, UTF_16_BE -> 2;
            case UTF_32_LE, UTF_32_BE -> 4;
        };
    }

    /** How many bytes the character takes whose UTF-8 begins with {@code lead}; 0 for a byte that continues one. */
    int bytesOf(byte lead) {
        boolean continues = (lead & 0xC0) == 0x80;
        return switch (this) {
            case UTF_8 -> 1;
            case UTF_16_LE, UTF_16_BE ->
                continues ? 0 : lead >= (byte) 0xF0 && lead != Transcoder.BROKEN && lead < 0 ? 4 : 2;
            case UTF_32_LE, UTF_32_BE -> continues ? 0 : 4;
        };
    }

    private static boolean isUtf8Mark(long start, long end) {
        return at(start, end) == 0xEF && at(start + 1, end) == 0xBB && at(start + 2, end) == 0xBF;
    }

    /** The byte at {@code p}, or one that no mark has. */
    private static int at(long p, long end) {
        return p < end ? Mem.getByte(p) & 0xFF : 0x7F;
    }

    /** The name as the IANA registry has it. */
    @Override
    public String toString() {
        return label;
    }
}
