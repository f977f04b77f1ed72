// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.catalog.Key;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Eight bytes of arena memory for each test state. A state lives for a moment and there are never nearly
 * as many at a time as there are slots, so they are given out round and round.
 */
final class Slots {
    private static final int COUNT = 1 << 20;
    private static final int STRIDE_BYTES = 64;
    private static final BumpArena ARENA = new BumpArena((long) COUNT * STRIDE_BYTES);
    private static final BumpArena TEXTS = new BumpArena(1 << 12);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Slots() {}

    /** The address of eight zero bytes. */
    static long take() {
        long address = ARENA.base() + (long) (NEXT.getAndIncrement() & COUNT - 1) * STRIDE_BYTES;
        Mem.putLong(address, 0);
        return address;
    }

    /** The address of a text of ASCII, for good. */
    static long text(String ascii) {
        byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
        long address = TEXTS.allocate(bytes.length);
        Mem.copyIn(bytes, 0, address, bytes.length);
        return address;
    }

    /** The key with this text. */
    static Key key(String ascii) {
        return new Key(ascii.getBytes(StandardCharsets.US_ASCII), false);
    }
}
