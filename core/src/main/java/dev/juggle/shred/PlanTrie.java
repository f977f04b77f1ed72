// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.catalog.Key;
import dev.juggle.catalog.Kind;
import dev.juggle.json.Tape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One worker's plans, found by walking a value's members through a trie.
 *
 * <p>The idea: rows of one table share most of their structure and differ in a member that is absent here or null there. So a
 * structure is a path: one step for each member (its key and its value's kind) and one for the end of each inlined object; at
 * the end hangs the plan. Walking it costs one comparison of a key with the expected one per member, mostly the one that was
 * right for the row before, since the step taken last stands first among its siblings: nothing is hashed, and a row that
 * differs from all others in one place shares the rest. Only where many keys may follow one another, as in a map, a step has
 * more than {@link #MAX_SIBLINGS} siblings; those beyond are found by hash, in one table for all, so that a flood of keys
 * stays linear.
 *
 * <p>When it outgrows its share it is emptied between two jobs: plans are compiled again when met. Belongs to one worker.
 */
final class PlanTrie {
    /** Heap that one worker's plans may take before they are dropped. */
    static final long MAX_HEAP_BYTES = 8L << 20;

    private static final int MAX_SIBLINGS = 8;
    private static final long KEY_HEADER_MASK = 0xFFFF_FFFF_0000_0000L;
    private static final int LENGTH_MASK = (1 << 28) - 1;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final int NODE_BYTES = 64;
    private static final long[] NO_WORDS = {};

    /** The place in a structure behind one step. */
    static final class Node {
        /** Type and length of the key, as in a tape's word. */
        private final long keyHeader;
        /** The key's bytes, little-endian, the last word padded with zeros. */
        private final long[] keyWords;

        private final int kind;
        /** What is done with the value: one of {@link Plan}'s actions. */
        private final byte action;

        private final int id;
        private @Nullable Node firstChild;
        private @Nullable Node sibling;
        private @Nullable Node close;
        private int childCount;
        /** The plan of rows that end here. */
        private @Nullable Plan plan;

        private Node(long keyHeader, long[] keyWords, int kind, byte action, int id) {
            this.keyHeader = keyHeader;
            this.keyWords = keyWords;
            this.kind = kind;
            this.action = action;
            this.id = id;
        }

        /** Compares eight bytes at a time; the last word may be read past the key, within the arena's padding. */
        private boolean keyEquals(long address) {
            int length = (int) (keyHeader >>> 32) & LENGTH_MASK;
            long at = address;
            int word = 0;
            while (length >= 8) {
                if (Mem.getLong(at) != keyWords[word++]) {
                    return false;
                }
                at += 8;
                length -= 8;
            }
            return length == 0 || Mem.getLong(at) << (64 - 8 * length) == keyWords[word] << (64 - 8 * length);
        }
    }

    private final long seed;
    private @Nullable Node[] many = new Node[64];
    private long[] manyHash = new long[64];
    private int manyCount;
    private int nodeCount;
    private long heapBytes;
    private int[] ends = new int[16];

    /**
     * An empty trie.
     *
     * @param seed seeds the hash of steps with many siblings, so that input can't aim at it
     */
    PlanTrie(long seed) {
        this.seed = seed;
    }

    /** The beginning of a table's structures. */
    Node newRoot() {
        return newNode(0, NO_WORDS, Kind.OBJECT, Plan.ENTER);
    }

    /** Whether it has outgrown its share. */
    boolean isFull() {
        return heapBytes > MAX_HEAP_BYTES;
    }

    /** Forgets everything; the roots are void. */
    void clear() {
        Arrays.fill(many, null);
        manyCount = 0;
        nodeCount = 0;
        heapBytes = 0;
    }

    /**
     * The plan for the object at tape index {@code i}, with its leaves in {@code leaves}; null if its structure is new.
     *
     * @param leaves has room for those of every plan in the trie
     */
    @Nullable
    Plan find(Node root, Tape tape, int i, int[] leaves) {
        Node node = root;
        int depth = 0;
        int leaf = 0;
        int end = tape.next(i);
        int p = i + 2;
        while (true) {
            if (p == end) {
                if (depth == 0) {
                    return node.plan;
                }
                end = ends[--depth];
                Node closed = node.close;
                if (closed == null) {
                    return null;
                }
                node = closed;
                continue;
            }
            int value = p + 1;
            int kind = Kinds.of(tape, value);
            Node next = step(node, tape.word(p) & KEY_HEADER_MASK, tape.address(p), kind);
            if (next == null) {
                return null;
            }
            node = next;
            p = tape.next(value);
            if (next.action == Plan.ENTER) {
                if (depth == ends.length) {
                    ends = Arrays.copyOf(ends, depth * 2);
                }
                ends[depth++] = end;
                end = p;
                p = value + 2;
            } else if (next.action == Plan.LEAF) {
                if (leaf == leaves.length) {
                    return null;
                }
                leaves[leaf++] = value;
            }
        }
    }

    private @Nullable Node step(Node node, long keyHeader, long keyAddress, int kind) {
        Node before = null;
        for (Node child = node.firstChild; child != null; child = child.sibling) {
            if (child.keyHeader == keyHeader && child.kind == kind && child.keyEquals(keyAddress)) {
                if (before != null) {
                    before.sibling = child.sibling;
                    child.sibling = node.firstChild;
                    node.firstChild = child;
                }
                return child;
            }
            before = child;
        }
        return node.childCount > MAX_SIBLINGS ? hashedStep(node, keyHeader, keyAddress, kind) : null;
    }

    private @Nullable Node hashedStep(Node node, long keyHeader, long keyAddress, int kind) {
        long hash = hash(node, keyHeader, kind);
        int length = (int) (keyHeader >>> 32) & LENGTH_MASK;
        long at = keyAddress;
        for (; length >= 8; length -= 8, at += 8) {
            hash = mix(hash, Mem.getLong(at));
        }
        if (length > 0) {
            hash = mix(hash, Mem.getLong(at) << (64 - 8 * length) >>> (64 - 8 * length));
        }
        int mask = many.length - 1;
        for (int slot = slot(hash, mask); ; slot = (slot + 1) & mask) {
            Node child = many[slot];
            if (child == null) {
                return null;
            }
            if (manyHash[slot] == hash
                    && child.keyHeader == keyHeader
                    && child.kind == kind
                    && child.keyEquals(keyAddress)) {
                return child;
            }
        }
    }

    // ---- growth

    /** The node behind a step, made if it is new. What is done with the value follows from the way here and the kind. */
    Node extend(Node node, Key key, int kind, byte action) {
        long header = keyHeader(key);
        long[] words = words(key.bytes());
        for (Node child = node.firstChild; child != null; child = child.sibling) {
            if (child.keyHeader == header && child.kind == kind && Arrays.equals(child.keyWords, words)) {
                assert child.action == action : "one way, two actions";
                return child;
            }
        }
        long hash = hash(node, header, kind);
        for (long word : words) {
            hash = mix(hash, word);
        }
        if (node.childCount >= MAX_SIBLINGS) {
            Node known = manyFind(hash, header, kind, words);
            if (known != null) {
                return known;
            }
        }
        Node made = newNode(header, words, kind, action);
        if (node.childCount < MAX_SIBLINGS) {
            made.sibling = node.firstChild;
            node.firstChild = made;
        } else {
            manyAdd(hash, made);
        }
        node.childCount++;
        return made;
    }

    /** The node behind the end of an inlined object, made if it is new. */
    Node extendClose(Node node) {
        Node closed = node.close;
        if (closed == null) {
            closed = newNode(0, NO_WORDS, Kind.OBJECT, Plan.ENTER);
            node.close = closed;
        }
        return closed;
    }

    /** Hangs a plan at the end of its structure. */
    void end(Node node, Plan plan) {
        node.plan = plan;
        heapBytes += plan.heapBytes();
    }

    private Node newNode(long header, long[] words, int kind, byte action) {
        heapBytes += NODE_BYTES + 8L * words.length;
        return new Node(header, words, kind, action, nodeCount++);
    }

    private @Nullable Node manyFind(long hash, long header, int kind, long[] words) {
        int mask = many.length - 1;
        for (int slot = slot(hash, mask); ; slot = (slot + 1) & mask) {
            Node child = many[slot];
            if (child == null
                    || (manyHash[slot] == hash
                            && child.keyHeader == header
                            && child.kind == kind
                            && Arrays.equals(child.keyWords, words))) {
                return child;
            }
        }
    }

    private void manyAdd(long hash, Node node) {
        if (manyCount * 2 >= many.length) {
            @Nullable Node[] old = many;
            long[] oldHash = manyHash;
            many = new Node[old.length * 2];
            manyHash = new long[old.length * 2];
            for (int slot = 0; slot < old.length; slot++) {
                Node moved = old[slot];
                if (moved != null) {
                    place(oldHash[slot], moved);
                }
            }
        }
        place(hash, node);
        manyCount++;
        heapBytes += 12 * 2;
    }

    private void place(long hash, Node node) {
        int mask = many.length - 1;
        int slot = slot(hash, mask);
        while (many[slot] != null) {
            slot = (slot + 1) & mask;
        }
        many[slot] = node;
        manyHash[slot] = hash;
    }

    private static long keyHeader(Key key) {
        return (long) (key.escaped() ? Tape.ESCAPED_STRING : Tape.STRING) << 60 | (long) key.bytes().length << 32;
    }

    private static long[] words(byte[] bytes) {
        long[] words = new long[(bytes.length + 7) >>> 3];
        for (int i = 0; i < bytes.length; i++) {
            words[i >>> 3] |= (bytes[i] & 0xffL) << (8 * (i & 7));
        }
        return words;
    }

    private long hash(Node node, long keyHeader, int kind) {
        return mix(mix(seed + node.id, keyHeader), kind);
    }

    private static long mix(long hash, long word) {
        long product = (hash ^ word) * MULTIPLIER;
        return product ^ (product >>> 29);
    }

    private static int slot(long hash, int mask) {
        return (int) (hash ^ (hash >>> 32)) & mask;
    }
}
