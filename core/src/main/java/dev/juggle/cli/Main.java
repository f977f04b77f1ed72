// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.shred.BadDatabaseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line's front door: picks the command, and turns its result into an exit code ({@link ExitCode}) and its
 * failures into one sentence each on standard error. A stack trace comes only with {@code --debug}.
 */
@Command(
        name = "juggle",
        versionProvider = Main.Version.class,
        subcommands = {
            IngestCommand.class,
            PlanCommand.class,
            TraceCommand.class,
            RebuildCommand.class,
            VerifyCommand.class,
            TablesCommand.class,
            SearchCommand.class,
            QueryCommand.class,
            ServeCommand.class,
            ExportCommand.class,
            SizeCommand.class,
            BenchCommand.class,
            IndexCommand.class,
            CompletionCommand.class,
            DocsCommand.class
        },
        description = "Turns piles of JSON into compact, normalised SQLite databases, and back.",
        footer = {
            "juggle ingest data/ -o out.db    # a folder of JSON becomes a database",
            "juggle rebuild out.db copy/      # and the documents come back"
        })
@SuppressWarnings("UnusedVariable") // the options are asked for by whether they were matched
public final class Main {
    private final Terminal terminal;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = 900,
            description = "Show help: -h one line per command, --help with examples.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            order = 903,
            description = "Show the version.")
    private boolean version;

    Main(Terminal terminal) {
        this.terminal = terminal;
    }

    Terminal terminal() {
        return terminal;
    }

    /** Runs the command that {@code arguments} name and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(run(Terminal.ofProcess(System.getenv()), arguments));
    }

    /** Runs the command that {@code arguments} name; gives the exit code. */
    static int run(Terminal terminal, String... arguments) {
        try {
            int code = parse(terminal, arguments);
            terminal.out().flush();
            terminal.err().flush();
            return code;
        } catch (Terminal.ClosedPipe enough) {
            return ExitCode.CLEAN;
        } catch (UncheckedIOException e) {
            terminal.err().println("juggle: standard output: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    /** The commands as picocli knows them; their help is made from this, too. */
    static CommandLine commandLine(Terminal terminal) {
        CommandLine commandLine = new CommandLine(new Main(terminal));
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setAbbreviatedOptionsAllowed(false);
        return commandLine;
    }

    private static int parse(Terminal terminal, String... arguments) {
        try {
            ParseResult last = commandLine(terminal).parseArgs(arguments);
            while (last.hasSubcommand()) {
                last = last.subcommand();
            }
            return execute(terminal, last);
        } catch (ParameterException e) {
            return wrongUse(terminal, e);
        }
    }

    private static int execute(Terminal terminal, ParseResult parsed) {
        Help help = new Help(parsed.commandSpec(), terminal);
        if (parsed.hasMatchedOption("--version")) {
            terminal.out().println(new Version().getVersion()[0]);
            return ExitCode.CLEAN;
        }
        if (parsed.isUsageHelpRequested()) {
            boolean all = parsed.originalArgs().contains("--help");
            terminal.out().print(all ? help.complete() : help.brief());
            return ExitCode.CLEAN;
        }
        if (parsed.commandSpec().userObject() instanceof BasicCommand command) {
            return call(command, parsed.hasMatchedOption("--debug"));
        }
        terminal.err().print(help.brief());
        return ExitCode.FAILED;
    }

    private static int call(BasicCommand command, boolean debug) {
        try {
            return command.call();
        } catch (Terminal.ClosedPipe | ParameterException e) {
            throw e;
        } catch (Exception | Error e) {
            command.terminal().say(sentence(e));
            if (debug) {
                e.printStackTrace(command.terminal().err());
            }
            return ExitCode.FAILED;
        }
    }

    private static int wrongUse(Terminal terminal, ParameterException e) {
        String name = e.getCommandLine().getCommandSpec().qualifiedName();
        terminal.say(lowerFirst(firstLine(e.getMessage())) + suggestion(e) + "; see " + name + " -h");
        return ExitCode.FAILED;
    }

    private static String suggestion(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        List<String> near = new ArrayList<>(unmatched.getSuggestions());
        return near.isEmpty()
                ? ""
                : "; did you mean " + String.join(" or ", near.subList(0, Math.min(2, near.size()))) + "?";
    }

    /** What a person is told of a failure: the message where it was written for them, else what to do next. */
    private static String sentence(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return switch (cause) {
            case Failure _, BadDatabaseException _, IllegalArgumentException _ -> message;
            case UncheckedIOException io when io.getCause() != null -> Words.of(io.getCause());
            case IOException io -> Words.of(io);
            case OutOfMemoryError _ -> "the Java heap is full (" + message + ")";
            default -> "internal error: " + cause + "; please report it with what --debug shows";
        };
    }

    private static String firstLine(@Nullable String text) {
        return text == null ? "wrong use" : text.lines().findFirst().orElse("wrong use");
    }

    private static String lowerFirst(String text) {
        boolean isWord = text.length() > 1 && Character.isLowerCase(text.charAt(1));
        return isWord ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
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
