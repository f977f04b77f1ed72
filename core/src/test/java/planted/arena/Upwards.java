// SPDX-License-Identifier: Apache-2.0
package planted.arena;

import planted.json.Downwards;

/** Knows a room above its own, and with {@link Downwards} makes a cycle. */
public final class Upwards {
    private Upwards() {}

    /** Calls up. */
    public static int depth() {
        return Downwards.depth();
    }
}
