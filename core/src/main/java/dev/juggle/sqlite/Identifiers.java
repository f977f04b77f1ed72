// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Names in SQL. Any string without U+0000 becomes an identifier when it stands in double quotes with
 * each double quote inside doubled: key words, spaces, brackets, the empty name. (SQLite has no backslash escapes.)
 */
public final class Identifiers {
    private Identifiers() {}

    /** {@code name} as an identifier in SQL. */
    public static String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** {@code text} as a string in SQL. */
    public static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    /** The names, quoted, in parentheses. */
    static String list(List<String> names) {
        return names.stream().map(Identifiers::quote).collect(Collectors.joining(", ", "(", ")"));
    }

    /** The name that {@link #quote} made {@code identifier} of. */
    static String unquote(String identifier) {
        return identifier.substring(1, identifier.length() - 1).replace("\"\"", "\"");
    }

    /** Index behind the quoted identifier that begins at {@code start}, or -1 if it does not end. */
    static int end(String sql, int start) {
        int at = start + 1;
        while (true) {
            int quote = sql.indexOf('"', at);
            if (quote < 0) {
                return -1;
            }
            if (quote + 1 == sql.length() || sql.charAt(quote + 1) != '"') {
                return quote + 1;
            }
            at = quote + 2;
        }
    }
}
