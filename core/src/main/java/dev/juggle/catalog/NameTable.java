// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import dev.juggle.arena.Check;
import dev.juggle.arena.Mem;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/*
 * Open addressing over primitive arrays:
 *
 *   slots    int    entry + 1; 0 is empty. At most a quarter are taken, so that seven of eight look-ups end in the first: a
 *                   second one is a branch mispredicted
 *   keys     long   5 for each entry: header (owner, flag, length) and up to 32 bytes of the key, padded with zeros;
 *                   of a longer key its hash, and the bytes are in longKeys
 *   values          one for each entry; null where the name was removed
 *
 * A look-up reads 32 bytes at the key's address whatever its length (arenas are padded) and masks what lies behind it, so
 * nothing in it depends on the length but one comparison: no branch to mispredict, and the four words are hashed and
 * compared side by side. The hash is the sum of the words, each times a random odd number, of which the top bits count
 * (multiply-shift; Dietzfelbinger et al., 1997): who doesn't know the numbers can't make names that meet. Keys are kept in
 * their own case; only where it differs and does not matter are they folded.
 *
 * Sharing: a version is a count over arrays it shares with the versions before it. A name that is new takes an entry beyond
 * their counts and a slot that was empty. So an older version may meet a slot that was filled after its time; the entry is
 * not below its count, and it treats the slot as what it was then: empty. It reads nothing of the entry itself, so it does
 * not matter what of it is visible yet; the slot is one int, so it is never torn. The newer version's reader got that version
 * by a hand-over (volatile, lock) that comes after all writes to the arrays. Adding a name so costs the same however
 * many there are, and 10,000 additions one by one are linear. What breaks without the count: an older reader would find a
 * name whose alias is not there yet. Replacing and removing copy the values' array, for an older version must keep what it has.
 */
/**
 * One immutable version of a table from names, as bytes in an arena, to values. No object is made to look one up. Only the
 * newest version may be the basis of the next, by one thread at a time; any thread may look up in any version that was
 * handed to it safely.
 *
 * @param <V> what a name stands for
 */
final class NameTable<V> {
    /** Room for more names than this is never made. */
    private static final int MAX_CAPACITY = 1 << 26;

    private static final int SLOTS_PER_ENTRY = 4;
    private static final int STRIDE = 5;
    private static final int INLINE_BYTES = 32;
    private static final int MIN_CAPACITY = 8;
    private static final int LENGTH_MASK = (1 << 28) - 1;
    private static final long ESCAPED = 1L << 31;
    /** For each length up to 32 the masks of the four words: their bytes that belong to the key. */
    private static final long[] MASKS = masks();

    /** What is shared by versions. */
    private static final class Store {
        private final int[] slots;
        private final long[] keys;
        private final byte[] @Nullable [] longKeys;

        /** How many entries the newest version has taken; touched by its one editor only. */
        private int used;

        private Store(int capacity) {
            slots = new int[capacity * SLOTS_PER_ENTRY];
            keys = new long[capacity * STRIDE];
            longKeys = new byte[capacity][];
        }

        private Store(Store from) {
            slots = from.slots.clone();
            keys = from.keys.clone();
            longKeys = from.longKeys.clone();
            used = from.used;
        }
    }

    private final Factors factors;
    private final boolean ignoresCase;
    private final long caseBits;
    private final long headerFactor;
    private final long firstFactor;
    private final long secondFactor;
    private final long thirdFactor;
    private final long fourthFactor;

    private final Store store;
    private final int[] slots;
    private final long[] keys;
    private final @Nullable Object[] values;
    /** So many places to the right, the top bits of a hash are a slot. */
    private final int shift;

    private final int count;
    private final int live;

    /**
     * What makes a table's hash its own.
     *
     * @param caseBits the bit that tells the case of a letter, in each byte; 0 if case matters
     */
    private record Factors(long caseBits, long header, long first, long second, long third, long fourth) {
        private static Factors of(boolean ignoresCase, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            return new Factors(
                    ignoresCase ? 0x2020_2020_2020_2020L : 0,
                    random.nextLong() | 1,
                    random.nextLong() | 1,
                    random.nextLong() | 1,
                    random.nextLong() | 1,
                    random.nextLong() | 1);
        }
    }

    /**
     * One step of a change.
     *
     * @param owner see {@link NameTable#header}
     * @param key the bytes are nobody's to change any more
     * @param value null to remove the name
     */
    record Step<V>(int owner, Key key, @Nullable V value) {}

    /**
     * An empty table.
     *
     * @param ignoresCase whether A to Z are the same as a to z
     * @param seed seeds the hash, so that input can't aim at it
     */
    NameTable(boolean ignoresCase, long seed) {
        this(Factors.of(ignoresCase, seed), new Store(MIN_CAPACITY), new Object[MIN_CAPACITY], 0, 0);
    }

    private NameTable(Factors factors, Store store, @Nullable Object[] values, int count, int live) {
        this.factors = factors;
        this.ignoresCase = factors.caseBits != 0;
        this.caseBits = factors.caseBits;
        this.headerFactor = factors.header;
        this.firstFactor = factors.first;
        this.secondFactor = factors.second;
        this.thirdFactor = factors.third;
        this.fourthFactor = factors.fourth;
        this.store = store;
        this.slots = store.slots;
        this.keys = store.keys;
        this.values = values;
        this.shift = slotShift(slots);
        this.count = count;
        this.live = live;
    }

    /**
     * What tells keys of the same bytes apart.
     *
     * @param owner whose name it is: the same name may stand for something else with another owner
     * @param length of the key in bytes
     * @param escaped see {@link Key#escaped}
     */
    static long header(int owner, int length, boolean escaped) {
        return (long) owner << 32 | (escaped ? ESCAPED : 0) | length;
    }

    /** How many names there are. */
    int size() {
        return live;
    }

    /** How many entries are taken, the removed names' included. */
    int entries() {
        return count;
    }

    /** How many entries the arrays have room for. */
    int capacity() {
        return values.length;
    }

    /** Bytes of its arrays, the keys beyond 32 bytes not counted. */
    long heapBytes() {
        return slots.length * 4L + keys.length * 8L + values.length * 8L; // a reference and a long key's
    }

    /** What the name of {@code header} and the bytes at {@code address} stands for; null if there is none. */
    @Nullable
    V find(long header, long address) {
        int entry = entry(header, address);
        return entry < 0 ? null : value(entry);
    }

    /** The same for a key in the heap: for editors, and outside of hot loops. */
    @Nullable
    V find(int owner, Key key) {
        int entry = entry(owner, key);
        return entry < 0 ? null : value(entry);
    }

    @SuppressWarnings("unchecked")
    @Nullable
    V value(int entry) {
        return (V) values[entry];
    }

    /** The entry of a name, also of one that was removed; -1 if there is none. */
    int entry(long header, long address) {
        int length = (int) header & LENGTH_MASK;
        if (length > INLINE_BYTES) {
            return longEntry(header, Mem.bytes(address, length));
        }
        int mask = length * 4;
        long first = Mem.getLong(address) & MASKS[mask];
        long second = Mem.getLong(address + 8) & MASKS[mask + 1];
        long third = Mem.getLong(address + 16) & MASKS[mask + 2];
        long fourth = Mem.getLong(address + 24) & MASKS[mask + 3];
        return probe(header, first, second, third, fourth);
    }

    /** The arrays copied, so that nobody else reads or writes them. */
    NameTable<V> copy() {
        return new NameTable<>(factors, new Store(store), values.clone(), count, live);
    }

    /** The version after this one. Only for the newest version, by one thread at a time. */
    @SuppressWarnings("ReferenceEquality") // as in NameEdit
    NameTable<V> with(List<Step<V>> steps) {
        boolean isNewest = store.used == count; // not after a change that failed half-way
        NameTable<V> next = isNewest ? this : rebuilt();
        boolean ownsValues = !isNewest;
        for (Step<V> step : steps) {
            int entry = next.entry(step.owner, step.key);
            if (entry < 0 && step.value != null) {
                if (next.count == next.capacity()) {
                    next = next.rebuilt();
                    ownsValues = true;
                }
                next = next.append(step);
            } else if (entry >= 0 && next.values[entry] != step.value) {
                @Nullable Object[] changed = ownsValues ? next.values : next.values.clone();
                ownsValues = true;
                int more = (step.value == null ? 0 : 1) - (changed[entry] == null ? 0 : 1);
                changed[entry] = step.value;
                next = new NameTable<>(factors, next.store, changed, next.count, next.live + more);
            }
        }
        return next;
    }

    private NameTable<V> append(Step<V> step) {
        assert store.used == count : "not the newest version";
        int entry = count;
        byte[] bytes = step.key.bytes();
        long header = header(step.owner, bytes.length, step.key.escaped());
        int k = entry * STRIDE;
        keys[k] = header;
        long hash;
        if (bytes.length > INLINE_BYTES) {
            bytes = folded(bytes);
            hash = longHash(header, bytes);
            keys[k + 1] = hash;
            store.longKeys[entry] = bytes;
        } else {
            for (int word = 0; word < 4; word++) {
                keys[k + 1 + word] = word(bytes, word);
            }
            hash = hash(header, keys[k + 1], keys[k + 2], keys[k + 3], keys[k + 4]);
        }
        values[entry] = step.value;
        take(slots, hash, entry);
        store.used = count + 1;
        return new NameTable<>(factors, store, values, count + 1, live + 1);
    }

    private static void take(int[] slots, long hash, int entry) {
        int slot = (int) (hash >>> slotShift(slots));
        while (slots[slot] != 0) {
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = entry + 1;
    }

    private static int slotShift(int[] slots) {
        return Long.SIZE - Integer.numberOfTrailingZeros(slots.length);
    }

    /** Without the removed names, with room for half as many again as there are others. */
    private NameTable<V> rebuilt() {
        int capacity = MIN_CAPACITY;
        while (capacity < live + live / 2 + 1) {
            capacity *= 2;
        }
        Check.that(capacity <= MAX_CAPACITY, "too many names", live);
        Store fresh = new Store(capacity);
        @Nullable Object[] kept = new Object[capacity];
        int to = 0;
        for (int entry = 0; entry < count; entry++) {
            if (values[entry] != null) {
                System.arraycopy(keys, entry * STRIDE, fresh.keys, to * STRIDE, STRIDE);
                fresh.longKeys[to] = store.longKeys[entry];
                kept[to] = values[entry];
                take(fresh.slots, hashOf(entry), to++);
            }
        }
        fresh.used = to;
        return new NameTable<>(factors, fresh, kept, to, to);
    }

    private long hashOf(int entry) {
        int k = entry * STRIDE;
        boolean isLong = ((int) keys[k] & LENGTH_MASK) > INLINE_BYTES;
        return isLong ? keys[k + 1] : hash(keys[k], keys[k + 1], keys[k + 2], keys[k + 3], keys[k + 4]);
    }

    private int entry(int owner, Key key) {
        byte[] bytes = key.bytes();
        long header = header(owner, bytes.length, key.escaped());
        return bytes.length > INLINE_BYTES
                ? longEntry(header, bytes)
                : probe(header, word(bytes, 0), word(bytes, 1), word(bytes, 2), word(bytes, 3));
    }

    private int probe(long header, long first, long second, long third, long fourth) {
        int slot = (int) (hash(header, first, second, third, fourth) >>> shift);
        while (true) {
            int entry = slots[slot & slots.length - 1] - 1;
            if (Integer.compareUnsigned(entry, count) >= 0) {
                return -1;
            }
            int k = entry * STRIDE;
            long difference = (keys[k] ^ header)
                    | (keys[k + 1] ^ first)
                    | (keys[k + 2] ^ second)
                    | (keys[k + 3] ^ third)
                    | (keys[k + 4] ^ fourth);
            if (difference == 0) {
                return entry;
            }
            if (ignoresCase && keys[k] == header) {
                long folded = (fold(keys[k + 1]) ^ fold(first))
                        | (fold(keys[k + 2]) ^ fold(second))
                        | (fold(keys[k + 3]) ^ fold(third))
                        | (fold(keys[k + 4]) ^ fold(fourth));
                if (folded == 0) {
                    return entry;
                }
            }
            slot++;
        }
    }

    /** Names beyond 32 bytes are rare and not worth more than this. */
    private int longEntry(long header, byte[] key) {
        byte[] bytes = folded(key);
        long hash = longHash(header, bytes);
        int slot = (int) (hash >>> shift);
        while (true) {
            int entry = slots[slot & slots.length - 1] - 1;
            if (Integer.compareUnsigned(entry, count) >= 0) {
                return -1;
            }
            int k = entry * STRIDE;
            if (keys[k] == header && keys[k + 1] == hash && Arrays.equals(store.longKeys[entry], bytes)) {
                return entry;
            }
            slot++;
        }
    }

    /** Where case is ignored it is left out by the bit that tells it, at the price of a few more that meet. */
    private long hash(long header, long first, long second, long third, long fourth) {
        return header * headerFactor
                + (first | caseBits) * firstFactor
                + (second | caseBits) * secondFactor
                + (third | caseBits) * thirdFactor
                + (fourth | caseBits) * fourthFactor;
    }

    private long longHash(long header, byte[] bytes) {
        long hash = header * headerFactor;
        for (int word = 0; word < (bytes.length + 7) >>> 3; word++) {
            long mixed = (hash ^ hash >>> 29) * secondFactor;
            hash = mixed + word(bytes, word) * firstFactor;
        }
        return (hash ^ hash >>> 32) * thirdFactor;
    }

    /** Eight bytes at a time: those from A to Z become a to z; the carries stay within their byte. */
    private static long fold(long word) {
        long low = word & 0x7f7f_7f7f_7f7f_7f7fL;
        long beyondZ = low + 0x2525_2525_2525_2525L;
        long fromA = low + 0x3f3f_3f3f_3f3f_3f3fL;
        long isUpper = (fromA ^ beyondZ) & ~word & 0x8080_8080_8080_8080L;
        return word | isUpper >>> 2;
    }

    /** A key that is equal for all keys that are the same here. */
    Key canonical(Key key) {
        return ignoresCase ? new Key(folded(key.bytes()), key.escaped()) : key;
    }

    private byte[] folded(byte[] bytes) {
        if (!ignoresCase) {
            return bytes;
        }
        byte[] folded = bytes.clone();
        for (int i = 0; i < folded.length; i++) {
            if (folded[i] >= 'A' && folded[i] <= 'Z') {
                folded[i] |= 0x20;
            }
        }
        return folded;
    }

    private static long word(byte[] bytes, int index) {
        long word = 0;
        int end = Math.min(bytes.length, index * 8 + 8);
        for (int i = index * 8; i < end; i++) {
            word |= (bytes[i] & 0xffL) << (8 * (i & 7));
        }
        return word;
    }

    private static long[] masks() {
        long[] masks = new long[(INLINE_BYTES + 1) * 4];
        for (int length = 0; length <= INLINE_BYTES; length++) {
            for (int word = 0; word < 4; word++) {
                int bytes = Math.clamp(length - word * 8L, 0, 8);
                masks[length * 4 + word] = bytes == 8 ? -1 : (1L << (8 * bytes)) - 1;
            }
        }
        return masks;
    }
}
