// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.arena.Allocator;
import dev.juggle.arena.BlockArena;
import dev.juggle.arena.MallocAllocator;
import java.util.Arrays;

/**
 * Notes how large each piece is that a parser would take from malloc, and hands out memory from an arena meanwhile. The list
 * can then be replayed without the parser: what remains is the price of malloc and free alone.
 */
final class AllocationLog implements Allocator {
    private final BlockArena arena = new BlockArena();
    private long[] sizes = new long[1024];
    private int count;

    @Override
    public long allocate(long bytes) {
        note(bytes);
        return arena.allocate(bytes);
    }

    @Override
    public void record(long bytes) {
        note(bytes);
    }

    @Override
    public boolean perRecord() {
        return true;
    }

    @Override
    public void reset() {
        count = 0;
        arena.reset();
    }

    @Override
    public long generation() {
        return arena.generation();
    }

    @Override
    public long capacityBytes() {
        return arena.capacityBytes();
    }

    @Override
    public void close() {
        arena.close();
    }

    /** How many pieces the last document took. */
    int count() {
        return count;
    }

    /** Bytes in all of the last document's pieces. */
    long bytes() {
        return Arrays.stream(sizes, 0, count).sum();
    }

    /** Takes pieces of the same sizes in the same order from {@code malloc} and gives all of them back. */
    void replay(MallocAllocator malloc) {
        for (int index = 0; index < count; index++) {
            malloc.record(sizes[index]);
        }
        malloc.reset();
    }

    private void note(long bytes) {
        if (count == sizes.length) {
            sizes = Arrays.copyOf(sizes, 2 * count);
        }
        sizes[count++] = bytes;
    }
}
