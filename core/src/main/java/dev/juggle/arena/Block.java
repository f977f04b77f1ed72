// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One piece of memory from the system, outside the Java heap: 64-byte aligned, zeroed, followed by
 * {@link #PADDING_BYTES} that may be read (never written), so that loops which take eight bytes at
 * a time may run past the end. While it is open its addresses are known to {@link LiveBlocks}.
 */
final class Block implements AutoCloseable {
    /** Readable bytes behind the capacity of every block. */
    static final int PADDING_BYTES = 64;

    private static final int ALIGNMENT_BYTES = 64;

    private final Arena owner = Arena.ofShared();
    private final long base;
    private final long capacityBytes;
    private boolean closed;

    /**
     * Takes {@code capacityBytes} (a multiple of 64) from the system. The system's zeroing touches
     * them all, so a block is only made when it is about to be used.
     *
     * @throws OutOfMemoryError if the system has not that much
     */
    Block(long capacityBytes) {
        Check.that(capacityBytes > 0 && capacityBytes % ALIGNMENT_BYTES == 0, "not a block size", capacityBytes);
        MemorySegment memory = owner.allocate(capacityBytes + PADDING_BYTES, ALIGNMENT_BYTES);
        this.base = memory.address();
        this.capacityBytes = capacityBytes;
        if (Mem.CHECKED) {
            LiveBlocks.add(base, base + capacityBytes);
        }
    }

    /** Address of the first byte. */
    long base() {
        return base;
    }

    /** Bytes that may be written, from {@link #base()} on. */
    long capacityBytes() {
        return capacityBytes;
    }

    /** Gives the memory back. Whoever still holds an address into it must be done by now. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (Mem.CHECKED) {
            LiveBlocks.remove(base);
        }
        owner.close();
    }
}
