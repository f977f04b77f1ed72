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
 * HTML parsers from UTF-8 bytes to a finished tree. The flag is for one method of nu.validator that is too large for the
 * compiler otherwise; it does nothing to the others, and {@link #withoutFlag} is nu.validator without it. Results:
 * docs/experiments.md, "HTML".
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:-DontCompileHugeMethods")
public class HtmlParserBench {
    /** A page and its parser. */
    @State(Scope.Benchmark)
    public static class Parsing {
        /** Which parser. */
        @Param({"JUGGLE", "JFIVEPARSE", "JSOUP", "NU_VALIDATOR"})
        public HtmlParsers parser = HtmlParsers.JUGGLE;
    }

    /** A page. */
    @State(Scope.Benchmark)
    public static class Page {
        /** Which one: see bench/html-pages.sh. */
        @Param({"A", "B", "E", "F", "G", "H"})
        public String page = "A";

        private byte[] bytes = new byte[0];

        /** Reads the page. */
        @Setup
        public void read() {
            bytes = HtmlParsers.page(page);
        }
    }

    /** Parses a page. */
    @Benchmark
    public Object parse(Page page, Parsing with) {
        return with.parser.parse(page.bytes);
    }

    /** Parses it by nu.validator as it runs where nobody knows of the flag. */
    @Benchmark
    @Fork(value = 1, jvmArgsAppend = "-XX:+DontCompileHugeMethods")
    public Object withoutFlag(Page page) {
        return HtmlParsers.NU_VALIDATOR.parse(page.bytes);
    }
}
