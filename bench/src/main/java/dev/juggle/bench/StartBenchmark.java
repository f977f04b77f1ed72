// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** What JMH itself costs here: the floor under every other figure. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StartBenchmark {
    /** Does nothing. */
    @Benchmark
    public void nothing() {}
}
