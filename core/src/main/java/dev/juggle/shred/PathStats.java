// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.catalog.Key;
import dev.juggle.json.Tape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a sample showed at one path: how many values of which kinds, how large, how many of them differ, and the same for the
 * members and elements below. Belongs to the thread that reads the sample.
 */
final class PathStats {
    /** Keys of one object path that are told apart; the values of further ones are taken together. */
    private static final int MOST_KEYS = 4_096;

    /** How many values there are, by what they are. */
    long nulls;

    long numbers;
    long booleans;
    long texts;
    long objects;
    long emptyObjects;
    long arrays;
    long emptyArrays;

    /** Bytes that scalars take in a row, their serial types not counted. */
    long scalarBytes;
    /** Bytes of the objects and arrays in the source, without what stands between them and their neighbours. */
    long containerBytes;
    /** Values that do not lie in a repetition of something larger. */
    long fresh;
    /** Values in documents that followed the one before in the input, and how many of these are {@link #fresh}. */
    long followers;

    long freshFollowers;
    /** Members of the objects, elements of the arrays, in all. */
    long memberCount;

    long elementCount;
    long keyBytes;
    /** How many keys are no plain names: digits first, or other characters in them. */
    long oddKeys;

    int shortest = Integer.MAX_VALUE;
    int longest;
    /** Objects, arrays and texts that differ. */
    final HashSet64 distinct = new HashSet64();

    private final Map<Key, PathStats> members = new HashMap<>();
    private final List<Key> keys = new ArrayList<>();
    private final List<PathStats> order = new ArrayList<>();
    private int expected;
    /** Its index among the members of what holds it. */
    private int place;

    private @Nullable PathStats values;
    /** What the elements are; null while there are none. */
    @Nullable
    PathStats elements;
    /** The values of the keys that are not told apart. */
    @Nullable
    PathStats further;

    /** All values. */
    long count() {
        return nulls + scalars() + objects + emptyObjects + arrays + emptyArrays;
    }

    /** Values that take a column. */
    long scalars() {
        return numbers + booleans + texts;
    }

    /** The share of the values that do not lie in a repetition of something larger. */
    double freshShare() {
        return (double) fresh / Math.max(1, count());
    }

    /**
     * The same share in all of the input, about: neighbours repeat each other most, and all but the first file have one before
     * them.
     */
    double freshShareOfAll() {
        return followers == 0 ? freshShare() : Math.min(freshShare(), (double) freshFollowers / followers);
    }

    /** Keys that are told apart, in order of discovery. */
    List<Key> keys() {
        return Collections.unmodifiableList(keys);
    }

    /** The values under {@link #keys}, in its order. */
    List<PathStats> memberStats() {
        return Collections.unmodifiableList(order);
    }

    /** Whether there are more keys than are told apart. */
    boolean overflows() {
        return further != null;
    }

    /** The values under the key at a tape index. The one that followed the last one the last time is tried first. */
    PathStats member(Tape tape, int key) {
        int next = expected < order.size() ? expected : 0;
        if (next < order.size() && isKey(keys.get(next), tape, key)) {
            expected = next + 1;
            return order.get(next);
        }
        Key wanted = new Key(Mem.bytes(tape.address(key), tape.length(key)), tape.type(key) == Tape.ESCAPED_STRING);
        PathStats known = members.get(wanted);
        if (known != null) {
            expected = known.place + 1;
            return known;
        }
        return add(wanted);
    }

    private PathStats add(Key wanted) {
        if (order.size() == MOST_KEYS) {
            PathStats all = further == null ? new PathStats() : further;
            further = all;
            return all;
        }
        PathStats made = new PathStats();
        made.place = order.size();
        members.put(wanted, made);
        keys.add(wanted);
        order.add(made);
        expected = made.place + 1;
        oddKeys += wanted.isPlain() ? 0 : 1;
        return made;
    }

    private static boolean isKey(Key key, Tape tape, int i) {
        byte[] bytes = key.bytes();
        if (tape.length(i) != bytes.length || (tape.type(i) == Tape.ESCAPED_STRING) != key.escaped()) {
            return false;
        }
        long address = tape.address(i);
        for (int b = 0; b < bytes.length; b++) {
            if (Mem.getByte(address + b) != bytes[b]) {
                return false;
            }
        }
        return true;
    }

    /** The elements, made if there were none. */
    PathStats elements() {
        PathStats known = elements == null ? new PathStats() : elements;
        elements = known;
        return known;
    }

    /** The values of all members taken together; asked for when the sample is complete. */
    PathStats values() {
        PathStats known = values;
        if (known != null) {
            return known;
        }
        PathStats all = new PathStats();
        values = all;
        order.forEach(all::merge);
        if (further != null) {
            all.merge(further);
        }
        return all;
    }

    private void merge(PathStats other) {
        nulls += other.nulls;
        numbers += other.numbers;
        booleans += other.booleans;
        texts += other.texts;
        objects += other.objects;
        emptyObjects += other.emptyObjects;
        arrays += other.arrays;
        emptyArrays += other.emptyArrays;
        scalarBytes += other.scalarBytes;
        containerBytes += other.containerBytes;
        fresh += other.fresh;
        followers += other.followers;
        freshFollowers += other.freshFollowers;
        memberCount += other.memberCount;
        elementCount += other.elementCount;
        keyBytes += other.keyBytes;
        shortest = Math.min(shortest, other.shortest);
        longest = Math.max(longest, other.longest);
        distinct.addAll(other.distinct);
        for (int m = 0; m < other.order.size(); m++) {
            Key key = other.keys.get(m);
            PathStats mine = members.get(key);
            (mine == null ? add(key) : mine).merge(other.order.get(m));
        }
        if (other.elements != null) {
            elements().merge(other.elements);
        }
        PathStats rest = other.further;
        if (rest != null) {
            PathStats all = further == null ? new PathStats() : further;
            further = all;
            all.merge(rest);
        }
    }
}
