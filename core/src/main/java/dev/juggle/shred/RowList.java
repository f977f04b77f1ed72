// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import org.jspecify.annotations.Nullable;

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

    /** Where its references begin among those of the job. */
    private static final int REFERENCES = 28;

    private final JobEntities entities;
    private @Nullable BumpArena arena;
    private long address;
    private int count;
    private long rowCount;
    private long order;
    private int document;

    /** A list of rows that refer to these entities. */
    RowList(JobEntities entities) {
        this.entities = entities;
    }

    /** Begins an empty list at the arena's free space; nothing may be taken from the arena's bottom until {@link #close}. */
    void open(BumpArena jobArena) {
        arena = jobArena;
        address = (jobArena.position() + 7) & -8L;
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
        long limit = arena().limit();
        long at = (limit - bytes) & -8L;
        long used = address + (long) count * ENTRY_BYTES;
        if (at < used) {
            throw new ArenaFullException(bytes, limit - used);
        }
        return at;
    }

    private int newEntry(int tapeIndex, int plan, int parent, int position, int length) {
        long at = address + (long) count * ENTRY_BYTES;
        BumpArena space = arena();
        if (at + ENTRY_BYTES > space.limit()) {
            throw new ArenaFullException(ENTRY_BYTES, space.limit() - at);
        }
        space.advanceTo(at + ENTRY_BYTES);
        Mem.putInt(at + TAPE_INDEX, tapeIndex);
        Mem.putInt(at + PLAN, plan);
        Mem.putInt(at + PARENT, parent);
        Mem.putInt(at + POSITION, position);
        Mem.putInt(at + DOCUMENT, document);
        Mem.putInt(at + LENGTH, length);
        Mem.putInt(at + OWNER, parent == NONE ? NONE : Mem.getInt(at(parent) + OWNER));
        Mem.putInt(at + REFERENCES, entities.referenceCount());
        rowCount += length;
        return count++;
    }

    /** Ends the list and takes the space for the grouped order from the arena. */
    void close() {
        order = arena().allocate((long) count * Integer.BYTES);
    }

    private BumpArena arena() {
        if (arena == null) {
            throw new AssertionError("before open");
        }
        return arena;
    }

    /** Entries. */
    int count() {
        return count;
    }

    /** Rows in all entries but those that are left out. */
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

    /** The entity that a row is part of, or {@link #NONE}; known until it is numbered. */
    int owner(int row) {
        return Mem.getInt(at(row) + OWNER);
    }

    /** Says that a row, and what is added below it, is part of an entity. */
    void own(int row, int entity) {
        Mem.putInt(at(row) + OWNER, entity);
    }

    /** Where its references begin among those of the job: they are added right after the entry. */
    int references(int row) {
        return Mem.getInt(at(row) + REFERENCES);
    }

    /** Where its references end. */
    int endOfReferences(int row) {
        return row + 1 < count ? references(row + 1) : entities.referenceCount();
    }

    /** Whether it is left out, because it is part of an entity that is stored already; known until it is numbered. */
    boolean isLeftOut(int row) {
        int owner = owner(row);
        return owner != NONE && entities.isDropped(owner);
    }

    /** Notes that so many rows are left out. */
    void leaveOut(int length) {
        rowCount -= length;
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
