// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.queue.BoundedQueue;
import dev.juggle.queue.TicketGate;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/*
 * Why it can't get stuck. Each queue has room for all jobs there are, so no put ever waits for room.
 * Of the waits that are left, each waits for jobs before its own only:
 *
 *   - for a free arena: a reader has no place in the order yet. Jobs under way need nothing from it, and a
 *     batch is at most half of the arenas, so the writer gives arenas back before all are in a batch.
 *   - for the ticket: for the jobs before it to pass, which they do, whatever becomes of them.
 *   - for the reserve or for a fragment to be placed: until all jobs before it are placed.
 *
 * So the lowest job that is not placed never waits for another, and whenever it is placed the next one is the lowest.
 * A thread that dies ends the run: fail() aborts everything at once, which wakes everyone who waits.
 */
/** The queues and gates that the jobs go round through, and the one place where a failure stops them all. */
final class Circuit {
    /** Empty jobs: from the writer to whoever reads. */
    final BoundedQueue<Job> free;

    /** Loaded jobs: from the reader to the workers. */
    final BoundedQueue<Job> todo;

    /** Jobs with finished rows: from the workers to the writer. */
    final BoundedQueue<Job> done;

    /** The one job of which a part was placed: from the writer back to its worker. */
    final BoundedQueue<Job> returned;

    /** Lets jobs take their tickets in order. */
    final TicketGate tickets = new TicketGate();

    /** Passed by the writer when a job is placed: who waits here waits to be the lowest. */
    final TicketGate placed = new TicketGate();

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Circuit(int jobs) {
        free = new BoundedQueue<>(jobs);
        todo = new BoundedQueue<>(jobs);
        done = new BoundedQueue<>(jobs);
        returned = new BoundedQueue<>(1);
    }

    /** Ends the run. The first cause counts; what follows from it is only kept beside it. */
    void fail(Throwable cause) {
        if (!failure.compareAndSet(null, cause)) {
            Throwable first = failure.get();
            if (first != null && !first.equals(cause)) {
                first.addSuppressed(cause);
            }
        }
        free.abort();
        todo.abort();
        done.abort();
        returned.abort();
        tickets.abort();
        placed.abort();
    }

    /** Why the run ended; null while nothing failed. */
    @Nullable
    Throwable failure() {
        return failure.get();
    }

    /** Puts a job into a queue. */
    static void put(BoundedQueue<Job> queue, Job job) throws InterruptedException {
        if (!queue.put(job.release())) {
            throw new RunEndedException();
        }
    }

    /** Waits at a gate. */
    static void await(TicketGate gate, long ticket) throws InterruptedException {
        if (!gate.await(ticket)) {
            throw new RunEndedException();
        }
    }
}
