// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.nio.file.Path;
import java.util.List;

/**
 * Which files are read, and what their root tables are called.
 *
 * @param arguments files, folders, globs and {@code -} for standard input, as given
 * @param includes globs: only matching files of folders are taken, whatever their ending; empty for the known endings
 * @param excludes globs: matching files and folders within folders are left out
 * @param table name of the one root table for everything; empty to name tables after folders and files
 * @param isTablePerFile whether each file has a root table of its own
 * @param output the database that will be written: it and its side files are never input
 */
public record InputOptions(
        List<String> arguments,
        List<String> includes,
        List<String> excludes,
        String table,
        boolean isTablePerFile,
        Path output) {

    /** The argument that means standard input. */
    public static final String STANDARD_INPUT = "-";

    /** Copies the lists. */
    public InputOptions {
        arguments = List.copyOf(arguments);
        includes = List.copyOf(includes);
        excludes = List.copyOf(excludes);
    }

    /** Everything that {@code arguments} lead to, tables named after folders and files. */
    public static InputOptions of(List<String> arguments, Path output) {
        return new InputOptions(arguments, List.of(), List.of(), "", false, output);
    }
}
