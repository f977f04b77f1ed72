// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * The front door of {@code juggle bench}: runs an experiment by its name. A new one needs a line in {@link #EXPERIMENTS}.
 * Experiments that measure whole processes start them themselves, with {@link Command}.
 */
public final class Bench {
    /** Runs with the arguments that follow the name. It may throw {@link Options.WrongUse}. */
    @FunctionalInterface
    interface Program {
        void run(String[] arguments) throws Exception;
    }

    /**
     * One experiment.
     *
     * @param name what it is called by
     * @param summary what it measures, in a line
     * @param arguments what may follow its name, a line each
     * @param program does it
     */
    record Experiment(String name, String summary, List<String> arguments, Program program) {}

    /** All there are, in the order in which they are listed. */
    static final List<Experiment> EXPERIMENTS = List.of(
            new Experiment(
                    "ingest",
                    "Whole runs of juggle ingest: times and peak memory, hot and cold, every reader mode.",
                    IngestTimes.ARGUMENTS,
                    IngestTimes::main),
            new Experiment(
                    "sizes",
                    "The same data as JSON, as a database and as CSV, plain and packed.",
                    IngestSizes.ARGUMENTS,
                    IngestSizes::main),
            new Experiment(
                    "writer",
                    "Rows a second of the two writers, SQLite's C API, and SQLite copying a table.",
                    WriterBench.ARGUMENTS,
                    WriterBench::main),
            new Experiment(
                    "html",
                    "The HTML parser in an arena against malloc for each piece; the peers run under JMH.",
                    HtmlArena.ARGUMENTS,
                    HtmlArena::main),
            new Experiment(
                    "catalog",
                    "Look-ups a second for each way to share the catalog, and whole ingests with each.",
                    CatalogBench.ARGUMENTS,
                    CatalogBench::main),
            new Experiment("corpus", "Writes the corpus that the others are run on.", Corpus.ARGUMENTS, Corpus::main),
            new Experiment(
                    "real-data",
                    "Ingests, verifies and checks the JSON of npm packages (needs a network the first time).",
                    RealData.ARGUMENTS,
                    RealData::main));

    private Bench() {}

    /** Runs the experiment that the first argument names; ends the process where that can't be done. */
    public static void main(String[] arguments) throws Exception {
        int status = run(arguments, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    /** The same, but says its status: 0, or 2 for wrong use. */
    static int run(String[] arguments, PrintStream out, PrintStream err) throws Exception {
        if (arguments.length == 0 || isHelp(arguments[0])) {
            (arguments.length == 0 ? err : out).print(list());
            return arguments.length == 0 ? 2 : 0;
        }
        for (Experiment experiment : EXPERIMENTS) {
            if (experiment.name.equals(arguments[0])) {
                String[] rest = List.of(arguments).subList(1, arguments.length).toArray(String[]::new);
                return run(experiment, rest, out, err);
            }
        }
        err.println("juggle: there is no experiment " + arguments[0] + "; see juggle bench --help");
        return 2;
    }

    private static int run(Experiment experiment, String[] arguments, PrintStream out, PrintStream err)
            throws Exception {
        if (arguments.length > 0 && isHelp(arguments[0])) {
            out.print(usage(experiment));
            return 0;
        }
        try {
            experiment.program.run(arguments);
            return 0;
        } catch (Options.WrongUse e) {
            err.println("juggle: " + e.getMessage() + "; see juggle bench " + experiment.name + " --help");
            return 2;
        }
    }

    private static boolean isHelp(String argument) {
        return argument.equals("-h") || argument.equals("--help");
    }

    private static String list() {
        StringBuilder text = new StringBuilder("Runs an experiment; docs/experiments.md has what came of each.\n\n");
        text.append("Usage: juggle bench NAME [ARGUMENT...]   (juggle bench NAME --help: its arguments)\n\n");
        for (Experiment experiment : EXPERIMENTS) {
            text.append(String.format(Locale.ROOT, "  %-10s %s%n", experiment.name, experiment.summary));
        }
        return text.toString();
    }

    private static String usage(Experiment experiment) {
        StringBuilder text = new StringBuilder(experiment.summary).append("\n\n");
        text.append("Usage: juggle bench ").append(experiment.name).append(" [ARGUMENT...]\n\n");
        experiment.arguments.forEach(line -> text.append("  ").append(line).append('\n'));
        return text.toString();
    }
}
