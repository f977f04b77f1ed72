// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.shred.StoredDatabase;
import dev.juggle.shred.StoredTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a database's tables as files of another format. */
@Command(
        name = "export",
        description = {
            "Writes a database's tables as CSV, one file per table.",
            "CSV as in RFC 4180, in UTF-8: NULL is nothing between the commas, the empty string is \"\"."
        },
        footer = {
            "juggle export out.db csv/ --format csv       # all tables",
            "juggle export out.db csv/ --table shop_items  # one of them"
        })
final class ExportCommand extends BasicCommand {
    /** The formats that tables can be written in. */
    enum Format {
        CSV
    }

    @Parameters(index = "0", paramLabel = "DB", description = "The database.")
    private Path path;

    @Parameters(index = "1", paramLabel = "DIR", description = "The folder to write to; made if it is not there.")
    private Path folder;

    @Option(names = "--format", paramLabel = "FORMAT", description = "The format: csv (the default).")
    private Format format = Format.CSV;

    @Option(names = "--table", paramLabel = "NAME", description = "Only this table; can be given several times.")
    private List<String> names = List.of();

    @Option(names = "--force", description = "Overwrite files that differ.")
    private boolean force;

    @Override
    public Integer call() throws IOException {
        long files = 0;
        boolean refused = false;
        try (StoredDatabase database = StoredDatabase.open(path)) {
            for (StoredTable table : database.tables()) {
                if (!names.isEmpty() && !names.contains(table.name())) {
                    continue;
                }
                Path target = folder.resolve(fileName(table.name()) + ".csv");
                NewFile.Outcome outcome = NewFile.write(target, force, out -> write(database, table, out));
                if (outcome == NewFile.Outcome.REFUSED) {
                    refused = true;
                    terminal().say(target + ": exists and differs; left alone (--force overwrites it)");
                } else {
                    files++;
                }
            }
        }
        if (files == 0 && !refused) {
            terminal().say(path + ": has no " + (names.isEmpty() ? "tables" : "such table"));
            return ExitCode.FOUND;
        }
        terminal().say(Words.count(files, "table") + " written to " + folder);
        return refused ? ExitCode.FOUND : ExitCode.CLEAN;
    }

    private void write(StoredDatabase database, StoredTable table, OutputStream out) throws IOException {
        switch (format) {
            case CSV -> CsvText.write(database, table, out);
        }
    }

    /** A table's name as that of a file: what a file system could trip over stands as {@code %XX}. */
    static String fileName(String table) {
        StringBuilder name = new StringBuilder();
        int length = 0;
        for (int codePoint : table.codePoints().toArray()) {
            String text = Character.toString(codePoint);
            boolean isBad = codePoint < 0x20 || codePoint == 0x7F || "/\\:*?\"<>|%".indexOf(codePoint) >= 0;
            boolean isHidden = name.isEmpty() && codePoint == '.';
            String safe = isBad || isHidden ? String.format("%%%02X", codePoint) : text;
            length += safe.getBytes(StandardCharsets.UTF_8).length;
            if (length > 200) {
                return name + "%" + Integer.toHexString(table.hashCode());
            }
            name.append(safe);
        }
        return name.toString();
    }
}
