// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Writes the script that completes commands and options in a shell. */
@Command(
        name = "completion",
        description = {
            "Writes a script that completes juggle's commands and options in bash and zsh.",
            "In zsh, run 'autoload -U +X bashcompinit && bashcompinit' before it."
        },
        footer = {
            "source <(juggle completion)                      # in this shell",
            "juggle completion > /etc/bash_completion.d/juggle  # in every shell"
        })
final class CompletionCommand extends BasicCommand {
    @Override
    public Integer call() {
        terminal().out().print(AutoComplete.bash("juggle", Main.commandLine(terminal())));
        return ExitCode.CLEAN;
    }
}
