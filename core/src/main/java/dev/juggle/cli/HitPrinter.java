// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.juggle.search.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a result, as they come, in one of five forms. A table needs to know how wide its columns are, so it holds the first
 * rows back; all others write each row at once.
 */
abstract class HitPrinter {
    /** The forms. */
    enum Format {
        /** Aligned columns, cut to the terminal's width. */
        TABLE,
        /** One object with all rows and what became of each shard. */
        JSON,
        /** One object per row and line. */
        NDJSON,
        /** RFC 4180. */
        CSV,
        /** Columns with tabs between them; tabs and line ends in values as \t, \n, \r. */
        TSV
    }

    /** Says the names of the columns; before the first row. */
    abstract void begin(List<String> names) throws IOException;

    /** One row: a value for each of its own names. */
    abstract void row(List<String> names, List<@Nullable Object> values) throws IOException;

    /** The end. {@code about} is JSON members that the form may add, such as {@code "shards":[…]}. */
    abstract void end(String about) throws IOException;

    static HitPrinter of(Format format, Terminal terminal, boolean isCut) {
        return switch (format) {
            case TABLE -> new Table(terminal, isCut);
            case JSON -> new Json(terminal, true);
            case NDJSON -> new Json(terminal, false);
            case CSV -> new Csv(terminal);
            case TSV -> new Tsv(terminal);
        };
    }

    /** A value as text; NULL is null. */
    static @Nullable String text(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case byte[] blob -> java.util.HexFormat.of().formatHex(blob);
            default -> value.toString();
        };
    }

    /** The values in the order of the columns. */
    private static List<@Nullable Object> placed(
            List<String> columns, List<String> names, List<@Nullable Object> values) {
        if (names.equals(columns)) {
            return values;
        }
        List<@Nullable Object> placed = new ArrayList<>(columns.size());
        for (String column : columns) {
            int at = names.indexOf(column);
            placed.add(at < 0 ? null : values.get(at));
        }
        return placed;
    }

    private static final class Json extends HitPrinter {
        private final Terminal terminal;
        private final boolean isWhole;
        private final StringBuilder line = new StringBuilder();
        private boolean isFirst = true;

        Json(Terminal terminal, boolean isWhole) {
            this.terminal = terminal;
            this.isWhole = isWhole;
        }

        @Override
        void begin(List<String> names) {
            if (isWhole) {
                terminal.out().print("{\"rows\": [");
            }
        }

        @Override
        void row(List<String> names, List<@Nullable Object> values) {
            line.setLength(0);
            line.append(!isWhole ? "" : isFirst ? "\n" : ",\n").append('{');
            for (int i = 0; i < names.size(); i++) {
                JsonText.name(line.append(i == 0 ? "" : ", "), names.get(i)).append(' ');
                JsonText.value(line, values.get(i));
            }
            line.append(isWhole ? "}" : "}\n");
            isFirst = false;
            terminal.out().print(line);
        }

        @Override
        void end(String about) {
            if (isWhole) {
                terminal.out().print("\n]" + (about.isEmpty() ? "" : ", " + about) + "}\n");
            }
        }
    }

    private static final class Csv extends HitPrinter {
        private final CsvWriter csv;
        private List<String> columns = List.of();

        Csv(Terminal terminal) {
            this.csv = CsvWriter.builder()
                    .quoteStrategy(QuoteStrategies.EMPTY)
                    .lineDelimiter(LineDelimiter.CRLF)
                    .build(terminal.out(), StandardCharsets.UTF_8);
        }

        @Override
        void begin(List<String> names) {
            columns = names;
            csv.writeRecord(names);
        }

        @Override
        void row(List<String> names, List<@Nullable Object> values) {
            List<@Nullable Object> placed = placed(columns, names, values);
            @Nullable String[] cells = new @Nullable String[placed.size()];
            for (int i = 0; i < cells.length; i++) {
                cells[i] = text(placed.get(i));
            }
            csv.writeRecord(cells);
        }

        @Override
        void end(String about) throws IOException {
            csv.flush();
        }
    }

    private static final class Tsv extends HitPrinter {
        private final Terminal terminal;
        private List<String> columns = List.of();

        Tsv(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        void begin(List<String> names) {
            columns = names;
            row(names, new ArrayList<>(names));
        }

        @Override
        void row(List<String> names, List<@Nullable Object> values) {
            List<String> cells = new ArrayList<>();
            for (Object value : placed(columns, names, values)) {
                String cell = text(value);
                cells.add(cell == null ? "" : escaped(cell));
            }
            terminal.out().print(String.join("\t", cells) + '\n');
        }

        private static String escaped(String cell) {
            return cell.replace("\\", "\\\\")
                    .replace("\t", "\\t")
                    .replace("\n", "\\n")
                    .replace("\r", "\\r");
        }

        @Override
        void end(String about) {
            // the last row was the end
        }
    }

    private static final class Table extends HitPrinter {
        private static final int HELD_ROWS = 200;
        private static final int LEAST_WIDTH = 8;

        private final Terminal terminal;
        private final boolean isCut;
        private final List<List<String>> held = new ArrayList<>();
        private List<String> columns = List.of();
        private int @Nullable [] widths;

        Table(Terminal terminal, boolean isCut) {
            this.terminal = terminal;
            this.isCut = isCut;
        }

        @Override
        void begin(List<String> names) {
            columns = names;
        }

        @Override
        void row(List<String> names, List<@Nullable Object> values) {
            List<String> cells = new ArrayList<>();
            for (Object value : placed(columns, names, values)) {
                String cell = text(value);
                cells.add((value instanceof Number ? ">" : " ") + (cell == null ? "" : oneLine(cell)));
            }
            if (widths != null) {
                print(cells, widths);
                return;
            }
            held.add(cells);
            if (held.size() == HELD_ROWS) {
                printHeld();
            }
        }

        private static String oneLine(String cell) {
            StringBuilder line = new StringBuilder();
            cell.codePoints().forEach(c -> line.appendCodePoint(c < 0x20 || c == 0x7F ? ' ' : c));
            return line.toString();
        }

        /** Where all rows are known, columns without a value are left out. */
        private void leaveOutEmpty() {
            List<String> all = columns;
            List<Integer> used = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                int column = i;
                if (held.stream().anyMatch(row -> row.get(column).length() > 1)) {
                    used.add(i);
                }
            }
            columns = used.stream().map(all::get).toList();
            held.replaceAll(row -> used.stream().map(row::get).toList());
        }

        private void printHeld() {
            int[] wide = new int[columns.size()];
            for (int i = 0; i < wide.length; i++) {
                wide[i] = width(columns.get(i));
                for (List<String> row : held) {
                    wide[i] = Math.max(wide[i], width(row.get(i)) - 1);
                }
            }
            if (isCut) {
                narrow(wide, terminal.columns());
            }
            widths = wide;
            if (!held.isEmpty()) {
                print(columns.stream().map(name -> " " + name).toList(), wide);
            }
            held.forEach(row -> print(row, wide));
            held.clear();
        }

        /** Takes from the widest column until all fit, or none is wide. */
        private static void narrow(int[] widths, int columns) {
            int sum = 2 * (widths.length - 1);
            for (int width : widths) {
                sum += width;
            }
            while (sum > columns) {
                int widest = 0;
                for (int i = 1; i < widths.length; i++) {
                    widest = widths[i] > widths[widest] ? i : widest;
                }
                if (widths[widest] <= LEAST_WIDTH) {
                    return;
                }
                widths[widest]--;
                sum--;
            }
        }

        private static int width(String text) {
            return text.codePointCount(0, text.length());
        }

        private void print(List<String> cells, int[] wide) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < cells.size(); i++) {
                String cell = cells.get(i).substring(1);
                if (width(cell) > wide[i]) {
                    cell = cell.substring(0, cell.offsetByCodePoints(0, wide[i] - 1)) + "…";
                }
                String space = " ".repeat(wide[i] - width(cell));
                line.append(i == 0 ? "" : "  ").append(cells.get(i).startsWith(">") ? space + cell : cell + space);
            }
            terminal.out().println(line.toString().stripTrailing());
        }

        @Override
        void end(String about) {
            if (widths == null) {
                leaveOutEmpty();
                printHeld();
            }
        }
    }
}
