// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;
import java.util.Arrays;

/*
 * The standard's list is searched backwards to the last marker, three ways: by node, by name (the adoption
 * agency), by name and attributes (Noah's Ark). A page can make the list as long as itself, so each search has a
 * chain of its own instead:
 *
 *   - the list itself is doubly linked by slot numbers, so entries leave the middle in constant time;
 *   - per name, the last entry with it, and in each entry the one before with the same name;
 *   - per family (hash of name and attributes, whatever their order), the same.
 *
 * Entries know how many markers lie before them (level), which bounds the last two. Chains are in list order, and
 * an entry that the adoption agency puts into the middle finds its place in them by comparing order labels: numbers
 * with gaps, given anew when a gap is used up. Whether a node is in the list is a bit of its record.
 */
/** The list of active formatting elements (13.2.4.3). Slots are numbered from 1; 0 is no slot. */
final class ActiveFormatting {
    private static final int FAMILY_SLOTS = 256;
    private static final long GAP = 1L << 32;
    private static final int FEW_ATTRIBUTES = 8;

    private final NodeStore store;
    private int[] node = new int[64];
    private int[] previous = new int[64];
    private int[] next = new int[64];
    private int[] level = new int[64];
    private int[] hash = new int[64];
    private int[] sameName = new int[64];
    private int[] sameNameLater = new int[64];
    private int[] sameFamily = new int[64];
    private int[] sameFamilyLater = new int[64];
    private final int[] lastOfName = new int[Name.COUNT];
    private int[] lastOfFamily = new int[FAMILY_SLOTS];
    private long[] order = new long[64];
    /** For comparing two long attribute lists: the record of an attribute by name. */
    private int[] attributeOfName = new int[0];

    private int first;
    private int last;
    private int used;
    private int free;
    private int levels;
    private int count;

    ActiveFormatting(NodeStore store) {
        this.store = store;
    }

    /** The last entry's slot, or 0. */
    int last() {
        return last;
    }

    /** The slot before, or 0. */
    int previous(int slot) {
        return previous[slot];
    }

    /** The slot behind, or 0. */
    int next(int slot) {
        return next[slot];
    }

    /** The element of a slot; 0 for a marker. */
    int node(int slot) {
        return node[slot];
    }

    void pushMarker() {
        levels++;
        int slot = newSlot(0);
        level[slot] = levels;
        linkAfter(slot, last);
    }

    /** Pushes an element, after Noah's Ark has made room: at most three of a family behind the last marker. */
    void push(int element) {
        int familyHash = hashOf(element);
        int same = 0;
        int earliest = 0;
        for (int slot = lastOfFamily[familyHash & (lastOfFamily.length - 1)];
                slot != 0 && level[slot] == levels;
                slot = sameFamily[slot]) {
            if (hash[slot] == familyHash && isFamily(node[slot], element)) {
                same++;
                earliest = slot;
            }
        }
        if (same >= 3) {
            remove(earliest);
        }
        insertAfter(element, familyHash, last);
    }

    /** Removes all entries up to and including the last marker. */
    void clearToMarker() {
        while (last != 0) {
            int slot = last;
            boolean marker = node[slot] == 0;
            remove(slot);
            if (marker) {
                levels--;
                return;
            }
        }
    }

    /** The last entry with this name behind the last marker, or 0. */
    int lastOf(int name) {
        int slot = lastOfName[name];
        return slot != 0 && level[slot] == levels ? slot : 0;
    }

    /** The entry of an element with this name behind the last marker, or 0. Only entries with the name are seen. */
    int find(int element, int name) {
        int slot = lastOf(name);
        while (slot != 0 && level[slot] == levels && node[slot] != element) {
            slot = sameName[slot];
        }
        return slot != 0 && node[slot] == element ? slot : 0;
    }

    /** Puts another element of the same family (a clone) in the place of a slot's. */
    void replace(int slot, int element) {
        unlist(node[slot]);
        node[slot] = element;
        list(element);
    }

    /** Inserts a clone of a slot's element behind {@code after} (0: at the start), then drops the old entry. */
    void moveAfter(int slot, int element, int after) {
        if (after == slot || after == previous[slot]) {
            replace(slot, element);
            return;
        }
        int familyHash = hash[slot];
        remove(slot);
        insertAfter(element, familyHash, after);
    }

    void remove(int slot) {
        unlink(slot);
        if (node[slot] != 0) {
            int name = store.name(node[slot]);
            unchain(slot, sameName, sameNameLater, lastOfName, name);
            unchain(slot, sameFamily, sameFamilyLater, lastOfFamily, hash[slot] & (lastOfFamily.length - 1));
            count--;
            unlist(node[slot]);
        }
        node[slot] = 0;
        next[slot] = free;
        free = slot;
    }

    /** Empties the list; time in proportion to its length. */
    void clear() {
        while (last != 0) {
            remove(last);
        }
        used = 0;
        free = 0;
        first = 0;
        levels = 0;
    }

    private void insertAfter(int element, int familyHash, int after) {
        if (2 * ++count > lastOfFamily.length) {
            growFamilies();
        }
        int slot = newSlot(element);
        level[slot] = levels;
        hash[slot] = familyHash;
        linkAfter(slot, after);
        list(element);
        chain(slot, sameName, sameNameLater, lastOfName, store.name(element));
        chain(slot, sameFamily, sameFamilyLater, lastOfFamily, familyHash & (lastOfFamily.length - 1));
    }

    private int newSlot(int element) {
        int slot = free;
        if (slot != 0) {
            free = next[slot];
        } else {
            slot = ++used;
            if (slot == node.length) {
                grow();
            }
        }
        node[slot] = element;
        return slot;
    }

    private void linkAfter(int slot, int after) {
        int behind = after == 0 ? first : next[after];
        previous[slot] = after;
        next[slot] = behind;
        if (after == 0) {
            first = slot;
        } else {
            next[after] = slot;
        }
        if (behind == 0) {
            last = slot;
        } else {
            previous[behind] = slot;
        }
        label(slot);
    }

    private void label(int slot) {
        long low = previous[slot] == 0 ? 0 : order[previous[slot]];
        if (next[slot] == 0) {
            order[slot] = low + GAP;
            return;
        }
        order[slot] = (low + order[next[slot]]) >>> 1;
        if (order[slot] == low) {
            long label = 0;
            for (int each = first; each != 0; each = next[each]) {
                label += GAP;
                order[each] = label;
            }
        }
    }

    private void unlink(int slot) {
        if (previous[slot] != 0) {
            next[previous[slot]] = next[slot];
        } else {
            first = next[slot];
        }
        if (next[slot] != 0) {
            previous[next[slot]] = previous[slot];
        } else {
            last = previous[slot];
        }
    }

    private void chain(int slot, int[] earlier, int[] later, int[] heads, int head) {
        int behind = 0;
        int before = heads[head];
        while (before != 0 && order[before] > order[slot]) {
            behind = before;
            before = earlier[before];
        }
        earlier[slot] = before;
        later[slot] = behind;
        if (before != 0) {
            later[before] = slot;
        }
        if (behind == 0) {
            heads[head] = slot;
        } else {
            earlier[behind] = slot;
        }
    }

    private static void unchain(int slot, int[] earlier, int[] later, int[] heads, int head) {
        if (earlier[slot] != 0) {
            later[earlier[slot]] = later[slot];
        }
        if (later[slot] != 0) {
            earlier[later[slot]] = earlier[slot];
        } else {
            heads[head] = earlier[slot];
        }
    }

    private void growFamilies() {
        lastOfFamily = new int[2 * lastOfFamily.length];
        int mask = lastOfFamily.length - 1;
        for (int slot = first; slot != 0; slot = next[slot]) {
            if (node[slot] != 0) {
                int head = hash[slot] & mask;
                int before = lastOfFamily[head];
                sameFamily[slot] = before;
                sameFamilyLater[slot] = 0;
                if (before != 0) {
                    sameFamilyLater[before] = slot;
                }
                lastOfFamily[head] = slot;
            }
        }
    }

    private void grow() {
        int larger = 2 * node.length;
        node = Arrays.copyOf(node, larger);
        previous = Arrays.copyOf(previous, larger);
        next = Arrays.copyOf(next, larger);
        level = Arrays.copyOf(level, larger);
        order = Arrays.copyOf(order, larger);
        hash = Arrays.copyOf(hash, larger);
        sameName = Arrays.copyOf(sameName, larger);
        sameNameLater = Arrays.copyOf(sameNameLater, larger);
        sameFamily = Arrays.copyOf(sameFamily, larger);
        sameFamilyLater = Arrays.copyOf(sameFamilyLater, larger);
    }

    /** The same for two elements whose names and attributes agree, in whatever order. */
    private int hashOf(int element) {
        int sum = store.name(element) * 31;
        int count = store.length(element);
        int start = store.offset(element);
        for (int attribute = start; attribute < start + count; attribute++) {
            int length = store.attributeLength(attribute);
            long address = store.text(store.attributeOffset(attribute));
            sum += mix(store.attributeName(attribute) * 0x9E37_79B9 + hash(address, length));
        }
        return mix(sum) & Integer.MAX_VALUE;
    }

    private static int mix(int value) {
        int mixed = value * 0x85EB_CA6B;
        return mixed ^ mixed >>> 15;
    }

    private static int hash(long address, int length) {
        long hash = length;
        int index = 0;
        for (; index + 8 <= length; index += 8) {
            hash = (hash ^ Mem.getLong(address + index)) * 0x9E37_79B9_7F4A_7C15L;
            hash ^= hash >>> 29;
        }
        for (; index < length; index++) {
            hash = (hash ^ Mem.getByte(address + index)) * 0x9E37_79B9_7F4A_7C15L;
        }
        return (int) (hash ^ hash >>> 32);
    }

    private boolean isFamily(int one, int other) {
        int count = store.length(one);
        if (store.name(one) != store.name(other) || count != store.length(other)) {
            return false;
        }
        int start = store.offset(one);
        int otherStart = store.offset(other);
        if (count == 0 || start == otherStart) {
            return true;
        }
        if (count > FEW_ATTRIBUTES) {
            return isFamily(start, otherStart, count);
        }
        for (int index = 0; index < count; index++) {
            int match = store.findAttribute(otherStart, count, store.attributeName(start + index));
            if (match < 0 || !hasSameValue(start + index, match)) {
                return false;
            }
        }
        return true;
    }

    private boolean isFamily(int start, int otherStart, int count) {
        if (attributeOfName.length < store.names.count()) {
            attributeOfName = new int[store.names.count() * 2];
        }
        for (int attribute = otherStart; attribute < otherStart + count; attribute++) {
            attributeOfName[store.attributeName(attribute)] = attribute;
        }
        for (int attribute = start; attribute < start + count; attribute++) {
            int match = attributeOfName[store.attributeName(attribute)];
            boolean stale = match < otherStart
                    || match >= otherStart + count
                    || store.attributeName(match) != store.attributeName(attribute);
            if (stale || !hasSameValue(attribute, match)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasSameValue(int one, int other) {
        int length = store.attributeLength(one);
        return length == store.attributeLength(other)
                && Mem.equal(store.text(store.attributeOffset(one)), store.text(store.attributeOffset(other)), length);
    }

    private void list(int element) {
        store.setMeta(element, store.meta(element) | NodeStore.LISTED_BIT);
    }

    private void unlist(int element) {
        store.setMeta(element, store.meta(element) & ~NodeStore.LISTED_BIT);
    }
}
