// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A command's help, from the one place where it stands: the annotations. The first line of a description is the short one
 * ({@code -h}); further lines come with {@code --help}. The lines of a command's footer are its examples.
 */
final class Help {
    private final CommandSpec spec;
    private final Terminal terminal;

    /** One option, argument or command: how it is written, and what it does. */
    record Entry(String left, List<String> right) {
        String brief() {
            return right.isEmpty() ? "" : right.getFirst();
        }
    }

    Help(CommandSpec spec, Terminal terminal) {
        this.spec = spec;
        this.terminal = terminal;
    }

    /** One line per option. */
    String brief() {
        StringBuilder text = new StringBuilder();
        text.append(summary())
                .append("\n\n")
                .append(terminal.bold("Usage:"))
                .append(' ')
                .append(usage())
                .append('\n');
        section(text, "Commands", commands(), false);
        section(text, "Arguments", arguments(), false);
        section(text, "Options", options(), false);
        return text.toString();
    }

    /** Examples first, then everything. */
    String complete() {
        StringBuilder text = new StringBuilder();
        text.append(summary()).append("\n\n").append(terminal.bold("Examples:")).append('\n');
        examples().forEach(example -> text.append("  ").append(example).append('\n'));
        text.append('\n')
                .append(terminal.bold("Usage:"))
                .append(' ')
                .append(usage())
                .append('\n');
        details().forEach(line -> text.append('\n').append(line));
        text.append(details().isEmpty() ? "" : "\n");
        section(text, "Commands", commands(), true);
        section(text, "Arguments", arguments(), true);
        section(text, "Options", options(), true);
        text.append('\n').append(terminal.bold("Exit status:")).append('\n');
        exitCodes()
                .forEach(entry -> text.append("  ")
                        .append(entry.left())
                        .append("  ")
                        .append(entry.brief())
                        .append('\n'));
        return text.toString();
    }

    /** What a command's end means. */
    static List<Entry> exitCodes() {
        return List.of(
                new Entry("0  ", List.of("clean")),
                new Entry("1  ", List.of("finished, but something was set aside, nothing was found, or things differ")),
                new Entry("2  ", List.of("could not be done: wrong use, or a file or disk failed")),
                new Entry("130", List.of("interrupted; what was finished is kept and valid")));
    }

    private void section(StringBuilder text, String title, List<Entry> entries, boolean all) {
        if (entries.isEmpty()) {
            return;
        }
        int width =
                entries.stream().mapToInt(entry -> entry.left().length()).max().orElse(0);
        text.append('\n').append(terminal.bold(title + ":")).append('\n');
        for (Entry entry : entries) {
            String left = "  " + entry.left() + " ".repeat(width - entry.left().length() + 2);
            text.append(left).append(entry.brief()).append('\n');
            for (int i = 1; all && i < entry.right().size(); i++) {
                text.append(" ".repeat(left.length()))
                        .append(entry.right().get(i))
                        .append('\n');
            }
        }
    }

    /** {@code juggle ingest}. */
    String name() {
        return spec.qualifiedName();
    }

    /** What the command does, in a sentence. */
    String summary() {
        String[] lines = spec.usageMessage().description();
        return lines.length == 0 ? "" : lines[0];
    }

    /** What else is to be said of the command. */
    List<String> details() {
        String[] lines = spec.usageMessage().description();
        return List.of(lines).subList(Math.min(1, lines.length), lines.length);
    }

    /** Commands to copy, each with a word on what it does. */
    List<String> examples() {
        return List.of(spec.usageMessage().footer());
    }

    /** How the command is written. */
    String usage() {
        StringBuilder text = new StringBuilder(name());
        if (!spec.subcommands().isEmpty()) {
            return text.append(" COMMAND …").toString();
        }
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            text.append(' ').append(written(argument));
        }
        for (OptionSpec option : spec.options()) {
            if (option.required()) {
                text.append(' ').append(option.shortestName()).append(' ').append(option.paramLabel());
            }
        }
        return text.append(" [options]").toString();
    }

    private static String written(PositionalParamSpec argument) {
        String name = argument.paramLabel()
                + (argument.arity().max() > 1
                                || argument.type().isArray()
                                || java.util.Collection.class.isAssignableFrom(argument.type())
                        ? "…"
                        : "");
        return argument.required() ? name : "[" + name + "]";
    }

    /** The commands below this one. */
    List<Entry> commands() {
        List<Entry> entries = new ArrayList<>();
        spec.subcommands().forEach((name, command) -> {
            CommandSpec below = command.getCommandSpec();
            if (!below.usageMessage().hidden()) {
                entries.add(new Entry(name, List.of(new Help(below, terminal).summary())));
            }
        });
        return entries;
    }

    /** The arguments without a name, in order. */
    List<Entry> arguments() {
        return spec.positionalParameters().stream()
                .map(argument -> new Entry(written(argument), description(argument)))
                .toList();
    }

    /** The options in the order of their annotations. */
    List<Entry> options() {
        return spec.options().stream()
                .filter(option -> !option.hidden())
                .sorted((a, b) -> Integer.compare(a.order(), b.order()))
                .map(option -> new Entry(written(option), description(option)))
                .toList();
    }

    private static String written(OptionSpec option) {
        List<String> names = List.of(option.names());
        String joined = String.join(", ", names);
        String indented = names.getFirst().startsWith("--") ? "    " + joined : joined;
        return option.arity().max() == 0 ? indented : indented + " " + option.paramLabel();
    }

    private static List<String> description(ArgSpec argument) {
        return List.of(argument.description());
    }
}
