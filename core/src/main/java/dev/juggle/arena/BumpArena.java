// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

/*
 * Two pointers into one block. From below grows what is written in order and read later (input, tape, rows);
 * from above what is written now and then in small pieces (decoded strings).
 *
 *     base            position                limit          base + capacity
 *      │ allocate ───►   │      free           │  ◄─── allocateTop │ padding (read only)
 *
 * The invariant is base <= position <= limit <= base + capacity. Nothing is ever freed by itself: reset() empties
 * the whole arena with two stores, rollback() returns to a mark. That is why there is no free list, no
 * header before a piece and no lock: one thread owns the arena, and hands it on whole.
 */
/**
 * A fixed block of memory with a bump pointer at each end. Owned by one thread at a time: it has no
 * lock, and handing it to another thread needs a queue (or another happens-before edge) in between.
 */
public final class BumpArena implements AutoCloseable {
    /** The largest capacity: offsets within an arena must fit 32 bits. */
    public static final long MAX_CAPACITY_BYTES = (1L << 32) - 64;

    private static final byte POISON = (byte) 0xdb;

    private final Block block;
    private final long base;
    private final long end;
    private long position;
    private long limit;
    private long generation;

    /**
     * An empty arena over a new block.
     *
     * @param capacityBytes rounded up to a multiple of 64; at most {@link #MAX_CAPACITY_BYTES}
     */
    public BumpArena(long capacityBytes) {
        Check.that(capacityBytes > 0 && capacityBytes <= MAX_CAPACITY_BYTES, "not an arena's size", capacityBytes);
        this.block = new Block((capacityBytes + 63) & -64);
        this.base = block.base();
        this.end = base + block.capacityBytes();
        this.position = base;
        this.limit = end;
    }

    /**
     * Takes {@code bytes} bytes from below, at an address that is a multiple of 8. They hold anything.
     *
     * @throws ArenaFullException if they don't fit; nothing was taken then
     */
    public long allocate(long bytes) {
        long address = (position + 7) & -8;
        if (bytes < 0 || bytes > limit - address) {
            throw full(bytes);
        }
        position = address + bytes;
        return address;
    }

    /**
     * Takes {@code bytes} bytes from above, at any address. They hold anything.
     *
     * @throws ArenaFullException if they don't fit; nothing was taken then
     */
    public long allocateTop(long bytes) {
        if (bytes < 0 || bytes > limit - position) {
            throw full(bytes);
        }
        limit -= bytes;
        return limit;
    }

    /**
     * Declares everything up to {@code newPosition} (exclusive) taken: for producers that don't know
     * beforehand how much they will write. They write from {@link #position()} on, up to {@link
     * #limit()} at most, and then call this.
     */
    public void advanceTo(long newPosition) {
        assert newPosition >= position && newPosition <= limit : "position " + newPosition + " not in the free space";
        position = newPosition;
    }

    /** Gives back what was taken from below from {@code newPosition} on. */
    public void shrinkTo(long newPosition) {
        assert newPosition >= base && newPosition <= position : "position " + newPosition + " was never taken";
        poison(newPosition, position);
        position = newPosition;
    }

    /** The free space's first address; not aligned. */
    public long position() {
        return position;
    }

    /** The address behind the free space. */
    public long limit() {
        return limit;
    }

    /** Address of the first byte. Offsets that are stored as 32 bits count from here. */
    public long base() {
        return base;
    }

    /** Bytes in all. */
    public long capacityBytes() {
        return end - base;
    }

    /** Bytes taken at both ends, gaps from alignment included. */
    public long usedBytes() {
        return end - base - (limit - position);
    }

    /** Bytes between the two ends. */
    public long remainingBytes() {
        return limit - position;
    }

    /** Whether {@code bytes} bytes at {@code address} lie within what was taken from this arena. */
    public boolean holds(long address, long bytes) {
        return (address >= base && address + bytes <= position) || (address >= limit && address + bytes <= end);
    }

    /** Notes both ends, as one number without meaning to others, for {@link #rollback}. */
    public long mark() {
        return (position - base) << 32 | (limit - base);
    }

    /** Gives back, at both ends, all that was taken since {@code mark}. */
    public void rollback(long mark) {
        long oldPosition = base + (mark >>> 32);
        long oldLimit = base + (mark & 0xffff_ffffL);
        assert oldPosition <= position && oldLimit >= limit : "a mark of another time";
        poison(oldPosition, position);
        poison(limit, oldLimit);
        position = oldPosition;
        limit = oldLimit;
    }

    /** Empties the arena. Every address taken from it is void; see {@link #generation()}. */
    public void reset() {
        poison(base, position);
        poison(limit, end);
        position = base;
        limit = end;
        generation++;
    }

    /** How often the arena was reset: who keeps an address asserts that this has not moved. */
    public long generation() {
        return generation;
    }

    /** Gives the block back to the system. */
    @Override
    public void close() {
        block.close();
    }

    private ArenaFullException full(long bytes) {
        Check.that(bytes >= 0, "bytes asked for", bytes);
        return new ArenaFullException(bytes, limit - position);
    }

    /** In tests, what was given back is overwritten, so that whoever still reads it is found out. */
    private static void poison(long from, long to) {
        if (Mem.CHECKED && from < to) {
            Mem.fill(from, to - from, POISON);
        }
    }
}
