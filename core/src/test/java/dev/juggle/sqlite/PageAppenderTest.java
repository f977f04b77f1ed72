// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Page numbers and what is written where, with the gap at 1 GiB. */
class PageAppenderTest {
    /** Keeps the first four bytes of each page that is written. */
    private static final class Pages implements DatabaseFile {
        private final int pageBytes;
        private final Map<Long, Integer> marks = new HashMap<>();
        private final List<Integer> writes = new ArrayList<>();

        private Pages(int pageBytes) {
            this.pageBytes = pageBytes;
        }

        @Override
        public void write(ByteBuffer source, long position) {
            assertEquals(0, position % pageBytes);
            assertEquals(0, source.remaining() % pageBytes);
            writes.add(source.remaining());
            for (int at = 0; at < source.remaining(); at += pageBytes) {
                Integer before = marks.put((position + at) / pageBytes + 1, source.getInt(source.position() + at));
                assertEquals(null, before, "a page written twice");
            }
        }

        @Override
        public void force() {}

        @Override
        public void close() {}
    }

    @Test
    void everyPageLiesWhereItsNumberSaysAndTheLockPageIsLeftOut() throws Exception {
        Random random = Fuzz.random("everyPageLiesWhereItsNumberSays");
        for (int i = 0; i < Fuzz.rounds(200); i++) {
            PageGeometry geometry = new PageGeometry(512 << random.nextInt(8));
            long first = geometry.lockPage() - random.nextInt(300);
            check(random, geometry, first < 2 ? 2 : first);
        }
    }

    private static void check(Random random, PageGeometry geometry, long first) throws Exception {
        int pageBytes = geometry.pageBytes();
        Pages file = new Pages(pageBytes);
        Map<Long, Integer> expected = new HashMap<>();
        byte[] page = new byte[pageBytes];
        try (BumpArena arena = new BumpArena(400L * pageBytes);
                PageAppender appender = new PageAppender(file, geometry, PageGeometry.MAX_PAGE, first)) {
            for (int mark = 0; mark < 400; mark++) {
                long upcoming = appender.upcoming();
                long number;
                if (random.nextInt(10) == 0) {
                    ByteBuffer.wrap(page).putInt(0, mark);
                    number = appender.append(page, 0);
                } else {
                    long address = arena.base() + (long) mark * pageBytes;
                    number = appender.append(address);
                    Mem.putIntBigEndian(address, mark);
                }
                assertEquals(upcoming, number);
                assertEquals(appender.following(number), appender.upcoming());
                expected.put(number, mark);
                if (random.nextInt(60) == 0) {
                    appender.release();
                }
            }
            appender.flush();
            assertEquals(appender.pages() + 1, appender.following(appender.pages() - 1) + 1);
        }
        assertEquals(expected, file.marks);
        assertFalse(file.marks.containsKey(geometry.lockPage()));
    }

    @Test
    void neighboursInAnArenaAreWrittenInOnePiece() throws Exception {
        PageGeometry geometry = new PageGeometry(4096);
        Pages file = new Pages(4096);
        try (BumpArena arena = new BumpArena(1 << 20);
                PageAppender appender = new PageAppender(file, geometry, PageGeometry.MAX_PAGE, 2)) {
            for (int page = 0; page < 256; page++) {
                appender.append(arena.base() + page * 4096L);
            }
            appender.flush();
        }
        assertEquals(List.of(1 << 20), file.writes);
    }
}
