// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import dev.juggle.arena.Mem;
import dev.juggle.queue.BoundedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An arena goes round: written by the reader (1), handed through a queue, read by the writer, handed
 * back through another queue, written again (2). The memory is plain memory outside the heap; the queues are all that
 * orders the accesses. r1 is a look without any right to it (anything goes), r2 what is read by the owner.
 */
public final class ArenaReuse {
    private ArenaReuse() {}

    /** Through the real queues. */
    @JCStressTest
    @Outcome(id = "[012], -1", expect = Expect.ACCEPTABLE, desc = "Nothing handed over yet.")
    @Outcome(id = "[012], 1", expect = Expect.ACCEPTABLE, desc = "The owner reads what was handed over.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Old or later content.")
    @State
    public static class Real {
        private final long address = Slots.take();
        private final Job job = new Job();
        private final BoundedQueue<Job> done = new BoundedQueue<>(2);
        private final BoundedQueue<Job> free = new BoundedQueue<>(2);

        /** Writes, hands over, and writes again if the arena came back. */
        @Actor
        public void filler() {
            Mem.putLong(address, 1);
            Hand.put(done, job);
            if (free.poll() != null) {
                Mem.putLong(address, 2);
            }
        }

        /** Reads what was handed over, then hands back. */
        @Actor
        public void emptier(II_Result result) {
            result.r1 = (int) Mem.getLong(address);
            Job taken = done.poll();
            if (taken == null) {
                result.r2 = -1;
            } else {
                result.r2 = (int) Mem.getLong(address);
                Hand.put(free, taken);
            }
        }
    }

    /** Through rings without barriers. */
    @JCStressTest
    @Outcome(id = "[012], -1", expect = Expect.ACCEPTABLE, desc = "Nothing handed over yet.")
    @Outcome(id = "[012], 1", expect = Expect.ACCEPTABLE, desc = "The owner reads what was handed over.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "THE WEAKER VARIANT FAILS: old content.")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "THE WEAKER VARIANT FAILS: later content.")
    @State
    public static class Weaker {
        private final long address = Slots.take();
        private final Job job = new Job();
        private final WeakRing<Job> done = new WeakRing<>();
        private final WeakRing<Job> free = new WeakRing<>();

        /** Writes, hands over, and writes again if the arena came back. */
        @Actor
        public void filler() {
            Mem.putLong(address, 1);
            done.put(job);
            if (free.poll() != null) {
                Mem.putLong(address, 2);
            }
        }

        /** Reads what was handed over, then hands back. */
        @Actor
        public void emptier(II_Result result) {
            result.r1 = (int) Mem.getLong(address);
            Job taken = done.poll();
            if (taken == null) {
                result.r2 = -1;
            } else {
                result.r2 = (int) Mem.getLong(address);
                free.put(taken);
            }
        }
    }

    /** Through the real queues, but handed back before it is read. */
    @JCStressTest
    @Outcome(id = "[012], -1", expect = Expect.ACCEPTABLE, desc = "Nothing handed over yet.")
    @Outcome(id = "[012], 1", expect = Expect.ACCEPTABLE, desc = "The owner reads what was handed over.")
    @Outcome(id = "[012], 2", expect = Expect.ACCEPTABLE_INTERESTING, desc = "THE WEAKER VARIANT FAILS: later content.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Cannot be.")
    @State
    public static class HandedBackTooEarly {
        private final long address = Slots.take();
        private final Job job = new Job();
        private final BoundedQueue<Job> done = new BoundedQueue<>(2);
        private final BoundedQueue<Job> free = new BoundedQueue<>(2);

        /** Writes, hands over, and writes again if the arena came back. */
        @Actor
        public void filler() {
            Mem.putLong(address, 1);
            Hand.put(done, job);
            if (free.poll() != null) {
                Mem.putLong(address, 2);
            }
        }

        /** Hands back, then reads. */
        @Actor
        public void emptier(II_Result result) {
            result.r1 = (int) Mem.getLong(address);
            Job taken = done.poll();
            if (taken == null) {
                result.r2 = -1;
            } else {
                Hand.put(free, taken);
                result.r2 = (int) Mem.getLong(address);
            }
        }
    }
}
