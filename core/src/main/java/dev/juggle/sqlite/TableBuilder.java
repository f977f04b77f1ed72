// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;
import java.io.IOException;

/**
 * The b-tree of one table with row ids, built bottom-up from rows in ascending order: loose cells are merged into an open
 * leaf, leaves that workers packed are taken as they are. When a page gets its number does not depend on how the
 * rows were cut into outputs: overflow pages when their row is added, leaves when they are full.
 */
final class TableBuilder {
    private final PageAppender appender;
    private final PageGeometry geometry;
    private final int maxLocal;
    private final OverflowWriter overflow;
    private final InteriorBuilder interior;
    private final LeafRun leaves;
    private final PageBuilder leaf;
    private final byte[] key = new byte[Varint.MAX_BYTES];
    private long lastRow = Long.MIN_VALUE;
    private long rows;

    TableBuilder(TreeContext context) {
        appender = context.appender();
        geometry = context.geometry();
        maxLocal = geometry.maxTableLocal();
        overflow = context.overflow();
        interior = new InteriorBuilder(appender, geometry, PageGeometry.TABLE_INTERIOR, context.image());
        leaves = new LeafRun(appender, interior, context.pending(), geometry);
        leaf = new PageBuilder(geometry, false);
    }

    /** Id of the last row so far; the next must be greater. */
    long lastRow() {
        return lastRow;
    }

    /** Rows so far. */
    long rows() {
        return rows;
    }

    /**
     * Adds rows that lie one behind the other, each as a cell with its whole payload, ids ascending by 1.
     *
     * @return the address behind them
     */
    long addRows(long address, int count, long firstRow) throws IOException {
        long at = address;
        long blockStart = address;
        long end = firstRow + count;
        for (long row = firstRow; row < end; row++) {
            int payload = Mem.getByte(at);
            int head = 1;
            if (payload < 0) {
                payload = (int) Varint.get(at);
                head = Varint.size(payload);
            }
            head += Varint.size(row);
            if (payload > maxLocal) {
                leaf.fill(blockStart, (int) (at - blockStart));
                lastRow = row - 1;
                addLong(at, head, payload);
                at += head + payload;
                blockStart = at;
                continue;
            }
            int cell = Math.max(PageGeometry.LEAST_CELL_BYTES, head + payload);
            if (!leaf.fits(cell)) {
                leaf.fill(blockStart, (int) (at - blockStart));
                lastRow = row - 1;
                closeLeaf();
                blockStart = at;
            }
            leaf.add(cell);
            at += cell;
        }
        leaf.fill(blockStart, (int) (at - blockStart));
        lastRow = end - 1;
        rows += count;
        return at;
    }

    private void addLong(long address, int head, int payload) throws IOException {
        int local = geometry.localBytes(payload, maxLocal);
        int cell = head + local + PageGeometry.PAGE_NUMBER_BYTES;
        if (!leaf.fits(cell)) {
            closeLeaf();
        }
        long first = overflow.append(address + head + local, payload - local);
        byte[] cells = leaf.buffer(cell);
        int at = leaf.used();
        Mem.copyOut(address, cells, at, head + local);
        PageBuilder.putInt(cells, at + head + local, (int) first);
        leaf.add(cell);
    }

    /** Ends the open leaf, if it has cells. */
    private void closeLeaf() throws IOException {
        if (leaf.count() > 0) {
            leaves.add(leaf, PageGeometry.TABLE_LEAF, key, Varint.put(key, 0, lastRow));
        }
    }

    /** Packed leaves follow: what is open or held back goes before them. */
    void startLeaves() throws IOException {
        closeLeaf();
        leaves.flush();
    }

    /** Adds a leaf that lies packed in an arena, its overflow pages appended already. */
    void addLeaf(long address, long leafLastRow, int leafRows) throws IOException {
        long page = appender.append(address);
        lastRow = leafLastRow;
        rows += leafRows;
        interior.add(page, key, 0, Varint.put(key, 0, lastRow));
    }

    /**
     * Adds the rows of a packed leaf that is not full.
     *
     * @param page its address; overflow pages are appended already
     */
    void addTail(long page, int count, long firstRow) throws IOException {
        assert leaf.count() == 0 : "rows before the tail that are not in a leaf";
        for (int i = 0; i < count; i++) {
            long cell = PackedLeaf.cell(page, i);
            int bytes = PackedLeaf.cellBytes(cell, geometry);
            assert leaf.fits(bytes) : "a tail larger than a page";
            leaf.add(bytes);
            leaf.fill(cell, bytes);
        }
        lastRow = firstRow + count - 1;
        rows += count;
    }

    /** Ends the tree and leaves its root page in {@code root}, not appended yet. */
    void finish(byte[] root) throws IOException {
        leaves.flush();
        if (interior.isEmpty()) {
            leaf.finish(root, 0, PageGeometry.TABLE_LEAF, 0);
            return;
        }
        assert leaf.count() > 0 : "a tree without a last leaf";
        leaf.finish(root, 0, PageGeometry.TABLE_LEAF, 0);
        interior.finish(appender.append(root, 0), root);
    }
}
