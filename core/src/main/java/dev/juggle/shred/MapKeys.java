// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.json.Tape;

/**
 * Looks whether keys of a map occur twice, in linear time: by a hash table over all of them, in space that is free anyway
 * until their rows are listed there. The hash is seeded, so that input can't aim at it. Belongs to one worker.
 */
final class MapKeys {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final long seed;
    private Tape tape = new Tape();
    private long slots;
    private int mask;

    MapKeys(long seed) {
        this.seed = seed;
    }

    /** Bytes of scratch space for so many members: less than the row list takes for their rows. */
    static long scratchBytes(int count) {
        return 2L * Integer.BYTES * capacity(count);
    }

    private static int capacity(int count) {
        return Integer.highestOneBit(count + count / 3) << 1;
    }

    /** How many members of the object at {@code i} give way to a later one with the same key. */
    int duplicates(Tape ofTape, int i, long scratch) {
        int count = ofTape.count(i);
        begin(ofTape, count, scratch);
        int duplicates = 0;
        int key = i + 2;
        for (int m = 0; m < count; m++) {
            long slot = slot(key);
            if (Mem.getInt(slot) == 0) {
                Mem.putInt(slot, key);
            } else {
                duplicates++;
            }
            key = tape.next(key + 1);
        }
        return duplicates;
    }

    /** The tape indices of keys and values, in turn: each key once, where it comes first, with the value it has last. */
    int[] distinct(Tape ofTape, int i, int duplicates, long scratch) {
        int count = ofTape.count(i);
        begin(ofTape, count, scratch);
        int[] members = new int[2 * (count - duplicates)];
        int used = 0;
        int key = i + 2;
        for (int m = 0; m < count; m++) {
            long slot = slot(key);
            long place = slot + 4L * (mask + 1);
            if (Mem.getInt(slot) == 0) {
                Mem.putInt(slot, key);
                Mem.putInt(place, used);
                members[used] = key;
                used += 2;
            }
            members[Mem.getInt(place) + 1] = key + 1;
            key = tape.next(key + 1);
        }
        return members;
    }

    private void begin(Tape ofTape, int count, long scratch) {
        tape = ofTape;
        slots = scratch;
        mask = capacity(count) - 1;
        Mem.fill(slots, 4L * (mask + 1), (byte) 0);
    }

    /** The address of the slot that holds this key, or that is free for it. */
    private long slot(int key) {
        int at = (int) (hash(key) >>> 32) & mask;
        while (true) {
            long slot = slots + 4L * at;
            int other = Mem.getInt(slot);
            if (other == 0 || isSame(key, other)) {
                return slot;
            }
            at = (at + 1) & mask;
        }
    }

    private boolean isSame(int key, int other) {
        int length = tape.length(key);
        return tape.type(key) == tape.type(other)
                && length == tape.length(other)
                && Mem.equal(tape.address(key), tape.address(other), length);
    }

    private long hash(int key) {
        int length = tape.length(key);
        long at = tape.address(key);
        long hash = mix(seed, ((long) tape.type(key) << 32) + length);
        for (; length >= 8; length -= 8, at += 8) {
            hash = mix(hash, Mem.getLong(at));
        }
        return length == 0 ? hash : mix(hash, Mem.getLong(at) << (64 - 8 * length));
    }

    private static long mix(long hash, long word) {
        long product = (hash ^ word) * MULTIPLIER;
        return product ^ (product >>> 29);
    }
}
