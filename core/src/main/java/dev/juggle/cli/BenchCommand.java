// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Where {@code juggle bench} ends when no launcher of a checkout took it: the experiments are a module of their own, which
 * an installed program does not have.
 */
@Command(
        name = "bench",
        description = {
            "Repeats an experiment of docs/experiments.md, in a checkout.",
            "The experiments are no part of an installed program: the launcher of a checkout builds them when",
            "the first one is asked for."
        },
        footer = {
            "juggle bench --help         # which experiments there are",
            "juggle bench ingest 37 370  # whole runs, all reader modes, on generated files of 37 and 370 MiB"
        })
@SuppressWarnings("UnusedVariable") // there is nothing here to give it to
final class BenchCommand extends BasicCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "ARGUMENT",
            description = "The experiment's name, and what it takes: juggle bench NAME --help.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
        throw new Failure("experiments run in a checkout only, by its launcher: ./juggle bench --help");
    }
}
