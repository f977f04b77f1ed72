// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.testing.Fuzz;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left when a file can't be written: nothing that could be taken for a database. */
class BulkFaultTest {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path folder;

    /** A file that fails when so many bytes are written; those that still fit are written. */
    private static final class FailingFile implements DatabaseFile {
        private final DatabaseFile file;
        private final List<Long> ends = new ArrayList<>();
        private long left;
        private boolean failed;
        private boolean closed;

        private FailingFile(DatabaseFile file, long left) {
            this.file = file;
            this.left = left;
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            assertFalse(failed, "a write after one that failed");
            if (source.remaining() > left) {
                failed = true;
                file.write(source.slice(0, (int) left), position);
                throw new IOException("no space left");
            }
            left -= source.remaining();
            ends.add(Long.MAX_VALUE / 2 - left);
            file.write(source, position);
        }

        @Override
        public void force() throws IOException {
            if (left == 0) {
                failed = true;
                throw new IOException("could not be forced to disk");
            }
            file.force();
        }

        @Override
        public void close() throws IOException {
            closed = true;
            file.close();
        }
    }

    @Test
    void failureAtAnyByteLeavesNothing() throws Exception {
        Random random = Fuzz.random("failureAtAnyByteLeavesNothing");
        for (int i = 0; i < Fuzz.rounds(8); i++) {
            int pageBytes = 512 << random.nextInt(4);
            Workload workload = Workload.random(random, new Workload.Size(6, 4, 10, 300, 900, i % 2 == 1));
            List<Long> points = failingPoints(workload, pageBytes, random);
            for (long point : points) {
                failAt(workload, pageBytes, point);
            }
        }
    }

    /** The ends of all writes and their neighbours, and some bytes in between. */
    private List<Long> failingPoints(Workload workload, int pageBytes, Random random) throws IOException {
        Path path = folder.resolve("whole.db");
        FailingFile file = new FailingFile(DatabaseFile.create(path), Long.MAX_VALUE / 2);
        workload.play(writer(path, file, pageBytes), new Workload.Cuts(1 << 20, 2, 2));
        Files.delete(path);
        List<Long> points = new ArrayList<>(List.of(0L, 1L));
        for (long end : file.ends) {
            points.addAll(List.of(end - 1, end));
        }
        long total = file.ends.getLast();
        points.remove(total); // then the last write succeeds; forcing it fails below
        for (int i = 0; i < 10; i++) {
            points.add(random.nextLong(total));
        }
        points.add(total);
        return points;
    }

    private static BulkWriter writer(Path path, DatabaseFile file, int pageBytes) throws IOException {
        return new BulkWriter(path, file, pageBytes, 1 << 20, PageGeometry.MAX_PAGE);
    }

    private void failAt(Workload workload, int pageBytes, long point) throws IOException {
        Path target = Files.writeString(folder.resolve("target.db"), "the old one");
        Path path = folder.resolve("target.db.part");
        FailingFile file = new FailingFile(DatabaseFile.create(path), point);
        BulkWriter writer = writer(path, file, pageBytes);
        assertThrows(IOException.class, () -> workload.play(writer, new Workload.Cuts(1 << 20, 2, 2)));
        assertTrue(file.failed);
        if (file.left > 0) {
            byte[] start = Arrays.copyOf(Files.readAllBytes(path), MAGIC.length);
            boolean complete = Arrays.equals(start, MAGIC);
            assertFalse(complete && file.left >= pageBytes, "a header before the rest, failing at " + point);
        }
        writer.abort();
        writer.abort();
        assertTrue(file.closed);
        assertEquals("the old one", Files.readString(target));
        try (var left = Files.list(folder)) {
            assertEquals(List.of(target), left.toList(), "failing at " + point);
        }
    }

    @Test
    void fullDiskIsAnError() throws Exception {
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.exists(full), "this system has no /dev/full");
        Path path = folder.resolve("full.db");
        FileChannel channel = FileChannel.open(full, StandardOpenOption.WRITE);
        DatabaseFile file = new DatabaseFile() {
            @Override
            public void write(ByteBuffer source, long position) throws IOException {
                channel.write(source, position);
            }

            @Override
            public void force() throws IOException {
                channel.force(true);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
        Workload workload = Workload.random(new Random(1), new Workload.Size(4, 3, 8, 100, 100));
        BulkWriter writer = writer(path, file, 4096);
        IOException failure =
                assertThrows(IOException.class, () -> workload.play(writer, new Workload.Cuts(1 << 20, 2, 1)));
        assertEquals("No space left on device", failure.getMessage());
        writer.abort();
    }

    @Test
    void morePagesThanSqliteCanNumberAreRefusedByName() throws Exception {
        Path path = folder.resolve("many.db");
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            rows.add(new @Nullable Object[] {null, "a text of some length"});
        }
        List<ColumnLayout> columns = List.of(new ColumnLayout("_row", ""), new ColumnLayout("a", ""));
        Workload workload = new Workload();
        workload.add(
                new Workload.Job(List.of(new TableLayout(0, "t", columns)), List.of(new Workload.Batch(0, 1, rows))));
        BulkWriter writer = new BulkWriter(path, DatabaseFile.create(path), 512, 1 << 20, 8);
        IOException refused =
                assertThrows(IOException.class, () -> workload.play(writer, new Workload.Cuts(1 << 20, 2, 1)));
        assertEquals(
                "the database would have more than 8 pages of 512 bytes, the most that SQLite can number;"
                        + " take a larger page size",
                refused.getMessage());
        writer.abort();
        assertFalse(Files.exists(path));
    }
}
