// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import dev.juggle.queue.TicketGate;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * What ticket 0 did before it passed is seen by ticket 1 after its wait, although it had looked before
 * (r1). The catalog's plain fields rely on it.
 */
public final class GatePassing {
    private GatePassing() {}

    /** Through the real gate. */
    @JCStressTest
    @Outcome(id = "[01], 1", expect = Expect.ACCEPTABLE, desc = "Its turn, and it sees what was done before.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Its turn, but it sees old content.")
    @State
    public static class Real {
        private final TicketGate gate = new TicketGate();
        private int content;

        /** Ticket 0. */
        @Actor
        public void first() {
            Hand.await(gate, 0);
            content = 1;
            gate.pass(0);
        }

        /** Ticket 1. */
        @Actor
        public void second(II_Result result) {
            result.r1 = content;
            boolean turn = Hand.await(gate, 1);
            result.r2 = turn ? content : -1;
        }
    }

    /** A gate whose turn is a plain field: it does not wait, it only looks. */
    @JCStressTest
    @Outcome(id = "[01], -1", expect = Expect.ACCEPTABLE, desc = "Not its turn yet.")
    @Outcome(id = "[01], 1", expect = Expect.ACCEPTABLE, desc = "Its turn, and it sees what was done before.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "THE WEAKER VARIANT FAILS: old content.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Cannot be.")
    @State
    public static class Weaker {
        private int next;
        private int content;

        /** Ticket 0. */
        @Actor
        public void first() {
            content = 1;
            next = 1;
        }

        /** Ticket 1. */
        @Actor
        public void second(II_Result result) {
            result.r1 = content;
            result.r2 = next == 1 ? content : -1;
        }
    }
}
