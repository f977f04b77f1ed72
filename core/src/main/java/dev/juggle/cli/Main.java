// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * The command line's front door: picks the command and turns its result into an exit code (0 done, 1
 * found something wrong, 2 used wrongly).
 */
@Command(
        name = "juggle",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "Turns piles of JSON into compact, normalised SQLite databases, and back.")
public final class Main {
    /** Runs the command that {@code arguments} name and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main()).execute(arguments));
    }

    /** Reads the version from the jar's manifest, where the build wrote it. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"juggle " + (version == null ? "(not packaged)" : version)};
        }
    }
}
