// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * What every command has: its help, {@code --debug}, and the terminal it writes to. A command's {@link #call} gives one of
 * {@link ExitCode}'s numbers.
 */
@SuppressWarnings("UnusedVariable") // Main asks which of the options were matched, not for their values
abstract class BasicCommand implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = 900,
            description = "Show help: -h one line per option, --help everything, with examples.")
    private boolean help;

    @Option(names = "--debug", order = 902, description = "Show the stack trace of an error.")
    private boolean debug;

    @ParentCommand
    private Main main;

    @Spec
    private CommandSpec spec;

    /** Where to write. */
    Terminal terminal() {
        return main.terminal();
    }

    /** The model that its help is made from. */
    CommandSpec spec() {
        return spec;
    }
}
