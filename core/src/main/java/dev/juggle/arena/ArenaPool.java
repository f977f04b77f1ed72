// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import org.jspecify.annotations.Nullable;

/**
 * The arenas of one run and its reserve, as {@link MemoryBudget} allows. A block is taken from the
 * system when its arena is first asked for, so a small input uses little memory, and given back
 * when the pool is closed. Any thread may ask; the arena itself then has one owner at a time, which is the
 * business of whoever sends it round.
 */
public final class ArenaPool implements AutoCloseable {
    private final MemoryBudget budget;
    private final @Nullable BumpArena[] arenas;
    private @Nullable BumpArena reserve;
    private boolean closed;

    /** A pool that has taken no memory yet. */
    public ArenaPool(MemoryBudget budget) {
        this.budget = budget;
        this.arenas = new @Nullable BumpArena[budget.arenaCount()];
    }

    /** The division of memory this pool keeps to. */
    public MemoryBudget budget() {
        return budget;
    }

    /** How many arenas there are. */
    public int size() {
        return arenas.length;
    }

    /** Arena number {@code index}, 0 to {@link #size()} - 1; always the same one. */
    public synchronized BumpArena arena(int index) {
        Check.state(!closed, "the pool is closed");
        BumpArena arena = arenas[index];
        if (arena == null) {
            arena = new BumpArena(budget.arenaBytes());
            arenas[index] = arena;
        }
        return arena;
    }

    /** The one large arena for a job that outgrew its own. Who may use it is decided elsewhere. */
    public synchronized BumpArena reserve() {
        Check.state(!closed, "the pool is closed");
        BumpArena large = reserve;
        if (large == null) {
            large = new BumpArena(budget.reserveBytes());
            reserve = large;
        }
        return large;
    }

    /** Bytes taken from the system so far. */
    public synchronized long takenBytes() {
        long bytes = reserve == null ? 0 : reserve.capacityBytes();
        for (BumpArena arena : arenas) {
            bytes += arena == null ? 0 : arena.capacityBytes();
        }
        return bytes;
    }

    /** Gives all blocks back. No thread may still be using one. */
    @Override
    public synchronized void close() {
        closed = true;
        for (BumpArena arena : arenas) {
            if (arena != null) {
                arena.close();
            }
        }
        if (reserve != null) {
            reserve.close();
        }
    }
}
