// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench.stress;

import dev.juggle.queue.BoundedQueue;
import dev.juggle.queue.TicketGate;
import java.util.Objects;

/** The blocking calls without their checked exception: jcstress interrupts nobody. */
final class Quietly {
    private Quietly() {}

    static <T> void put(BoundedQueue<T> queue, T element) {
        try {
            if (!queue.put(element)) {
                throw new IllegalStateException("closed");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static <T> T take(BoundedQueue<T> queue) {
        try {
            return Objects.requireNonNull(queue.take());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void await(TicketGate gate, long ticket) {
        try {
            if (!gate.await(ticket)) {
                throw new IllegalStateException("aborted");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
