// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench.stress;

import dev.juggle.arena.BumpArena;
import java.util.concurrent.atomic.AtomicLong;

/** Eight-byte pieces of one off-heap block, handed out in turn: a try is over long before its piece comes round. */
final class Slots {
    private static final int COUNT = 1 << 20;
    private static final BumpArena BLOCK = new BumpArena((long) COUNT * Long.BYTES);
    private static final long BASE = BLOCK.allocate((long) COUNT * Long.BYTES);
    private static final AtomicLong TURN = new AtomicLong();

    private Slots() {}

    static long next() {
        return BASE + (TURN.getAndIncrement() & COUNT - 1) * Long.BYTES;
    }
}
