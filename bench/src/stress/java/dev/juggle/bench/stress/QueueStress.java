// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench.stress;

import dev.juggle.queue.BoundedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** What a thread wrote into a job before it put it, whoever takes the job sees. */
public class QueueStress {
    /** What goes through the queue: a plain field, as a job has many. */
    static final class Job {
        int written;
    }

    private QueueStress() {}

    /** The product's queue. */
    @JCStressTest
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "nothing there yet")
    @Outcome(id = "7", expect = Expect.ACCEPTABLE, desc = "the whole job")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a job without what was written into it")
    @State
    public static class HandOver {
        private final BoundedQueue<Job> queue = new BoundedQueue<>(2);
        private final Job job = new Job();

        /** Writes, then puts. */
        @Actor
        public void producer() {
            job.written = 7;
            Quietly.put(queue, job);
        }

        /** Takes what there is. */
        @Actor
        public void consumer(I_Result result) {
            Job taken = queue.poll();
            result.r1 = taken == null ? -1 : taken.written;
        }
    }

    /** The weaker variant: it counts the element before it has written it. */
    @JCStressTest
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "nothing there yet")
    @Outcome(id = "7", expect = Expect.ACCEPTABLE, desc = "the whole job")
    @Outcome(
            id = "-2",
            expect = Expect.ACCEPTABLE_INTERESTING,
            desc = "counted, but not there: what the order prevents")
    @State
    public static class CountedTooEarly {
        private final AtomicInteger count = new AtomicInteger();
        private @Nullable Job slot;

        /** Counts, then writes. */
        @Actor
        public void producer() {
            Job job = new Job();
            job.written = 7;
            count.getAndIncrement();
            slot = job;
        }

        /** Trusts the count. */
        @Actor
        public void consumer(I_Result result) {
            if (count.get() == 0) {
                result.r1 = -1;
                return;
            }
            Job taken = slot;
            result.r1 = taken == null ? -2 : taken.written;
        }
    }

    /** The end of the product's queue: what was put before the close is still taken. */
    @JCStressTest
    @Outcome(id = "7", expect = Expect.ACCEPTABLE, desc = "the last job")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the last job was lost")
    @State
    public static class Close {
        private final BoundedQueue<Job> queue = new BoundedQueue<>(2);
        private final Job job = new Job();

        /** Puts the last job and closes. */
        @Actor
        public void producer() {
            job.written = 7;
            Quietly.put(queue, job);
            queue.close();
        }

        /** Waits for a job or the end. */
        @Actor
        public void consumer(I_Result result) {
            result.r1 = Quietly.take(queue).written;
        }
    }

    /** The weaker variant: it looks at the count first and at the end afterwards. */
    @JCStressTest
    @Outcome(id = "7", expect = Expect.ACCEPTABLE, desc = "the last job")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "still open: it would wait")
    @Outcome(id = "-2", expect = Expect.ACCEPTABLE_INTERESTING, desc = "lost: empty when counted, closed when asked")
    @State
    public static class CloseAskedTooLate {
        private final AtomicInteger count = new AtomicInteger();
        private volatile boolean closed;

        /** Puts the last job and closes. */
        @Actor
        public void producer() {
            count.getAndIncrement();
            closed = true;
        }

        /** Counts, then asks whether that was all. */
        @Actor
        public void consumer(I_Result result) {
            boolean empty = count.get() == 0;
            if (closed) {
                result.r1 = empty ? -2 : 7;
            } else {
                result.r1 = empty ? -1 : 7;
            }
        }
    }
}
