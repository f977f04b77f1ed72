// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.util.List;

/**
 * The random numbers of the generators: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014). One 64-bit counter is the whole state, so the same seed gives the same stream in every
 * language and on every machine.
 */
final class SplitMix64 {
    private long counter;

    /** A stream that {@code seed} decides. */
    SplitMix64(long seed) {
        counter = seed;
    }

    /** The next 64 bits. */
    long bits() {
        counter += 0x9E3779B97F4A7C15L;
        long mixed = counter;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** A number from 0 to {@code bound} exclusive. */
    int below(int bound) {
        return (int) (((bits() >>> 32) * bound) >>> 32);
    }

    /** True {@code perMille} times out of a thousand. */
    boolean oneIn1000(int perMille) {
        return below(1000) < perMille;
    }

    /** One of {@code choices}, each as likely as the others. */
    <T> T pick(List<T> choices) {
        return choices.get(below(choices.size()));
    }
}
