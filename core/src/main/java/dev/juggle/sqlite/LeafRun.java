// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.io.IOException;
import java.util.Arrays;

/**
 * Finished leaves of one tree that wait to be appended together, each with the key that divides it
 * from the next. When they are appended they get their numbers, and the level above hears of them.
 */
final class LeafRun {
    private final PageAppender appender;
    private final InteriorBuilder interior;
    private final PendingPages pending;
    private final int pageBytes;
    private final int maxPages;
    private byte[] pages = {};
    private byte[] keys = new byte[16];
    private int[] keyEnds = new int[4];
    private int count;

    LeafRun(PageAppender appender, InteriorBuilder interior, PendingPages pending, PageGeometry geometry) {
        this.appender = appender;
        this.interior = interior;
        this.pending = pending;
        this.pageBytes = geometry.pageBytes();
        this.maxPages = Math.max(1, PendingPages.MAX_RUN_BYTES / pageBytes);
        pending.add(this);
    }

    /** Makes a page of {@code leaf}'s cells; the key follows. */
    void add(PageBuilder leaf, int type, byte[] key, int keyBytes) throws IOException {
        ensure(keyBytes);
        leaf.finish(pages, count * pageBytes, type, 0);
        int at = count == 0 ? 0 : keyEnds[count - 1];
        System.arraycopy(key, 0, keys, at, keyBytes);
        keyEnds[count++] = at + keyBytes;
        pending.changed(pageBytes);
        if (count == maxPages) {
            flush();
        }
    }

    private void ensure(int keyBytes) {
        if (pages.length < (count + 1) * pageBytes) {
            int grown = Math.min(maxPages, Math.max(1, count * 2)) * pageBytes;
            pending.kept(grown - pages.length);
            pages = Arrays.copyOf(pages, grown);
        }
        if (keyEnds.length == count) {
            keyEnds = Arrays.copyOf(keyEnds, count * 2);
        }
        int used = count == 0 ? 0 : keyEnds[count - 1];
        if (keys.length < used + keyBytes) {
            keys = Arrays.copyOf(keys, Math.max(keys.length * 2, used + keyBytes));
        }
    }

    /** Bytes of the pages that wait. */
    int bytes() {
        return count * pageBytes;
    }

    /** Appends them. */
    void flush() throws IOException {
        int pagesNow = count;
        count = 0;
        int key = 0;
        for (int i = 0; i < pagesNow; i++) {
            long page = appender.append(pages, i * pageBytes);
            interior.add(page, keys, key, keyEnds[i] - key);
            key = keyEnds[i];
        }
        pending.changed(-pagesNow * pageBytes);
        if (pending.drops(pages.length)) {
            pages = new byte[0];
        }
    }
}
