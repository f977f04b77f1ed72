// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/*
 * A batch whose first row is not behind the table's last one comes late as a whole: its rows go to LateRows. For a table
 * without row ids each row is judged by itself, if the batch is not in order.
 */
/** One table while the bulk writer builds it: its b-tree and the one of its parents' index. */
final class BulkTable implements AutoCloseable {
    private final TreeContext context;
    private final LateRows lateRows;
    private final int id;
    private final TableKind kind;
    private TableLayout layout;

    private final @Nullable TableBuilder rows;
    private final @Nullable IndexBuilder records;
    private final @Nullable IndexBuilder parents;
    private boolean late;

    private final LastRecord lastRecord = new LastRecord();
    private long recordCount;
    private long firstKeys; // different values in the first column of the keys
    private long lastParent = Long.MIN_VALUE;
    private long parentCount; // different ones
    private long lateCount;
    private boolean parentsInOrder = true;

    // where the parents of packed leaves' rows are read
    private int run;
    private int runRows;

    BulkTable(TreeContext context, TableLayout layout, LateRows lateRows) {
        this.context = context;
        this.lateRows = lateRows;
        this.layout = layout;
        id = layout.id();
        kind = layout.kind();
        rows = kind == TableKind.KEYED ? null : new TableBuilder(context);
        records = kind == TableKind.KEYED ? new IndexBuilder(context) : null;
        parents = kind == TableKind.CHILD ? new IndexBuilder(context) : null;
    }

    /** What is known of the table now. */
    TableLayout layout() {
        return layout;
    }

    /** The table has new columns, or their types are known. */
    void layout(TableLayout newLayout) {
        layout = newLayout;
    }

    /** Whether the index of parents lacks rows and must be made anew. */
    boolean parentsIncomplete() {
        return !parentsInOrder;
    }

    /** Adds what {@code ANALYZE} would say, if that is known; false if SQLite must count itself. */
    boolean describe(Statistics statistics, @Nullable String parentsIndex) {
        String name = layout.name();
        if (rows != null && parents == null) {
            statistics.addTable(name, rows.rows() + lateCount);
        } else if (lateCount > 0 || !parentsInOrder) {
            return false;
        } else if (rows != null) {
            statistics.addIndex(name, Objects.requireNonNull(parentsIndex), rows.rows(), parentCount, false);
        } else {
            int columns = layout.primaryKey().size();
            if (columns > 2) {
                return false;
            }
            statistics.addIndex(name, name, recordCount, firstKeys, columns == 2);
        }
        return true;
    }

    /** Places one piece of a job's output. */
    void place(BulkOutput output, int piece) throws IOException {
        switch (output.kind(piece)) {
            case LOOSE -> placeLoose(output, piece);
            case PARENTS -> placeParents(output, piece);
            case START -> start(output.firstRow(piece));
            case LEAVES -> placeLeaves(output, piece);
            case CHAINS -> placeOpenChains(output, piece);
            case TAIL -> placeTail(output, piece);
            case END -> late = false;
        }
    }

    private void placeLoose(BulkOutput output, int piece) throws IOException {
        if (records != null) {
            placeRecords(records, output, piece);
            return;
        }
        TableBuilder tree = Objects.requireNonNull(rows);
        judge(tree, output.firstRow(piece));
        if (late) {
            keepLate(output.address(piece), output.count(piece), output.firstRow(piece));
        } else {
            tree.addRows(output.address(piece), output.count(piece), output.firstRow(piece));
        }
    }

    private void judge(TableBuilder tree, long firstRow) {
        late = late || firstRow <= tree.lastRow();
    }

    private void keepLate(long address, int count, long firstRow) throws IOException {
        long at = address;
        for (int i = 0; i < count; i++) {
            int bytes = PackedLeaf.payloadBytes(at);
            long payload = PackedLeaf.payload(at);
            keepLate(firstRow + i, Mem.bytes(payload, bytes));
            at = Math.max(at + PageGeometry.LEAST_CELL_BYTES, payload + bytes);
        }
    }

    private void keepLate(long row, byte[] payload) throws IOException {
        lateRows.add(id, row, payload);
        lateCount++;
    }

    private void start(long firstRow) throws IOException {
        TableBuilder tree = Objects.requireNonNull(rows);
        judge(tree, firstRow);
        if (!late) {
            tree.startLeaves();
        }
    }

    private void placeLeaves(BulkOutput output, int piece) throws IOException {
        TableBuilder tree = Objects.requireNonNull(rows);
        startRuns(output, output.parentRun(piece));
        int chain = (int) output.address(piece);
        long row = output.firstRow(piece);
        int end = output.detail(piece) + output.count(piece);
        for (int leaf = output.detail(piece); leaf < end; leaf++) {
            long page = output.leafAddress(leaf);
            int count = (int) (output.leafLastRow(leaf) - row) + 1;
            if (late) {
                keepLateShort(page, count, row);
                keepLateLong(output, page, row, chain, output.leafChainEnd(leaf));
            } else {
                placeChains(output, chain, output.leafChainEnd(leaf));
                tree.addLeaf(page, output.leafLastRow(leaf), count);
            }
            placeRuns(output, row, count);
            chain = output.leafChainEnd(leaf);
            row += count;
        }
    }

    /** Goes to the first of a piece's runs of parents; -1 means where the piece before ended. */
    private void startRuns(BulkOutput output, int first) {
        if (first >= 0) {
            run = first;
            runRows = first < output.runs() ? output.parentRows(first) : 0;
        }
    }

    private void placeChains(BulkOutput output, int from, int to) throws IOException {
        for (int chain = from; chain < to; chain++) {
            long first = context.overflow().appendPages(output.chainAddress(chain), output.chainPages(chain));
            Mem.putIntBigEndian(output.chainPointer(chain), (int) first);
        }
    }

    private void placeOpenChains(BulkOutput output, int piece) throws IOException {
        int from = output.detail(piece);
        int to = from + output.count(piece);
        if (late) {
            keepLateLong(output, output.address(piece), output.firstRow(piece), from, to);
        } else {
            placeChains(output, from, to);
        }
    }

    private void placeTail(BulkOutput output, int piece) throws IOException {
        TableBuilder tree = Objects.requireNonNull(rows);
        int count = output.count(piece);
        long row = output.firstRow(piece);
        startRuns(output, output.parentRun(piece));
        if (late) {
            keepLateShort(output.address(piece), count, row);
        } else {
            tree.addTail(output.address(piece), count, row);
        }
        placeRuns(output, row, count);
    }

    /** Keeps the rows of a packed leaf that lie wholly in it. */
    private void keepLateShort(long page, int count, long firstRow) throws IOException {
        for (int i = 0; i < count; i++) {
            long cell = PackedLeaf.cell(page, i);
            int bytes = PackedLeaf.payloadBytes(cell);
            if (bytes <= context.geometry().maxTableLocal()) {
                keepLate(firstRow + i, Mem.bytes(PackedLeaf.payload(cell), bytes));
            }
        }
    }

    /** Keeps the rows of a packed leaf that have overflow pages among the chains from {@code chain} to {@code end}. */
    private void keepLateLong(BulkOutput output, long page, long firstRow, int chain, int end) throws IOException {
        int next = chain;
        PageGeometry geometry = context.geometry();
        for (int i = 0; next < end; i++) {
            long cell = PackedLeaf.cell(page, i);
            int bytes = PackedLeaf.payloadBytes(cell);
            int local = geometry.localBytes(bytes, geometry.maxTableLocal());
            long payload = PackedLeaf.payload(cell);
            if (local == bytes || output.chainPointer(next) != payload + local) {
                continue;
            }
            byte[] whole = new byte[bytes];
            Mem.copyOut(payload, whole, 0, local);
            long source = output.chainAddress(next) + PageGeometry.PAGE_NUMBER_BYTES;
            for (int at = local; at < bytes; at += geometry.overflowBytes()) {
                Mem.copyOut(source, whole, at, Math.min(geometry.overflowBytes(), bytes - at));
                source += geometry.pageBytes();
            }
            keepLate(firstRow + i, whole);
            next++;
        }
    }

    private void placeParents(BulkOutput output, int piece) throws IOException {
        int from = output.parentRun(piece);
        int to = from + output.count(piece);
        long row = output.firstRow(piece);
        for (int i = from; i < to; i++) {
            row -= output.parentRows(i);
        }
        for (int i = from; i < to; i++) {
            addParent(output.parent(i), row, output.parentRows(i));
            row += output.parentRows(i);
        }
    }

    /** Indexes the parents of the next {@code count} rows. */
    private void placeRuns(BulkOutput output, long firstRow, int count) throws IOException {
        if (parents == null) {
            return;
        }
        long row = firstRow;
        long end = firstRow + count;
        while (row < end) {
            if (runRows == 0) {
                runRows = output.parentRows(++run);
            }
            int some = (int) Math.min(runRows, end - row);
            addParent(output.parent(run), row, some);
            runRows -= some;
            row += some;
        }
    }

    private void addParent(long parent, long firstRow, int count) throws IOException {
        IndexBuilder index = Objects.requireNonNull(parents);
        parentsInOrder = parentsInOrder && parent >= lastParent;
        if (late || !parentsInOrder) {
            return; // SQLite indexes these rows itself
        }
        parentCount += parent != lastParent || parentCount == 0 ? 1 : 0;
        lastParent = parent;
        index.addPairs(parent, firstRow, count);
    }

    private void placeRecords(IndexBuilder tree, BulkOutput output, int piece) throws IOException {
        int keyColumns = layout.primaryKey().size();
        long at = output.address(piece);
        int count = output.count(piece);
        int columns = output.detail(piece);
        int order = lastRecord.isEmpty() ? -1 : PayloadOrder.compare(lastRecord.address(), record(at));
        if (columns > keyColumns || order == 0 || Math.abs(order) > keyColumns) {
            throw duplicate();
        }
        if (columns >= 0 && order < 0) {
            recordCount += count;
            firstKeys += output.keyChanges(piece) + (order == -1 ? 1 : 0);
            keepLast(tree.addCells(at, count));
            return;
        }
        for (int i = 0; i < count; i++) {
            at = placeRecord(tree, at, keyColumns);
        }
    }

    private long placeRecord(IndexBuilder tree, long at, int keyColumns) throws IOException {
        long payload = record(at);
        int bytes = PackedLeaf.payloadBytes(at);
        int order = lastRecord.isEmpty() ? -1 : PayloadOrder.compare(lastRecord.address(), payload);
        if (order == 0 || Math.abs(order) > keyColumns) {
            throw duplicate();
        }
        if (order < 0) {
            recordCount++;
            firstKeys += order == -1 ? 1 : 0;
            keepLast(tree.addCells(at, 1));
        } else {
            keepLate(0, Mem.bytes(payload, bytes));
        }
        return Math.max(at + PageGeometry.LEAST_CELL_BYTES, payload + bytes);
    }

    private static long record(long cell) {
        return cell + Varint.sizeAt(cell);
    }

    private void keepLast(long cell) {
        lastRecord.set(record(cell), PackedLeaf.payloadBytes(cell));
    }

    private IOException duplicate() {
        return new IOException("two rows of " + layout.name() + " have the same primary key");
    }

    /** Ends the table's b-tree; its root page is left in {@code root}, not appended yet. */
    void finishRows(byte[] root) throws IOException {
        if (rows != null) {
            rows.finish(root);
        } else {
            Objects.requireNonNull(records).finish(root);
        }
    }

    /** Ends the b-tree of the index of parents; its root page is left in {@code root}, not appended yet. */
    void finishParents(byte[] root) throws IOException {
        Objects.requireNonNull(parents).finish(root);
    }

    @Override
    public void close() {
        lastRecord.close();
    }
}
