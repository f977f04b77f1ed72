// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.shred.StoredDatabase;
import dev.juggle.shred.StoredTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Weighs a database against what it was made of. */
@Command(
        name = "size",
        description = {
            "Shows how large a database is beside its sources, and where its bytes are.",
            "The sources, the database and its tables as CSV are weighed as they are, and compressed with xz -6,",
            "zstd -3 and zstd -19. Sources are looked for where they were ingested from, or in SOURCE."
        },
        footer = {
            "juggle size out.db              # sources where they were ingested from",
            "juggle size out.db backup/data  # sources that lie elsewhere now"
        })
final class SizeCommand extends BasicCommand {
    @Parameters(index = "0", paramLabel = "DB", description = "The database.")
    private Path path;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "SOURCE",
            description = "Where the sources lie now; by default where they were ingested from.")
    private List<String> sources = List.of();

    @Option(names = "--quick", description = "Leave out xz and zstd -19, which take long.")
    private boolean quick;

    private record Space(long bytes, long indexBytes) {}

    @Override
    public Integer call() throws IOException {
        try (StoredDatabase database = StoredDatabase.open(path)) {
            Weighing sourceWeight = new Weighing(quick);
            long missing = weighSources(database, sourceWeight);
            Weighing databaseWeight = new Weighing(quick);
            try (OutputStream out = databaseWeight.open()) {
                Files.copy(path, out);
            }
            Weighing csvWeight = new Weighing(quick);
            try (OutputStream out = csvWeight.open()) {
                for (StoredTable table : database.tables()) {
                    CsvText.write(database, table, out);
                }
            }
            terminal().out().print(summary(sourceWeight, databaseWeight, csvWeight));
            terminal().out().print("\n" + tables(database));
            if (missing > 0) {
                terminal().say(Words.count(missing, "source") + " not found: give the folder they lie in as SOURCE");
            }
            return missing > 0 ? ExitCode.FOUND : ExitCode.CLEAN;
        }
    }

    private long weighSources(StoredDatabase database, Weighing weight) throws IOException {
        long[] missing = {0};
        SourceFinder finder = new SourceFinder(database, sources, path);
        try (OutputStream out = weight.open()) {
            database.<IOException>forEachFile(file -> {
                Path source = finder.find(file);
                if (source == null) {
                    missing[0]++;
                } else {
                    Files.copy(source, out);
                }
            });
        }
        return missing[0];
    }

    private String summary(Weighing source, Weighing database, Weighing csv) {
        TextTable lines = new TextTable();
        if (quick) {
            lines.row("", ">size", ">zstd -3");
        } else {
            lines.row("", ">size", ">xz -6", ">zstd -3", ">zstd -19");
        }
        lines.row(source.row("sources"));
        lines.row(database.row("database"));
        lines.row(csv.row("as CSV"));
        return lines.text("");
    }

    private String tables(StoredDatabase database) {
        Map<String, Space> spaces = spaces(database);
        long total = spaces.values().stream()
                .mapToLong(space -> space.bytes() + space.indexBytes())
                .sum();
        TextTable lines = new TextTable();
        lines.row("table", ">rows", ">size", ">indexes", ">share");
        for (StoredTable table : database.tables()) {
            Space space = spaces.getOrDefault(table.name(), new Space(0, 0));
            spaces.remove(table.name());
            lines.row(
                    table.name(),
                    ">" + Words.number(table.rows()),
                    ">" + Words.bytes(space.bytes()),
                    ">" + Words.bytes(space.indexBytes()),
                    ">" + Words.percent(space.bytes() + space.indexBytes(), total));
        }
        long rest = spaces.values().stream()
                .mapToLong(space -> space.bytes() + space.indexBytes())
                .sum();
        lines.row("about the data", "", ">" + Words.bytes(rest), "", ">" + Words.percent(rest, total));
        return lines.text("");
    }

    /** The pages of every table and of its indexes, as SQLite counts them. */
    private static Map<String, Space> spaces(StoredDatabase database) {
        Map<String, Space> spaces = new LinkedHashMap<>();
        Map<String, Long> pages = new HashMap<>();
        try (Statement statement = database.connection().createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")) {
                while (row.next()) {
                    pages.put(row.getString(1), row.getLong(2));
                }
            }
            try (ResultSet row = statement.executeQuery("SELECT name, tbl_name, type FROM sqlite_schema"
                    + " WHERE type IN ('table', 'index') UNION ALL SELECT 'sqlite_schema', 'sqlite_schema', 'table'")) {
                while (row.next()) {
                    long bytes = pages.getOrDefault(row.getString(1), 0L);
                    Space space = row.getString(3).equals("table") ? new Space(bytes, 0) : new Space(0, bytes);
                    spaces.merge(
                            row.getString(2),
                            space,
                            (a, b) -> new Space(a.bytes() + b.bytes(), a.indexBytes() + b.indexBytes()));
                }
            }
        } catch (SQLException e) {
            throw new Failure(database.path() + ": its pages cannot be counted: " + e.getMessage(), e);
        }
        return spaces;
    }
}
