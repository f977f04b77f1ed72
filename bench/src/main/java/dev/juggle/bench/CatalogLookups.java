// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.catalog.Attribute;
import dev.juggle.catalog.AttributeTable;
import dev.juggle.catalog.CatalogStrategy;
import dev.juggle.catalog.NameReader;
import dev.juggle.catalog.Syntax;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The part of {@link CatalogBench} that runs in a process of its own for each strategy, so that the reader's calls have one
 * target as in the product. Prints a line for each figure: what, then the number.
 *
 * <p>The table has 1,500 attributes, every second one with an alias, all with an OID: 3,750 names. Half of the look-ups go to
 * 16 names, the others to any; each thread has its own 4,096 of them, their bytes one after the other in an arena, as in a job.
 */
final class CatalogLookups {
    static final int ATTRIBUTES = 1_500;
    private static final int LOOKUPS = 4_096;
    private static final int HOT = 16;
    /** The best of so many counts, since whatever else the machine does only makes it less. */
    private static final int WINDOWS = 3;

    private static final int COST_ROUNDS = 3_000;

    /** How often the table changes. */
    enum Changes {
        /** Never. */
        NONE("none", 1_000),
        /** Once, in the middle of what is measured, by a thread of its own. */
        ONCE("1 in the window", 1_000),
        /** After each job of 100,000 look-ups, by its worker. */
        LARGE_JOB("1/job of 100,000", 100_000),
        /** After each job of 1,000 look-ups, by its worker. */
        SMALL_JOB("1/job of 1,000", 1_000);

        final String label;
        private final int job;

        Changes(String label, int job) {
            this.label = label;
            this.job = job;
        }

        private boolean isByWorkers() {
            return this == LARGE_JOB || this == SMALL_JOB;
        }
    }

    private static final List<Syntax> SYNTAXES = List.of(Syntax.values());

    private final AttributeTable table;
    private final List<Attribute> attributes = new ArrayList<>();
    private final BumpArena arena = new BumpArena(16 << 20);
    private final AtomicLong changeCount = new AtomicLong();

    /** Ends a measurement; its partner is the workers' read after each job. */
    private volatile boolean isOver;

    private CatalogLookups(CatalogStrategy strategy) {
        this.table = new AttributeTable(strategy, System.nanoTime());
        SplitMix64 random = new SplitMix64(7);
        for (int k = 0; k < ATTRIBUTES; k++) {
            String name = word(random, 5 + random.below(14)) + k;
            List<String> names = k % 2 == 0 ? List.of(name) : List.of(name, word(random, 2 + random.below(4)) + k);
            attributes.add(new Attribute(
                    "2.16.840.1.113730.3." + k / 100 + "." + k, names, SYNTAXES.get(k % SYNTAXES.size())));
        }
        table.define(attributes);
    }

    private static String word(SplitMix64 random, int length) {
        StringBuilder word = new StringBuilder();
        for (int k = 0; k < length; k++) {
            word.append((char) ((k % 6 == 5 ? 'A' : 'a') + random.below(26)));
        }
        return word.toString();
    }

    /** {@code STRATEGY MILLIS}, or {@code words MILLIS}. */
    public static void main(String[] arguments) throws Exception {
        long millis = Long.parseLong(arguments[1]);
        if (arguments[0].equals("words")) {
            words(millis);
            return;
        }
        CatalogLookups lookups = new CatalogLookups(CatalogStrategy.of(arguments[0]));
        for (Changes changes : Changes.values()) {
            lookups.rate(2, changes, 250);
        }
        for (Changes changes : Changes.values()) {
            for (int threads = 1; threads <= 16; threads *= 2) {
                double best = 0;
                for (int window = 0; window < WINDOWS; window++) {
                    best = Math.max(best, lookups.rate(threads, changes, millis));
                }
                say(changes.name() + " " + threads, best);
            }
        }
        lookups.costs();
    }

    private static void say(String what, double figure) {
        System.out.println(what + " " + figure);
    }

    /** Look-ups a second of so many threads together. */
    private double rate(int threads, Changes changes, long millis) throws Exception {
        isOver = false;
        CyclicBarrier begin = new CyclicBarrier(threads + 1);
        Worker[] workers = new Worker[threads];
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            workers[t] = new Worker(t, changes, begin);
            running.add(Thread.ofPlatform().start(workers[t]));
        }
        begin.await();
        long end = System.nanoTime() + millis * 1_000_000;
        if (changes == Changes.ONCE) {
            LockSupport.parkNanos(millis * 500_000);
            table.define(List.of(redefined(0)));
        }
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        isOver = true;
        for (Thread thread : running) {
            thread.join();
        }
        if (Arrays.stream(workers).anyMatch(worker -> worker.missed > 0)) {
            throw new IllegalStateException("a name was not found");
        }
        long first = Arrays.stream(workers)
                .mapToLong(worker -> worker.startNanos)
                .min()
                .orElseThrow();
        long last = Arrays.stream(workers)
                .mapToLong(worker -> worker.endNanos)
                .max()
                .orElseThrow();
        return Arrays.stream(workers).mapToLong(worker -> worker.done).sum() * 1e9 / (last - first);
    }

    private Attribute redefined(int index) {
        Attribute old = attributes.get(index);
        return new Attribute(old.oid(), old.names(), old.syntax());
    }

    /** One thread: jobs of look-ups until the time is over. */
    private final class Worker implements Runnable {
        private final NameReader<Attribute> reader = table.reader();
        private final long[] addresses = new long[LOOKUPS];
        private final int[] lengths = new int[LOOKUPS];
        private final Changes changes;
        private final CyclicBarrier begin;
        private long done;
        private long missed;
        private long startNanos;
        private long endNanos;

        Worker(int index, Changes changes, CyclicBarrier begin) {
            this.changes = changes;
            this.begin = begin;
            SplitMix64 random = new SplitMix64(index);
            List<String> all = new ArrayList<>();
            for (Attribute attribute : attributes) {
                all.addAll(attribute.names());
                all.add(attribute.oid());
            }
            arena.reset();
            arena.allocate((long) index << 19);
            for (int k = 0; k < LOOKUPS; k++) {
                boolean isHot = random.below(2) == 0;
                String name = isHot
                        ? attributes.get(random.below(HOT) * 90).names().getFirst()
                        : all.get(random.below(all.size()));
                byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
                long address = arena.position();
                Mem.copyIn(bytes, 0, address, bytes.length);
                arena.advanceTo(address + bytes.length);
                addresses[k] = address;
                lengths[k] = bytes.length;
            }
        }

        @Override
        public void run() {
            try {
                begin.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            startNanos = System.nanoTime();
            int at = 0;
            while (!isOver) {
                reader.begin();
                missed += job(at, changes.job);
                at = at + changes.job & LOOKUPS - 1;
                done += changes.job;
                if (changes.isByWorkers()) {
                    int next = (int) (changeCount.getAndIncrement() % ATTRIBUTES);
                    table.define(List.of(redefined(next)));
                }
            }
            endNanos = System.nanoTime();
        }

        private int job(int from, int count) {
            int missing = 0;
            for (int k = from; k < from + count; k++) {
                int lookup = k & LOOKUPS - 1;
                if (reader.find(addresses[lookup], lengths[lookup]) == null) {
                    missing++;
                }
            }
            return missing;
        }
    }

    /** What a change costs who makes it, and a reader at its next job; in microseconds, medians. */
    private void costs() {
        NameReader<Attribute> reader = table.reader();
        double[] change = new double[COST_ROUNDS];
        double[] begin = new double[COST_ROUNDS];
        double[] add = new double[COST_ROUNDS];
        for (int k = 0; k < COST_ROUNDS; k++) {
            List<Attribute> redefined = List.of(redefined(k % ATTRIBUTES));
            long start = System.nanoTime();
            table.define(redefined);
            long changed = System.nanoTime();
            reader.begin();
            begin[k] = (System.nanoTime() - changed) / 1e3;
            change[k] = (changed - start) / 1e3;
        }
        say("heap", (double) table.names().heapBytes());
        for (int k = 0; k < COST_ROUNDS; k++) {
            List<Attribute> added = List.of(new Attribute("9." + k, List.of("added" + k), Syntax.EXACT));
            long start = System.nanoTime();
            table.define(added);
            add[k] = (System.nanoTime() - start) / 1e3;
        }
        say("change", median(change));
        say("begin", median(begin));
        say("add", median(add));
    }

    private static double median(double[] figures) {
        Arrays.sort(figures);
        return figures[figures.length / 2];
    }

    /** An atomic increment of a word of one's own, and of one shared by two threads: nanoseconds in each thread. */
    private static void words(long millis) throws InterruptedException {
        AtomicLong[] words = new AtomicLong[64]; // far enough apart
        Arrays.setAll(words, AtomicLong::new);
        for (int round = 0; round < 2; round++) {
            double own = increment(words[0], words[63], millis);
            double shared = increment(words[0], words[0], millis);
            if (round == 1) {
                say("own", own);
                say("shared", shared);
            }
        }
    }

    private static double increment(AtomicLong first, AtomicLong second, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        long[] counts = new long[32];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            AtomicLong word = t == 0 ? first : second;
            int slot = t * 16;
            threads.add(Thread.ofPlatform().start(() -> {
                long count = 0;
                while (System.nanoTime() < end) {
                    for (int k = 0; k < 1_000; k++) {
                        word.incrementAndGet();
                    }
                    count += 1_000;
                }
                counts[slot] = count;
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return millis * 2e6 / Math.max(1, counts[0] + counts[16]);
    }
}
