// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes all help as one document: what docs/cli.md and the manual page are made with. */
@Command(
        name = "docs",
        hidden = true,
        description = "Writes the help of all commands as Markdown or as a manual page.",
        footer = {
            "juggle docs markdown > docs/cli.md  # what the repository holds",
            "juggle docs man | man -l -          # read it as a manual page"
        })
final class DocsCommand extends BasicCommand {
    /** The forms in which the help can be written. */
    enum Form {
        MARKDOWN,
        MAN
    }

    @Parameters(paramLabel = "FORM", description = "markdown or man.")
    private Form form;

    @Override
    public Integer call() {
        List<Help> commands = Main.commandLine(terminal()).getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden())
                .map(command -> new Help(command, terminal()))
                .toList();
        terminal().out().print(form == Form.MAN ? man(commands) : markdown(commands));
        return ExitCode.CLEAN;
    }

    private static String markdown(List<Help> commands) {
        StringBuilder text = new StringBuilder("""
                # The command line

                Made by `juggle docs markdown` from the same place as the help that `juggle COMMAND --help` shows.
                Results go to standard output, messages and progress to standard error.

                | exit status | means |
                |---|---|
                """);
        Help.exitCodes()
                .forEach(entry -> text.append("| ")
                        .append(entry.left().strip())
                        .append(" | ")
                        .append(entry.brief())
                        .append(" |\n"));
        for (Help command : commands) {
            text.append("\n## ").append(command.name()).append("\n\n").append(command.summary());
            command.details().forEach(line -> text.append('\n').append(line));
            text.append("\n\n```sh\n");
            command.examples().forEach(example -> text.append(example).append('\n'));
            text.append("```\n\n    ").append(command.usage()).append("\n\n");
            markdownTable(text, command.arguments());
            markdownTable(text, command.options());
        }
        return text.toString();
    }

    private static void markdownTable(StringBuilder text, List<Help.Entry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        text.append(text.charAt(text.length() - 2) == '\n' ? "" : "\n").append("| | |\n|---|---|\n");
        for (Help.Entry entry : entries) {
            text.append("| `").append(entry.left().strip()).append("` | ");
            text.append(String.join(" ", entry.right()).replace("|", "\\|")).append(" |\n");
        }
    }

    private static String man(List<Help> commands) {
        StringBuilder text = new StringBuilder(".TH JUGGLE 1\n.SH NAME\njuggle \\- JSON to SQLite, and back\n");
        for (Help command : commands) {
            text.append(".SH ")
                    .append(command.name().toUpperCase(java.util.Locale.ROOT))
                    .append('\n');
            text.append(roff(command.summary())).append("\n.br\n");
            command.details().forEach(line -> text.append(roff(line)).append("\n.br\n"));
            text.append(".PP\n.B ").append(roff(command.usage())).append("\n.PP\n.nf\n");
            command.examples().forEach(example -> text.append(roff(example)).append('\n'));
            text.append(".fi\n");
            manEntries(text, command.arguments());
            manEntries(text, command.options());
        }
        text.append(".SH EXIT STATUS\n");
        manEntries(text, Help.exitCodes());
        return text.toString();
    }

    private static void manEntries(StringBuilder text, List<Help.Entry> entries) {
        for (Help.Entry entry : entries) {
            text.append(".TP\n.B ").append(roff(entry.left().strip())).append('\n');
            text.append(roff(String.join(" ", entry.right()))).append('\n');
        }
    }

    /** Text with what roff would take for its own escaped. */
    private static String roff(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
