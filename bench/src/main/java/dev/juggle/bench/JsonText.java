// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * JSON text in the making, in one growing byte array: the writer of the generators. It trusts its caller to open, name
 * and close in the right order, and knows three layouts, which differ in white space only.
 */
final class JsonText {
    /** How much white space there is, and what a level of indent is made of. */
    enum Layout {
        /** None at all. */
        COMPACT(""),
        /** A member a line, two spaces a level. */
        SPACES("  "),
        /** A member a line, a tab a level. */
        TABS("\t");

        private final String indent;

        Layout(String indent) {
            this.indent = indent;
        }
    }

    private static final String HEX_DIGITS = "0123456789abcdef";

    private final Layout layout;
    private byte[] bytes = new byte[1024];
    private int lengthBytes;
    private int depth;
    private boolean first = true;

    /** An empty text whose values lie {@code depth} levels deep in the file that it will be a part of. */
    JsonText(Layout layout, int depth) {
        this.layout = layout;
        this.depth = depth;
    }

    /** How many bytes there are by now. */
    int lengthBytes() {
        return lengthBytes;
    }

    /** A copy of the bytes written. */
    byte[] toBytes() {
        return Arrays.copyOf(bytes, lengthBytes);
    }

    /** Sends the bytes to {@code out} and forgets them; the place in the structure is kept. */
    void drainTo(OutputStream out) throws IOException {
        out.write(bytes, 0, lengthBytes);
        lengthBytes = 0;
    }

    /** Begins an object or array. */
    JsonText open(char bracket) {
        put(bracket);
        depth++;
        first = true;
        return this;
    }

    /** Ends the object or array begun last. */
    JsonText close(char bracket) {
        depth--;
        if (!first) {
            newLine();
        }
        put(bracket);
        first = false;
        return this;
    }

    /** Begins an element of an array. */
    JsonText element() {
        if (!first) {
            put(',');
        }
        first = false;
        newLine();
        return this;
    }

    /** Begins a member of an object; its value must follow. */
    JsonText key(String key) {
        element();
        string(key, false);
        put(':');
        if (layout != Layout.COMPACT) {
            put(' ');
        }
        return this;
    }

    /** A string that is never empty in the source: where {@code text} is, null is written. */
    JsonText stringOrNull(String text) {
        return text.isEmpty() ? raw("null") : string(text, false);
    }

    /** A string; with {@code ascii} everything beyond ASCII is written as escapes. */
    JsonText string(String text, boolean ascii) {
        put('"');
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            if (codePoint >= 0x80 && !ascii) {
                raw(Character.toString(codePoint));
            } else {
                escape(codePoint);
            }
        }
        put('"');
        return this;
    }

    /** A whole number. */
    JsonText number(long value) {
        return raw(Long.toString(value));
    }

    /**
     * A decimal number given in hundredths, with no digit more than it needs: 1250 is 12.5, and 1200 is 12, so that
     * whole and fractional numbers meet in one field.
     */
    JsonText hundredths(long value) {
        number(value / 100);
        long rest = value % 100;
        if (rest == 0) {
            return this;
        }
        put('.');
        put((char) ('0' + rest / 10));
        if (rest % 10 != 0) {
            put((char) ('0' + rest % 10));
        }
        return this;
    }

    /** Text that is JSON already. */
    JsonText raw(String json) {
        return raw(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes that are JSON already. */
    JsonText raw(byte[] json) {
        room(json.length);
        System.arraycopy(json, 0, bytes, lengthBytes, json.length);
        lengthBytes += json.length;
        return this;
    }

    private void escape(int codePoint) {
        switch (codePoint) {
            case '"' -> raw("\\\"");
            case '\\' -> raw("\\\\");
            case '\n' -> raw("\\n");
            case '\t' -> raw("\\t");
            default -> {
                if (codePoint >= 0x20 && codePoint < 0x7f) {
                    put((char) codePoint);
                } else {
                    for (char unit : Character.toChars(codePoint)) {
                        escapeUnit(unit);
                    }
                }
            }
        }
    }

    private void escapeUnit(char unit) {
        raw("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            put(HEX_DIGITS.charAt((unit >>> shift) & 15));
        }
    }

    private void newLine() {
        if (layout == Layout.COMPACT) {
            return;
        }
        put('\n');
        for (int i = 0; i < depth; i++) {
            raw(layout.indent);
        }
    }

    private void put(char ascii) {
        room(1);
        bytes[lengthBytes++] = (byte) ascii;
    }

    private void room(int more) {
        if (more > bytes.length - lengthBytes) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, lengthBytes + more));
        }
    }
}
