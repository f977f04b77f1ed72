// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.shred.DataPlan;
import dev.juggle.shred.Planner;
import java.util.List;

/**
 * Where a run's plan comes from: it was given, or it follows from a sample of the input.
 *
 * @param plan the plan
 * @param problems what was reported of the input on the way, one sentence each
 * @param isEmpty whether there is no input
 */
public record Sampling(DataPlan plan, List<String> problems, boolean isEmpty) {
    /** Copies the list. */
    public Sampling {
        problems = List.copyOf(problems);
    }

    /** Makes the plan that a run with these options would follow. */
    public static Sampling of(IngestOptions options) {
        InputWalk walk = new InputWalk(options.input());
        DataPlan plan = plan(options, walk);
        boolean isEmpty = walk.next() == null;
        return new Sampling(plan, walk.drainProblems(), isEmpty);
    }

    /** The plan for a walk whose files are still to come. */
    static DataPlan plan(IngestOptions options, InputWalk walk) {
        DataPlan given = options.shred().planning().given();
        if (given != null) {
            return given;
        }
        try (Sampler sampler = new Sampler(options)) {
            return Planner.plan(
                    sampler.sample(walk.peek(Sampler.LISTED_FILES)),
                    options.shred().planning());
        }
    }
}
