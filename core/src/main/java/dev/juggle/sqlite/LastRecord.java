// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A copy of the record placed last, off the heap, where it can be compared with the next. Has memory only when set. */
final class LastRecord implements AutoCloseable {
    private @Nullable BumpArena space;
    private boolean empty = true;

    /** Whether none was set. */
    boolean isEmpty() {
        return empty;
    }

    /** Copies the payload of {@code bytes} bytes at {@code payload}. */
    void set(long payload, int bytes) {
        BumpArena target = space;
        if (target == null || target.capacityBytes() < bytes) {
            close();
            target = new BumpArena(Math.max(64, bytes));
            space = target;
        }
        target.reset();
        target.advanceTo(target.base() + bytes);
        Mem.copy(payload, target.base(), bytes);
        empty = false;
    }

    /** Where the copy lies. */
    long address() {
        assert !empty;
        return Objects.requireNonNull(space).base();
    }

    @Override
    public void close() {
        if (space != null) {
            space.close();
            space = null;
        }
    }
}
