// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import jdk.jfr.FlightRecorder;

/**
 * What is recorded of one run: a {@link TraceRecorder} per thread, the sampled {@link Gauge}s, and
 * the settings it ran with.
 *
 * <pre>{@code
 * trace.setting("mode", "producer");
 * trace.gauge(Gauge.TODO_QUEUE, todo.capacity(), todo::size);
 * thread(trace::sampleUntilClosed);                                  // the run starts it, a daemon
 * ...
 * try (TraceRecorder recorder = trace.recorder(ThreadKind.READER, "reader")) { ... }
 * ...
 * trace.close();                                                     // after all threads ended
 * Timeline timeline = trace.timeline();
 * }</pre>
 *
 * <p>{@link #OFF} takes all the same calls and does nothing, so the pipeline never asks.
 *
 * <p><b>Threads:</b> any method from any thread. The lists are guarded by this object's lock, which
 * is never held while a thread records or a gauge is asked for its value.
 */
public final class Trace implements AutoCloseable {
    /** The trace of a run that isn't traced. */
    public static final Trace OFF = new Trace(new TraceOptions(0, 0));

    private static final long SAMPLE_NANOS = 50_000_000;

    private final TraceOptions options;
    private final long originNanos = System.nanoTime();
    private final long startMillis = System.currentTimeMillis();
    private final boolean jfr;
    private final List<TraceRecorder> recorders = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<Gauge, Source> gauges = Collections.synchronizedMap(new LinkedHashMap<>());
    private final SampleRing samples;
    /** Written under the lock by close, read without by the sampler: volatile is all it needs. */
    private volatile long endNanos = -1;

    private record Source(long capacity, LongSupplier value) {}

    private Trace(TraceOptions options) {
        this.options = options;
        this.samples = new SampleRing(options.samples());
        this.jfr = options.isOn() && FlightRecorder.isInitialized();
    }

    /** A trace that starts now. Its times are counted from this call. */
    public static Trace start(TraceOptions options) {
        return new Trace(options);
    }

    /** Whether anything is recorded. */
    public boolean isOn() {
        return options.isOn();
    }

    /**
     * Makes the recorder of one thread. Its name is what is shown: {@code reader}, {@code worker 1},
     * {@code writer}. The lanes stand in the order of these calls.
     */
    public TraceRecorder recorder(ThreadKind kind, String name) {
        if (!isOn()) {
            return TraceRecorder.OFF;
        }
        final TraceRecorder made = new TraceRecorder(kind, name, options.spansPerThread(), originNanos, jfr);
        synchronized (this) {
            recorders.add(made);
        }
        return made;
    }

    /**
     * Names the source of a gauge. It is asked about twenty times a second, by the sampling thread
     * and at the end, so it must be safe and quick from any thread.
     *
     * @param capacity the most it can show (queue slots, arenas), or 0 if there is no such number
     */
    public void gauge(Gauge gauge, long capacity, LongSupplier value) {
        if (isOn()) {
            gauges.put(gauge, new Source(capacity, value));
        }
    }

    /** Notes a setting of the run, shown with it; the verdict reads those of {@link Settings}. */
    public synchronized void setting(String name, String value) {
        if (isOn()) {
            settings.put(name, value);
        }
    }

    /**
     * Samples the gauges every 50 ms until {@link #close} or an interrupt. The caller starts a
     * thread for it; when off it returns at once.
     */
    public void sampleUntilClosed() {
        while (isOn() && endNanos < 0 && !Thread.currentThread().isInterrupted()) {
            sample();
            LockSupport.parkNanos(SAMPLE_NANOS);
        }
    }

    /** Takes one sample of the gauges and of the bytes and rows so far. */
    public void sample() {
        if (!isOn()) {
            return;
        }
        final long[] values = new long[SampleRing.COLUMNS];
        long bytes = 0;
        long rows = 0;
        for (TraceRecorder recorder : recorders()) {
            final ThreadTotals totals = recorder.totals();
            bytes += totals.of(ThreadState.READING).bytes();
            rows += totals.of(ThreadState.PLACING).rows();
        }
        for (int i = 0; i < Gauge.COUNT; i++) {
            final Source source = gauges.get(Gauge.of(i));
            values[SampleRing.GAUGES + i] = source == null ? 0 : source.value().getAsLong();
        }
        values[SampleRing.BYTES] = bytes;
        values[SampleRing.ROWS] = rows;
        values[SampleRing.TIME] = now();
        samples.add(values);
    }

    /** Ends the run: takes a last sample and stops the clock. Further calls change nothing. */
    @Override
    public void close() {
        if (!isOn() || endNanos >= 0) {
            return;
        }
        sample();
        endNanos = System.nanoTime() - originNanos;
    }

    /** Nanoseconds since the start; stands still once closed. */
    public long now() {
        final long end = endNanos;
        return end >= 0 ? end : System.nanoTime() - originNanos;
    }

    /** Whether the run is over. */
    public boolean isClosed() {
        return endNanos >= 0;
    }

    /** The totals of all threads at about this moment; never drops anything. */
    public RunTotals totals() {
        return totals(recorders());
    }

    RunTotals totals(List<TraceRecorder> recorders) {
        final List<ThreadTotals> threads = new ArrayList<>();
        for (TraceRecorder recorder : recorders) {
            threads.add(recorder.totals());
        }
        return new RunTotals(now(), threads, settings());
    }

    /** Everything recorded so far, as one unchanging value. */
    public Timeline timeline() {
        final List<TraceRecorder> recorders = recorders();
        final RunTotals totals = totals(recorders);
        final List<Spans> spans =
                recorders.stream().map(recorder -> recorder.copySpans(0)).toList();
        return new Timeline(startMillis, totals, spans, samples());
    }

    /** The recorders made so far, in order. */
    public synchronized List<TraceRecorder> recorders() {
        return List.copyOf(recorders);
    }

    /** The settings noted so far, in order. */
    public synchronized Map<String, String> settings() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** The samples taken so far, and the gauges' capacities. */
    public Samples samples() {
        return samplesAfter(-1);
    }

    /** The samples taken after a time, and the gauges' capacities. */
    Samples samplesAfter(long nanos) {
        final long[] capacities = new long[Gauge.COUNT];
        gauges.forEach((gauge, source) -> capacities[gauge.index()] = source.capacity());
        return new Samples(samples.copyAfter(nanos), capacities);
    }

    /** When the run started, in milliseconds since 1970. */
    public long startMillis() {
        return startMillis;
    }
}
