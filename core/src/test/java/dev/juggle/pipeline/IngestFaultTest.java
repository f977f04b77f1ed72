// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.queue.Crew;
import dev.juggle.sqlite.SqlWriter;
import dev.juggle.trace.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever dies, the run ends: no hang, the cause told, the target as it was, nothing left beside it. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IngestFaultTest {
    private static final long MIB = 1 << 20;
    private static final byte[] OLD = {'o', 'l', 'd'};

    @TempDir
    Path folder;

    /** The random files come to more jobs than this, whatever the seed: a fault later than that would not be met. */
    private static final int FEWEST_JOBS = 4;

    private final Random random = new Random();
    private Path target = Path.of("");

    @BeforeEach
    void fill() throws IOException {
        long seed = System.nanoTime();
        System.out.println("IngestFaultTest seed " + seed);
        random.setSeed(seed);
        new RandomCorpus(seed).write(Files.createDirectories(folder.resolve("in")), 90, 60_000);
        target = folder.resolve("out.db");
        Files.write(target, OLD);
    }

    private IngestOptions options(ReaderMode mode, ReadableByteChannel standardInput, String... arguments) {
        IngestOptions plain = IngestOptions.of(InputOptions.of(List.of(arguments), target));
        MemoryBudget budget = new MemoryBudget(32 * MIB, 1 + random.nextInt(4), 2 + random.nextInt(6));
        return new IngestOptions(
                plain.input(),
                plain.shred(),
                plain.limits(),
                false,
                mode,
                plain.writer(),
                plain.sharing(),
                budget,
                1 + random.nextInt(budget.maxBatch()),
                true,
                false,
                false,
                standardInput);
    }

    private IngestOptions options(ReaderMode mode) {
        return options(mode, Channels.newChannel(InputStream.nullInputStream()), in());
    }

    private String in() {
        return folder.resolve("in").toString();
    }

    /** A run that commits after each job, so that there are as many commits as jobs. */
    private Ingest faulty(ReaderMode mode, FaultyWriter.Fault fault, long after, AtomicLong placed) {
        IngestOptions options = options(mode);
        return new Ingest(
                options.running(mode, options.budget(), 1),
                Trace.OFF,
                (file, cache) -> new FaultyWriter(new SqlWriter(file, 4096, cache), fault, after, placed));
    }

    @Test
    void aWriterThatFailsAnywhereEndsTheRun() throws Exception {
        for (ReaderMode mode : ReaderMode.all()) {
            for (FaultyWriter.Fault fault : List.of(
                    FaultyWriter.Fault.DEFINE,
                    FaultyWriter.Fault.PLACE,
                    FaultyWriter.Fault.COMMIT,
                    FaultyWriter.Fault.FINISH)) {
                long after = fault == FaultyWriter.Fault.FINISH ? 0 : random.nextInt(FEWEST_JOBS);
                Ingest ingest = faulty(mode, fault, after, new AtomicLong());
                IOException thrown = assertThrows(IOException.class, ingest::run, mode + " " + fault + " " + after);
                assertEquals("planted: no space left on device", thrown.getMessage(), mode + " " + fault + " " + after);
                assertUntouched();
            }
        }
    }

    @Test
    void aWorkerThatDiesAnywhereEndsTheRun() throws Exception {
        for (ReaderMode mode : ReaderMode.all()) {
            for (int i = 0; i < 5; i++) {
                Ingest ingest = faulty(mode, FaultyWriter.Fault.SINK, random.nextInt(2_000), new AtomicLong());
                IllegalStateException thrown = assertThrows(IllegalStateException.class, ingest::run);
                assertEquals("planted: a mistake in a worker", thrown.getMessage());
                assertUntouched();
            }
        }
    }

    @Test
    void aReaderThatDiesEndsTheRun() throws Exception {
        ReadableByteChannel broken = new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer target) {
                throw new IllegalStateException("planted: a mistake in a reader");
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        for (ReaderMode mode : ReaderMode.all()) {
            Ingest ingest = new Ingest(options(mode, broken, in(), "-"), Trace.OFF);
            assertThrows(IllegalStateException.class, ingest::run);
            assertUntouched();
        }
    }

    @Test
    void anInterruptedRunLeavesAValidDatabaseBesideTheTarget() throws Exception {
        Path part = folder.resolve("out.db.part");
        for (ReaderMode mode : ReaderMode.all()) {
            Ingest ingest = new Ingest(options(mode), Trace.OFF);
            Crew crew = new Crew();
            long files = 1L + random.nextInt(60);
            crew.start("interrupter", () -> {
                while (ingest.progress().doneFiles() < files) {
                    LockSupport.parkNanos(20_000);
                }
                ingest.interrupt();
            });
            IngestSummary summary = ingest.run();
            crew.join(60);
            assertEquals(IngestSummary.Outcome.INTERRUPTED, summary.outcome());
            assertArrayEquals(OLD, Files.readAllBytes(target));
            DatabaseCheck.isSound(part);
            assertEquals(
                    List.of(summary.documents() + "|" + summary.documents()),
                    DatabaseCheck.query(part, "SELECT count(*), max(_row) FROM _juggle_files"));
            assertTrue(summary.documents() >= files);
        }
        IngestSummary again = new Ingest(options(new ReaderMode.Producer()), Trace.OFF).run();
        assertEquals(90, again.documents());
        assertFalse(Files.exists(part));
        DatabaseCheck.isSound(target);
    }

    @Test
    void standardInputThatNeverComesCanBeInterrupted() throws Exception {
        for (ReaderMode mode : ReaderMode.all()) {
            Pipe pipe = Pipe.open();
            Ingest ingest = new Ingest(options(mode, pipe.source(), "-"), Trace.OFF);
            Crew crew = new Crew();
            crew.start("interrupter", () -> {
                LockSupport.parkNanos(100_000_000);
                ingest.interrupt();
            });
            assertEquals(IngestSummary.Outcome.INTERRUPTED, ingest.run().outcome());
            crew.join(60);
            pipe.sink().close();
        }
    }

    @Test
    void aRunInterruptedBeforeItBeginsEndsAtOnce() throws Exception {
        Ingest ingest = new Ingest(options(new ReaderMode.Consumer()), Trace.OFF);
        ingest.interrupt();
        IngestSummary summary = ingest.run();
        assertEquals(IngestSummary.Outcome.INTERRUPTED, summary.outcome());
        assertEquals(0, summary.documents());
        assertArrayEquals(OLD, Files.readAllBytes(target));
    }

    private void assertUntouched() throws IOException {
        assertArrayEquals(OLD, Files.readAllBytes(target));
        try (var left = Files.list(folder)) {
            assertEquals(
                    List.of("in", "out.db"),
                    left.map(file -> String.valueOf(file.getFileName()))
                            .sorted()
                            .toList());
        }
        boolean areGone = Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().matches("reader|writer|worker \\d+"));
        assertTrue(areGone, "a thread is left");
    }
}
