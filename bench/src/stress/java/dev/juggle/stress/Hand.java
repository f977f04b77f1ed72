// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import dev.juggle.queue.BoundedQueue;
import dev.juggle.queue.TicketGate;
import org.jspecify.annotations.Nullable;

/** The blocking calls for actors, which may throw nothing checked; nobody interrupts them. */
final class Hand {
    private Hand() {}

    /** Puts in. */
    static <T> void put(BoundedQueue<T> queue, T element) {
        try {
            if (!queue.put(element)) {
                throw new AssertionError("closed");
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** Takes out. */
    static <T> @Nullable T take(BoundedQueue<T> queue) {
        try {
            return queue.take();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** Waits for a turn. */
    static boolean await(TicketGate gate, long ticket) {
        try {
            return gate.await(ticket);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
