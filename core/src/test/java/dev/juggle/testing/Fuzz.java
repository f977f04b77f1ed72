// SPDX-License-Identifier: Apache-2.0
package dev.juggle.testing;

import java.util.Random;

/**
 * How long random tests run, and with which seed. {@code -Djuggle.fuzz=FACTOR} makes them FACTOR times as long (the profile
 * {@code fuzz} sets it); {@code -Djuggle.seed=N} repeats a run.
 */
public final class Fuzz {
    private static final int FACTOR = Integer.getInteger("juggle.fuzz", 1);

    private Fuzz() {}

    /** How often to try something that a quick run tries {@code quick} times. */
    public static int rounds(int quick) {
        return quick * FACTOR;
    }

    /** Whether this is a long run: for what is exhaustive and takes minutes. */
    public static boolean isLong() {
        return FACTOR > 1;
    }

    /** A source of random numbers for the test called {@code name}, whose seed is printed. */
    public static Random random(String name) {
        long seed = Long.getLong("juggle.seed", System.nanoTime());
        System.out.println(name + ": -Djuggle.seed=" + seed);
        return new Random(seed);
    }
}
