// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;

/**
 * The rows a job will write, found before anything is encoded, in the job's arena, in document order, and then in an order
 * grouped by table. An entry of eight 32-bit numbers is one row with its plan; or a run: the rows of an array or a map that
 * holds nothing but scalars, which need no look at each; or a late row, whose plan is compiled again when it is encoded,
 * since the job has too many. An entry's parent is an entry too, not a number of a row: rows are numbered when the list is
 * grouped, so that entries can be left out of it before. Belongs to the worker that holds the job.
 */
final class RowList {
    static final int ENTRY_BYTES = 32;
    /** Bytes that an entry takes in all: itself and its place in the grouped order. */
    static final int TOTAL_BYTES = ENTRY_BYTES + Integer.BYTES;
    /** Stands for no entry, no entity. */
    static final int NONE = -1;

    private static final int TAPE_INDEX = 0;
    private static final int PLAN = 4;
    private static final int PARENT = 8;
    private static final int POSITION = 12;
    private static final int DOCUMENT = 16;
    private static final int LENGTH = 20;
    /** The entity that a row is part of; once the list is grouped, the row's ordinal instead. */
    private static final int OWNER = 24;

    private long address;
    private long limit;
    private int count;
    private long rowCount;
    private long order;
    private int document;

    /** Begins an empty list at the arena's free space; the arena must not be used otherwise until {@link #close}. */
    void open(BumpArena arena) {
        address = (arena.position() + 7) & -8L;
        limit = arena.limit();
        count = 0;
        rowCount = 0;
    }

    /** Says which document's rows follow, by its index in the job. */
    void beginDocument(int index) {
        document = index;
    }

    /** Adds a row and gives its index; throws if the arena has no space for one more. */
    int add(int tapeIndex, int plan, int parent, int position) {
        return newEntry(tapeIndex, plan, parent, position, 1);
    }

    /**
     * Adds a run of {@code length} scalars of one array, the first at position 0, or of one map, the first key at
     * {@code tapeIndex}; throws if there is no space.
     */
    int addRun(int tapeIndex, int table, int parent, int length) {
        return newEntry(tapeIndex, ~table, parent, 0, length);
    }

    /** Adds a row whose plan is not kept; throws if the arena has no space for one more. */
    int addLate(int tapeIndex, int table, int parent, int position) {
        return newEntry(tapeIndex, ~table, parent, position, 1);
    }

    /** The address of {@code bytes} free bytes, to be used at once; throws if there is no space for them. */
    long scratch(long bytes) {
        long at = (limit - bytes) & -8L;
        long used = address + (long) count * ENTRY_BYTES;
        if (at < used) {
            throw new ArenaFullException(bytes, limit - used);
        }
        return at;
    }

    private int newEntry(int tapeIndex, int plan, int parent, int position, int length) {
        long at = address + (long) count * ENTRY_BYTES;
        if (at + ENTRY_BYTES > limit) {
            throw new ArenaFullException(ENTRY_BYTES, limit - at);
        }
        Mem.putInt(at + TAPE_INDEX, tapeIndex);
        Mem.putInt(at + PLAN, plan);
        Mem.putInt(at + PARENT, parent);
        Mem.putInt(at + POSITION, position);
        Mem.putInt(at + DOCUMENT, document);
        Mem.putInt(at + LENGTH, length);
        Mem.putInt(at + OWNER, parent == NONE ? NONE : Mem.getInt(at(parent) + OWNER));
        rowCount += length;
        return count++;
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
        return Mem.getInt(at(row) + PLAN) >= 0;
    }

    /** The id of the table of a run or a late row. */
    int table(int row) {
        return ~Mem.getInt(at(row) + PLAN);
    }

    /** How many rows an entry is. */
    int length(int row) {
        return Mem.getInt(at(row) + LENGTH);
    }

    int tapeIndex(int row) {
        return Mem.getInt(at(row) + TAPE_INDEX);
    }

    int plan(int row) {
        return Mem.getInt(at(row) + PLAN);
    }

    /** The entry of the row that this one belongs to; {@link #NONE} for a row that belongs to none. */
    int parent(int row) {
        return Mem.getInt(at(row) + PARENT);
    }

    /** The index within the parent's array; in a map, the tape index of the key. */
    int position(int row) {
        return Mem.getInt(at(row) + POSITION);
    }

    /** The document it comes from, by its index in the job. */
    int document(int row) {
        return Mem.getInt(at(row) + DOCUMENT);
    }

    /** The number of an entry's first row among the job's rows of its table, from 0; there is one once it was numbered. */
    int ordinal(int row) {
        return Mem.getInt(at(row) + OWNER);
    }

    /** Numbers an entry. */
    void number(int row, int ordinal) {
        Mem.putInt(at(row) + OWNER, ordinal);
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
