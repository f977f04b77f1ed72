// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Eight bytes of arena memory for each test state. A state lives for a moment and there are never nearly
 * as many at a time as there are slots, so they are given out round and round.
 */
final class Slots {
    private static final int COUNT = 1 << 20;
    private static final int STRIDE_BYTES = 64;
    private static final BumpArena ARENA = new BumpArena((long) COUNT * STRIDE_BYTES);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Slots() {}

    /** The address of eight zero bytes. */
    static long take() {
        long address = ARENA.base() + (long) (NEXT.getAndIncrement() & COUNT - 1) * STRIDE_BYTES;
        Mem.putLong(address, 0);
        return address;
    }
}
