// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

/** A set of 64-bit hashes that knows how many of them were met once, and how many twice. */
final class HashSet64 {
    private static final byte MANY = 3;

    private long[] slots = new long[8];
    /** How often each was met, up to {@link #MANY}. */
    private byte[] times = new byte[8];

    private int size;
    private byte zeroTimes;
    private int once;
    private int twice;

    /** Adds a hash; whether it was not there before. */
    boolean add(long hash) {
        return add(hash, 1);
    }

    /** Adds a hash without counting that it was met, if it is there. */
    void note(long hash) {
        add(hash, 0);
    }

    /** Adds all hashes of another set. */
    void addAll(HashSet64 other) {
        if (other.zeroTimes > 0) {
            add(0, other.zeroTimes);
        }
        for (int slot = 0; slot < other.slots.length; slot++) {
            if (other.slots[slot] != 0) {
                add(other.slots[slot], other.times[slot]);
            }
        }
    }

    /** How many there are. */
    int size() {
        return size + (zeroTimes > 0 ? 1 : 0);
    }

    /** How many of them were met once. */
    int once() {
        return once;
    }

    /** How many of them were met twice. */
    int twice() {
        return twice;
    }

    private boolean add(long hash, int more) {
        if (hash == 0) {
            byte before = zeroTimes;
            zeroTimes = met(before, more);
            return before == 0;
        }
        if (size * 2 >= slots.length) {
            grow();
        }
        int at = find(hash);
        boolean isNew = slots[at] == 0;
        if (isNew) {
            slots[at] = hash;
            size++;
        }
        times[at] = met(times[at], more);
        return isNew;
    }

    private byte met(byte before, int more) {
        byte after = (byte) Math.min(MANY, Math.max(1, before + more));
        once += (after == 1 ? 1 : 0) - (before == 1 ? 1 : 0);
        twice += (after == 2 ? 1 : 0) - (before == 2 ? 1 : 0);
        return after;
    }

    private int find(long hash) {
        int mask = slots.length - 1;
        int at = (int) (hash ^ (hash >>> 32)) & mask;
        while (slots[at] != 0 && slots[at] != hash) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldSlots = slots;
        byte[] oldTimes = times;
        slots = new long[oldSlots.length * 2];
        times = new byte[slots.length];
        for (int slot = 0; slot < oldSlots.length; slot++) {
            if (oldSlots[slot] != 0) {
                int at = find(oldSlots[slot]);
                slots[at] = oldSlots[slot];
                times[at] = oldTimes[slot];
            }
        }
    }
}
