// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.MemoryBudget;

/** Says what is too large for the memory there is, and how much would do. */
record MemoryAdvice(MemoryBudget budget) {
    /** The sentence for JSON, a file or a record, that needs so much. */
    String tooLarge(SpaceEstimate needs, String what) {
        return tooLarge(needs, needs.arenaBytes(), what);
    }

    /** The sentence for a file or a record that needs an arena of so many bytes. */
    String tooLarge(SpaceEstimate needs, long arenaBytes, String what) {
        long needed = Math.max(arenaBytes, budget.reserveBytes() + 1);
        if (needed > BumpArena.MAX_CAPACITY_BYTES) {
            return "is too large with its " + needs.textBytes() + " bytes: what becomes of one " + what
                    + " may take 4 GiB";
        }
        return "needs more memory than there is for one " + what + ": give --memory "
                + (budget.memoryForReserve(needed) >> 20) + "M (now " + (budget.memoryBytes() >> 20) + "M)";
    }
}
