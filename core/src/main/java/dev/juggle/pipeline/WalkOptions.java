// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What goes in and how its tables are called.
 *
 * @param arguments files, folders, globs, or {@code -} for standard input, as given
 * @param includes globs of which a file must match one, if there are any: against its name, or with a {@code /} in
 *     them against its path
 * @param excludes globs of which no file and no folder may match one
 * @param table the name of the root table for everything; null to name tables after folders and files
 * @param tablePerFile whether each file gets a root table of its own
 * @param output the database to be written, which is never input; null where none is
 */
public record WalkOptions(
        List<String> arguments,
        List<String> includes,
        List<String> excludes,
        @Nullable String table,
        boolean tablePerFile,
        @Nullable Path output) {

    /** Everything that {@code arguments} lead to, under the names that follow from them. */
    public static WalkOptions of(List<String> arguments) {
        return new WalkOptions(arguments, List.of(), List.of(), null, false, null);
    }
}
