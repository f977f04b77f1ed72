// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Random JSON texts with every spelling the grammar allows, and random damage to them. */
final class JsonTexts {
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "7",
        "-42",
        "1234567",
        "12345678",
        "123456789",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "123456789012345678901234567890",
        "0.5",
        "-0.0",
        "1.5e10",
        "1E-7",
        "2e+3",
        "1e400",
        "3.141592653589793",
        "-65.613616999999977",
        "0.000000123456789",
        "12345678901234567890.5",
        "1e-400"
    };
    private static final String[] SPACES = {
        "", "", "", "", " ", "\n", "\r\n", "\t", "\n          ", "  \n\t", "\n                    "
    };
    private static final String[] PIECES = {
        "a",
        "name",
        "key with space",
        "\\\"",
        "\\\\",
        "\\/",
        "\\b\\f\\n\\r\\t",
        "\\u00e9",
        "\\u20AC",
        "\\ud83d\\ude00",
        "\\u0041",
        "é",
        "日本",
        "😀",
        "longer than eight bytes",
        "/",
        "\u007f",
        "0123456789abcdef",
        "{[,:]}",
        "Ω≈ç√∫˜µ≤≥÷"
    };
    private static final String[] ODD_PIECES = {
        "\\u0000", "\\ud800", "\\udc00", "\\ud800\\ud800", "\\udc00\\ud800", "\\ud800\\u0041"
    };

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLM";

    private final Random random;
    private final StringBuilder out = new StringBuilder();

    JsonTexts(Random random) {
        this.random = random;
    }

    /** A valid text of one value. */
    byte[] valid() {
        out.setLength(0);
        space();
        value(random.nextInt(7));
        space();
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void value(int depth) {
        int kind = random.nextInt(depth <= 0 ? 6 : 10);
        switch (kind) {
            case 0 -> out.append(new String[] {"null", "true", "false"}[random.nextInt(3)]);
            case 1 -> out.append(NUMBERS[random.nextInt(NUMBERS.length)]);
            case 2 -> number();
            case 3 -> out.append(random.nextInt(2000) - 1000);
            case 4, 5 -> string();
            default -> container(kind % 2 == 0, depth);
        }
    }

    /** A number of any length on both sides of the point, around the lengths that a parser may treat differently. */
    private void number() {
        out.append(random.nextBoolean() ? "-" : "").append(random.nextInt(10));
        if (out.charAt(out.length() - 1) != '0') {
            digits(random.nextInt(random.nextInt(4) == 0 ? 22 : 9));
        }
        if (random.nextInt(3) != 0) {
            out.append('.');
            digits(1 + random.nextInt(20));
        }
        if (random.nextInt(8) == 0) {
            out.append(random.nextBoolean() ? 'e' : 'E').append(random.nextInt(40) - 20);
        }
    }

    private void digits(int count) {
        for (int i = 0; i < count; i++) {
            out.append((char) ('0' + random.nextInt(10)));
        }
    }

    private void container(boolean object, int depth) {
        out.append(object ? '{' : '[');
        space();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                out.append(',');
                space();
            }
            if (object) {
                string();
                space();
                out.append(':');
                space();
            }
            value(depth - 1);
            space();
        }
        out.append(object ? '}' : ']');
    }

    private void string() {
        out.append('"');
        for (int i = random.nextInt(4); i > 0; i--) {
            String[] from = random.nextInt(20) == 0 ? ODD_PIECES : PIECES;
            out.append(from[random.nextInt(from.length)]);
            out.append(LETTERS, 0, random.nextInt(random.nextInt(4) == 0 ? LETTERS.length() : 3));
        }
        out.append('"');
    }

    private void space() {
        out.append(SPACES[random.nextInt(SPACES.length)]);
    }

    /** The same bytes with one to three random changes. */
    byte[] damaged(byte[] text) {
        byte[] bytes = text;
        for (int i = random.nextInt(3); i >= 0; i--) {
            bytes = damagedOnce(bytes);
        }
        return bytes;
    }

    private byte[] damagedOnce(byte[] bytes) {
        int at = random.nextInt(bytes.length + 1);
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        switch (random.nextInt(5)) {
            case 0 -> changed.write(bytes, 0, at);
            case 1 -> {
                changed.write(bytes, 0, at);
                int skipped = Math.min(bytes.length, at + 1 + random.nextInt(3));
                changed.write(bytes, skipped, bytes.length - skipped);
            }
            case 2 -> {
                changed.writeBytes(bytes);
                byte[] copy = changed.toByteArray();
                if (at < copy.length) {
                    copy[at] = odd();
                }
                return copy;
            }
            case 3 -> {
                changed.write(bytes, 0, at);
                changed.write(odd());
                changed.write(bytes, at, bytes.length - at);
            }
            default -> {
                int from = random.nextInt(bytes.length + 1);
                int length = Math.min(bytes.length - from, random.nextInt(12));
                changed.write(bytes, 0, at);
                changed.writeBytes(Arrays.copyOfRange(bytes, from, from + length));
                changed.write(bytes, at, bytes.length - at);
            }
        }
        return changed.toByteArray();
    }

    private byte odd() {
        String odd =
                "{}[],:\"\\0123456789-+.eEtrufalsn \n\t\r/'\u0000\u0001\u001f\u007f\u0080\u00a0\u00bf\u00c2\u00e0\u00ed\u00f0\u00f4\u00ff";
        return (byte) odd.charAt(random.nextInt(odd.length()));
    }
}
