// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench.stress;

import dev.juggle.queue.TicketGate;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Between await and pass a thread has the shared state to itself, and in the order of the tickets. */
public class GateStress {
    private GateStress() {}

    /** The product's gate: (1 + 1) · 10. */
    @JCStressTest
    @Outcome(id = "20", expect = Expect.ACCEPTABLE, desc = "one after the other, in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "out of order, or torn")
    @State
    public static class Turns {
        private final TicketGate gate = new TicketGate();
        private int shared = 1;

        /** Ticket 0 adds. */
        @Actor
        public void first() {
            Quietly.await(gate, 0);
            shared = shared + 1;
            gate.pass(0);
        }

        /** Ticket 1 multiplies. */
        @Actor
        public void second() {
            Quietly.await(gate, 1);
            shared = shared * 10;
            gate.pass(1);
        }

        /** Looks at the end. */
        @Arbiter
        public void end(I_Result result) {
            result.r1 = shared;
        }
    }

    /** The weaker variant: ticket 0 passes before it has done its work. */
    @JCStressTest
    @Outcome(id = "20", expect = Expect.ACCEPTABLE, desc = "in order, by luck")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "out of order: what passing last prevents")
    @State
    public static class PassedTooEarly {
        private final TicketGate gate = new TicketGate();
        private int shared = 1;

        /** Ticket 0 passes, then adds. */
        @Actor
        public void first() {
            Quietly.await(gate, 0);
            gate.pass(0);
            shared = shared + 1;
        }

        /** Ticket 1 multiplies. */
        @Actor
        public void second() {
            Quietly.await(gate, 1);
            shared = shared * 10;
            gate.pass(1);
        }

        /** Looks at the end. */
        @Arbiter
        public void end(I_Result result) {
            result.r1 = shared;
        }
    }
}
