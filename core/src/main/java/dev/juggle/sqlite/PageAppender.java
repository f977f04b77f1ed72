// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import java.io.IOException;

/*
 * Pages get their numbers in the order in which they are appended, and are written in that order, so the file only
 * ever grows at its end. What is appended is either a page in an arena (left there until it is written) or a page from
 * the heap (copied to the stage at once). Neighbouring pages in an arena make one run, written in one piece straight from
 * the arena if it is long and over the stage if it is short:
 *
 *     … written │ stage: up to 256 KiB │ run: pages in an arena, one behind the other
 *
 * At most one run is open, and it is the last. release() must come before an arena with appended pages is used again.
 */
/**
 * Gives pages their numbers, from 2 on, and writes them: large writes at the end of the file. Page 1
 * and the lock-byte page are left out.
 */
final class PageAppender implements AutoCloseable {
    private static final int STAGE_BYTES = 256 << 10;
    private static final int DIRECT_BYTES = 64 << 10;
    private static final int MAX_RUN_BYTES = 256 << 20;

    private final DatabaseFile file;
    private final int pageBytes;
    private final long lockPage;
    private final long maxPage;
    private final BumpArena stage = new BumpArena(STAGE_BYTES);

    private long next;
    private long stagedFirst;
    private int stagedPages;
    private long runAddress;
    private long runFirst;
    private int runPages;

    /**
     * Appends to {@code file}.
     *
     * @param maxPage the largest page number allowed
     * @param first the first number to give: 2, but for tests
     */
    PageAppender(DatabaseFile file, PageGeometry geometry, long maxPage, long first) {
        this.next = first;
        this.file = file;
        this.pageBytes = geometry.pageBytes();
        this.lockPage = geometry.lockPage();
        this.maxPage = maxPage;
    }

    /** The number that the next page gets. */
    long upcoming() {
        return next == lockPage ? next + 1 : next;
    }

    /** The number of the page that is appended right after page {@code number}. */
    long following(long number) {
        return number + 1 == lockPage ? number + 2 : number + 1;
    }

    /** The largest number given so far: the pages of the file. */
    long pages() {
        return next - 1;
    }

    /** Appends the page at {@code address} of an arena; it may still be changed before the next call. */
    long append(long address) throws IOException {
        long number = take();
        boolean neighbour = runPages > 0 && address == runAddress + (long) runPages * pageBytes;
        if (!neighbour || runPages * (long) pageBytes >= MAX_RUN_BYTES) {
            release();
            runAddress = address;
            runFirst = number;
        }
        runPages++;
        return number;
    }

    /** Appends a copy of the page at {@code offset} of {@code pages}. */
    long append(byte[] pages, int offset) throws IOException {
        long number = take();
        release();
        Mem.copyIn(pages, offset, place(number, 1), pageBytes);
        return number;
    }

    private long take() throws IOException {
        if (next == lockPage) {
            flush();
            next++;
        }
        if (next > maxPage) {
            throw new IOException("the database would have more than " + maxPage + " pages of " + pageBytes
                    + " bytes, the most that SQLite can number; take a larger page size");
        }
        return next++;
    }

    /** Lets go of the arena: it may be used again. */
    void release() throws IOException {
        if (runPages == 0) {
            return;
        }
        int pages = runPages;
        int bytes = pages * pageBytes;
        runPages = 0;
        if (bytes < DIRECT_BYTES) {
            Mem.copy(runAddress, place(runFirst, pages), bytes);
        } else {
            flushStage();
            write(runAddress, bytes, runFirst);
        }
    }

    /** Room for pages on the stage, the first of which has the number {@code first}. */
    private long place(long first, int pages) throws IOException {
        if ((stagedPages + pages) * pageBytes > STAGE_BYTES) {
            flushStage();
        }
        if (stagedPages == 0) {
            stagedFirst = first;
        }
        assert stagedFirst + stagedPages == first : "a gap on the stage";
        long address = stage.base() + (long) stagedPages * pageBytes;
        stagedPages += pages;
        return address;
    }

    private void flushStage() throws IOException {
        if (stagedPages > 0) {
            write(stage.base(), stagedPages * pageBytes, stagedFirst);
            stagedPages = 0;
        }
    }

    /** Writes all that was appended. */
    void flush() throws IOException {
        release();
        flushStage();
    }

    private void write(long address, int bytes, long firstPage) throws IOException {
        file.write(Mem.buffer(address, bytes), (firstPage - 1) * pageBytes);
    }

    /** Gives the stage's memory back; what was not flushed is lost. The file is the caller's. */
    @Override
    public void close() {
        stage.close();
    }
}
