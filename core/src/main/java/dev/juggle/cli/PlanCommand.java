// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.pipeline.IngestOptions;
import dev.juggle.pipeline.Sampling;
import dev.juggle.shred.DataPlan;
import dev.juggle.shred.PlanText;
import dev.juggle.shred.PlannedPath;
import dev.juggle.shred.ShredOptions;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows how an ingest would lay out its input, and why. */
@Command(
        name = "plan",
        description = {
            "Shows how an ingest would lay out its input, and why.",
            "Looks at a part of the input, as ingest does first, and lists the paths that do not become plain columns and",
            "tables: what is stored once (entity, lookup), objects whose keys are data (map), arrays that are one value",
            "(packed). The figures are those of the part that was looked at. What that did not show is stored all the same."
        },
        footer = {
            "juggle plan data/                     # what would be done, and why",
            "juggle plan data/ --json > plan.json  # as a file, for ingest --plan, edited or not"
        })
final class PlanCommand extends BasicCommand {
    /** The name of a file that nobody has. */
    private static final String NO_OUTPUT = ".juggle-plan-makes-no-database";

    @Mixin
    private InputFlags input;

    @Mixin
    private PlanFlags planning;

    @Option(names = "--json", order = 20, description = "Print the plan as a file that ingest --plan takes.")
    private boolean json;

    @Override
    public Integer call() {
        ShredOptions shred = ShredOptions.DEFAULT.withPath(input.path()).planned(planning.options());
        Sampling sampling =
                Sampling.of(IngestOptions.of(input.input(Path.of(NO_OUTPUT))).shredding(shred));
        sampling.problems().forEach(problem -> terminal().err().println(problem));
        if (sampling.isEmpty()) {
            terminal().say("nothing to read");
            return ExitCode.FAILED;
        }
        DataPlan plan = sampling.plan();
        if (json) {
            terminal().out().print(PlanText.of(plan));
        } else {
            terminal().out().print(text(plan));
        }
        return ExitCode.CLEAN;
    }

    private static String text(DataPlan plan) {
        if (plan.paths().isEmpty()) {
            return "everything plain: columns, and tables for arrays (" + Words.bytes(plan.sampledBytes())
                    + " looked at)\n";
        }
        TextTable lines = new TextTable();
        lines.row("table", "path", "decision", ">values", ">bytes", ">saved", "because");
        for (PlannedPath path : plan.paths()) {
            lines.row(
                    path.root(),
                    path.path(),
                    path.decision().label(),
                    ">" + Words.number(path.values()),
                    ">" + Words.number(path.bytes()),
                    ">" + Words.number(path.saved()),
                    path.reason());
        }
        return lines.text("") + Words.bytes(plan.sampledBytes()) + " looked at\n";
    }
}
