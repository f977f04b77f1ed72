// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import org.jspecify.annotations.Nullable;

/**
 * An allocator that takes its memory from a {@link BumpArena} of somebody else's, from below, for as long as it is lent: what
 * lies in the arena already stays, and {@link #reset()} goes back to behind it. Belongs to one thread, which owns the arena
 * while it is lent.
 */
public final class BorrowedArena implements Allocator {
    private @Nullable BumpArena arena;
    private long mark;
    private long generation;

    /** An allocator that has nothing to give yet. */
    public BorrowedArena() {}

    /** Takes memory from {@code lender} from now on. */
    public void borrow(BumpArena lender) {
        arena = lender;
        mark = lender.mark();
        generation++;
    }

    /** Lets go of the arena. What was taken stays taken, for its owner to give back. */
    public void letGo() {
        arena = null;
        generation++;
    }

    @Override
    public long allocate(long bytes) {
        BumpArena lender = arena;
        if (lender == null) {
            throw new IllegalStateException("no arena was lent");
        }
        return lender.allocate(bytes);
    }

    @Override
    public void reset() {
        if (arena != null) {
            arena.rollback(mark);
        }
        generation++;
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public long capacityBytes() {
        return arena == null ? 0 : arena.capacityBytes();
    }

    @Override
    public void close() {
        letGo();
    }
}
