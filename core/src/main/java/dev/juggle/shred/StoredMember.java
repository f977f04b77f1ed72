// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import org.jspecify.annotations.Nullable;

/**
 * One row of {@code _juggle_columns}: a place in a table's rows at which a value can stand.
 *
 * @param number its number within the table; 0 is the row's value itself
 * @param column the SQL column that holds its scalars; null where it is only an object or an array
 * @param path its JSONPath from the record's root
 * @param type the declared type of the column, empty when the column has none
 * @param child id of the table that holds its array's elements; 0 without one
 * @param columnIndex place of the column in the select list of {@link RowCursor}; -1 without a column
 * @param key its name as JSON text with quotes, ready to be written
 * @param elsewhere where its values are that are not in the row
 */
public record StoredMember(
        int number,
        @Nullable String column,
        String path,
        String type,
        int child,
        int columnIndex,
        String key,
        Elsewhere elsewhere) {

    /**
     * Where values are that are not in the row itself.
     *
     * @param map id of the table that holds its members where it is a map; 0 without one
     * @param entity id of the table that holds its values once each; 0 without one
     * @param reference the SQL column that refers to that table; null without one
     * @param referenceIndex place of that column in the select list of {@link RowCursor}; -1 without one
     */
    public record Elsewhere(int map, int entity, @Nullable String reference, int referenceIndex) {}

    private static final String NO_KEY = "\"\"";

    /**
     * The last step of a JSONPath (RFC 9535, normalised, {@code .name} for plain names) as a JSON member name
     * in quotes. An escape that only JSON can hold (a lone surrogate, U+0000) stays an escape.
     * A path whose last step is no name gives the empty name; such a member is never written with a key.
     */
    static String keyOf(String path) {
        String last = lastStep(path);
        if (last.isEmpty() || last.equals("[*]") || last.equals("$")) {
            return NO_KEY;
        }
        JsonSink sink = new JsonSink();
        sink.raw('"');
        if (last.charAt(0) == '.') {
            sink.stringBody(last.substring(1));
        } else {
            bracketed(last.substring(2, last.length() - 2), sink);
        }
        sink.raw('"');
        return sink.text();
    }

    /** RFC 9535's escapes are JSON's, but for the quote that needs one. */
    private static void bracketed(String body, JsonSink sink) {
        int plain = 0;
        for (int i = 0; i < body.length(); i++) {
            if (body.charAt(i) == '\\' && i + 1 < body.length()) {
                sink.stringBody(body.substring(plain, i));
                char escaped = body.charAt(i + 1);
                if (escaped != '\'') {
                    sink.raw('\\');
                }
                sink.stringBody(escaped == '\\' ? "" : String.valueOf(escaped));
                if (escaped == '\\') {
                    sink.raw('\\');
                }
                i++;
                plain = i + 1;
            }
        }
        sink.stringBody(body.substring(plain));
    }

    /** {@code .name}, {@code ['name']}, {@code [*]} or {@code $}; empty when the path is not well formed. */
    static String lastStep(String path) {
        int start = 0;
        int i = path.startsWith("$") ? 1 : 0;
        while (i < path.length()) {
            start = i;
            i = endOfStep(path, i);
            if (i < 0) {
                return "";
            }
        }
        return path.substring(start);
    }

    private static int endOfStep(String path, int start) {
        if (path.startsWith("['", start)) {
            int i = start + 2;
            while (i < path.length() && path.charAt(i) != '\'') {
                i += path.charAt(i) == '\\' ? 2 : 1;
            }
            return path.startsWith("']", i) ? i + 2 : -1;
        }
        if (path.startsWith("[*]", start)) {
            return start + 3;
        }
        if (path.charAt(start) != '.') {
            return -1;
        }
        int i = start + 1;
        while (i < path.length() && path.charAt(i) != '.' && path.charAt(i) != '[') {
            i++;
        }
        return i;
    }
}
