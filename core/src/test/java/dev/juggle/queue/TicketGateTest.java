// SPDX-License-Identifier: Apache-2.0
package dev.juggle.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TicketGateTest {
    private static final int JOIN_SECONDS = 60;

    @RepeatedTest(20)
    void ticketsPassInOrderOneAtATime() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("TicketGateTest seed " + seed);
        Random random = new Random(seed);
        int workers = 1 + random.nextInt(6);
        int tickets = 2_000;
        TicketGate gate = new TicketGate();
        AtomicInteger nextTicket = new AtomicInteger();
        // only the gate guards the list
        List<Integer> passed = new ArrayList<>();
        Crew crew = new Crew();
        for (int worker = 0; worker < workers; worker++) {
            long own = random.nextLong();
            crew.start("worker " + worker, () -> {
                Random mine = new Random(own);
                for (int ticket = nextTicket.getAndIncrement();
                        ticket < tickets;
                        ticket = nextTicket.getAndIncrement()) {
                    if (mine.nextInt(200) == 0) {
                        LockSupport.parkNanos(mine.nextInt(100_000));
                    }
                    assertTrue(gate.await(ticket));
                    passed.add(ticket);
                    gate.pass(ticket);
                }
            });
        }
        crew.join(JOIN_SECONDS);
        assertTrue(gate.await(tickets));
        assertEquals(tickets, gate.passedCount());
        for (int ticket = 0; ticket < tickets; ticket++) {
            assertEquals(ticket, passed.get(ticket));
        }
    }

    @RepeatedTest(20)
    void abortedAtAnyMomentEverybodyLeaves() throws InterruptedException {
        TicketGate gate = new TicketGate();
        Crew crew = new Crew();
        for (int worker = 0; worker < 5; worker++) {
            int first = worker;
            crew.start("worker " + worker, () -> {
                // ticket 3000 never comes, so all would wait for ever
                for (int ticket = first; ticket != 3_000 && gate.await(ticket); ticket += 5) {
                    gate.pass(ticket);
                }
            });
        }
        LockSupport.parkNanos(new Random().nextInt(3_000_000));
        gate.abort();
        crew.join(JOIN_SECONDS);
        assertFalse(gate.await(5_000));
        gate.pass(7);
    }

    @Test
    void passingOutOfTurnIsAMistake() throws InterruptedException {
        TicketGate gate = new TicketGate();
        assertThrows(IllegalStateException.class, () -> gate.pass(1));
        assertTrue(gate.await(0));
        gate.pass(0);
        assertThrows(IllegalStateException.class, () -> gate.await(0));
        assertThrows(IllegalStateException.class, () -> gate.pass(0));
    }
}
