// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown, its columns padded so that it can be read as plain text too. */
final class MarkdownTable {
    private final List<List<String>> rows = new ArrayList<>();
    private final boolean[] numeric;

    /** A table with these column heads; one that ends in {@code >} (which is not shown) aligns its column right. */
    MarkdownTable(String... heads) {
        numeric = new boolean[heads.length];
        List<String> first = new ArrayList<>();
        for (int i = 0; i < heads.length; i++) {
            numeric[i] = heads[i].endsWith(">");
            first.add(numeric[i] ? heads[i].substring(0, heads[i].length() - 1) : heads[i]);
        }
        rows.add(first);
    }

    /** Adds a row with a cell for each column. */
    void add(Object... cells) {
        if (cells.length != numeric.length) {
            throw new IllegalArgumentException(cells.length + " cells for " + numeric.length + " columns");
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell.toString().replace("|", "\\|"));
        }
        rows.add(row);
    }

    /** The table, with a line end behind each row. */
    @Override
    public String toString() {
        int[] widths = new int[numeric.length];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(Math.max(widths[i], 3), row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < rows.size(); at++) {
            for (int i = 0; i < widths.length; i++) {
                String cell = rows.get(at).get(i);
                String padding = " ".repeat(widths[i] - cell.length());
                text.append("| ")
                        .append(numeric[i] ? padding + cell : cell + padding)
                        .append(' ');
            }
            text.append("|\n");
            if (at == 0) {
                for (int i = 0; i < widths.length; i++) {
                    text.append('|').append("-".repeat(widths[i] + 1)).append(numeric[i] ? ':' : '-');
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }
}
