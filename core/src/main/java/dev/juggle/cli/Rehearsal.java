// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.nio.file.Path;
import java.util.List;

/**
 * The usual commands one after another in one process, on small examples. The build runs it once, so
 * that the JVM's ahead-of-time cache holds the classes and profiles that real runs need; nothing
 * else calls it. Exit codes don't matter here: what fails is merely not rehearsed.
 */
final class Rehearsal {
    private Rehearsal() {}

    /** Takes the folder of examples, and a folder that may be filled with what the commands write. */
    public static void main(String[] arguments) {
        String examples = Path.of(arguments[0]).toString();
        Path folder = Path.of(arguments[1]);
        String database = folder.resolve("rehearsal.db").toString();
        Terminal terminal = Terminal.ofProcess(System.getenv());
        for (List<String> command : List.of(
                List.of("--version"),
                List.of("--help"),
                List.of("ingest", examples, "-o", database, "--force"),
                List.of("tables", database),
                List.of("verify", database),
                List.of("rebuild", database, folder.resolve("rebuilt").toString()),
                List.of("export", database, folder.resolve("exported").toString(), "--format", "csv"))) {
            int code = Main.run(terminal, command.toArray(String[]::new));
            terminal.say(command.getFirst() + ": exit code " + code);
        }
        // The way out is rehearsed too: the JVM looks for a logger before it ends.
        System.exit(ExitCode.CLEAN);
    }
}
