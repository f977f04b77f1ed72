// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;

/**
 * The rows a job will write, found before anything is encoded, in the job's arena, in document order, and then in an order
 * grouped by table. An entry of six 32-bit numbers is one row with its plan; or a run: the rows of an array that holds
 * nothing but scalars, which need no look at each; or a late row, whose plan is compiled again when it is encoded, since
 * the job has too many. Belongs to the worker that holds the job.
 */
final class RowList {
    static final int ENTRY_BYTES = 24;
    /** Bytes that an entry takes in all: itself and its place in the grouped order. */
    static final int TOTAL_BYTES = ENTRY_BYTES + Integer.BYTES;

    private long address;
    private long limit;
    private int count;
    private long rowCount;
    private long order;

    /** Begins an empty list at the arena's free space; the arena must not be used otherwise until {@link #close}. */
    void open(BumpArena arena) {
        address = (arena.position() + 7) & -8L;
        limit = arena.limit();
        count = 0;
        rowCount = 0;
    }

    /** Adds a row; throws if the arena has no space for one more. */
    void add(int tapeIndex, int plan, int parent, int position, int document) {
        long at = newEntry();
        Mem.putInt(at, tapeIndex);
        Mem.putInt(at + 4, plan);
        Mem.putInt(at + 8, parent);
        Mem.putInt(at + 12, position);
        Mem.putInt(at + 16, document);
        Mem.putInt(at + 20, 1);
        rowCount++;
    }

    /** Adds a run of {@code length} scalars of one array, the first at position 0; throws if there is no space. */
    void addRun(int tapeIndex, int table, int parent, int document, int length) {
        long at = newEntry();
        Mem.putInt(at, tapeIndex);
        Mem.putInt(at + 4, ~table);
        Mem.putInt(at + 8, parent);
        Mem.putInt(at + 12, 0);
        Mem.putInt(at + 16, document);
        Mem.putInt(at + 20, length);
        rowCount += length;
    }

    /** Adds a row whose plan is not kept; throws if the arena has no space for one more. */
    void addLate(int tapeIndex, int table, int parent, int position, int document) {
        add(tapeIndex, ~table, parent, position, document);
    }

    private long newEntry() {
        long at = address + (long) count * ENTRY_BYTES;
        if (at + ENTRY_BYTES > limit) {
            throw new ArenaFullException(ENTRY_BYTES, limit - at);
        }
        count++;
        return at;
    }

    /** Ends the list and takes the space for the grouped order from the arena. */
    void close(BumpArena arena) {
        arena.advanceTo(address + (long) count * ENTRY_BYTES);
        order = arena.allocate((long) count * Integer.BYTES);
    }

    /** Entries. */
    int count() {
        return count;
    }

    /** Rows in all entries. */
    long rowCount() {
        return rowCount;
    }

    /** Whether it is a row that has its plan, and not a run or a late row. */
    boolean hasPlan(int row) {
        return Mem.getInt(at(row) + 4) >= 0;
    }

    /** The id of the table of a run or a late row. */
    int table(int row) {
        return ~Mem.getInt(at(row) + 4);
    }

    /** How many rows an entry is. */
    int length(int row) {
        return Mem.getInt(at(row) + 20);
    }

    int tapeIndex(int row) {
        return Mem.getInt(at(row));
    }

    int plan(int row) {
        return Mem.getInt(at(row) + 4);
    }

    /** The parent's ordinal among the job's rows of its table; unused for a root row. */
    int parent(int row) {
        return Mem.getInt(at(row) + 8);
    }

    /** The index within the parent's array. */
    int position(int row) {
        return Mem.getInt(at(row) + 12);
    }

    /** The document it comes from, by its index in the job. */
    int document(int row) {
        return Mem.getInt(at(row) + 16);
    }

    /** Says which row stands at a place of the grouped order. */
    void place(int at, int row) {
        Mem.putInt(order + 4L * at, row);
    }

    /** The row at a place of the grouped order. */
    int placed(int at) {
        return Mem.getInt(order + 4L * at);
    }

    private long at(int row) {
        return address + (long) row * ENTRY_BYTES;
    }
}
