// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import java.security.SecureRandom;

/*
 * What repeats is mostly spelled the same. Its bytes lie in one stretch, and to hash a stretch takes a tenth of the time that
 * it takes to go through its tape. The hash is NH (Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC: fast and secure message
 * authentication", 1999): the sum of (a + k) * (b + l) over pairs of words, in 128 bits, here with words of 64. For any two
 * stretches of one length the sums are equal with a probability of 2^-64 over the random keys; both are computed with two sets
 * of keys, one shifted against the other by a pair (Toeplitz, as there), so 2^-128.
 */
/**
 * A small memory of stretches of text and the identities of the values they spell, and what is known of these. One for each
 * worker, with keys of its own, drawn at random; of three stretches that meet at one pair of places, the one not met for
 * longest is forgotten.
 */
final class SpellingMemo {
    /** Shorter ones are hashed as fast as they are looked for. */
    private static final int LEAST_BYTES = 64;

    private static final int MOST_BYTES = 2 << 10;
    /** Places go in pairs: what comes first in one is what was found or kept last. */
    private static final int PAIRS = 1 << 13;

    private static final int PLACE_WORDS = 8;
    private static final int IDENTITY = 5;
    private static final int KNOWN = 7;
    private static final int SHIFT = 2;

    private final long[] keys = new long[MOST_BYTES / 8 + SHIFT + 2];
    private final long[] places = new long[PAIRS * 2 * PLACE_WORDS];
    private long evictions;
    private int at;
    private long about;
    private long high;
    private long low;
    private long shiftedHigh;
    private long shiftedLow;

    SpellingMemo() {
        SecureRandom random = new SecureRandom();
        for (int k = 0; k < keys.length; k++) {
            keys[k] = random.nextLong();
        }
    }

    /** Whether a stretch of so many bytes is worth it. */
    static boolean takes(long bytes) {
        return bytes >= LEAST_BYTES && bytes <= MOST_BYTES;
    }

    /** Says how many entries of the identity table gave way so far: if any did since it was said last, nothing is known any more. */
    void evictions(long count) {
        if (count != evictions) {
            evictions = count;
            for (int place = 0; place < places.length; place += PLACE_WORDS) {
                places[place + KNOWN] = 0;
            }
        }
    }

    /** Looks for a stretch as a value of that table: whether its identity is known. */
    boolean find(long start, int bytes, int table) {
        sum(start, bytes);
        about = (long) table << 32 | bytes;
        at = ((int) (high ^ high >>> 32) & (PAIRS - 1)) * 2 * PLACE_WORDS;
        if (isAt(at)) {
            return true;
        }
        boolean isSecond = isAt(at + PLACE_WORDS);
        for (int w = at; w < at + PLACE_WORDS; w++) {
            long first = places[w];
            places[w] = places[w + PLACE_WORDS];
            places[w + PLACE_WORDS] = first;
        }
        return isSecond;
    }

    private boolean isAt(int place) {
        return places[place] == about
                && places[place + 1] == high
                && places[place + 2] == low
                && places[place + 3] == shiftedHigh
                && places[place + 4] == shiftedLow;
    }

    /** The first half of the identity that was found. */
    long identityHigh() {
        return places[at + IDENTITY];
    }

    /** The second half. */
    long identityLow() {
        return places[at + IDENTITY + 1];
    }

    /** What the identity table knows of what was found, as far as that was kept; else 0. */
    long known() {
        return places[at + KNOWN];
    }

    /** Keeps what the identity table knows of what was found or kept last. */
    void keepKnown(long known) {
        places[at + KNOWN] = known;
    }

    /** Keeps the identity of the stretch that was looked for last. */
    void keep(long identityHigh, long identityLow) {
        places[at] = about;
        places[at + 1] = high;
        places[at + 2] = low;
        places[at + 3] = shiftedHigh;
        places[at + 4] = shiftedLow;
        places[at + IDENTITY] = identityHigh;
        places[at + IDENTITY + 1] = identityLow;
        places[at + KNOWN] = 0;
    }

    /** Reads eight bytes at a time; the last word may be read past the stretch, within the arena's padding. */
    private void sum(long start, int bytes) {
        long h = 0;
        long l = 0;
        long sh = 0;
        long sl = 0;
        int k = 0;
        for (int done = 0; done < bytes; done += 16, k += 2) {
            long a = word(start + done, bytes - done);
            long b = word(start + done + 8, bytes - done - 8);
            long x = a + keys[k];
            long y = b + keys[k + 1];
            long product = x * y;
            l += product;
            h += Math.unsignedMultiplyHigh(x, y) + (Long.compareUnsigned(l, product) < 0 ? 1 : 0);
            x = a + keys[k + SHIFT];
            y = b + keys[k + SHIFT + 1];
            product = x * y;
            sl += product;
            sh += Math.unsignedMultiplyHigh(x, y) + (Long.compareUnsigned(sl, product) < 0 ? 1 : 0);
        }
        high = h;
        low = l;
        shiftedHigh = sh;
        shiftedLow = sl;
    }

    private static long word(long address, int left) {
        if (left >= 8) {
            return Mem.getLong(address);
        }
        return left <= 0 ? 0 : Mem.getLong(address) << (64 - 8 * left);
    }
}
