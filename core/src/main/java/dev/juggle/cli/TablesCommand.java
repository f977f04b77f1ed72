// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.shred.StoredDatabase;
import dev.juggle.shred.StoredMember;
import dev.juggle.shred.StoredTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what tables a database has, their columns, and how they hang together. */
@Command(
        name = "tables",
        description = {
            "Shows a database's tables, their columns, and the links between them.",
            "Each column stands with its type and with the JSONPath of the values it holds.",
            "An array is a table of its own: its rows point to their parent's _row by _parent."
        },
        footer = {"juggle tables out.db             # all tables", "juggle tables out.db shop_items  # one of them"})
final class TablesCommand extends BasicCommand {
    @Parameters(index = "0", paramLabel = "DB", description = "The database.")
    private Path path;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "TABLE", description = "Only these tables.")
    private List<String> names = List.of();

    @Override
    public Integer call() {
        Set<String> wanted = Set.copyOf(names);
        long shown = 0;
        try (StoredDatabase database = StoredDatabase.open(path)) {
            for (StoredTable table : database.tables()) {
                if (wanted.isEmpty() || wanted.contains(table.name())) {
                    terminal().out().print((shown++ == 0 ? "" : "\n") + describe(database, table));
                }
            }
        }
        if (shown == 0) {
            terminal().say(path + ": " + (wanted.isEmpty() ? "has no tables" : "has no such table"));
            return ExitCode.FOUND;
        }
        return ExitCode.CLEAN;
    }

    private String describe(StoredDatabase database, StoredTable table) {
        String link = table.isRoot()
                ? "a row for each record"
                : "_parent → " + database.table(table.parent()).name();
        TextTable lines = new TextTable();
        for (StoredMember member : table.members()) {
            if (member == null) {
                continue;
            }
            if (member.column() != null) {
                lines.row(member.column(), member.type(), member.path());
            }
            if (member.child() != 0) {
                lines.row("→ " + database.table(member.child()).name(), "array", member.path());
            }
            int map = member.elsewhere().map();
            if (map != 0) {
                lines.row("→ " + database.table(map).name(), "map", member.path());
            }
        }
        if (table.columns().contains("_extra")) {
            lines.row("_extra", "TEXT", "members that found no column, as JSON");
        }
        return terminal().bold(table.name()) + "  " + Words.count(table.rows(), "row") + ", " + link + "\n"
                + lines.text("  ");
    }
}
