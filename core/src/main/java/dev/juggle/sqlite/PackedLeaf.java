// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;

/** Reads leaves of tables as workers pack them: pages in an arena, complete but for overflow pointers. */
final class PackedLeaf {
    private PackedLeaf() {}

    /** Address of cell {@code index} of the leaf at {@code page}. */
    static long cell(long page, int index) {
        long pointer = page + PageGeometry.LEAF_HEADER_BYTES + (long) index * PageGeometry.POINTER_BYTES;
        return page + (Mem.getShortBigEndian(pointer) & 0xffff);
    }

    /** Bytes of the payload of the cell at {@code cell}. */
    static int payloadBytes(long cell) {
        return (int) Varint.get(cell);
    }

    /** Where the payload (or its local part) of the cell at {@code cell} begins. */
    static long payload(long cell) {
        long rowid = cell + Varint.sizeAt(cell);
        return rowid + Varint.sizeAt(rowid);
    }

    /** Bytes that the cell at {@code cell} takes in its page. */
    static int cellBytes(long cell, PageGeometry geometry) {
        int payload = payloadBytes(cell);
        int local = geometry.localBytes(payload, geometry.maxTableLocal());
        int bytes = (int) (payload(cell) - cell) + local + (local < payload ? PageGeometry.PAGE_NUMBER_BYTES : 0);
        return Math.max(PageGeometry.LEAST_CELL_BYTES, bytes);
    }
}
