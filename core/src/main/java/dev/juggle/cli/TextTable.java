// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns, two spaces between them. A cell that begins with {@code >} is set to the right. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; a row may have fewer cells than others. */
    void row(String... cells) {
        rows.add(List.of(cells));
    }

    /** The table, each line indented by {@code indent} and without space at its end. */
    String text(String indent) {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                int width = width(shown(row.get(i)));
                if (i == widths.size()) {
                    widths.add(width);
                }
                widths.set(i, Math.max(widths.get(i), width));
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                String cell = shown(row.get(i));
                String space = " ".repeat(widths.get(i) - width(cell));
                line.append(i == 0 ? "" : "  ").append(row.get(i).startsWith(">") ? space + cell : cell + space);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static String shown(String cell) {
        return cell.startsWith(">") ? cell.substring(1) : cell;
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
