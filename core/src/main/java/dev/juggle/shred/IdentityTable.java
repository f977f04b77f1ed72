// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Check;
import dev.juggle.arena.Mem;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/*
 * Entries stand in the order in which they came, in a ring; an index of open slots leads to them:
 *
 *     slot = upper half of the hash's first word │ place in the ring + 1        0: free, ends every search
 *     entry = hash (2 words), what is known of it (1 word)
 *
 * Only the holder of the ticket writes; anybody reads at any time. An entry is complete before its slot is published
 * (putLongRelease; the partner is the getLongAcquire in find), so a reader finds it whole or not at all, and not to find it is
 * no harm: under the ticket it is looked for again. The one thing that can spoil what a reader found is that an entry is
 * overwritten by another. `evictions` is raised when that is done (a volatile write; its partner is the reader's read before it
 * begins): so who finds the same number under the ticket knows that nothing was overwritten while it read. While an
 * entry is taken out of the index, others move up, and a reader may miss one or see it twice.
 */
/**
 * What was stored once already: from the hash of a value to its row, for all entity and look-up tables of a run. It takes a
 * fixed number of bytes outside the heap at most, a piece at a time. Where that is used up, the entry that came first
 * gives way: its value is stored once more when it comes again, and never taken for another.
 */
public final class IdentityTable implements AutoCloseable {
    private static final int ENTRY_BYTES = 24;
    private static final int PIECE_ENTRIES = 1 << 13;
    private static final int LEAST_SLOTS = 1 << 10;
    /** Of the bytes there are, one in so many remembers what gave way. */
    private static final int FORGOTTEN_SHARE = 16;

    private static final int WARNING_BITS = 16;
    /** Dropped members that an entry can tell of; a value with more is stored each time it comes. */
    static final int MAX_WARNINGS = (1 << WARNING_BITS) - 1;

    /** Slots of one size; a larger set replaces it, and it stays for those who still read. */
    private static final class Slots {
        final BumpArena block;
        final long base;
        final int mask;

        Slots(int count) {
            block = new BumpArena(8L * count);
            base = block.base();
            mask = count - 1;
        }

        long at(int slot) {
            return base + 8L * (slot & mask);
        }
    }

    private final long key0;
    private final long key1;
    private final int capacity;
    private final long forgottenBytes;
    private final long[] pieces;
    private final List<BumpArena> blocks = new ArrayList<>();
    /** The slots in use; written under the ticket, read by anybody. */
    private volatile Slots slots;

    /** How many entries gave way; written under the ticket, read by anybody. See the top of the class. */
    private volatile long evictions;

    private long first;
    private long next;
    private long forgotten;
    private long repeated;

    /** A table with a random key that takes no more than {@code bytes}. */
    public static IdentityTable ofBytes(long bytes) {
        SecureRandom random = new SecureRandom();
        return new IdentityTable(capacity(bytes), bytes / FORGOTTEN_SHARE, random.nextLong(), random.nextLong());
    }

    /** A table for so many entries, with a random key. */
    public static IdentityTable ofEntries(int entries) {
        SecureRandom random = new SecureRandom();
        return new IdentityTable(entries, 1 << 16, random.nextLong(), random.nextLong());
    }

    private IdentityTable(int capacity, long forgottenBytes, long key0, long key1) {
        Check.that(capacity > 0, "an identity table's entries", capacity);
        this.capacity = capacity;
        this.forgottenBytes = Math.max(64, Long.highestOneBit(forgottenBytes));
        this.key0 = key0;
        this.key1 = key1;
        this.pieces = new long[(capacity + PIECE_ENTRIES - 1) / PIECE_ENTRIES];
        this.slots = newSlots(LEAST_SLOTS);
    }

    /** How many entries there is room for: their slots, at most three quarters full, count twice, since outgrown ones stay. */
    private static int capacity(long bytes) {
        long room = bytes - bytes / FORGOTTEN_SHARE;
        long slots = Long.highestOneBit(Math.max(LEAST_SLOTS, room / 2 / 16));
        return (int) Math.max(1, Math.min((room - 16 * slots) / ENTRY_BYTES, slots * 3 / 4));
    }

    /** A hash with this table's key. */
    SubtreeHash newHash() {
        return new SubtreeHash(key0, key1);
    }

    /** How many entries there is room for. */
    public int capacity() {
        return capacity;
    }

    /** How many entries gave way to later ones. */
    public long evictions() {
        return evictions;
    }

    /** How many values were stored again because they had given way; now and then one too many. After the run. */
    public long repeated() {
        return repeated;
    }

    /** What an entry knows: its row and how many members were dropped below it. */
    static long known(long row, int warnings) {
        assert row > 0 && row < (1L << (64 - WARNING_BITS)) && warnings >= 0 && warnings <= MAX_WARNINGS;
        return (row << WARNING_BITS) | warnings;
    }

    /** The row of what {@link #find} gave. */
    static long row(long known) {
        return known >>> WARNING_BITS;
    }

    /** The dropped members of what {@link #find} gave. */
    static int warnings(long known) {
        return (int) known & MAX_WARNINGS;
    }

    /** What is known of the value with this hash; 0 if there is no entry. Any thread may ask. */
    long find(long high, long low) {
        Slots in = slots;
        for (int slot = (int) low, left = in.mask; left >= 0; slot++, left--) {
            long found = Mem.getLongAcquire(in.at(slot));
            if (found == 0) {
                return 0;
            }
            if (found >>> 32 == high >>> 32) {
                long entry = entry((int) found - 1);
                if (Mem.getLong(entry) == high && Mem.getLong(entry + 8) == low) {
                    return Mem.getLong(entry + 16);
                }
            }
        }
        return 0;
    }

    /** Adds an entry that is not there. Under the ticket. */
    void add(long high, long low, long known) {
        boolean isFull = next - first == capacity;
        if (isFull) {
            evict();
        }
        if (isForgotten(high, low)) {
            repeated++;
        }
        int place = (int) (next % capacity);
        long entry = newEntry(place);
        Mem.putLong(entry, high);
        Mem.putLong(entry + 8, low);
        Mem.putLong(entry + 16, known);
        next++;
        if ((next - first) * 4 > (slots.mask + 1) * 3L) {
            grow();
        } else {
            publish(slots, high, low, place);
        }
        if (isFull) {
            evictions = first;
        }
    }

    private void publish(Slots in, long high, long low, int place) {
        int slot = (int) low;
        while (Mem.getLong(in.at(slot)) != 0) {
            slot++;
        }
        Mem.putLongRelease(in.at(slot), high >>> 32 << 32 | (place + 1));
    }

    private void grow() {
        Slots larger = newSlots((slots.mask + 1) * 2);
        for (long n = first; n < next; n++) {
            int place = (int) (n % capacity);
            long entry = entry(place);
            publish(larger, Mem.getLong(entry), Mem.getLong(entry + 8), place);
        }
        slots = larger;
    }

    private Slots newSlots(int count) {
        Slots made = new Slots(count);
        blocks.add(made.block);
        return made;
    }

    private long entry(int place) {
        return pieces[place / PIECE_ENTRIES] + (long) (place % PIECE_ENTRIES) * ENTRY_BYTES;
    }

    private long newEntry(int place) {
        int piece = place / PIECE_ENTRIES;
        if (pieces[piece] == 0) {
            pieces[piece] = newBlock((long) ENTRY_BYTES * Math.min(PIECE_ENTRIES, capacity));
        }
        return entry(place);
    }

    private long newBlock(long bytes) {
        BumpArena block = new BumpArena(bytes);
        blocks.add(block);
        return block.base();
    }

    // ---- giving way

    private void evict() {
        int place = (int) (first % capacity);
        long entry = entry(place);
        long high = Mem.getLong(entry);
        long low = Mem.getLong(entry + 8);
        remove(slots, (int) low, high >>> 32 << 32 | (place + 1));
        first++;
        forget(high, low);
    }

    /** Takes a slot out and moves those behind it up, so that no search ends too early (Knuth, volume 3, 6.4, algorithm R). */
    private void remove(Slots in, int from, long content) {
        int hole = from;
        while (Mem.getLong(in.at(hole)) != content) {
            hole++;
        }
        for (int slot = hole + 1; ; slot++) {
            long moved = Mem.getLong(in.at(slot));
            if (moved == 0) {
                Mem.putLongRelease(in.at(hole), 0);
                return;
            }
            int home = (int) Mem.getLong(entry((int) moved - 1) + 8);
            if ((slot - home & in.mask) >= (slot - hole & in.mask)) {
                Mem.putLongRelease(in.at(hole), moved);
                hole = slot;
            }
        }
    }

    /** Two bits of a Bloom filter for each entry that gave way. */
    private void forget(long high, long low) {
        if (forgotten == 0) {
            forgotten = newBlock(forgottenBytes);
        }
        set(high);
        set(high ^ low);
    }

    private void set(long bits) {
        long at = forgottenAt(bits);
        Mem.putByte(at, (byte) (Mem.getByte(at) | 1 << (bits & 7)));
    }

    private boolean isForgotten(long high, long low) {
        return forgotten != 0 && isSet(high) && isSet(high ^ low);
    }

    private boolean isSet(long bits) {
        return (Mem.getByte(forgottenAt(bits)) & 1 << (bits & 7)) != 0;
    }

    private long forgottenAt(long bits) {
        return forgotten + (bits >>> 3 & forgottenBytes - 1);
    }

    @Override
    public void close() {
        blocks.forEach(BumpArena::close);
    }
}
