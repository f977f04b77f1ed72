// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * HTML parsers from UTF-8 bytes to a finished tree. The flag for nu.validator is for one method of it that is too
 * large for the compiler otherwise; it does nothing to the others. Results: docs/experiments.md, "HTML".
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:-DontCompileHugeMethods")
public class HtmlParserBench {
    /** Which page: see bench/html-pages.sh. */
    @Param({"A", "B", "E", "F", "G", "H"})
    public String page = "A";

    /** Which parser. */
    @Param
    public HtmlParsers parser = HtmlParsers.JUGGLE;

    private byte[] bytes = new byte[0];

    /** Reads the page. */
    @Setup
    public void read() {
        bytes = HtmlParsers.page(page);
    }

    /** Parses it. */
    @Benchmark
    public Object parse() {
        return parser.parse(bytes);
    }
}
