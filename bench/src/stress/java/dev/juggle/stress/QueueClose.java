// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import dev.juggle.queue.BoundedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** What was put before the queue was closed is taken, however the taker's look falls between the two. */
public final class QueueClose {
    private QueueClose() {}

    /** The real queue. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Taken.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The last element was lost.")
    @State
    public static class Real {
        private final BoundedQueue<Job> queue = new BoundedQueue<>(2);

        /** Puts one in and closes. */
        @Actor
        public void putter() {
            Job job = new Job();
            job.content = 1;
            Hand.put(queue, job);
            queue.close();
        }

        /** Takes what there is. */
        @Actor
        public void taker(I_Result result) {
            Job taken = Hand.take(queue);
            result.r1 = taken == null ? -1 : taken.content;
        }
    }

    /** A taker that looks at the count first and at the state second. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Taken.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "THE WEAKER VARIANT FAILS: element lost.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Cannot be.")
    @State
    public static class Weaker {
        private final AtomicInteger count = new AtomicInteger();
        private volatile boolean closed;

        /** Puts one in and closes. */
        @Actor
        public void putter() {
            count.incrementAndGet();
            closed = true;
        }

        /** Takes what there is. */
        @Actor
        public void taker(I_Result result) {
            while (count.get() == 0) {
                if (closed) {
                    result.r1 = -1;
                    return;
                }
            }
            result.r1 = 1;
        }
    }
}
