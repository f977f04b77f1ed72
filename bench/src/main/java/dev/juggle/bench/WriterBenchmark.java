// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.arena.BumpArena;
import dev.juggle.sqlite.BulkWriter;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.SqlWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The two sides of the bulk writer by themselves, a job of rows at a time: what a worker does to encode it, and whole
 * small databases. With {@code -prof gc}: encoding allocates nothing. The comparison with others is {@link WriterBench}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class WriterBenchmark {
    private static final long CACHE_BYTES = 16 << 20;
    private static final int DATABASE_JOBS = 8;

    @Param({"ONE", "TEN"})
    String kind = "ONE";

    private WriterRows rows = WriterRows.ONE;
    private final WriterRows.Texts texts = new WriterRows.Texts();
    private final BumpArena arena = new BumpArena(4 << 20);
    private final Path folder = temporaryFolder();
    private final DatabaseWriter writer = writer("unused.db");
    private final RowSink sink = writer.newSink();

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("juggle-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DatabaseWriter writer(String name) {
        try {
            return BulkWriter.unforced(folder.resolve(name), SqlWriter.DEFAULT_PAGE_BYTES, CACHE_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Picks the rows. */
    @Setup
    public void choose() {
        rows = WriterRows.valueOf(kind);
    }

    /** Gives the memory and the files back. */
    @TearDown
    public void close() throws IOException {
        writer.abort();
        arena.close();
        texts.close();
        Files.deleteIfExists(folder);
    }

    /** A worker's part: one job of rows into its arena. */
    @Benchmark
    public long encodeJob() {
        arena.reset();
        sink.attach(arena);
        rows.encode(sink, texts, 0, rows.jobRows());
        return sink.finish().rows();
    }

    /** A whole database of eight jobs, by one thread. */
    @Benchmark
    public void writeDatabase() throws IOException {
        Path file = folder.resolve("jmh.db");
        DatabaseWriter database = writer("jmh.db");
        database.define(List.of(rows.layout()));
        RowSink rowSink = database.newSink();
        for (long job = 0; job < DATABASE_JOBS; job++) {
            arena.reset();
            rowSink.attach(arena);
            rows.encode(rowSink, texts, job * rows.jobRows(), (job + 1) * rows.jobRows());
            database.place(rowSink.finish());
        }
        database.finish(List.of(rows.layout()), List.of());
        Files.delete(file);
    }
}
