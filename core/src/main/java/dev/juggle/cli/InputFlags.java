// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.pipeline.InputOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options of a command that reads files: which ones, and what their tables are called. */
final class InputFlags {
    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            description = {
                "Files, folders, globs, or - for standard input.",
                "Folders are walked with all folders in them, hidden files left out."
            })
    private List<String> paths = List.of();

    @Option(
            names = "--table",
            paramLabel = "NAME",
            order = 2,
            description = "Put everything into one table of this name.")
    private String table = "";

    @Option(names = "--table-per-file", order = 3, description = "Give each file a table of its own.")
    private boolean tablePerFile;

    @Option(
            names = "--path",
            paramLabel = "a.b",
            order = 4,
            description = {
                "Take only the value at this path of each document.",
                "Keys with dots between them, or a JSON Pointer that begins with /."
            })
    private String path = "";

    @Option(
            names = "--include",
            paramLabel = "GLOB",
            order = 5,
            description = {
                "In folders, take only files that match; repeatable.",
                "Without a / it is about the name, with one about the path in the folder."
            })
    private List<String> includes = List.of();

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            order = 6,
            description = "In folders, leave out what matches; repeatable.")
    private List<String> excludes = List.of();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** What to read, if something is named. */
    InputOptions input(Path output) {
        if (paths.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "missing PATH: what to read");
        }
        return new InputOptions(paths, includes, excludes, table, tablePerFile, output);
    }

    /** The value of {@code --path}; empty without it. */
    String path() {
        return path;
    }
}
