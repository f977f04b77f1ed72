// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import dev.juggle.queue.TicketGate;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** Who waits at the gate is woken when the turn comes; no wake-up is lost. */
public final class GateWaiting {
    private GateWaiting() {}

    /** The real gate. */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Woken.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "Waits for ever.")
    @State
    public static class Real {
        private final TicketGate gate = new TicketGate();

        /** Ticket 1. */
        @Actor
        public void waiter() {
            Hand.await(gate, 1);
        }

        /** Ticket 0. */
        @Signal
        public void passer() {
            gate.pass(0);
        }
    }

    /** A gate that looks at a plain field: the compiler reads it once, before the loop. */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Seen.")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "THE WEAKER VARIANT FAILS: waits for ever.")
    @State
    public static class Weaker {
        private int next;

        /** Ticket 1. */
        @Actor
        public void waiter() {
            while (next < 1) {
                // spins
            }
        }

        /** Ticket 0. */
        @Signal
        public void passer() {
            next = 1;
        }
    }
}
