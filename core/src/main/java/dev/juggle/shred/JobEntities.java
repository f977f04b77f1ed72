// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import java.util.Arrays;

/**
 * The values of one job that are stored once, each with its identity and, as far as known, its row; and the references to
 * them, in the order in which rows make them. They lie at the top of the job's arena, in pieces, while the row list grows from
 * below; the first ones elsewhere. Belongs to the worker that holds the job.
 */
final class JobEntities implements AutoCloseable {
    /** Stands for no row: not stored yet, as far as is known. */
    static final long NEW = 0;

    private static final int HIGH = 0;
    private static final int LOW = 8;
    /** What {@link IdentityTable} knows of it, or {@link #NEW}; once decided, its row. */
    private static final int KNOWN = 16;

    private static final int TAPE_INDEX = 24;
    private static final int TABLE = 28;
    /** The entity of which the first row is part that refers to it, or {@link RowList#NONE}. */
    private static final int WITHIN = 32;
    /** Members dropped in its own rows, then in all below it. */
    private static final int WARNINGS = 36;

    private static final int STATE = 40;
    private static final int ENTRY_BYTES = 48;

    /** Its rows are among the job's. */
    private static final int KEPT = 1;
    /** Its rows are among the job's, but were stored by another job meanwhile. */
    private static final int DROPPED = 2;

    private static final int PIECE_BITS = 9;
    private static final int PIECE = 1 << PIECE_BITS;
    private static final int LEAST_SLOTS = 256;

    /** The most bytes that a job with so many entities and references to them takes here, pieces begun and slots outgrown included. */
    static long bytes(long entities, long references) {
        return entities * (ENTRY_BYTES + 24)
                + references * Integer.BYTES
                + (long) PIECE * (ENTRY_BYTES + 4)
                + 4 * LEAST_SLOTS;
    }

    /** What a job of ordinary size needs has a place of its own, the same for each job, since that stays in the processor's cache. */
    private static final int OWN_PIECES = 8;

    private static final int MOST_OWN_SLOTS = 1 << 14;
    private static final long OWN_SLOT_BYTES = 4L * 2 * MOST_OWN_SLOTS;

    private final BumpArena own =
            new BumpArena(OWN_SLOT_BYTES + (long) OWN_PIECES * PIECE * (ENTRY_BYTES + Integer.BYTES));
    private final long ownSlots = own.allocate(OWN_SLOT_BYTES);
    private final Pieces entries = new Pieces(ENTRY_BYTES, own);
    private final Pieces references = new Pieces(Integer.BYTES, own);
    private long slots;
    private int mask;
    private int firstSlots = LEAST_SLOTS;

    /** A list that grows in the arena, a piece at a time. */
    private static final class Pieces {
        private final int itemBytes;
        private long[] at = new long[16];
        int count;

        Pieces(int itemBytes, BumpArena own) {
            this.itemBytes = itemBytes;
            for (int piece = 0; piece < OWN_PIECES; piece++) {
                at[piece] = own.allocate((long) PIECE * itemBytes);
            }
        }

        int add(BumpArena arena) {
            int piece = count >>> PIECE_BITS;
            if ((count & PIECE - 1) == 0) {
                if (piece == at.length) {
                    at = Arrays.copyOf(at, piece * 2);
                }
                if (piece >= OWN_PIECES) {
                    at[piece] = arena.allocateTop((long) PIECE * itemBytes);
                }
            }
            return count++;
        }

        long address(int item) {
            assert item >= 0 && item < count;
            return at[item >>> PIECE_BITS] + (long) (item & PIECE - 1) * itemBytes;
        }
    }

    /** Forgets all; what lay in the arena must be given back by the caller. */
    void clear() {
        firstSlots = Math.min(MOST_OWN_SLOTS, Math.max(LEAST_SLOTS, Integer.highestOneBit(4 * entries.count + 1)));
        entries.count = 0;
        references.count = 0;
        slots = 0;
    }

    /** Entities met so far. */
    int count() {
        return entries.count;
    }

    /** References made so far: the place of the next one. */
    int referenceCount() {
        return references.count;
    }

    /** Adds a reference to an entity. */
    void refer(int entity, BumpArena arena) {
        int place = references.add(arena);
        Mem.putInt(references.address(place), entity);
    }

    /** The entity that a reference leads to. */
    int referent(int place) {
        return Mem.getInt(references.address(place));
    }

    /** The entity with this identity, if the job met it before, or {@link RowList#NONE}. */
    int find(SubtreeHash hash) {
        if (slots == 0) {
            return RowList.NONE;
        }
        for (int slot = (int) hash.low() & mask; ; slot = slot + 1 & mask) {
            int entity = Mem.getInt(slots + 4L * slot) - 1;
            if (entity < 0) {
                return RowList.NONE;
            }
            long at = entries.address(entity);
            if (Mem.getLong(at + HIGH) == hash.high() && Mem.getLong(at + LOW) == hash.low()) {
                return entity;
            }
        }
    }

    /** Adds an entity that the job did not meet before, with what is {@code known} of it, and gives its index. */
    int add(SubtreeHash hash, long known, int tapeIndex, int table, BumpArena arena) {
        if (slots == 0 || entries.count * 2 > mask) {
            grow(arena);
        }
        int entity = entries.add(arena);
        long at = entries.address(entity);
        Mem.putLong(at + HIGH, hash.high());
        Mem.putLong(at + LOW, hash.low());
        Mem.putLong(at + KNOWN, known);
        Mem.putInt(at + TAPE_INDEX, tapeIndex);
        Mem.putInt(at + TABLE, table);
        Mem.putInt(at + WITHIN, RowList.NONE);
        Mem.putInt(at + WARNINGS, IdentityTable.warnings(known));
        Mem.putInt(at + STATE, known == NEW ? KEPT : 0);
        place(entity);
        return entity;
    }

    private void grow(BumpArena arena) {
        int size = slots == 0 ? firstSlots : (mask + 1) * 2;
        // each size has its own stretch, behind those of all smaller ones
        slots = size <= MOST_OWN_SLOTS ? ownSlots + 4L * size : arena.allocateTop(4L * size);
        Mem.fill(slots, 4L * size, (byte) 0);
        mask = size - 1;
        for (int entity = 0; entity < entries.count; entity++) {
            place(entity);
        }
    }

    private void place(int entity) {
        int slot = (int) low(entity) & mask;
        while (Mem.getInt(slots + 4L * slot) != 0) {
            slot = slot + 1 & mask;
        }
        Mem.putInt(slots + 4L * slot, entity + 1);
    }

    long high(int entity) {
        return Mem.getLong(entries.address(entity) + HIGH);
    }

    long low(int entity) {
        return Mem.getLong(entries.address(entity) + LOW);
    }

    int tapeIndex(int entity) {
        return Mem.getInt(entries.address(entity) + TAPE_INDEX);
    }

    /** The id of its table. */
    int table(int entity) {
        return Mem.getInt(entries.address(entity) + TABLE);
    }

    /** Says of which entity the first row is part that refers to this one. */
    void within(int entity, int outer) {
        Mem.putInt(entries.address(entity) + WITHIN, outer);
    }

    int within(int entity) {
        return Mem.getInt(entries.address(entity) + WITHIN);
    }

    /** Whether its rows are among the job's, because it was not known when it was met. */
    boolean isListed(int entity) {
        return Mem.getInt(entries.address(entity) + STATE) != 0;
    }

    /** Whether its rows are among the job's, and are to be left out. */
    boolean isDropped(int entity) {
        return Mem.getInt(entries.address(entity) + STATE) == DROPPED;
    }

    /** Notes under the ticket what is known of it: if its rows are among the job's, they are not needed. */
    void settle(int entity, long known) {
        if (isListed(entity)) {
            Mem.putInt(entries.address(entity) + STATE, DROPPED);
        }
        Mem.putLong(entries.address(entity) + KNOWN, known);
    }

    /** What is known of it from before: see {@link IdentityTable#find}. */
    long known(int entity) {
        return Mem.getLong(entries.address(entity) + KNOWN);
    }

    /** Gives it its row. */
    void row(int entity, long row) {
        Mem.putLong(entries.address(entity) + KNOWN, row);
    }

    /** Its row, once it has one. */
    long row(int entity) {
        return Mem.getLong(entries.address(entity) + KNOWN);
    }

    int warnings(int entity) {
        return Mem.getInt(entries.address(entity) + WARNINGS);
    }

    void addWarnings(int entity, int more) {
        long at = entries.address(entity) + WARNINGS;
        Mem.putInt(at, Mem.getInt(at) + more);
    }

    @Override
    public void close() {
        own.close();
    }
}
