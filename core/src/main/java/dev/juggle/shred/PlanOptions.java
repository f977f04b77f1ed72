// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the user wants of a plan.
 *
 * @param dedup what may be stored once
 * @param tables paths whose values are rows of tables, whatever that costs ({@code --table-of})
 * @param extracted paths whose values are stored once, whatever that costs ({@code --extract})
 * @param notExtracted paths whose values are not stored once ({@code --no-extract})
 * @param given a plan made before; null if it is to be made from a sample
 */
public record PlanOptions(
        Dedup dedup,
        List<String> tables,
        List<String> extracted,
        List<String> notExtracted,
        @Nullable DataPlan given) {
    /** What may be stored once. */
    public enum Dedup {
        /** Nothing. */
        NONE,
        /** Objects, and elements of arrays. */
        OBJECTS,
        /** Long strings too. */
        ALL
    }

    /** Everything plain, without a look at the input. */
    public static final PlanOptions PLAIN = of(DataPlan.NONE);

    /** A plan made before. */
    public static PlanOptions of(DataPlan plan) {
        return new PlanOptions(Dedup.NONE, List.of(), List.of(), List.of(), plan);
    }

    /** A plan from a sample. */
    public static PlanOptions of(Dedup dedup) {
        return new PlanOptions(dedup, List.of(), List.of(), List.of(), null);
    }

    /** Copies the lists. */
    public PlanOptions {
        tables = List.copyOf(tables);
        extracted = List.copyOf(extracted);
        notExtracted = List.copyOf(notExtracted);
    }
}
