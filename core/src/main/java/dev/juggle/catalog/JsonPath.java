// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

/**
 * Writes the exact path of a table or member: JSONPath (RFC 9535) with `.name` for plain names, the normalized form
 * `['…']` (section 2.7) for every other, and `[*]` for the elements of an array,
 * `.*` for the values of an object that is a map.
 */
public final class JsonPath {
    /** The record itself. */
    public static final String ROOT = "$";

    private JsonPath() {}

    /** The path of the elements of the array at {@code path}. */
    public static String elements(String path) {
        return path + "[*]";
    }

    /** The path of the values of the map at {@code path}. */
    public static String values(String path) {
        return path + ".*";
    }

    /** The path of the member {@code key} of the object at {@code path}. */
    public static String member(String path, Key key) {
        String text = key.text();
        if (key.isPlain()) {
            return path + '.' + text;
        }
        StringBuilder quoted = new StringBuilder(path.length() + text.length() + 8)
                .append(path)
                .append("['");
        if (key.escaped()) {
            appendSpelling(quoted, text);
        } else {
            appendQuoted(quoted, text);
        }
        return quoted.append("']").toString();
    }

    private static void appendQuoted(StringBuilder out, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\'', '\\' -> out.append('\\').append(c);
                case '\b' -> out.append("\\b");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\f' -> out.append("\\f");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
    }

    /** A JSON spelling is quoted already, but for double quotes; only the apostrophe and the escaped double quote differ. */
    private static void appendSpelling(StringBuilder out, String spelling) {
        for (int i = 0; i < spelling.length(); i++) {
            char c = spelling.charAt(i);
            if (c == '\\' && i + 1 < spelling.length()) {
                char next = spelling.charAt(++i);
                if (next == '"') {
                    out.append('"');
                } else {
                    out.append('\\').append(next);
                }
            } else if (c == '\'') {
                out.append("\\'");
            } else {
                out.append(c);
            }
        }
    }
}
