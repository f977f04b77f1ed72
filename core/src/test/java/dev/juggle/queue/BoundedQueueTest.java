// SPDX-License-Identifier: Apache-2.0
package dev.juggle.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BoundedQueueTest {
    private static final int JOIN_SECONDS = 60;

    private static Random seeded(String what) {
        long seed = System.nanoTime();
        System.out.println("BoundedQueueTest " + what + " seed " + seed);
        return new Random(seed);
    }

    @RepeatedTest(20)
    void oneThreadAgreesWithArrayDeque() throws InterruptedException {
        Random random = seeded("model");
        int capacity = 1 + random.nextInt(7);
        BoundedQueue<Integer> queue = new BoundedQueue<>(capacity);
        Deque<Integer> model = new ArrayDeque<>();
        boolean open = true;
        for (int step = 0; step < 2_000; step++) {
            int choice = random.nextInt(1_000);
            if (choice < 500) {
                if (!open) {
                    assertFalse(queue.put(step));
                } else if (model.size() < capacity) {
                    assertTrue(queue.put(step));
                    model.add(step);
                }
            } else if (choice < 750) {
                assertEquals(model.poll(), queue.poll());
            } else if (choice < 995) {
                if (!model.isEmpty() || !open) {
                    assertEquals(model.poll(), queue.take());
                }
            } else if (choice == 998 && step > 1_000) {
                queue.close();
                open = false;
            } else if (choice == 999 && step > 1_500) {
                queue.abort();
                model.clear();
                open = false;
            }
            assertEquals(model.size(), queue.size());
        }
    }

    /** Element n of producer p is p * 2^32 + n. What each side saw is compared after the end. */
    private static final class Traffic {
        final BoundedQueue<Long> queue;
        final List<List<Long>> taken = new ArrayList<>();
        final long[] putCounts;
        final Crew producers = new Crew();
        final Crew consumers = new Crew();

        Traffic(int capacity, int producerCount, int consumerCount, int perProducer, Random random) {
            queue = new BoundedQueue<>(capacity);
            putCounts = new long[producerCount];
            for (int consumer = 0; consumer < consumerCount; consumer++) {
                List<Long> mine = new ArrayList<>();
                taken.add(mine);
                long seed = random.nextLong();
                consumers.start("consumer " + consumer, () -> consume(mine, new Random(seed)));
            }
            for (int producer = 0; producer < producerCount; producer++) {
                int me = producer;
                long seed = random.nextLong();
                producers.start("producer " + producer, () -> produce(me, perProducer, new Random(seed)));
            }
        }

        void join() throws InterruptedException {
            producers.join(JOIN_SECONDS);
            consumers.join(JOIN_SECONDS);
        }

        private void produce(int me, int perProducer, Random random) throws InterruptedException {
            for (int n = 0; n < perProducer; n++) {
                if (!queue.put(((long) me << 32) + n)) {
                    return;
                }
                putCounts[me]++;
                dawdle(random);
            }
        }

        private void consume(List<Long> mine, Random random) throws InterruptedException {
            while (true) {
                Long element = random.nextInt(4) == 0 ? queue.poll() : null;
                if (element == null) {
                    element = queue.take();
                }
                if (element == null) {
                    return;
                }
                assertTrue(queue.size() <= queue.capacity());
                mine.add(element);
                dawdle(random);
            }
        }

        static void dawdle(Random random) {
            int choice = random.nextInt(400);
            if (choice == 0) {
                LockSupport.parkNanos(random.nextInt(200_000));
            } else if (choice < 20) {
                LockSupport.parkNanos(1);
            }
        }

        /** No duplicate, each producer's order kept, and everything put was taken (if nothing was dropped). */
        void check(boolean dropped) {
            Set<Long> all = new HashSet<>();
            for (List<Long> mine : taken) {
                long[] last = new long[putCounts.length];
                Arrays.fill(last, -1);
                for (long element : mine) {
                    int producer = (int) (element >>> 32);
                    long n = element & 0xffff_ffffL;
                    assertTrue(all.add(element), "taken twice: " + element);
                    assertTrue(n < putCounts[producer], "taken but never put: " + element);
                    assertTrue(n > last[producer], "out of order: " + element);
                    assertTrue(taken.size() > 1 || dropped || n == last[producer] + 1, "left out before " + element);
                    last[producer] = n;
                }
            }
            long put = Arrays.stream(putCounts).sum();
            assertTrue(dropped ? all.size() <= put : all.size() == put, all.size() + " taken of " + put);
        }
    }

    @RepeatedTest(25)
    void nothingIsLostDoubledOrReordered() throws InterruptedException {
        Random random = seeded("traffic");
        int producers = 1 + random.nextInt(4);
        Traffic traffic = new Traffic(1 + random.nextInt(9), producers, 1 + random.nextInt(4), 3_000, random);
        // the producers end by themselves; the consumers only when the queue is closed
        traffic.producers.join(JOIN_SECONDS);
        traffic.queue.close();
        traffic.join();
        traffic.check(false);
        assertEquals(
                3_000L * producers, traffic.taken.stream().mapToInt(List::size).sum());
    }

    @RepeatedTest(40)
    void closedAtAnyMomentWhatWasPutIsStillTaken() throws InterruptedException {
        Random random = seeded("close");
        Traffic traffic = new Traffic(1 + random.nextInt(5), 3, 3, Integer.MAX_VALUE, random);
        LockSupport.parkNanos(random.nextInt(6_000_000));
        traffic.queue.close();
        traffic.join();
        traffic.check(false);
        assertEquals(0, traffic.queue.size());
    }

    @RepeatedTest(40)
    void abortedAtAnyMomentEverybodyLeaves() throws InterruptedException {
        Random random = seeded("abort");
        Traffic traffic = new Traffic(1 + random.nextInt(5), 3, 3, Integer.MAX_VALUE, random);
        LockSupport.parkNanos(random.nextInt(6_000_000));
        if (random.nextBoolean()) {
            traffic.queue.close();
        }
        traffic.queue.abort();
        traffic.join();
        traffic.check(true);
        assertNull(traffic.queue.take());
        assertFalse(traffic.queue.put(1L));
        assertEquals(0, traffic.queue.size());
    }

    @Test
    void waitsAreTimedOnTheSideThatWaits() throws InterruptedException {
        BoundedQueue<String> queue = new BoundedQueue<>(1);
        Crew crew = new Crew();
        letWait(crew.start("taker", () -> assertEquals("a", queue.take())));
        queue.put("a");
        crew.join(JOIN_SECONDS);
        assertEquals(1, queue.takeClock().waitCount());
        assertTrue(queue.takeClock().waitNanos() > 1_000_000);
        assertEquals(0, queue.putClock().waitCount());
        queue.put("b");
        Crew second = new Crew();
        letWait(second.start("putter", () -> assertTrue(queue.put("c"))));
        assertEquals("b", queue.take());
        second.join(JOIN_SECONDS);
        assertEquals(1, queue.putClock().waitCount());
        assertTrue(queue.putClock().waitNanos() > 1_000_000);
    }

    /** Returns some milliseconds after {@code thread} went to sleep, however late a busy machine lets it run. */
    private static void letWait(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(1_000_000);
        }
        LockSupport.parkNanos(5_000_000);
    }

    @Test
    void interruptEndsAWait() throws InterruptedException {
        BoundedQueue<String> queue = new BoundedQueue<>(1);
        Crew crew = new Crew();
        Thread taker = crew.start("taker", () -> assertThrows(InterruptedException.class, queue::take));
        taker.interrupt();
        crew.join(JOIN_SECONDS);
        queue.put("a");
        Crew second = new Crew();
        Thread putter = second.start("putter", () -> assertThrows(InterruptedException.class, () -> queue.put("b")));
        putter.interrupt();
        second.join(JOIN_SECONDS);
        assertEquals("a", queue.take());
    }

    /** None of those who wait comes back for more, so each must be woken by itself. */
    @RepeatedTest(20)
    void everyWaitingThreadIsWoken() throws InterruptedException {
        BoundedQueue<Integer> queue = new BoundedQueue<>(4);
        Crew takers = new Crew();
        for (int i = 0; i < 4; i++) {
            takers.start("taker " + i, () -> assertTrue(queue.take() != null));
        }
        awaitWaiting(takers);
        for (int i = 0; i < 4; i++) {
            queue.put(i);
        }
        takers.join(JOIN_SECONDS);
        for (int i = 0; i < 4; i++) {
            queue.put(i);
        }
        Crew putters = new Crew();
        for (int i = 0; i < 4; i++) {
            putters.start("putter " + i, () -> assertTrue(queue.put(9)));
        }
        awaitWaiting(putters);
        for (int i = 0; i < 4; i++) {
            queue.poll();
        }
        putters.join(JOIN_SECONDS);
        assertEquals(4, queue.size());
    }

    private static void awaitWaiting(Crew crew) {
        while (!crew.areAllWaiting()) {
            LockSupport.parkNanos(100_000);
        }
    }

    @Test
    void capacityMustBePositive() {
        assertThrows(IllegalArgumentException.class, () -> new BoundedQueue<String>(0));
    }
}
