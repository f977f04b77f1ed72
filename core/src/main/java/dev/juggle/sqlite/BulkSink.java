// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Check;
import dev.juggle.arena.Mem;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/*
 * Rows of a batch begin as loose cells, which the writer merges into the table's open leaf: so small batches waste no
 * space in part-filled pages. A batch that outgrows the limit goes on in packed leaves, which the writer takes as they
 * are; only the last one, not full, is merged again. Where loose cells end and leaves end depends on the rows alone:
 * when the arena is full in the middle of a batch, the open leaf is kept, moved to the front of the next output and
 * filled up there, just as it would have been.
 *
 * A packed leaf is built in its final place, cells downwards from the end, pointers upwards from the header:
 *
 *     page │ header │ pointers ──► (pointerEnd)      (top) ◄── cells │ overflow pages of its rows │ next page …
 *
 * The caller writes a payload right into its cell. One that needs overflow pages is written in one piece behind the
 * space for them, and spread when the next call comes: piece by piece downwards in memory, each one's source lies at or
 * behind its target, so none is overwritten before it is read.
 */
/** The {@link BulkWriter}'s sink: rows as cells, loose or in packed leaves. */
final class BulkSink implements RowSink {
    /** Pages' worth of cells of a batch that stay loose. Part-filled pages are so at most one in as many. */
    private static final int LOOSE_PAGES = 16;

    /** The most runs of parents that are kept on the heap, for all tables of an output. */
    private static final int MAX_PARENT_RUNS = 1 << 18;

    private final PageGeometry geometry;
    private final int pageBytes;
    private final int maxLocal;
    private final long looseLimit;
    private final BulkOutput output = new BulkOutput();
    private @Nullable BumpArena arena;
    private long mark;

    // the batch
    private boolean inBatch;
    private boolean packing;
    private boolean child;
    private boolean keyed;
    private int table;
    private long nextRow;
    private long looseBytes;
    private long looseRows;
    private int piece = -1; // the LOOSE or LEAVES piece that is being added to, or -1
    private int batchRuns; // first run of parents that belongs to the current piece

    // the open leaf; none if page is 0
    private long page;
    private long top;
    private long pointerEnd;
    private int cells;
    private long pageFirstRow;
    private int pageChains; // first chain of its rows that is not in a CHAINS piece

    // the last row, until its payload is known to be complete
    private boolean unsettled;
    private long payload;
    private int payloadBytes;
    private int spreadPages;
    private long spreadCell;
    private long spreadSpace;
    private long previousKey; // payload of the row before in a keyed batch, or 0

    BulkSink(PageGeometry geometry) {
        this.geometry = geometry;
        this.pageBytes = geometry.pageBytes();
        this.maxLocal = geometry.maxTableLocal();
        this.looseLimit = (long) LOOSE_PAGES * pageBytes;
    }

    @Override
    public void attach(BumpArena arena) {
        byte[] openLeaf = page == 0 ? null : Mem.bytes(page, pageBytes);
        this.arena = arena;
        mark = arena.mark();
        restart(openLeaf);
    }

    @Override
    public void rewind() {
        byte[] openLeaf = page == 0 ? null : Mem.bytes(page, pageBytes);
        attached().rollback(mark);
        restart(openLeaf);
    }

    private BumpArena attached() {
        return Objects.requireNonNull(arena, "no arena attached");
    }

    /** Begins the next output; an open batch goes on in it, with its open leaf, if there is one. */
    private void restart(byte @Nullable [] openLeaf) {
        assert !unsettled : "the output was not finished";
        piece = -1;
        previousKey = 0;
        if (!inBatch) {
            output.clear();
            return;
        }
        output.clearButParents(packing ? cells : looseRows);
        batchRuns = 0;
        if (openLeaf != null) {
            BumpArena space = attached();
            long moved = space.position();
            if (space.remainingBytes() < pageBytes) {
                throw new ArenaFullException(pageBytes, space.remainingBytes());
            }
            space.advanceTo(moved + pageBytes);
            Mem.copyIn(openLeaf, 0, moved, pageBytes);
            top += moved - page;
            pointerEnd += moved - page;
            page = moved;
            pageChains = 0;
        }
    }

    @Override
    public void begin(int table, TableKind kind, long firstRow) {
        Check.state(!inBatch, "begin within a batch");
        inBatch = true;
        packing = false;
        child = kind == TableKind.CHILD;
        keyed = kind == TableKind.KEYED;
        this.table = table;
        nextRow = firstRow;
        looseBytes = 0;
        looseRows = 0;
        piece = -1;
        previousKey = 0;
        batchRuns = output.runs();
    }

    @Override
    public long reserve(int bytes) {
        assert inBatch && bytes >= 2 : "a row outside a batch, or without a column";
        if (unsettled) {
            settle();
        }
        if (output.runs() >= MAX_PARENT_RUNS) {
            throw new ArenaFullException(bytes, 0);
        }
        long at = packing ? reservePacked(bytes) : reserveLoose(bytes);
        payload = at;
        payloadBytes = bytes;
        unsettled = true;
        nextRow++;
        output.countRow(bytes);
        return at;
    }

    private long reserveLoose(int bytes) {
        int head = Varint.size(bytes) + (keyed ? 0 : Varint.size(nextRow));
        int cell = Math.max(PageGeometry.LEAST_CELL_BYTES, head + bytes);
        if (!keyed && looseBytes + cell > looseLimit) {
            startPacking();
            return reservePacked(bytes);
        }
        BumpArena space = attached();
        long start = space.position();
        if (cell > space.limit() - start) {
            throw new ArenaFullException(cell, space.remainingBytes());
        }
        space.advanceTo(start + cell);
        if (piece < 0) {
            piece = output.add(BulkOutput.Kind.LOOSE, table, start, nextRow);
        }
        output.count(piece, output.count(piece) + 1);
        looseBytes += cell;
        looseRows++;
        if (head + bytes < cell) {
            Mem.putByte(start + cell - 1, (byte) 0);
        }
        long at = Varint.put(start, bytes);
        return keyed ? at : Varint.put(at, nextRow);
    }

    private void startPacking() {
        endLoose();
        output.add(BulkOutput.Kind.START, table, 0, nextRow);
        packing = true;
        page = 0;
        cells = 0;
    }

    /** Hands on the parents of the batch's loose rows. */
    private void endLoose() {
        piece = -1;
        if (child && batchRuns < output.runs()) {
            int parents = output.add(BulkOutput.Kind.PARENTS, table, 0, nextRow);
            output.parentRun(parents, batchRuns);
            output.count(parents, output.runs() - batchRuns);
            batchRuns = output.runs();
        }
    }

    private long reservePacked(int bytes) {
        int head = Varint.size(bytes) + Varint.size(nextRow);
        if (bytes > maxLocal) {
            return reserveSpread(bytes, head);
        }
        int cell = Math.max(PageGeometry.LEAST_CELL_BYTES, head + bytes);
        makeRoom(cell);
        long start = addCell(cell);
        if (head + bytes < cell) {
            Mem.putByte(start + cell - 1, (byte) 0);
        }
        return Varint.put(Varint.put(start, bytes), nextRow);
    }

    /** Sees to an open leaf that a cell of {@code cell} bytes fits into. */
    private void makeRoom(int cell) {
        if (page != 0 && top - cell < pointerEnd + PageGeometry.POINTER_BYTES) {
            closeLeaf();
        }
        if (page == 0) {
            openLeaf();
        }
    }

    private long addCell(int cell) {
        top -= cell;
        Mem.putShortBigEndian(pointerEnd, (short) (top - page));
        pointerEnd += PageGeometry.POINTER_BYTES;
        cells++;
        return top;
    }

    private void openLeaf() {
        BumpArena space = attached();
        long start = space.position();
        if (space.limit() - start < pageBytes) {
            throw new ArenaFullException(pageBytes, space.remainingBytes());
        }
        space.advanceTo(start + pageBytes);
        Mem.fill(start, pageBytes, (byte) 0);
        page = start;
        top = start + pageBytes;
        pointerEnd = start + PageGeometry.LEAF_HEADER_BYTES;
        cells = 0;
        pageFirstRow = nextRow;
        pageChains = output.chains();
    }

    private void closeLeaf() {
        completeLeaf();
        if (piece < 0) {
            piece = output.add(BulkOutput.Kind.LEAVES, table, pageChains, pageFirstRow);
            output.detail(piece, output.leaves());
            output.parentRun(piece, batchRuns);
        }
        output.addLeaf(page, nextRow - 1);
        output.count(piece, output.count(piece) + 1);
        page = 0;
        cells = 0;
    }

    /** Writes the header and clears what is free. */
    private void completeLeaf() {
        Mem.putByte(page, (byte) PageGeometry.TABLE_LEAF);
        Mem.putShort(page + 1, (short) 0);
        Mem.putShortBigEndian(page + 3, (short) cells);
        Mem.putShortBigEndian(page + 5, (short) (top - page));
        Mem.putByte(page + 7, (byte) 0);
    }

    /** A payload that needs overflow pages: written behind them in one piece, and spread when it is complete. */
    private long reserveSpread(int bytes, int head) {
        int local = geometry.localBytes(bytes, maxLocal);
        makeRoom(head + local + PageGeometry.PAGE_NUMBER_BYTES);
        BumpArena space = attached();
        int pages = geometry.overflowPages(bytes - local);
        long start = space.position();
        long end = start + (long) pages * pageBytes;
        if (end + local > space.limit()) {
            throw new ArenaFullException((long) pages * pageBytes + local, space.remainingBytes());
        }
        space.advanceTo(end);
        long cell = addCell(head + local + PageGeometry.PAGE_NUMBER_BYTES);
        spreadCell = Varint.put(Varint.put(cell, bytes), nextRow);
        spreadSpace = start;
        spreadPages = pages;
        return end + local - bytes;
    }

    /** The last row's payload is complete. */
    private void settle() {
        unsettled = false;
        if (child) {
            output.addParent(parent(payload), batchRuns);
        }
        if (keyed) {
            noteOrder();
        }
        if (spreadPages > 0) {
            spread();
        }
    }

    private static long parent(long payload) {
        long type = payload + Varint.sizeAt(payload) + 1; // the row's id comes first, as NULL
        int serialType = Mem.getByte(type);
        Check.state(
                serialType > 0 && serialType <= Payload.ONE && serialType != Payload.REAL,
                "a parent that is no integer");
        return Payload.integerAt(payload + Varint.get(payload), serialType);
    }

    /** Notes in the piece whether its keys ascend, and how many leading columns it takes to tell them apart. */
    private void noteOrder() {
        if (previousKey != 0 && output.detail(piece) >= 0) {
            int order = PayloadOrder.compare(previousKey, payload);
            if (order == -1) {
                output.countKeyChange(piece);
            }
            output.detail(piece, order < 0 ? Math.max(output.detail(piece), -order) : -1);
        }
        previousKey = payload;
    }

    private void spread() {
        int local = geometry.localBytes(payloadBytes, maxLocal);
        Mem.copy(payload, spreadCell, local);
        int some = geometry.overflowBytes();
        long source = payload + local;
        int left = payloadBytes - local;
        for (int i = 0; i < spreadPages; i++) {
            long target = spreadSpace + (long) i * pageBytes + PageGeometry.PAGE_NUMBER_BYTES;
            int now = Math.min(some, left);
            Mem.copy(source, target, now);
            if (now < some) {
                Mem.fill(target + now, some - now, (byte) 0);
            }
            source += now;
            left -= now;
        }
        output.addChain(spreadCell + local, spreadSpace, spreadPages);
        spreadPages = 0;
    }

    @Override
    public void end() {
        Check.state(inBatch, "no batch to end");
        if (unsettled) {
            settle();
        }
        if (!packing) {
            endLoose();
        } else {
            endLeaves();
        }
        output.add(BulkOutput.Kind.END, table, 0, nextRow);
        inBatch = false;
    }

    private void endLeaves() {
        handOnChains();
        if (page != 0 && cells > 0) {
            boolean first = piece < 0;
            int tail = output.add(BulkOutput.Kind.TAIL, table, page, pageFirstRow);
            output.count(tail, cells);
            output.parentRun(tail, first ? batchRuns : -1);
        }
        page = 0;
        piece = -1;
        batchRuns = output.runs();
    }

    private void handOnChains() {
        if (page != 0 && pageChains < output.chains()) {
            int chains = output.add(BulkOutput.Kind.CHAINS, table, page, pageFirstRow);
            output.detail(chains, pageChains);
            output.count(chains, output.chains() - pageChains);
            pageChains = output.chains();
        }
    }

    @Override
    public BulkOutput finish() {
        if (unsettled) {
            settle();
        }
        if (inBatch && packing) {
            if (page != 0 && cells == 0) {
                page = 0;
            } else {
                handOnChains();
            }
        }
        return output;
    }
}
