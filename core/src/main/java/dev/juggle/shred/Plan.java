// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.catalog.Kind;
import dev.juggle.catalog.Shape;
import dev.juggle.catalog.Table;
import dev.juggle.json.Tape;
import dev.juggle.sqlite.Payload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiled structure of one row: which tape words hold its values and which columns they go to.
 *
 * <p>The idea: the tape is preorder and every object on it tells its member count, so a structure is a flat list of steps, one
 * for each member at any depth, and "does this value have that structure" is one loop without a stack: compare the key's bytes
 * with the expected ones in the expected place, compare the value's kind, go on. A row whose shape was seen before costs no
 * hash and no look-up of a name.
 *
 * <p>Each worker compiles its own plans: nothing here is shared.
 */
final class Plan {
    /** The value has nothing to store: null, or an empty array. */
    static final byte NOTHING = 0;
    /** The value is stored, or is an array with a child table: the step's tape index is kept. */
    static final byte LEAF = 1;
    /** The value is an object whose members follow as steps. */
    static final byte ENTER = 2;
    /** The value is passed over: an earlier one of two members with the same key. */
    static final byte DROP = 3;

    private static final long KEY_HEADER_MASK = 0xFFFF_FFFF_0000_0000L;

    final Table table;
    final int tableId;
    final Shape shape;
    final PlanSteps steps;
    final int leafCount;
    /** The stored leaves in column order: column, leaf, kind. */
    final int[] orderColumn;

    final int[] orderLeaf;
    final byte[] orderKind;
    /** The arrays with child tables, in document order: leaf, child. */
    final int[] arrayLeaf;

    final Table[] arrayChild;
    final int systemColumns;
    final boolean isRoot;
    /** The serial type of `_shape`. */
    final int shapeType;
    /** How many members were dropped for a later one with the same key. */
    final int dropped;

    /** The plan of the row that followed this one's last time; a guess. Its worker's alone. */
    @Nullable
    Plan successor;
    /** Its index among the plans of the job at hand, or -1. Its worker's alone. */
    int jobIndex = -1;

    private final @Nullable ExtraPlan extra;
    private final int stepCount;
    private final int rootCount;
    private final int rootKind;

    Plan(Table table, Shape shape, PlanSteps steps, PlanLeaves leaves) {
        this.table = table;
        this.tableId = table.id();
        this.shape = shape;
        this.steps = steps;
        this.stepCount = steps.count();
        this.rootKind = steps.rootKind();
        this.rootCount = steps.rootCount();
        this.leafCount = leaves.leafCount();
        this.extra = leaves.extra();
        this.dropped = leaves.dropped();
        this.orderColumn =
                leaves.columns().stream().mapToInt(ColumnLeaf::column).toArray();
        this.orderLeaf = leaves.columns().stream().mapToInt(ColumnLeaf::leaf).toArray();
        this.orderKind = new byte[orderColumn.length];
        for (int k = 0; k < orderKind.length; k++) {
            orderKind[k] = (byte) leaves.columns().get(k).kind();
        }
        this.arrayLeaf = leaves.arrays().stream().mapToInt(ArrayLeaf::leaf).toArray();
        this.arrayChild = leaves.arrays().stream().map(ArrayLeaf::child).toArray(Table[]::new);
        this.systemColumns = table.systemColumns();
        this.isRoot = table.isRoot();
        this.shapeType =
                shape.number() == 0 ? Payload.blobType(shape.structure().length) : Payload.integerType(shape.number());
    }

    /** What goes to `_extra`; there is such a plan where {@link #orderKind} has an EXTRA. */
    ExtraPlan extra() {
        if (extra == null) {
            throw new AssertionError("no extra members in " + shape);
        }
        return extra;
    }

    /** How many bytes of heap it takes, about; what a cache of plans adds up. */
    long heapBytes() {
        return 200 + 24L * stepCount + 8L * steps.keyWords.length + 9L * orderColumn.length + shape.structure().length;
    }

    /**
     * Whether the value at tape index {@code i} has this structure; if so the tape indices of the leaves are in {@code leaves}.
     * Hot; touches no state of its own.
     */
    boolean match(Tape tape, int i, int[] leaves) {
        if (Kinds.ofType(tape.type(i)) != rootKind) {
            return false;
        }
        if (rootKind != Kind.OBJECT) {
            leaves[0] = i;
            return true;
        }
        return tape.count(i) == rootCount && matchMembers(tape, i + 2, leaves);
    }

    private boolean matchMembers(Tape tape, int first, int[] leaves) {
        PlanSteps s = steps;
        int p = first;
        int leaf = 0;
        for (int step = 0; step < stepCount; step++) {
            long key = tape.word(p);
            if ((key & KEY_HEADER_MASK) != s.keyHeader[step] || !s.keyEquals(step, tape.address(p))) {
                return false;
            }
            int value = p + 1;
            if (Kinds.ofType(tape.type(value)) != s.kind[step]) {
                return false;
            }
            switch (s.action[step]) {
                case ENTER -> {
                    if (tape.count(value) != s.memberCount[step]) {
                        return false;
                    }
                    p = value + 2;
                }
                case LEAF -> {
                    leaves[leaf++] = value;
                    p = tape.next(value);
                }
                default -> p = tape.next(value);
            }
        }
        return true;
    }

    /** Finds the leaves of a value that is known to have this structure. */
    void locate(Tape tape, int i, int[] leaves) {
        if (rootKind != Kind.OBJECT) {
            leaves[0] = i;
            return;
        }
        byte[] action = steps.action;
        int p = i + 2;
        int leaf = 0;
        for (int step = 0; step < stepCount; step++) {
            int value = p + 1;
            if (action[step] == ENTER) {
                p = value + 2;
            } else {
                if (action[step] == LEAF) {
                    leaves[leaf++] = value;
                }
                p = tape.next(value);
            }
        }
    }

    /** The flat list of steps; see {@link Plan}. Key bytes are kept as little-endian words, the last one padded with zeros. */
    static final class PlanSteps {
        private final int rootKind;
        private final int rootCount;
        final long[] keyHeader;
        final long[] keyWords;
        final int[] keyStart;
        final byte[] kind;
        final byte[] action;
        final int[] memberCount;

        PlanSteps(int rootKind, int rootCount, StepList list) {
            this.rootKind = rootKind;
            this.rootCount = rootCount;
            this.keyHeader = list.keyHeaders();
            this.keyWords = list.keyWords();
            this.keyStart = list.keyStarts();
            this.kind = list.kinds();
            this.action = list.actions();
            this.memberCount = list.memberCounts();
        }

        int count() {
            return keyHeader.length;
        }

        int rootKind() {
            return rootKind;
        }

        int rootCount() {
            return rootCount;
        }

        /** Compares eight bytes at a time; the last word may be read past the key, within the arena's padding. */
        boolean keyEquals(int step, long address) {
            int length = (int) (keyHeader[step] >>> 32) & ((1 << 28) - 1);
            int word = keyStart[step];
            long at = address;
            while (length >= 8) {
                if (Mem.getLong(at) != keyWords[word++]) {
                    return false;
                }
                at += 8;
                length -= 8;
            }
            return length == 0 || (Mem.getLong(at) << (64 - 8 * length)) == keyWords[word] << (64 - 8 * length);
        }
    }

    /** Where the leaves go; see the fields of {@link Plan}. */
    record PlanLeaves(
            int leafCount,
            List<ColumnLeaf> columns,
            List<ArrayLeaf> arrays,
            @Nullable ExtraPlan extra,
            int dropped) {}

    /** A leaf that goes to a column. */
    record ColumnLeaf(int column, int leaf, int kind) {}

    /** A leaf whose elements go to a child table. */
    record ArrayLeaf(int leaf, Table child) {}
}
