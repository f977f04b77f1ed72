// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plain index over columns of one table, names as they are.
 *
 * @param name the index's own name
 * @param table the table's name
 * @param columns the columns' names, in order
 */
public record IndexLayout(String name, String table, List<String> columns) {
    private static final String CREATE = "CREATE INDEX ";
    private static final String ON = " ON ";

    /** Copies the list. */
    public IndexLayout {
        columns = List.copyOf(columns);
    }

    /** The statement that makes the index. */
    public String ddl() {
        return CREATE + Identifiers.quote(name) + ON + Identifiers.quote(table) + Identifiers.list(columns);
    }

    /** The index that {@code statement} makes, if it has exactly the form of {@link #ddl}; else null. */
    public static @Nullable IndexLayout parse(String statement) {
        if (!statement.startsWith(CREATE)) {
            return null;
        }
        List<String> names = new ArrayList<>();
        int at = CREATE.length();
        while (at < statement.length() && statement.charAt(at) == '"') {
            int end = Identifiers.end(statement, at);
            if (end < 0) {
                return null;
            }
            names.add(Identifiers.unquote(statement.substring(at, end)));
            at = end + (names.size() == 1 ? ON.length() : names.size() == 2 ? 1 : 2);
        }
        if (names.size() < 3) {
            return null;
        }
        IndexLayout index = new IndexLayout(names.get(0), names.get(1), names.subList(2, names.size()));
        return index.ddl().equals(statement) ? index : null;
    }
}
