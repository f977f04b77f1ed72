// SPDX-License-Identifier: Apache-2.0
package planted.json;

import planted.arena.Upwards;
import planted.queue.Careless;

/** Knows a room it may know (arena) and one that it may not (queue). */
public final class Downwards {
    private Downwards() {}

    /** Calls down, and aside. */
    public static int depth() {
        return Upwards.depth() + Careless.LIMIT;
    }
}
