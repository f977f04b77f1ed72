// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.Locale;

/**
 * Where the shards of one query are worked on. Measured (docs/experiments.md): to hand work to a thread that waits costs
 * 4 to 75 µs, an indexed query on one file about 20; so short queries stay in the calling thread, and long ones go to as
 * many threads as there are cores, of which the calling one takes its share. Remote shards wait instead of working, so
 * each has a virtual thread.
 *
 * @param mode what was chosen
 * @param reason and why, for {@code --explain}
 */
public record FanOut(Mode mode, String reason) {
    /** The ways to work on local shards. */
    public enum Mode {
        /** As the planner says. */
        AUTO,
        /** In the calling thread, one shard after the other. */
        CALLER,
        /** In a fixed pool, the calling thread helping. */
        POOL,
        /** A virtual thread for each; for comparison. */
        VIRTUAL
    }

    /** Work per shard above which a hand-over pays. */
    static final double PAYS_MICROS = 200;

    /** Work in all above which it pays although each shard has little: one hand-over takes many shards along. */
    static final double PAYS_IN_ALL_MICROS = 1_000;

    /** Decides. */
    static FanOut decide(Mode wanted, int local, double sumMicros, int threads) {
        String figures = String.format(
                Locale.ROOT,
                "%d local shard%s, estimated at %.0f µs each",
                local,
                local == 1 ? "" : "s",
                sumMicros / Math.max(1, local));
        if (wanted != Mode.AUTO) {
            return new FanOut(wanted, "asked for; " + figures);
        }
        if (local < 2 || threads < 2) {
            return new FanOut(Mode.CALLER, figures + (local < 2 ? ": nothing to share" : ": one core"));
        }
        if (sumMicros / local >= PAYS_MICROS || sumMicros >= PAYS_IN_ALL_MICROS) {
            return new FanOut(Mode.POOL, figures + ": a hand-over (4 to 75 µs) pays");
        }
        return new FanOut(Mode.CALLER, figures + ": less than a hand-over to a thread costs");
    }
}
