// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/*
 * A name of up to eight bytes is its own key: its bytes as a little-endian number, lower-cased, unused bytes zero
 * (no name holds a zero byte, the tokenizer replaces it). One multiply finds the slot, one compare decides. Longer
 * names are hashed over their bytes and compared byte by byte. Both tables are probed linearly and at most half
 * full. Known names stay; a document's own names are taken out again by forget(), in time proportional to their
 * number. Numbers of own names are given in the order of their first appearance.
 */
/**
 * The spelling of every tag and attribute name, as a number, for one parser. Known names have the
 * numbers of {@link Name}; others are numbered per document. Not shared between threads.
 */
final class Names {
    /** More names than this in one document are refused: a node has 25 bits for its name. */
    static final int MAX_COUNT = 1 << 25;

    /** Odd, and different in each process, so that nobody can write a page whose names all collide. */
    private static final long MULTIPLIER = (System.nanoTime() * 0x9E37_79B9_7F4A_7C15L) | 1;

    private static final byte[][] KNOWN = knownBytes();

    private long[] shortKeys = new long[4096];
    private int[] shortNames = new int[4096];
    private int shortShift = 64 - 12;
    private int shortCount;
    private int[] longNames = new int[256];
    private int longCount;

    /** Of own names: where the spelling lies in {@link #ownBytes}, by number minus {@link Name#COUNT}. */
    private int[] ownStarts = new int[65];

    private byte[] ownBytes = new byte[1024];
    private int ownCount;

    Names() {
        for (int name = 1; name < Name.FINDABLE; name++) {
            byte[] spelling = KNOWN[name];
            if (spelling.length <= 8) {
                putShort(key(spelling), name);
            } else {
                putLong(hash(spelling, 0, spelling.length), name);
            }
        }
    }

    /** How many numbers are in use: all names are below this. */
    int count() {
        return Name.COUNT + ownCount;
    }

    /** The number of the name with this key ({@link #lowerCase} applied); a new one if it is new. */
    int ofKey(long key) {
        long[] keys = shortKeys;
        int mask = keys.length - 1;
        int slot = (int) ((key * MULTIPLIER) >>> shortShift);
        while (true) {
            long found = keys[slot];
            if (found == key) {
                return shortNames[slot];
            }
            if (found == 0) {
                return addShort(key);
            }
            slot = (slot + 1) & mask;
        }
    }

    /** The number of the name in {@code length} bytes at {@code address}, upper case folded; new ones are added. */
    int of(long address, int length) {
        if (length <= 8) {
            long key = Mem.getLong(address);
            return ofKey(lowerCase(length == 8 ? key : key & ((1L << (length * 8)) - 1)));
        }
        int start = ownStarts[ownCount];
        reserve(length);
        Mem.copyOut(address, ownBytes, start, length);
        for (int index = start; index < start + length; index++) {
            if (ownBytes[index] >= 'A' && ownBytes[index] <= 'Z') {
                ownBytes[index] |= 'a' - 'A';
            }
        }
        return ofReserved(start, length);
    }

    /** The number of the name whose bytes were put where the next own name goes. */
    private int ofReserved(int start, int length) {
        int hash = hash(ownBytes, start, length);
        int mask = longNames.length - 1;
        int slot = hash & mask;
        while (longNames[slot] != 0) {
            if (isSpelled(longNames[slot], start, length)) {
                return longNames[slot];
            }
            slot = (slot + 1) & mask;
        }
        int name = addOwn(start + length);
        putLong(hash, name);
        return name;
    }

    /** The number of this spelling (lower case, in UTF-8); a new one if it is new. */
    int add(byte[] spelling) {
        if (spelling.length <= 8) {
            return ofKey(key(spelling));
        }
        int start = ownStarts[ownCount];
        reserve(spelling.length);
        System.arraycopy(spelling, 0, ownBytes, start, spelling.length);
        return ofReserved(start, spelling.length);
    }

    /** The number of a caller's name, or 0 if neither known nor in this document. Lower case expected. */
    int find(String spelling) {
        byte[] bytes = spelling.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0) {
            return 0;
        }
        if (bytes.length <= 8) {
            long key = key(bytes);
            int slot = (int) ((key * MULTIPLIER) >>> shortShift);
            while (shortKeys[slot] != 0) {
                if (shortKeys[slot] == key) {
                    return shortNames[slot];
                }
                slot = (slot + 1) & (shortKeys.length - 1);
            }
            return 0;
        }
        int slot = hash(bytes, 0, bytes.length) & (longNames.length - 1);
        while (longNames[slot] != 0) {
            if (Arrays.equals(bytes, bytes(longNames[slot]))) {
                return longNames[slot];
            }
            slot = (slot + 1) & (longNames.length - 1);
        }
        return 0;
    }

    /** The spelling of a name, as text. Allocates. */
    String spelling(int name) {
        return name < Name.COUNT ? Name.SPELLINGS[name] : new String(bytes(name), StandardCharsets.UTF_8);
    }

    /** The spelling of a name, as UTF-8. Not to be changed. */
    byte[] bytes(int name) {
        if (name < Name.COUNT) {
            return KNOWN[name];
        }
        int own = name - Name.COUNT;
        return Arrays.copyOfRange(ownBytes, ownStarts[own], ownStarts[own + 1]);
    }

    /** Appends the spelling of a name to {@code sink}, without allocation. */
    void write(int name, ByteSink sink) {
        if (name < Name.COUNT) {
            sink.write(KNOWN[name], 0, KNOWN[name].length);
        } else {
            int start = ownStarts[name - Name.COUNT];
            sink.write(ownBytes, start, ownStarts[name - Name.COUNT + 1] - start);
        }
    }

    /** Forgets the names of the last document; known names stay. */
    void forget() {
        for (int own = ownCount - 1; own >= 0; own--) {
            int length = ownStarts[own + 1] - ownStarts[own];
            if (length > 8) {
                removeLong(hash(ownBytes, ownStarts[own], length), Name.COUNT + own);
            } else {
                removeShort(keyOf(ownStarts[own], length));
            }
        }
        ownCount = 0;
    }

    /** The eight bytes of {@code word} with A to Z folded to a to z, all at once. */
    static long lowerCase(long word) {
        long low = word & 0x7f7f_7f7f_7f7f_7f7fL;
        long atLeastA = low + 0x3f3f_3f3f_3f3f_3f3fL;
        long aboveZ = low + 0x2525_2525_2525_2525L;
        long upper = atLeastA & ~aboveZ & ~word & 0x8080_8080_8080_8080L;
        return word | (upper >>> 2);
    }

    private int addShort(long key) {
        int length = 8 - (Long.numberOfLeadingZeros(key) >>> 3);
        int start = ownStarts[ownCount];
        reserve(length);
        for (int index = 0; index < length; index++) {
            ownBytes[start + index] = (byte) (key >>> (8 * index));
        }
        int name = addOwn(start + length);
        putShort(key, name);
        return name;
    }

    private int addOwn(int end) {
        if (ownCount >= MAX_COUNT - Name.COUNT - 1) {
            throw new HtmlLimitException("more than " + MAX_COUNT + " different names");
        }
        ownCount++;
        if (ownCount + 1 == ownStarts.length) {
            ownStarts = Arrays.copyOf(ownStarts, 2 * ownStarts.length);
        }
        ownStarts[ownCount] = end;
        return Name.COUNT + ownCount - 1;
    }

    private void reserve(int length) {
        int needed = ownStarts[ownCount] + length;
        if (needed > ownBytes.length) {
            ownBytes = Arrays.copyOf(ownBytes, Math.max(needed, 2 * ownBytes.length));
        }
    }

    private boolean isSpelled(int name, int start, int length) {
        if (name < Name.COUNT) {
            byte[] known = KNOWN[name];
            return Arrays.equals(known, 0, known.length, ownBytes, start, start + length);
        }
        int own = name - Name.COUNT;
        return Arrays.equals(ownBytes, ownStarts[own], ownStarts[own + 1], ownBytes, start, start + length);
    }

    private void putShort(long key, int name) {
        if (2 * ++shortCount > shortKeys.length) {
            long[] oldKeys = shortKeys;
            int[] oldNames = shortNames;
            shortKeys = new long[2 * oldKeys.length];
            shortNames = new int[shortKeys.length];
            shortShift--;
            for (int slot = 0; slot < oldKeys.length; slot++) {
                if (oldKeys[slot] != 0) {
                    place(oldKeys[slot], oldNames[slot]);
                }
            }
        }
        place(key, name);
    }

    private void place(long key, int name) {
        int slot = (int) ((key * MULTIPLIER) >>> shortShift);
        while (shortKeys[slot] != 0) {
            slot = (slot + 1) & (shortKeys.length - 1);
        }
        shortKeys[slot] = key;
        shortNames[slot] = name;
    }

    /*
     * Own names are removed in the reverse order of their addition, so what was placed later is gone already and
     * an emptied slot never cuts a probe sequence (growth replaces entries in slot order, which may: then the
     * entries behind the hole are placed anew).
     */
    private void removeShort(long key) {
        int mask = shortKeys.length - 1;
        int slot = (int) ((key * MULTIPLIER) >>> shortShift);
        while (shortKeys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        shortKeys[slot] = 0;
        shortCount--;
        for (int next = (slot + 1) & mask; shortKeys[next] != 0; next = (next + 1) & mask) {
            long moved = shortKeys[next];
            shortKeys[next] = 0;
            place(moved, shortNames[next]);
        }
    }

    private void putLong(int hash, int name) {
        if (2 * ++longCount > longNames.length) {
            int[] old = longNames;
            longNames = new int[2 * old.length];
            for (int entry : old) {
                if (entry != 0) {
                    placeLong(hashOf(entry), entry);
                }
            }
        }
        placeLong(hash, name);
    }

    private void placeLong(int hash, int name) {
        int slot = hash & (longNames.length - 1);
        while (longNames[slot] != 0) {
            slot = (slot + 1) & (longNames.length - 1);
        }
        longNames[slot] = name;
    }

    private void removeLong(int hash, int name) {
        int mask = longNames.length - 1;
        int slot = hash & mask;
        while (longNames[slot] != name) {
            slot = (slot + 1) & mask;
        }
        longNames[slot] = 0;
        longCount--;
        for (int next = (slot + 1) & mask; longNames[next] != 0; next = (next + 1) & mask) {
            int moved = longNames[next];
            longNames[next] = 0;
            placeLong(hashOf(moved), moved);
        }
    }

    private int hashOf(int name) {
        if (name < Name.COUNT) {
            return hash(KNOWN[name], 0, KNOWN[name].length);
        }
        int start = ownStarts[name - Name.COUNT];
        return hash(ownBytes, start, ownStarts[name - Name.COUNT + 1] - start);
    }

    private long keyOf(int start, int length) {
        long key = 0;
        for (int index = length - 1; index >= 0; index--) {
            key = key << 8 | (ownBytes[start + index] & 0xff);
        }
        return key;
    }

    private static long key(byte[] spelling) {
        long key = 0;
        for (int index = spelling.length - 1; index >= 0; index--) {
            key = key << 8 | (spelling[index] & 0xff);
        }
        return key;
    }

    private static int hash(byte[] bytes, int start, int length) {
        long hash = length;
        for (int index = start; index < start + length; index++) {
            hash = (hash ^ bytes[index]) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        return (int) hash & Integer.MAX_VALUE;
    }

    private static byte[][] knownBytes() {
        byte[][] bytes = new byte[Name.COUNT][];
        for (int name = 0; name < Name.COUNT; name++) {
            bytes[name] = Name.SPELLINGS[name].getBytes(StandardCharsets.UTF_8);
        }
        return bytes;
    }
}
