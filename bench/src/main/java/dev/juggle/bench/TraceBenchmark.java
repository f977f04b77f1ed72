// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.trace.ThreadKind;
import dev.juggle.trace.ThreadState;
import dev.juggle.trace.Trace;
import dev.juggle.trace.TraceOptions;
import dev.juggle.trace.TraceRecorder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one change of state costs the thread that records it: with tracing on, off, and the clock alone. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TraceBenchmark {
    private TraceRecorder on = TraceRecorder.OFF;
    private TraceRecorder off = TraceRecorder.OFF;

    /** Makes a recorder that keeps what a drawn run keeps. */
    @Setup
    public void start() {
        on = Trace.start(TraceOptions.DRAWN).recorder(ThreadKind.WORKER, "worker 1");
        off = Trace.OFF.recorder(ThreadKind.WORKER, "worker 1");
    }

    /** Two changes of state, as around one call that may wait, with figures. */
    @Benchmark
    public void on() {
        on.enter(ThreadState.WAIT_JOB);
        on.count(4096, 12);
        on.enter(ThreadState.PARSING);
    }

    /** The same calls when nothing is recorded. */
    @Benchmark
    public void off() {
        off.enter(ThreadState.WAIT_JOB);
        off.count(4096, 12);
        off.enter(ThreadState.PARSING);
    }

    /** The part that can't be saved: the clock, twice. */
    @Benchmark
    public long clock() {
        return System.nanoTime() + System.nanoTime();
    }
}
