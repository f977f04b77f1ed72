// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Check;

/**
 * What follows from the page size: how much of a payload lies in its cell and how much in overflow
 * pages ("Database File Format", 1.6: "Cell payload overflow pages"), and where the lock-byte page
 * is (1.4). No bytes are reserved at the ends of pages, so the usable size is the page size.
 *
 * @param pageBytes a power of two from 512 to 65,536
 */
record PageGeometry(int pageBytes) {
    /** Bytes of the header of a leaf page. */
    static final int LEAF_HEADER_BYTES = 8;

    /** Bytes of the header of an interior page. */
    static final int INTERIOR_HEADER_BYTES = 12;

    /** Type byte of a leaf of a table. */
    static final int TABLE_LEAF = 13;

    /** Type byte of an interior page of a table. */
    static final int TABLE_INTERIOR = 5;

    /** Type byte of a leaf of an index, or of a table without row ids. */
    static final int INDEX_LEAF = 10;

    /** Type byte of an interior page of an index, or of a table without row ids. */
    static final int INDEX_INTERIOR = 2;

    /** Bytes of a pointer to a cell. */
    static final int POINTER_BYTES = 2;

    /** Bytes of a page number. */
    static final int PAGE_NUMBER_BYTES = 4;

    /** A cell takes at least so much, so that a freed one can be linked. */
    static final int LEAST_CELL_BYTES = 4;

    /** The largest page number there is: 2^32 - 2. */
    static final long MAX_PAGE = 0xffff_fffeL;

    private static final long LOCK_BYTE = 1L << 30;

    PageGeometry {
        Check.that(pageBytes >= 512 && pageBytes <= 65536 && Integer.bitCount(pageBytes) == 1, "page size", pageBytes);
    }

    /** The longest payload that lies wholly in a leaf of a table. */
    int maxTableLocal() {
        return pageBytes - 35;
    }

    /** The longest payload that lies wholly in a page of an index. */
    int maxIndexLocal() {
        return (pageBytes - 12) * 64 / 255 - 23;
    }

    /**
     * Bytes of the payload in its cell; the others are in overflow pages.
     *
     * @param maxLocal {@link #maxTableLocal} or {@link #maxIndexLocal}
     */
    int localBytes(int payloadBytes, int maxLocal) {
        if (payloadBytes <= maxLocal) {
            return payloadBytes;
        }
        int least = (pageBytes - 12) * 32 / 255 - 23;
        int local = least + (payloadBytes - least) % overflowBytes();
        return local <= maxLocal ? local : least;
    }

    /** Bytes of a payload that one overflow page holds. */
    int overflowBytes() {
        return pageBytes - PAGE_NUMBER_BYTES;
    }

    /** Overflow pages that {@code bytes} bytes take. */
    int overflowPages(int bytes) {
        return (bytes + overflowBytes() - 1) / overflowBytes();
    }

    /** Number of the page that holds the byte at 1 GiB, where SQLite puts its locks: it is never used. */
    long lockPage() {
        return LOCK_BYTE / pageBytes + 1;
    }
}
