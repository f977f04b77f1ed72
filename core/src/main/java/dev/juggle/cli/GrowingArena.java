// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.arena.BumpArena;

/** An arena that is replaced by a larger one when it turns out too small, up to a limit. */
final class GrowingArena implements AutoCloseable {
    private static final long FIRST_BYTES = 1 << 20;
    private static final long STEP_BYTES = 1 << 16;

    private final long maxBytes;
    private BumpArena arena;

    /** An arena that may grow to {@code maxBytes}. */
    GrowingArena(long maxBytes) {
        this.maxBytes = Math.min(maxBytes, BumpArena.MAX_CAPACITY_BYTES) / STEP_BYTES * STEP_BYTES;
        this.arena = new BumpArena(Math.min(FIRST_BYTES, this.maxBytes));
    }

    /** The arena as it is now. */
    BumpArena arena() {
        return arena;
    }

    /** Forgets what is in it. */
    void reset() {
        arena.reset();
    }

    /** Makes a larger, empty one, and frees the one before; false if it may not grow any more. */
    boolean grow() {
        BumpArena before = arena;
        if (!grown()) {
            return false;
        }
        before.close();
        return true;
    }

    /** Makes a larger, empty one; the one before stays the caller's, to copy from and to close. */
    boolean grown() {
        long capacity = arena.capacityBytes();
        if (capacity >= maxBytes) {
            return false;
        }
        arena = new BumpArena(Math.min(maxBytes, capacity * 2));
        return true;
    }

    @Override
    public void close() {
        arena.close();
    }
}
