// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A small reader of well-formed JSON for test data: keeps lone surrogates, which the data needs. */
final class TinyJson {
    private final String text;
    private int at;

    private TinyJson(String text) {
        this.text = text;
    }

    /** The value: Map, List, String, Double, Boolean or null. */
    static @Nullable Object parse(String text) {
        return new TinyJson(text).value();
    }

    private @Nullable Object value() {
        skip();
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            default -> word();
        };
    }

    private @Nullable Object word() {
        int start = at;
        while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> Double.valueOf(word);
        };
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        at++;
        for (skip(); text.charAt(at) != '}'; skip()) {
            String key = string();
            skip();
            at++;
            members.put(key, value());
            skip();
            if (text.charAt(at) == ',') {
                at++;
            }
        }
        at++;
        return members;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> elements = new ArrayList<>();
        at++;
        for (skip(); text.charAt(at) != ']'; skip()) {
            elements.add(value());
            skip();
            if (text.charAt(at) == ',') {
                at++;
            }
        }
        at++;
        return elements;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            char next = text.charAt(at++);
            if (next != '\\') {
                string.append(next);
                continue;
            }
            char escape = text.charAt(at++);
            if (escape == 'u') {
                string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                at += 4;
            } else {
                int known = "bfnrt".indexOf(escape);
                string.append(known < 0 ? escape : "\b\f\n\r\t".charAt(known));
            }
        }
        at++;
        return string.toString();
    }

    private void skip() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }
}
