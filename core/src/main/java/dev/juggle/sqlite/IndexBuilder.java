// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;
import java.io.IOException;

/*
 * An index's entries lie in interior pages too: the entry that does not fit a leaf becomes the divider between
 * it and the next. It is held until one more comes, so that the next leaf never stays empty; if none
 * comes, the leaf gives its last entry up as the divider and the held one gets the leaf to itself.
 */
/**
 * The b-tree of an index, or of a table without row ids, built bottom-up from records in ascending
 * order. Keeping the order is the caller's business.
 */
final class IndexBuilder {
    /** The most bytes of an entry of two integers: payload size, header of three bytes, two values. */
    private static final int MAX_PAIR_BYTES = 4 + 2 * Long.BYTES;

    private final PageAppender appender;
    private final PageGeometry geometry;
    private final int maxLocal;
    private final OverflowWriter overflow;
    private final InteriorBuilder interior;
    private final LeafRun leaves;
    private final PageBuilder leaf;
    private byte[] held = new byte[32];
    private int heldBytes;

    IndexBuilder(TreeContext context) {
        appender = context.appender();
        geometry = context.geometry();
        maxLocal = geometry.maxIndexLocal();
        overflow = context.overflow();
        interior = new InteriorBuilder(appender, geometry, PageGeometry.INDEX_INTERIOR, context.image());
        leaves = new LeafRun(appender, interior, context.pending(), geometry);
        leaf = new PageBuilder(geometry, false);
    }

    /** Adds the entries ({@code value}, row) for {@code count} rows from {@code firstRow} on. */
    void addPairs(long value, long firstRow, int count) throws IOException {
        int type = Payload.integerType(value);
        int bytes = Payload.bodyBytes(type);
        for (long row = firstRow; row < firstRow + count; row++) {
            if (heldBytes > 0) {
                closeLeaf();
            }
            int rowType = Payload.integerType(row);
            int cell = 4 + bytes + Payload.bodyBytes(rowType);
            byte[] cells = leaf.buffer(MAX_PAIR_BYTES);
            int at = leaf.used();
            cells[at] = (byte) (cell - 1);
            cells[at + 1] = 3;
            cells[at + 2] = (byte) type;
            cells[at + 3] = (byte) rowType;
            PageBuilder.putLong(cells, at + 4, value << (64 - 8 * bytes)); // what is too much is overwritten
            PageBuilder.putLong(cells, at + 4 + bytes, row << (64 - 8 * (cell - 4 - bytes)));
            if (leaf.fits(cell)) {
                leaf.add(cell);
            } else {
                hold(cells, at, cell);
            }
        }
    }

    /**
     * Adds records that lie one behind the other, each as a cell with its whole payload.
     *
     * @return the address of the last one
     */
    long addCells(long address, int count) throws IOException {
        long at = address;
        long blockStart = address;
        long last = address;
        for (int i = 0; i < count; i++) {
            last = at;
            int payload = (int) Varint.get(at);
            int head = Varint.size(payload);
            if (heldBytes > 0) {
                closeLeaf();
            }
            int cell = Math.max(PageGeometry.LEAST_CELL_BYTES, head + payload);
            if (payload <= maxLocal && leaf.fits(cell)) {
                leaf.add(cell);
            } else {
                leaf.fill(blockStart, (int) (at - blockStart));
                addApart(at, head, payload);
                blockStart = at + cell;
            }
            at += cell;
        }
        leaf.fill(blockStart, (int) (at - blockStart));
        return last;
    }

    /** Adds a cell that does not fit the leaf, or whose payload needs overflow pages. */
    private void addApart(long address, int head, int payload) throws IOException {
        int local = geometry.localBytes(payload, maxLocal);
        int cell = Math.max(PageGeometry.LEAST_CELL_BYTES, head + local);
        byte[] bytes = new byte[cell + PageGeometry.PAGE_NUMBER_BYTES];
        Mem.copyOut(address, bytes, 0, head + local);
        if (local < payload) {
            long first = overflow.append(address + head + local, payload - local);
            PageBuilder.putInt(bytes, head + local, (int) first);
            cell = bytes.length;
        }
        if (leaf.fits(cell)) {
            leaf.add(bytes, 0, cell);
        } else {
            hold(bytes, 0, cell);
        }
    }

    private void hold(byte[] source, int offset, int bytes) {
        if (held.length < bytes) {
            held = new byte[bytes];
        }
        System.arraycopy(source, offset, held, 0, bytes);
        heldBytes = bytes;
    }

    private void closeLeaf() throws IOException {
        leaves.add(leaf, PageGeometry.INDEX_LEAF, held, heldBytes);
        heldBytes = 0;
    }

    /** Ends the tree and leaves its root page in {@code root}, not appended yet. */
    void finish(byte[] root) throws IOException {
        if (heldBytes > 0) {
            byte[] last = leaf.removeLast();
            leaves.add(leaf, PageGeometry.INDEX_LEAF, last, last.length);
            leaf.add(held, 0, heldBytes);
            heldBytes = 0;
        }
        leaves.flush();
        leaf.finish(root, 0, PageGeometry.INDEX_LEAF, 0);
        if (!interior.isEmpty()) {
            interior.finish(appender.append(root, 0), root);
        }
    }
}
