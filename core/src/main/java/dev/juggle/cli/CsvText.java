// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.juggle.shred.StoredDatabase;
import dev.juggle.shred.StoredTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table as CSV (RFC 4180, UTF-8, a header line): NULL is nothing between the commas, the empty string is {@code ""}.
 * {@code _shape}, which only says how a row is written as JSON, is left out.
 */
final class CsvText {
    private CsvText() {}

    /** Writes all rows of {@code table} in order of {@code _row}; {@code out} stays open. */
    static void write(StoredDatabase database, StoredTable table, OutputStream out) throws IOException {
        List<String> columns =
                table.columns().stream().filter(name -> !name.equals("_shape")).toList();
        String select = columns.stream().map(CsvText::quoted).collect(Collectors.joining(", "));
        CsvWriter csv = CsvWriter.builder()
                .quoteStrategy(QuoteStrategies.EMPTY)
                .lineDelimiter(LineDelimiter.CRLF)
                .build(out, StandardCharsets.UTF_8);
        csv.writeRecord(columns);
        try (Statement statement = database.connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT " + select + " FROM " + quoted(table.name()) + " ORDER BY _row")) {
            @Nullable String[] values = new @Nullable String[columns.size()];
            while (rows.next()) {
                for (int i = 0; i < values.length; i++) {
                    values[i] = text(rows.getObject(i + 1));
                }
                csv.writeRecord(values);
            }
        } catch (SQLException e) {
            throw new Failure(
                    database.path() + ": table \"" + table.name() + "\" cannot be read: " + e.getMessage(), e);
        }
        csv.flush();
    }

    private static @Nullable String text(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case byte[] blob -> java.util.HexFormat.of().formatHex(blob);
            default -> value.toString();
        };
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
