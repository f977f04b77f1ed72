// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.catalog.Kind;
import dev.juggle.json.Tape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One worker's own plans, found by the hash of a value's structure: open addressing over primitive arrays, no look-up
 * allocates. A hit is confirmed by {@link Plan#match}, so a collision costs time, never truth; the hash is seeded per run, so
 * input can't aim at it. When the plans outgrow their share it is emptied between two jobs: they are compiled again when met.
 */
final class PlanCache {
    /** Heap that one worker's plans may take before they are dropped. */
    static final long MAX_HEAP_BYTES = 8L << 20;

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long[] hashes = new long[256];
    private @Nullable Plan[] slots = new Plan[256];
    private int used;
    private long heapBytes;

    PlanCache(long seed) {
        this.seed = seed;
    }

    /** The plan for the value at tape index {@code i} as a row of a table, with its leaves in {@code leaves}; null if there is none. */
    @Nullable
    Plan find(int tableId, Tape tape, int i, int[] leaves) {
        long hash = hash(tableId, tape, i);
        int mask = slots.length - 1;
        for (int slot = (int) hash & mask; ; slot = slot + 1 & mask) {
            Plan plan = slots[slot];
            if (plan == null) {
                return null;
            }
            if (hashes[slot] == hash && plan.tableId == tableId && plan.match(tape, i, leaves)) {
                return plan;
            }
        }
    }

    /** Adds the plan that was compiled for the value at tape index {@code i}. */
    void add(Plan plan, Tape tape, int i) {
        if (used * 2 >= slots.length) {
            grow();
        }
        insert(hash(plan.tableId, tape, i), plan);
        heapBytes += plan.heapBytes();
    }

    /** Whether it has outgrown its share. */
    boolean isFull() {
        return heapBytes > MAX_HEAP_BYTES;
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(slots, null);
        used = 0;
        heapBytes = 0;
    }

    private void insert(long hash, Plan plan) {
        int mask = slots.length - 1;
        int slot = (int) hash & mask;
        while (slots[slot] != null) {
            slot = slot + 1 & mask;
        }
        slots[slot] = plan;
        hashes[slot] = hash;
        used++;
    }

    private void grow() {
        @Nullable Plan[] oldSlots = slots;
        long[] oldHashes = hashes;
        slots = new Plan[oldSlots.length * 2];
        hashes = new long[oldSlots.length * 2];
        used = 0;
        for (int slot = 0; slot < oldSlots.length; slot++) {
            Plan plan = oldSlots[slot];
            if (plan != null) {
                insert(oldHashes[slot], plan);
            }
        }
    }

    /** Keys, kinds and member counts in preorder determine the structure; see {@link Plan}. */
    private long hash(int tableId, Tape tape, int i) {
        int rootKind = Kinds.ofType(tape.type(i));
        long hash = mix(seed + tableId, rootKind);
        if (rootKind != Kind.OBJECT) {
            return finish(hash);
        }
        int end = tape.next(i);
        int p = i + 2;
        while (p < end) {
            hash = mixKey(hash, tape, p);
            int value = p + 1;
            int kind = Kinds.ofType(tape.type(value));
            if (kind == Kind.OBJECT) {
                hash = mix(hash, kind + 16L * tape.count(value));
                p = value + 2;
            } else {
                hash = mix(hash, kind);
                p = tape.next(value);
            }
        }
        return finish(hash);
    }

    private static long mixKey(long hash, Tape tape, int p) {
        int length = tape.length(p);
        long at = tape.address(p);
        long h = mix(hash, length);
        for (; length >= 8; length -= 8, at += 8) {
            h = mix(h, Mem.getLong(at));
        }
        return length == 0 ? h : mix(h, Mem.getLong(at) << (64 - 8 * length));
    }

    private static long mix(long hash, long word) {
        long product = (hash ^ word) * MULTIPLIER;
        return product ^ product >>> 29;
    }

    private static long finish(long hash) {
        return (hash ^ hash >>> 32) * MULTIPLIER;
    }
}
