// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One key of an order. Numbers come before texts, texts before blobs, as in SQLite; texts by their UTF-8 bytes.
 *
 * @param name the member's path
 * @param isDescending largest first
 * @param ignoresCase whether a and A are equal (SQLite's NOCASE: ASCII letters)
 * @param nullsFirst where NULL and missing members go; they are last by default, in either direction
 */
public record Order(String name, boolean isDescending, boolean ignoresCase, boolean nullsFirst) {
    /**
     * Reads {@code price desc, name nocase nulls first}; a minus before a name is descending too.
     *
     * @throws IllegalArgumentException with a sentence for the user
     */
    public static List<Order> parse(String text) {
        List<Order> keys = new ArrayList<>();
        for (List<String> words : terms(text)) {
            keys.add(key(words));
        }
        return List.copyOf(keys);
    }

    /** The keys as {@link #parse} reads them. */
    static String text(List<Order> keys) {
        List<String> texts = new ArrayList<>();
        for (Order key : keys) {
            texts.add('"' + key.name + "\" " + (key.isDescending ? "desc" : "asc") + (key.ignoresCase ? " nocase" : "")
                    + (key.nullsFirst ? " nulls first" : ""));
        }
        return String.join(", ", texts);
    }

    private static Order key(List<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("order: expected a name");
        }
        String name = words.getFirst();
        boolean minus = name.startsWith("-") && name.length() > 1;
        Order key = new Order(minus ? name.substring(1) : name, minus, false, false);
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i).toLowerCase(Locale.ROOT);
            String next = i + 1 < words.size() ? words.get(i + 1).toLowerCase(Locale.ROOT) : "";
            if (word.equals("nulls") && (next.equals("first") || next.equals("last"))) {
                key = new Order(key.name, key.isDescending, key.ignoresCase, next.equals("first"));
                i++;
                continue;
            }
            key = switch (word) {
                case "asc" -> new Order(key.name, false, key.ignoresCase, key.nullsFirst);
                case "desc" -> new Order(key.name, true, key.ignoresCase, key.nullsFirst);
                case "nocase" -> new Order(key.name, key.isDescending, true, key.nullsFirst);
                default ->
                    throw new IllegalArgumentException(
                            "order: expected asc, desc, nocase, nulls first or nulls last, found '" + words.get(i)
                                    + "'");
            };
        }
        return key;
    }

    private static List<List<String>> terms(String text) {
        List<List<String>> terms = new ArrayList<>();
        terms.add(new ArrayList<>());
        StringBuilder word = new StringBuilder();
        boolean inQuotes = false;
        for (char c : (text + ' ').toCharArray()) {
            boolean ends = !inQuotes && (c == ',' || Character.isWhitespace(c));
            inQuotes ^= c == '"';
            if (ends) {
                if (!word.isEmpty()) {
                    terms.getLast().add(word.toString());
                    word.setLength(0);
                }
                if (c == ',') {
                    terms.add(new ArrayList<>());
                }
            } else if (c != '"') {
                word.append(c);
            }
        }
        return terms;
    }
}
