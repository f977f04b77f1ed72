// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;
import java.io.IOException;
import java.util.Arrays;

/** Appends the overflow pages of payloads that lie in one piece in an arena. */
final class OverflowWriter {
    private final PageAppender appender;
    private final PageGeometry geometry;
    private final byte[] page;

    OverflowWriter(PageAppender appender, PageGeometry geometry) {
        this.appender = appender;
        this.geometry = geometry;
        this.page = new byte[geometry.pageBytes()];
    }

    /** Appends {@code bytes} bytes as a chain of pages; returns the number of the first. */
    long append(long address, int bytes) throws IOException {
        long first = appender.upcoming();
        long number = first;
        for (int done = 0; done < bytes; done += geometry.overflowBytes()) {
            int some = Math.min(geometry.overflowBytes(), bytes - done);
            number = done + some < bytes ? appender.following(number) : 0;
            PageBuilder.putInt(page, 0, (int) number);
            Mem.copyOut(address + done, page, PageGeometry.PAGE_NUMBER_BYTES, some);
            Arrays.fill(page, PageGeometry.PAGE_NUMBER_BYTES + some, page.length, (byte) 0);
            appender.append(page, 0);
        }
        return first;
    }

    /** Links and appends a chain of ready pages that lie one behind the other; returns the number of the first. */
    long appendPages(long address, int pages) throws IOException {
        long first = appender.upcoming();
        for (int i = 0; i < pages; i++) {
            long page = address + (long) i * geometry.pageBytes();
            long number = appender.append(page);
            Mem.putIntBigEndian(page, i == pages - 1 ? 0 : (int) appender.following(number));
        }
        return first;
    }
}
