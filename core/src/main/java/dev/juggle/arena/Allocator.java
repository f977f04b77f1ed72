// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

/**
 * Where a parser takes the memory of one document from. Everything is given back at once, by {@link
 * #reset()}. One thread at a time. There are two kinds, so that they can be compared: {@link
 * BlockArena} (a bump pointer in blocks that are kept) and {@link MallocAllocator} (a call of the
 * system's malloc each time).
 */
public interface Allocator extends AutoCloseable {
    /**
     * Takes {@code bytes} bytes at an address that is a multiple of 8. They hold anything;
     * {@link Mem#PADDING_BYTES} behind them may be read.
     *
     * @throws ArenaFullException if that is more than the allocator may take from the system
     */
    long allocate(long bytes);

    /**
     * Notes that a record of {@code bytes} bytes was made inside an earlier allocation. An arena has
     * nothing to do for it; a malloc-per-allocation comparison makes the call that a record of its
     * own would have cost. Only called if {@link #perRecord()}.
     */
    default void record(long bytes) {}

    /** Whether {@link #record} wants to be called. */
    default boolean perRecord() {
        return false;
    }

    /** Gives back all that was taken. Every address taken before is void. */
    void reset();

    /** How often {@link #reset} was called: who keeps an address compares this before using it. */
    long generation();

    /** Bytes taken from the system at present. */
    long capacityBytes();

    /** Returns the memory to the system. */
    @Override
    void close();
}
