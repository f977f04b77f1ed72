// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

/** A set of 64-bit hashes. */
final class HashSet64 {
    private long[] slots = new long[8];
    private int size;
    private boolean hasZero;

    /** Adds a hash; whether it was not there before. */
    boolean add(long hash) {
        if (hash == 0) {
            boolean isNew = !hasZero;
            hasZero = true;
            return isNew;
        }
        if (size * 2 >= slots.length) {
            grow();
        }
        return place(hash);
    }

    /** Adds all hashes of another set. */
    void addAll(HashSet64 other) {
        hasZero |= other.hasZero;
        for (long hash : other.slots) {
            if (hash != 0) {
                add(hash);
            }
        }
    }

    /** How many there are. */
    int size() {
        return size + (hasZero ? 1 : 0);
    }

    private boolean place(long hash) {
        int mask = slots.length - 1;
        int at = (int) (hash ^ (hash >>> 32)) & mask;
        while (slots[at] != 0) {
            if (slots[at] == hash) {
                return false;
            }
            at = (at + 1) & mask;
        }
        slots[at] = hash;
        size++;
        return true;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        size = 0;
        for (long hash : old) {
            if (hash != 0) {
                place(hash);
            }
        }
    }
}
