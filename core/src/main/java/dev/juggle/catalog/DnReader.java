// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a distinguished name (RFC 4514, and of RFC 2253 the semicolons, spaces and quotes) and writes it in one spelling: types
 * in lower case, values as {@link Syntax#CASE_IGNORE} has them, the parts of an RDN in the order of their bytes, no spaces
 * around the signs, and escaped what must be, in one way.
 */
final class DnReader {
    private static final String SPECIAL = "\"+,;<>\\=";

    private final byte[] value;
    private final int end;
    private final NormalForm raw = new NormalForm();
    private final NormalForm text = new NormalForm();
    private int at;

    DnReader(byte[] value, int offset, int end) {
        this.value = value;
        this.at = offset;
        this.end = end;
    }

    boolean normalise(NormalForm into) {
        skipSpaces();
        if (at == end) {
            return true;
        }
        while (true) {
            if (!rdn(into)) {
                return false;
            }
            if (at == end) {
                return true;
            }
            at++;
            into.add(',');
        }
    }

    private boolean rdn(NormalForm into) {
        List<byte[]> parts = new ArrayList<>(1);
        do {
            byte[] part = part();
            if (part.length == 0) {
                return false;
            }
            parts.add(part);
        } while (at < end && value[at] == '+' && at++ < end);
        parts.sort(Arrays::compareUnsigned);
        for (int k = 0; k < parts.size(); k++) {
            if (k > 0) {
                into.add('+');
            }
            into.add(parts.get(k), 0, parts.get(k).length);
        }
        return true;
    }

    /** {@code type=value}, up to the sign behind it; nothing if it is wrong. */
    private byte[] part() {
        NormalForm out = new NormalForm();
        skipSpaces();
        int start = at;
        while (at < end && isType(value[at])) {
            out.add(value[at] >= 'A' && value[at] <= 'Z' ? value[at] + 0x20 : value[at]);
            at++;
        }
        boolean isNamed = at > start;
        skipSpaces();
        if (!isNamed || at == end || value[at++] != '=') {
            return new byte[0];
        }
        out.add('=');
        skipSpaces();
        raw.clear();
        boolean isRight = switch (at < end ? value[at] : 0) {
            case '#' -> hex(out);
            case '"' -> quoted(out);
            default -> plain(out);
        };
        skipSpaces();
        boolean isEnded = at == end || value[at] == ',' || value[at] == ';' || value[at] == '+';
        return isRight && isEnded ? out.copy() : new byte[0];
    }

    private boolean hex(NormalForm out) {
        int start = at;
        out.add(value[at++]);
        while (at < end && Character.digit(value[at], 16) >= 0) {
            out.add(Character.toLowerCase(value[at++]));
        }
        return at > start + 1 && (at - start) % 2 == 1;
    }

    private boolean quoted(NormalForm out) {
        at++;
        while (at < end && value[at] != '"') {
            if (!character()) {
                return false;
            }
        }
        if (at == end) {
            return false;
        }
        at++;
        return write(out);
    }

    private boolean plain(NormalForm out) {
        int needed = 0;
        while (at < end && ",;+".indexOf(value[at]) < 0) {
            boolean isEscaped = value[at] == '\\';
            if ((!isEscaped && "\"<>".indexOf(value[at]) >= 0) || !character()) {
                return false;
            }
            needed = isEscaped || value[at - 1] != ' ' ? raw.length() : needed;
        }
        raw.shorten(needed);
        return write(out);
    }

    /** One character of a value, or the escape of one. */
    private boolean character() {
        if (value[at] != '\\') {
            raw.add(value[at++]);
            return true;
        }
        at++;
        if (at < end && (SPECIAL.indexOf(value[at]) >= 0 || value[at] == ' ' || value[at] == '#')) {
            raw.add(value[at++]);
            return true;
        }
        if (at + 1 >= end) {
            return false;
        }
        int high = Character.digit(value[at++], 16);
        int low = Character.digit(value[at++], 16);
        raw.add(high * 16 + low);
        return high >= 0 && low >= 0;
    }

    private boolean write(NormalForm out) {
        text.clear();
        if (!TextForm.normalise(raw.bytes(), 0, raw.length(), text)) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            byte b = text.at(i);
            boolean isSpecial = SPECIAL.indexOf(b) >= 0 || (b == '#' && i == 0);
            if (isSpecial) {
                out.add(0x5c);
            }
            out.add(b);
        }
        return true;
    }

    private void skipSpaces() {
        while (at < end && value[at] == ' ') {
            at++;
        }
    }

    private static boolean isType(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b == '-' || b == '.';
    }
}
