// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one line of what {@link Wire} writes: lists, maps, strings, Long for integers, Double for other numbers, Boolean, null,
 * and byte[] for a blob.
 */
final class JsonValue {
    private static final int MAX_DEPTH = 16;

    private final String text;
    private int at;

    private JsonValue(String text) {
        this.text = text;
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException when it is no JSON
     */
    static @Nullable Object read(String line) {
        JsonValue json = new JsonValue(line);
        Object value = json.value(0);
        json.blanks();
        if (json.at < line.length()) {
            throw json.error("expected the end");
        }
        return value;
    }

    private @Nullable Object value(int depth) {
        blanks();
        if (at >= text.length() || depth > MAX_DEPTH) {
            throw error("expected a value");
        }
        char c = text.charAt(at);
        return switch (c) {
            case '[' -> list(depth);
            case '{' -> map(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw error("expected a value");
        }
        at += word.length();
        return value;
    }

    private List<@Nullable Object> list(int depth) {
        List<@Nullable Object> list = new ArrayList<>();
        at++;
        if (took(']')) {
            return list;
        }
        do {
            list.add(value(depth + 1));
        } while (took(','));
        expect(']');
        return list;
    }

    private Object map(int depth) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        at++;
        if (!took('}')) {
            do {
                blanks();
                String name = string();
                expect(':');
                map.put(name, value(depth + 1));
            } while (took(','));
            expect('}');
        }
        boolean isBlob = Boolean.TRUE.equals(map.get("$base64")) && map.get("encoded") instanceof String;
        return isBlob ? Base64.getDecoder().decode(String.valueOf(map.get("encoded"))) : map;
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            string.append(c == '\\' ? escaped() : c);
        }
        expect('"');
        return string.toString();
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                if (at + 4 > text.length()) {
                    throw error("an escape has no end");
                }
                at += 4;
                yield (char) Integer.parseInt(text, at - 4, at, 16);
            }
            default -> throw error("an unknown escape");
        };
    }

    private Object number() {
        int start = at;
        boolean isWhole = true;
        while (at < text.length() && "0123456789+-.eE".indexOf(text.charAt(at)) >= 0) {
            isWhole &= ".eE".indexOf(text.charAt(at)) < 0;
            at++;
        }
        String number = text.substring(start, at);
        try {
            return isWhole ? (Object) Long.valueOf(number) : (Object) Double.valueOf(number);
        } catch (NumberFormatException e) {
            throw error("expected a number");
        }
    }

    private void expect(char c) {
        if (!took(c)) {
            throw error("expected '" + c + "'");
        }
    }

    private boolean took(char c) {
        blanks();
        boolean is = at < text.length() && text.charAt(at) == c;
        at += is ? 1 : 0;
        return is;
    }

    private void blanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private IllegalArgumentException error(String what) {
        return new IllegalArgumentException("answer:" + (at + 1) + ": " + what);
    }
}
