// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import org.jspecify.annotations.Nullable;

/**
 * The weaker queue: the same ring as {@code BoundedQueue} for one putter and one taker, but with a plain
 * {@code count} and no locks. The hardware here would even order its stores; the compiler need not, and
 * does not: a value that the taker read before is not read again.
 */
final class WeakRing<T> {
    private final @Nullable Object[] slots = new @Nullable Object[2];
    private int count;

    /** Puts in without a barrier. */
    void put(T element) {
        slots[count] = element;
        count++;
    }

    /** Takes out without a barrier; null if there seems to be nothing. */
    @SuppressWarnings("unchecked")
    @Nullable
    T poll() {
        return count == 0 ? null : (T) slots[--count];
    }
}
