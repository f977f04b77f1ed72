// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where the open blocks lie, for the checks that {@link Mem} makes in tests. Raw addresses have
 * no owner that could object to a stray access; this is what objects, at the price of a binary
 * search for each access. Unused (and empty) outside tests.
 *
 * <p>The table is an immutable array of pairs (start, end), sorted; changing it replaces it with a
 * compare-and-set, whose partner is the volatile read in {@link #lies}.
 */
final class LiveBlocks {
    private static final AtomicReference<long[]> PAIRS = new AtomicReference<>(new long[0]);

    private LiveBlocks() {}

    /** Declares the addresses from {@code start} to {@code end} (exclusive) usable. */
    static void add(long start, long end) {
        PAIRS.updateAndGet(old -> {
            int at = 0;
            while (at < old.length && old[at] < start) {
                at += 2;
            }
            long[] pairs = new long[old.length + 2];
            System.arraycopy(old, 0, pairs, 0, at);
            pairs[at] = start;
            pairs[at + 1] = end;
            System.arraycopy(old, at, pairs, at + 2, old.length - at);
            return pairs;
        });
    }

    /** Takes back the block that begins at {@code start}. */
    static void remove(long start) {
        PAIRS.updateAndGet(old -> {
            int at = 0;
            while (old[at] != start) {
                at += 2;
            }
            long[] pairs = Arrays.copyOf(old, old.length - 2);
            System.arraycopy(old, at + 2, pairs, at, old.length - at - 2);
            return pairs;
        });
    }

    /** Whether {@code bytes} bytes at {@code address} lie in one block, its padding included if asked. */
    static boolean lies(long address, long bytes, int paddingBytes) {
        long[] pairs = PAIRS.get();
        int low = 0;
        int high = pairs.length / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (pairs[2 * middle] > address) {
                high = middle - 1;
            } else {
                low = middle + 1;
            }
        }
        return high >= 0 && bytes >= 0 && address + bytes <= pairs[2 * high + 1] + paddingBytes;
    }
}
