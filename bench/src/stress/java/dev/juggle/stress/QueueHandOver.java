// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import dev.juggle.queue.BoundedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A job is recycled, so the taker may have read its fields before (r1) and must read them anew (r2) after it
 * took it from the queue. What was written before the put is seen after the take.
 */
public final class QueueHandOver {
    private QueueHandOver() {}

    /** Through the real queue. */
    @JCStressTest
    @Outcome(id = "[01], -1", expect = Expect.ACCEPTABLE, desc = "Nothing in the queue yet.")
    @Outcome(id = "[01], 1", expect = Expect.ACCEPTABLE, desc = "Taken, and its content seen.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Taken, but its content not seen.")
    @State
    public static class Real {
        private final Job job = new Job();
        private final BoundedQueue<Job> queue = new BoundedQueue<>(2);

        /** Fills the job, puts it in. */
        @Actor
        public void putter() {
            job.content = 1;
            Hand.put(queue, job);
        }

        /** Has a look, takes, looks again. */
        @Actor
        public void taker(II_Result result) {
            result.r1 = job.content;
            Job taken = queue.poll();
            result.r2 = taken == null ? -1 : job.content;
        }
    }

    /** Through the ring without barriers. */
    @JCStressTest
    @Outcome(id = "[01], -1", expect = Expect.ACCEPTABLE, desc = "Nothing in the queue yet.")
    @Outcome(id = "[01], 1", expect = Expect.ACCEPTABLE, desc = "Taken, and its content seen.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "THE WEAKER VARIANT FAILS: old content.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Cannot be.")
    @State
    public static class Weaker {
        private final Job job = new Job();
        private final WeakRing<Job> queue = new WeakRing<>();

        /** Fills the job, puts it in. */
        @Actor
        public void putter() {
            job.content = 1;
            queue.put(job);
        }

        /** Has a look, takes, looks again. */
        @Actor
        public void taker(II_Result result) {
            result.r1 = job.content;
            Job taken = queue.poll();
            result.r2 = taken == null ? -1 : job.content;
        }
    }
}
