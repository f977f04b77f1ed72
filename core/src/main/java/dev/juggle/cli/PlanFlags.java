// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.shred.PlanOptions;
import dev.juggle.shred.PlanOptions.Dedup;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that a plan is made by. */
final class PlanFlags {
    @Option(
            names = "--dedup",
            paramLabel = "WHAT",
            order = 13,
            description = {
                "What may be stored once: objects (the default), all or none.",
                "objects: objects and elements of arrays that repeat; all: long strings that repeat, too."
            })
    private String dedup = "objects";

    @Option(
            names = "--table-of",
            paramLabel = "JSONPATH",
            order = 14,
            description = {
                "Make rows of the arrays or objects at this path; repeatable.",
                "As juggle plan and juggle tables show it: $.features[*].geometry.coordinates"
            })
    private List<String> tables = List.of();

    @Option(
            names = "--extract",
            paramLabel = "JSONPATH",
            order = 15,
            description = "Store each string or object at this path once; repeatable.")
    private List<String> extracted = List.of();

    @Option(
            names = "--no-extract",
            paramLabel = "JSONPATH",
            order = 16,
            description = "Do not look for repetition at this path; repeatable.")
    private List<String> notExtracted = List.of();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** What they ask for. */
    PlanOptions options() {
        return new PlanOptions(dedup(), tables, extracted, notExtracted, null);
    }

    /** Whether one of them is there. */
    boolean isAny() {
        boolean isDefault = dedup.equals("objects") && tables.isEmpty();
        return !isDefault || !extracted.isEmpty() || !notExtracted.isEmpty();
    }

    private Dedup dedup() {
        return switch (dedup.toLowerCase(Locale.ROOT)) {
            case "none" -> Dedup.NONE;
            case "objects" -> Dedup.OBJECTS;
            case "all" -> Dedup.ALL;
            default ->
                throw new ParameterException(spec.commandLine(), "--dedup takes objects, all or none, not " + dedup);
        };
    }
}
