// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;

/**
 * Text without case: RFC 4518's preparation. ASCII, nearly all there is, in one pass without an object; other text by way of
 * strings, folded until folding changes nothing more.
 */
final class TextForm {
    private static final int MAX_FOLDS = 8;

    private TextForm() {}

    static boolean normalise(byte[] value, int offset, int end, NormalForm into) {
        for (int i = offset; i < end; i++) {
            if (value[i] < 0) {
                return beyondAscii(value, offset, end, into);
            }
        }
        ascii(value, offset, end, into);
        return true;
    }

    private static void ascii(byte[] value, int offset, int end, NormalForm into) {
        int start = into.length();
        boolean isSpace = false;
        for (int i = offset; i < end; i++) {
            int c = value[i];
            if (c == ' ' || (c >= '\t' && c <= '\r')) {
                isSpace = true;
            } else if (c > ' ' && c != 0x7f) {
                if (isSpace && into.length() > start) {
                    into.add(' ');
                }
                isSpace = false;
                into.add(c >= 'A' && c <= 'Z' ? c + 0x20 : c);
            }
        }
    }

    private static boolean beyondAscii(byte[] value, int offset, int end, NormalForm into) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value, offset, end - offset))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            return false;
        }
        String folded = fold(text);
        for (int k = 0; k < MAX_FOLDS && !folded.equals(text); k++) {
            text = folded;
            folded = fold(text);
        }
        byte[] bytes = folded.getBytes(StandardCharsets.UTF_8);
        into.add(bytes, 0, bytes.length);
        return true;
    }

    /** By way of upper case, so that the two small sigmas, and ß and ss, are the same. */
    private static String fold(String text) {
        String upper = Normalizer.normalize(text, Normalizer.Form.NFKC).toUpperCase(Locale.ROOT);
        StringBuilder lower = new StringBuilder(upper.length());
        upper.codePoints().map(Character::toLowerCase).forEach(lower::appendCodePoint);
        return spaced(Normalizer.normalize(lower, Normalizer.Form.NFKC));
    }

    /** What is no text left out, white space as one space, none at the ends. */
    private static String spaced(String text) {
        StringBuilder out = new StringBuilder(text.length());
        boolean isSpace = false;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if ((Character.isWhitespace(c) && !(c >= 0x1c && c <= 0x1f)) || Character.isSpaceChar(c)) {
                isSpace = true;
            } else if (!isNothing(c)) {
                if (isSpace && !out.isEmpty()) {
                    out.append(' ');
                }
                isSpace = false;
                out.appendCodePoint(c);
            }
        }
        return out.toString();
    }

    private static boolean isNothing(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL || type == Character.FORMAT || (c >= 0xfe00 && c <= 0xfe0f);
    }
}
