// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thread's diary: what it does and since when.
 *
 * <pre>{@code
 * TraceRecorder trace = run.recorder(ThreadKind.WORKER, "worker 1");
 * trace.enter(ThreadState.WAIT_JOB);          // before todo.take()
 * trace.enter(ThreadState.PARSING);           // after it; the wait is closed by the same nanoTime
 * trace.count(bytes, 0);                      // figures of the running span, any number of times
 * trace.enter(ThreadState.WAIT_TICKET);
 * ...
 * trace.close();                              // in a finally: ends the last span
 * }</pre>
 *
 * <p>Spans follow each other without a gap: {@link #enter} ends the running span and begins the
 * next with one {@link System#nanoTime} call, so the totals of a thread add up to its life. The
 * newest spans are kept in a fixed ring (the oldest are overwritten and counted as dropped); the
 * totals per state are kept beside it and never drop. Nothing is allocated and no lock is taken,
 * except that one event object per span is made while a JFR recording runs.
 *
 * <h2>One writer, any readers</h2>
 *
 * A sequence lock. {@code sequence} is odd while the owner changes ring, totals or running span and
 * even otherwise; half of it is the number of changes. Partners:
 *
 * <ul>
 *   <li>owner: {@code sequence} := odd (opaque), <b>storeStoreFence</b>, the data (opaque), {@code
 *       sequence} := even (<b>release</b>);
 *   <li>reader: {@code sequence} (<b>acquire</b>), the data (opaque), <b>loadLoadFence</b>, {@code
 *       sequence} again (opaque). Equal and even: what it read is one moment's.
 * </ul>
 *
 * The owner's fence keeps new data from being seen under the old sequence; without it a reader
 * could take half of a new total for an old one. The reader's fence pairs with it: data that came
 * from a change forces the second look to see that change's odd number. Source: H.-J. Boehm, Can
 * Seqlocks Get Along With Programming Language Memory Models? (MSPC 2012). Copying the ring needs
 * no retry: after the copy the reader looks at how many spans were begun meanwhile, and drops those
 * whose slot may have been reused ({@link #copySpans}).
 *
 * <p><b>Threads:</b> {@code enter}, {@code count} and {@code close} belong to the one thread that
 * called first (asserted); everything else may be called by any thread at any time.
 */
public final class TraceRecorder implements AutoCloseable {
    static final int SPAN_WORDS = 4;
    private static final int STATE_BITS = 8;
    private static final long STATE_MASK = (1L << STATE_BITS) - 1;
    private static final int TOTAL_WORDS = 4;
    private static final int NOT_RUNNING = -1;
    private static final int RUNNING_STATE = ThreadState.COUNT * TOTAL_WORDS;
    private static final int RUNNING_SINCE = RUNNING_STATE + 1;
    private static final int SPANS = RUNNING_STATE + 2;
    private static final int FIRST_START = RUNNING_STATE + 3;
    private static final int TOTALS_LENGTH = RUNNING_STATE + 4;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SEQUENCE;

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findVarHandle(TraceRecorder.class, "sequence", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The recorder of a run that isn't traced: every call returns at once. */
    public static final TraceRecorder OFF = new TraceRecorder(ThreadKind.SOLO, "off", 0, 0, false);

    private final ThreadKind kind;
    private final String name;
    private final long originNanos;
    private final boolean jfr;
    private final int mask;
    /** The ring: start, duration and state, bytes, rows per span; empty when off. */
    private final long[] ring;
    /** Nanoseconds, spans, bytes, rows per state; then state and start of the running span, how many
     * spans were ended, and when the first began. */
    private final long[] totals;

    @SuppressWarnings("unused") // through SEQUENCE
    private long sequence;

    // Owner only.
    private int state = NOT_RUNNING;
    private long since;
    private long bytes;
    private long rows;
    private long spans;
    private @Nullable Thread owner;
    private @Nullable SpanEvent event;

    /**
     * A recorder for one thread.
     *
     * @param ringSpans how many of the newest spans are kept: a power of two, or 0 for "off"
     * @param originNanos the {@link System#nanoTime} that counts as the run's start
     * @param jfr whether spans become JFR events as well
     */
    TraceRecorder(ThreadKind kind, String name, int ringSpans, long originNanos, boolean jfr) {
        assert ringSpans == 0 || Integer.bitCount(ringSpans) == 1 : ringSpans;
        this.kind = kind;
        this.name = name;
        this.originNanos = originNanos;
        this.jfr = jfr;
        this.mask = ringSpans - 1;
        this.ring = new long[ringSpans * SPAN_WORDS];
        this.totals = emptyTotals();
    }

    /** What this thread is for. */
    public ThreadKind kind() {
        return kind;
    }

    /** The thread's name as shown, for example {@code worker 2}. */
    public String name() {
        return name;
    }

    /** Whether anything is recorded. Callers needn't ask, unless figures cost time to find. */
    public boolean isOn() {
        return ring.length != 0;
    }

    /** Ends the running span, if there is one, and begins the next now. */
    public void enter(ThreadState next) {
        if (ring.length == 0) {
            return;
        }
        change(next.index(), System.nanoTime() - originNanos);
    }

    /** As {@link #enter(ThreadState)}, after adding figures to the span that ends. */
    public void enter(ThreadState next, long endingBytes, long endingRows) {
        if (ring.length == 0) {
            return;
        }
        bytes += endingBytes;
        rows += endingRows;
        change(next.index(), System.nanoTime() - originNanos);
    }

    /** Adds figures to the running span. Seen by readers when the span ends. */
    public void count(long moreBytes, long moreRows) {
        if (ring.length != 0) {
            bytes += moreBytes;
            rows += moreRows;
        }
    }

    /** Ends the last span. The thread may {@link #enter} again later. */
    @Override
    public void close() {
        if (ring.length != 0) {
            change(NOT_RUNNING, System.nanoTime() - originNanos);
        }
    }

    /** The same with a given time, for tests. */
    void change(int next, long now) {
        assert ownedByCaller();
        final long before = (long) SEQUENCE.getOpaque(this);
        SEQUENCE.setOpaque(this, before + 1);
        VarHandle.storeStoreFence(); // partner: loadLoadFence in readTotals and copySpans
        if (state != NOT_RUNNING) {
            record(now - since);
        } else if (totals[FIRST_START] < 0) {
            WORDS.setOpaque(totals, FIRST_START, now);
        }
        WORDS.setOpaque(totals, RUNNING_STATE, (long) next);
        WORDS.setOpaque(totals, RUNNING_SINCE, now);
        SEQUENCE.setRelease(this, before + 2); // partner: getAcquire in readTotals and copySpans
        if (jfr) {
            changeEvent(next);
        }
        state = next;
        since = now;
        bytes = 0;
        rows = 0;
    }

    private void changeEvent(int next) {
        if (event != null) {
            event.commit(bytes, rows);
        }
        event = next == NOT_RUNNING ? null : SpanEvents.begin(ThreadState.of(next));
    }

    /** Writes the span that ends into the ring and adds it to the totals of its state. */
    private void record(long nanos) {
        final int slot = ((int) spans & mask) * SPAN_WORDS;
        WORDS.setOpaque(ring, slot, since);
        WORDS.setOpaque(ring, slot + 1, pack(nanos, state));
        WORDS.setOpaque(ring, slot + 2, bytes);
        WORDS.setOpaque(ring, slot + 3, rows);
        final int total = state * TOTAL_WORDS;
        WORDS.setOpaque(totals, total, totals[total] + nanos);
        WORDS.setOpaque(totals, total + 1, totals[total + 1] + 1);
        WORDS.setOpaque(totals, total + 2, totals[total + 2] + bytes);
        WORDS.setOpaque(totals, total + 3, totals[total + 3] + rows);
        WORDS.setOpaque(totals, SPANS, ++spans);
    }

    private boolean ownedByCaller() {
        if (owner == null) {
            owner = Thread.currentThread();
        }
        return owner == Thread.currentThread();
    }

    /** The totals of one moment; what runs at that moment is counted up to now. */
    public ThreadTotals totals() {
        if (ring.length == 0) {
            return totalsOf(emptyTotals(), 0);
        }
        return totalsOf(readTotals(), System.nanoTime() - originNanos);
    }

    private static long[] emptyTotals() {
        final long[] empty = new long[TOTALS_LENGTH];
        empty[RUNNING_STATE] = NOT_RUNNING;
        empty[FIRST_START] = -1;
        return empty;
    }

    private long[] readTotals() {
        final long[] copy = new long[TOTALS_LENGTH];
        while (true) {
            final long before = (long) SEQUENCE.getAcquire(this); // partner: setRelease in change
            for (int i = 0; i < TOTALS_LENGTH; i++) {
                copy[i] = (long) WORDS.getOpaque(totals, i);
            }
            VarHandle.loadLoadFence(); // partner: storeStoreFence in change
            if (!isStale(before)) {
                return copy;
            }
        }
    }

    private ThreadTotals totalsOf(long[] copy, long now) {
        final int running = (int) copy[RUNNING_STATE];
        final long since = copy[RUNNING_SINCE];
        final long end = running == NOT_RUNNING ? since : Math.max(now, since);
        final List<StateTotal> states = new ArrayList<>(ThreadState.COUNT);
        for (int i = 0; i < ThreadState.COUNT; i++) {
            final int at = i * TOTAL_WORDS;
            final long open = i == running ? end - since : 0;
            final int openSpans = i == running ? 1 : 0;
            states.add(new StateTotal(copy[at] + open, copy[at + 1] + openSpans, copy[at + 2], copy[at + 3]));
        }
        return new ThreadTotals(
                kind,
                name,
                new Lifetime(Math.max(copy[FIRST_START], 0), end),
                running == NOT_RUNNING ? null : new Running(ThreadState.of(running), since),
                states);
    }

    /**
     * Copies the spans from index {@code from} on (0 is the thread's first ever) that are still in
     * the ring, oldest first. Where the ring has moved on, the copy starts later than asked; {@link
     * Spans#first} tells.
     */
    public Spans copySpans(long from) {
        return copySpans(from, Integer.MAX_VALUE);
    }

    /** As {@link #copySpans(long)}, but at most so many; the rest can be had from {@link Spans#next}. */
    public Spans copySpans(long from, int most) {
        if (ring.length == 0) {
            return Spans.none();
        }
        long before;
        long end;
        do {
            before = (long) SEQUENCE.getAcquire(this); // partner: setRelease in change
            end = (long) WORDS.getOpaque(totals, SPANS);
            VarHandle.loadLoadFence(); // partner: storeStoreFence in change
        } while (isStale(before));
        final int capacity = mask + 1;
        final long start = Math.max(from, end - capacity);
        final int count = Math.clamp(end - start, 0, most);
        final long[] words = new long[count * SPAN_WORDS];
        for (int i = 0; i < words.length; i++) {
            final int slot = ((int) (start + i / SPAN_WORDS) & mask) * SPAN_WORDS;
            words[i] = (long) WORDS.getOpaque(ring, slot + i % SPAN_WORDS);
        }
        VarHandle.loadLoadFence(); // partner: storeStoreFence in change
        return keepIntact(new Spans(start, count, words), end, before);
    }

    /**
     * Drops from a copy the spans whose slot may have been reused while it was made. Every change
     * begun since the copy started ends at most one span, so the oldest slots of the ring are in
     * doubt, as many as changes.
     *
     * @param end how many spans had ended when {@code sequenceBefore} was read
     */
    private Spans keepIntact(Spans copy, long end, long sequenceBefore) {
        final long after = (long) SEQUENCE.getOpaque(this);
        final long changes = (after - sequenceBefore + 1) / 2;
        return copy.from(end + changes - (mask + 1));
    }

    /** Whether a change was under way or has begun since {@code before} was read. */
    private boolean isStale(long before) {
        if ((before & 1) == 0 && before == (long) SEQUENCE.getOpaque(this)) {
            return false;
        }
        Thread.onSpinWait();
        return true;
    }

    static long pack(long nanos, int state) {
        return nanos << STATE_BITS | state;
    }

    static long unpackNanos(long word) {
        return word >>> STATE_BITS;
    }

    static int unpackState(long word) {
        return (int) (word & STATE_MASK);
    }
}
