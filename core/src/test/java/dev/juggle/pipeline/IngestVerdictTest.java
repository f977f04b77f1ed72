// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.sqlite.SqlWriter;
import dev.juggle.trace.Limit;
import dev.juggle.trace.Trace;
import dev.juggle.trace.TraceOptions;
import dev.juggle.trace.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real pipeline with one stage made slow: the verdict must find which. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IngestVerdictTest {
    private static final int FILES = 24;
    /** More than half of what small files are packed to, so that each file is a job. */
    private static final int FILE_BYTES = 600_000;
    /** How often a run may be disturbed by what else the machine does before the verdict counts as wrong. */
    private static final int ATTEMPTS = 3;

    @TempDir
    Path folder;

    private Path input = Path.of("");
    private int runs;

    /** One run with a slow stage. */
    private interface Run {
        Verdict verdict() throws IOException;
    }

    private static void expect(Limit limit, Run run) throws IOException {
        Verdict verdict = run.verdict();
        for (int attempt = 1; attempt < ATTEMPTS && verdict.limit() != limit; attempt++) {
            verdict = run.verdict();
        }
        assertEquals(limit, verdict.limit(), verdict.text());
    }

    @BeforeEach
    void write() throws IOException {
        input = Files.createDirectory(folder.resolve("in"));
        for (int i = 0; i < FILES; i++) {
            Files.writeString(
                    input.resolve(i + ".json"), "{\"id\":" + i + ",\"text\":\"" + "x".repeat(FILE_BYTES) + "\"}");
        }
    }

    private Verdict verdict(String argument, ReadableByteChannel standardInput, MemoryBudget budget, int... millis)
            throws IOException {
        IngestOptions plain =
                IngestOptions.of(InputOptions.of(List.of(argument), folder.resolve("out" + runs++ + ".db")));
        IngestOptions options = new IngestOptions(
                plain.input(),
                plain.shred(),
                plain.limits(),
                false,
                ReaderMode.of("producer"),
                plain.writer(),
                plain.sharing(),
                budget,
                1,
                true,
                false,
                false,
                standardInput);
        Trace trace = Trace.start(TraceOptions.TOTALS);
        new Ingest(
                        options,
                        trace,
                        (file, cache) ->
                                new SlowWriter(new SqlWriter(file, 4096, cache), millis[0], millis[1], millis[2]))
                .run();
        return Verdict.of(trace.totals());
    }

    private Verdict verdict(int threads, int arenas, int... millis) throws IOException {
        return verdict(
                input.toString(),
                Channels.newChannel(InputStream.nullInputStream()),
                new MemoryBudget(64 << 20, threads, arenas),
                millis);
    }

    @Test
    void aSlowDisk() throws IOException {
        expect(Limit.READING, () -> verdict("-", new SlowChannel(40), new MemoryBudget(64 << 20, 2, 0), 0, 0, 0));
    }

    @Test
    void slowWorkers() throws IOException {
        expect(Limit.ENCODING, () -> verdict(2, 0, 120, 0, 0));
    }

    @Test
    void aSlowWriter() throws IOException {
        expect(Limit.WRITING, () -> verdict(2, 0, 0, 100, 0));
    }

    @Test
    void slowCommits() throws IOException {
        expect(Limit.COMMITTING, () -> verdict(2, 0, 0, 0, 100));
    }

    @Test
    void tooFewArenas() throws IOException {
        expect(Limit.ARENAS, () -> verdict(4, 2, 140, 50, 0));
    }

    /** Standard input that comes a little at a time. */
    private static final class SlowChannel implements ReadableByteChannel {
        private int left;

        SlowChannel(int pieces) {
            left = pieces;
        }

        @Override
        public int read(ByteBuffer buffer) throws IOException {
            if (left == 0) {
                return -1;
            }
            try {
                Thread.sleep(30);
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
            byte[] line = ("{\"id\":" + left-- + "}\n").getBytes(StandardCharsets.UTF_8);
            buffer.put(line);
            return line.length;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
