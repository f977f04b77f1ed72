// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;

/**
 * The rows a job will write, found before anything is encoded: five 32-bit numbers each, in the job's arena, in document
 * order, and then a list of them grouped by table. Belongs to the worker that holds the job.
 */
final class RowList {
    static final int ROW_BYTES = 20;
    /** Bytes that a row takes in all: itself and its place in the grouped order. */
    static final int TOTAL_BYTES = ROW_BYTES + Integer.BYTES;

    private long address;
    private long limit;
    private int count;
    private long order;

    /** Begins an empty list at the arena's free space; the arena must not be used otherwise until {@link #close}. */
    void open(BumpArena arena) {
        address = (arena.position() + 7) & -8L;
        limit = arena.limit();
        count = 0;
    }

    /** Adds a row; throws if the arena has no space for one more. */
    void add(int tapeIndex, int plan, int parent, int position, int document) {
        long at = address + (long) count * ROW_BYTES;
        if (at + ROW_BYTES > limit) {
            throw new ArenaFullException(ROW_BYTES, limit - at);
        }
        Mem.putInt(at, tapeIndex);
        Mem.putInt(at + 4, plan);
        Mem.putInt(at + 8, parent);
        Mem.putInt(at + 12, position);
        Mem.putInt(at + 16, document);
        count++;
    }

    /** Ends the list and takes the space for the grouped order from the arena. */
    void close(BumpArena arena) {
        arena.advanceTo(address + (long) count * ROW_BYTES);
        order = arena.allocate((long) count * Integer.BYTES);
    }

    int count() {
        return count;
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
        return address + (long) row * ROW_BYTES;
    }
}
