// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.shred.UserIndexes;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Adds indexes to a finished database. */
@Command(
        name = "index",
        description = {
            "Adds indexes to a database, by the paths of the values: keys with dots between them, as seller.name or",
            "items.sku (elements of arrays need no step), after a table's name and a colon if only that is meant.",
            "Indexes that are there already are left alone. All are made, or none."
        },
        footer = {
            "juggle index out.db seller.name items.sku    # two plain indexes",
            "juggle index out.db --fts title --fts text   # a full-text index over two columns"
        })
final class IndexCommand extends BasicCommand {
    @Parameters(index = "0", paramLabel = "DB", description = "The database.")
    private Path path;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "PATH", description = "Index the values at these paths.")
    private List<String> paths = List.of();

    @Option(
            names = "--fts",
            paramLabel = "PATH",
            order = 1,
            description = "Index the words of the texts at this path (SQLite's FTS5); repeatable.")
    private List<String> fullText = List.of();

    @Override
    public Integer call() {
        if (paths.isEmpty() && fullText.isEmpty()) {
            throw new ParameterException(spec().commandLine(), "missing PATH: what to index");
        }
        new UserIndexes(path).create(paths, fullText).forEach(terminal()::say);
        return ExitCode.CLEAN;
    }
}
