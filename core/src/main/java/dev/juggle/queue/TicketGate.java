// SPDX-License-Identifier: Apache-2.0
package dev.juggle.queue;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets tickets 0, 1, 2 … through one after another: the holder of ticket n waits until n - 1 has
 * passed. What a thread did before it passed is visible to the one it lets in, so whatever is done only
 * between {@link #await} and {@link #pass} needs no lock of its own. Every ticket must be passed, also by a
 * job that failed or has nothing to do; else all behind it wait until {@link #abort}.
 */
public final class TicketGate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final WaitClock clock = new WaitClock();

    /**
     * The ticket whose turn it is. Written under the lock by {@link #pass}; its partner is the volatile read in
     * {@link #await}, which may see it without the lock.
     */
    private volatile long next;

    /** Written under the lock; read like {@link #next}. */
    private volatile boolean aborted;

    /**
     * Waits until it is {@code ticket}'s turn.
     *
     * @return false if the gate was aborted: it is nobody's turn any more
     */
    public boolean await(long ticket) throws InterruptedException {
        if (next >= ticket || aborted) {
            return turn(ticket);
        }
        long start = System.nanoTime();
        lock.lockInterruptibly();
        try {
            while (next < ticket && !aborted) {
                moved.await();
            }
        } finally {
            lock.unlock();
        }
        clock.add(start);
        return turn(ticket);
    }

    /** Ends {@code ticket}'s turn and begins the next one's. Only for whose turn it is. */
    public void pass(long ticket) {
        lock.lock();
        try {
            if (aborted) {
                return;
            }
            if (next != ticket) {
                throw new IllegalStateException("ticket " + ticket + " passes, but it is the turn of " + next);
            }
            next = ticket + 1;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waiting, for good. */
    public void abort() {
        lock.lock();
        try {
            aborted = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The ticket whose turn it is: so many have passed. */
    public long passedCount() {
        return next;
    }

    /** Times the waits for a turn. */
    public WaitClock clock() {
        return clock;
    }

    private boolean turn(long ticket) {
        if (aborted) {
            return false;
        }
        if (next != ticket) {
            throw new IllegalStateException("ticket " + ticket + " has passed already");
        }
        return true;
    }
}
