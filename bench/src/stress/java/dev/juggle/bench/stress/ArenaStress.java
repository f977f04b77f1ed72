// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench.stress;

import dev.juggle.arena.Mem;
import dev.juggle.queue.BoundedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * An arena goes round: filled by a worker, read by the writer, given back, filled again. The writer never
 * sees the bytes of the next job, because the arena comes back only when it is done with it.
 */
public class ArenaStress {
    private ArenaStress() {}

    /** One arena (of 8 bytes, within a block made for all tries) and the two queues it travels through. */
    static class Round {
        final BoundedQueue<Long> free = new BoundedQueue<>(1);
        final BoundedQueue<Long> done = new BoundedQueue<>(1);
        final long arena = Slots.next();

        /** Fills it, hands it over, and fills it again if it is back already. */
        final void fillTwice() {
            Mem.putLong(arena, 1);
            Quietly.put(done, arena);
            Long again = free.poll();
            if (again != null) {
                Mem.putLong(again, 2);
            }
        }
    }

    /** As the product does it: read, then give back. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the job that was handed over")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the next job's bytes, or older ones")
    @State
    public static class GivenBackAfterwards extends Round {
        /** The worker. */
        @Actor
        public void worker() {
            fillTwice();
        }

        /** The writer. */
        @Actor
        public void writer(I_Result result) {
            Long taken = Quietly.take(done);
            result.r1 = (int) Mem.getLong(taken);
            Quietly.put(free, taken);
        }
    }

    /** The weaker variant: the writer gives the arena back before it has read it. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the job that was handed over, by luck")
    @Outcome(id = "2", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the next job's bytes: what the order prevents")
    @State
    public static class GivenBackTooEarly extends Round {
        /** The worker. */
        @Actor
        public void worker() {
            fillTwice();
        }

        /** The writer. */
        @Actor
        public void writer(I_Result result) {
            Long taken = Quietly.take(done);
            Quietly.put(free, taken);
            result.r1 = (int) Mem.getLong(taken);
        }
    }
}
