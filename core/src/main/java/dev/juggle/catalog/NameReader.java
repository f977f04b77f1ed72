// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One thread's way to look names up in {@link SharedNames}. A process that uses one strategy has one subclass, so that the
 * calls in hot loops have one target.
 *
 * @param <V> what a name stands for
 */
public abstract class NameReader<V> {
    private final SharedNames<V> shared;

    NameReader(SharedNames<V> shared) {
        this.shared = shared;
    }

    /** Begins a job: from here on all changes are seen that were complete by now; by some readers they are at each look-up anyway. */
    public void begin() {}

    /**
     * What a name stands for; null if it stands for nothing.
     *
     * @param header see {@link #header}
     * @param address of the key's bytes, in an arena
     */
    public abstract @Nullable V find(long header, long address);

    /** The same where names have no owner and no form but one. */
    public final @Nullable V find(long address, int length) {
        return find(NameTable.header(0, length, false), address);
    }

    /** What is looked up beside the key's bytes: whose name, how long, and {@link Key#escaped}. */
    public static long header(int owner, int length, boolean escaped) {
        return NameTable.header(owner, length, escaped);
    }

    /** Changes the table, and sees the change at once, within the job at hand. */
    public final void change(Consumer<NameEdit<V>> by) {
        shared.change(by);
        begin();
    }
}
