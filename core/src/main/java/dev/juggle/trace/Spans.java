// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.Arrays;

/**
 * A copy of consecutive spans of one thread, oldest first. Columns rather than objects, since there
 * may be 100,000 of them. Index 0 here is the thread's span number {@link #first}.
 */
public final class Spans {
    private static final Spans NONE = new Spans(0, 0, new long[0]);

    private final long first;
    private final int count;
    private final long[] words;

    /** Takes over {@code words}: {@link TraceRecorder#SPAN_WORDS} per span, as in the ring. */
    Spans(long first, int count, long[] words) {
        assert words.length == count * TraceRecorder.SPAN_WORDS;
        this.first = first;
        this.count = count;
        this.words = words;
    }

    /** No spans. */
    public static Spans none() {
        return NONE;
    }

    /** The same without the spans before a number. */
    Spans from(long number) {
        final int skip = Math.clamp(number - first, 0, count);
        return skip == 0
                ? this
                : new Spans(
                        first + skip,
                        count - skip,
                        Arrays.copyOfRange(words, skip * TraceRecorder.SPAN_WORDS, words.length));
    }

    /** The number of the oldest span here among all of its thread; so many were dropped before. */
    public long first() {
        return first;
    }

    /** How many spans there are. */
    public int count() {
        return count;
    }

    /** The number of the span that will follow; where the next copy should go on. */
    public long next() {
        return first + count;
    }

    /** When the span began, from the run's start. */
    public long startNanos(int index) {
        return words[index * TraceRecorder.SPAN_WORDS];
    }

    /** How long it lasted. */
    public long nanos(int index) {
        return TraceRecorder.unpackNanos(words[index * TraceRecorder.SPAN_WORDS + 1]);
    }

    /** When it ended, from the run's start. */
    public long endNanos(int index) {
        return startNanos(index) + nanos(index);
    }

    /** What the thread did. */
    public ThreadState state(int index) {
        return ThreadState.of(TraceRecorder.unpackState(words[index * TraceRecorder.SPAN_WORDS + 1]));
    }

    /** The bytes counted in it. */
    public long bytes(int index) {
        return words[index * TraceRecorder.SPAN_WORDS + 2];
    }

    /** The rows counted in it. */
    public long rows(int index) {
        return words[index * TraceRecorder.SPAN_WORDS + 3];
    }
}
