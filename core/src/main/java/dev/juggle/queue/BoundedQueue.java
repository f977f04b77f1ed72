// SPDX-License-Identifier: Apache-2.0
package dev.juggle.queue;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/*
 * A ring with two locks: whoever puts holds the tail's, whoever takes the head's, so the two sides don't
 * get in each other's way. What joins them is `count`:
 *
 *   put:  write slot, then count + 1     ──►  take: sees count > 0, then reads the slot
 *   take: clear slot, then count - 1     ──►  put:  sees count < capacity, then writes the slot
 *
 * Each arrow is an atomic add read by an atomic get, so it orders what was written before it against
 * what is read after it, and with it everything the putting thread did to the object: that is the whole
 * hand-over of a job and its arena.
 *
 * Sleeping and waking: a side sleeps on the condition of its own lock, having looked at `count` under that lock. The other
 * side wakes it under the same lock, so no wake-up falls between look and sleep. To keep the sides apart the other side
 * does so only when it moved `count` away from the edge (0 or capacity); woken threads pass the wake-up on
 * while there is more (as in the JDK's LinkedBlockingQueue).
 *
 * The end: `state` only moves on. It is set under the tail's lock, so a put either finished before or sees it.
 * take() reads `state` before `count`: CLOSED seen first means that no put can follow, hence a
 * count of 0 seen afterwards is final. In the other order the last elements could be lost.
 */
/**
 * A closable queue of at most {@code capacity} elements, first in, first out. {@link #put} waits while it is
 * full and {@link #take} while it is empty; both sides' waits are timed. {@link #close} is
 * the quiet end (what is in it is still taken), {@link #abort} the sudden one (it is dropped).
 */
public final class BoundedQueue<T> {
    private enum State {
        OPEN,
        CLOSED,
        ABORTED
    }

    private final @Nullable Object[] slots;

    /** Elements in the ring. Its atomic adds and gets are each other's partners (see the top). */
    private final AtomicInteger count = new AtomicInteger();

    private final ReentrantLock headLock = new ReentrantLock();
    private final Condition notEmpty = headLock.newCondition();
    private final ReentrantLock tailLock = new ReentrantLock();
    private final Condition notFull = tailLock.newCondition();

    /** Guarded by headLock. */
    private int head;

    /** Guarded by tailLock. */
    private int tail;

    /** Written under tailLock; its volatile reads, in put under the same lock and in take without it, see the top. */
    private volatile State state = State.OPEN;

    private final WaitClock putClock = new WaitClock();
    private final WaitClock takeClock = new WaitClock();

    /** An empty, open queue for {@code capacity} elements, at least 1. */
    public BoundedQueue(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity: " + capacity);
        }
        this.slots = new @Nullable Object[capacity];
    }

    /**
     * Puts {@code element} in at the tail, waiting while the queue is full. The element then belongs to
     * whoever takes it.
     *
     * @return false if the queue is closed or aborted: the element is not in it and still the caller's
     */
    public boolean put(T element) throws InterruptedException {
        int before;
        tailLock.lockInterruptibly();
        try {
            if (!awaitRoom()) {
                return false;
            }
            slots[tail] = element;
            tail = next(tail);
            before = count.getAndIncrement();
            if (before + 1 < slots.length) {
                notFull.signal();
            }
        } finally {
            tailLock.unlock();
        }
        if (before == 0) {
            signal(headLock, notEmpty);
        }
        return true;
    }

    /**
     * Takes the element at the head, waiting while the queue is empty and open.
     *
     * @return null once the queue is closed and drained, or aborted
     */
    public @Nullable T take() throws InterruptedException {
        T element;
        int before;
        headLock.lockInterruptibly();
        try {
            if (!awaitElement()) {
                return null;
            }
            element = removeHead();
            before = count.getAndDecrement();
            if (before > 1) {
                notEmpty.signal();
            }
        } finally {
            headLock.unlock();
        }
        if (before == slots.length) {
            signal(tailLock, notFull);
        }
        return element;
    }

    /** Takes the element at the head if there is one just now, else gives null at once. */
    public @Nullable T poll() {
        T element;
        int before;
        if (count.get() == 0) {
            return null;
        }
        headLock.lock();
        try {
            if (count.get() == 0) {
                return null;
            }
            element = removeHead();
            before = count.getAndDecrement();
            if (before > 1) {
                notEmpty.signal();
            }
        } finally {
            headLock.unlock();
        }
        if (before == slots.length) {
            signal(tailLock, notFull);
        }
        return element;
    }

    /** No more can be put from now on; what is in the queue can still be taken. Wakes everyone who waits. */
    public void close() {
        end(State.CLOSED);
    }

    /** Drops what is in the queue and lets no more in: every {@code take} gives null, every {@code put} false. */
    public void abort() {
        end(State.ABORTED);
    }

    /** Elements in the queue just now. */
    public int size() {
        return count.get();
    }

    /** Most elements the queue holds. */
    public int capacity() {
        return slots.length;
    }

    /** Times the putting side's waits for room. */
    public WaitClock putClock() {
        return putClock;
    }

    /** Times the taking side's waits for an element. */
    public WaitClock takeClock() {
        return takeClock;
    }

    /** Waits under tailLock; false if nothing may be put any more. */
    private boolean awaitRoom() throws InterruptedException {
        if (state == State.OPEN && count.get() == slots.length) {
            long start = System.nanoTime();
            while (state == State.OPEN && count.get() == slots.length) {
                notFull.await();
            }
            putClock.add(start);
        }
        return state == State.OPEN;
    }

    /** Waits under headLock; false if there will never be an element again. */
    private boolean awaitElement() throws InterruptedException {
        boolean open = state == State.OPEN;
        if (count.get() > 0) {
            return true;
        }
        if (open) {
            long start = System.nanoTime();
            while (open && count.get() == 0) {
                notEmpty.await();
                open = state == State.OPEN;
            }
            takeClock.add(start);
        }
        return count.get() > 0;
    }

    @SuppressWarnings("unchecked")
    private T removeHead() {
        T element = (T) Objects.requireNonNull(slots[head], "count says there is an element");
        slots[head] = null;
        head = next(head);
        return element;
    }

    private void end(State last) {
        tailLock.lock();
        try {
            if (state.compareTo(last) < 0) {
                state = last;
            }
            notFull.signalAll();
            headLock.lock();
            try {
                while (state == State.ABORTED && count.get() > 0) {
                    removeHead();
                    count.decrementAndGet();
                }
                notEmpty.signalAll();
            } finally {
                headLock.unlock();
            }
        } finally {
            tailLock.unlock();
        }
    }

    private int next(int index) {
        return index + 1 == slots.length ? 0 : index + 1;
    }

    private static void signal(ReentrantLock lock, Condition condition) {
        lock.lock();
        try {
            condition.signal();
        } finally {
            lock.unlock();
        }
    }
}
