// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * JSON parsers from UTF-8 bytes to all values. The counter {@code gigabytes} is GB/s of text. The flag is for
 * simdjson-java. Files: bench/json-files.sh. Results: docs/experiments.md, "JSON parser".
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "-Xmx1g"})
public class JsonParserBench {
    /** A file of the folder that {@code -Djuggle.json} names, without its ending. */
    @Param({"twitter", "citm_catalog", "canada", "gsoc-2018", "marine_ik", "mesh.pretty", "snapshot"})
    public String file = "twitter";

    /** Which parser. */
    @Param
    public JsonParsers parser = JsonParsers.JUGGLE;

    private JsonParsers.Run run = () -> 0;
    private double size;

    /** Counts what was read. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Read {
        /** GB of text. */
        public double gigabytes;
    }

    /** Reads the file. */
    @Setup
    public void read() throws IOException {
        String folder = System.getProperty("juggle.json");
        if (folder == null) {
            throw new IllegalStateException("-Djuggle.json=FOLDER is missing: see bench/json-files.sh");
        }
        byte[] text = Files.readAllBytes(Path.of(folder, file + ".json"));
        size = text.length / 1e9;
        run = parser.of(text);
    }

    /** Parses it. */
    @Benchmark
    public long parse(Read read) {
        read.gigabytes += size;
        return run.parse();
    }
}
