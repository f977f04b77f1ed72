// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Kind;
import dev.juggle.catalog.Shape;
import dev.juggle.catalog.Table;
import dev.juggle.catalog.TableRole;
import dev.juggle.json.Tape;
import dev.juggle.sqlite.Payload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiled structure of one row: which tape words hold its values and which columns they go to. The tape is preorder, so
 * a structure is a flat list of steps, one for each member at any depth; a row of known structure is taken apart by one loop
 * without a look-up. Each worker compiles its own plans: nothing here is shared.
 */
final class Plan {
    /** The value has nothing to store: null, or an empty array. */
    static final byte NOTHING = 0;
    /** The value is stored, or is an array or a map with a child table: its tape index is a leaf. */
    static final byte LEAF = 1;
    /** The value is an object whose members follow as steps. */
    static final byte ENTER = 2;
    /** The value is passed over: an earlier one of two members with the same key. */
    static final byte DROP = 3;

    final Table table;
    final int tableId;
    final TableRole role;
    final int systemColumns;
    final int leafCount;
    /** The stored leaves in column order: column, leaf, kind. */
    final int[] orderColumn;

    final int[] orderLeaf;
    final byte[] orderKind;
    /** The arrays and maps with child tables, in document order: leaf, child. */
    final int[] childLeaf;

    final Table[] childTable;
    /** The values that are stored once, in document order: leaf, the table that holds them. */
    final int[] onceLeaf;

    final Table[] onceTable;
    /** How many members were dropped for a later one with the same key. */
    final int dropped;

    private final boolean isObject;
    private final byte[] actions;
    private final byte[] structure;
    private final @Nullable ExtraPlan extra;
    private @Nullable Shape shape;
    private int shapeType;

    /** Its index among the plans of the job at hand, or -1. */
    int jobIndex = -1;

    /**
     * A plan whose shape has no number yet.
     *
     * @param actions a step for each member; none for a row that is no object
     */
    Plan(Table table, byte[] structure, boolean isObject, byte[] actions, Leaves leaves) {
        this.table = table;
        this.tableId = table.id();
        this.role = table.role();
        this.systemColumns = table.systemColumns();
        this.structure = structure;
        this.isObject = isObject;
        this.actions = actions;
        this.leafCount = leaves.count();
        this.extra = leaves.extra();
        this.dropped = leaves.dropped();
        this.orderColumn =
                leaves.columns().stream().mapToInt(ColumnLeaf::column).toArray();
        this.orderLeaf = leaves.columns().stream().mapToInt(ColumnLeaf::leaf).toArray();
        this.orderKind = new byte[orderColumn.length];
        for (int k = 0; k < orderKind.length; k++) {
            orderKind[k] = (byte) leaves.columns().get(k).kind();
        }
        this.childLeaf = leaves.children().stream().mapToInt(ChildLeaf::leaf).toArray();
        this.childTable = leaves.children().stream().map(ChildLeaf::child).toArray(Table[]::new);
        this.onceLeaf = leaves.once().stream().mapToInt(ChildLeaf::leaf).toArray();
        this.onceTable = leaves.once().stream().map(ChildLeaf::child).toArray(Table[]::new);
    }

    /** Whether the row is an object whose members are steps. */
    boolean isObject() {
        return isObject;
    }

    /** Whether {@link #intern} has nothing more to do. */
    boolean isInterned() {
        return shape != null;
    }

    /** Gives its shape a number, if it has none yet. Only under the ticket, in the order in which rows are met. */
    void intern() {
        if (shape == null) {
            take(role.hasShape() ? table.intern(structure) : table.find(structure));
        }
    }

    /** Takes the number that its shape was given under the ticket, by another plan of the same structure. */
    void findShape() {
        take(table.find(structure));
    }

    private void take(Shape found) {
        shape = found;
        shapeType = found.number() == 0 ? Payload.blobType(structure.length) : Payload.integerType(found.number());
    }

    /** Its shape; there is one once it was {@link #intern}ed. */
    Shape shape() {
        if (shape == null) {
            throw new AssertionError("a row before its ticket");
        }
        return shape;
    }

    /** The serial type of `_shape`. */
    int shapeType() {
        return shapeType;
    }

    /** What goes to `_extra`; there is such a plan where {@link #orderKind} has an EXTRA. */
    ExtraPlan extra() {
        if (extra == null) {
            throw new AssertionError("no extra members");
        }
        return extra;
    }

    /** How many bytes of heap it takes, about. */
    long heapBytes() {
        return 250
                + actions.length
                + structure.length
                + 9L * orderColumn.length
                + 8L * (childLeaf.length + onceLeaf.length);
    }

    /** Finds the tape indices of a value that has this structure. */
    void locate(Tape tape, int i, int[] leaves) {
        if (!isObject) {
            leaves[0] = i;
            return;
        }
        int p = i + 2;
        int leaf = 0;
        for (byte action : actions) {
            int value = p + 1;
            if (action == ENTER) {
                assert Kinds.ofType(tape.type(value)) == Kind.OBJECT;
                p = value + 2;
            } else {
                if (action == LEAF) {
                    leaves[leaf++] = value;
                }
                p = tape.next(value);
            }
        }
    }

    /** Where the leaves go: in column order, arrays and maps in document order. */
    record Leaves(
            int count,
            List<ColumnLeaf> columns,
            List<ChildLeaf> children,
            List<ChildLeaf> once,
            @Nullable ExtraPlan extra,
            int dropped) {}

    /** A leaf that goes to a column; where the column refers to what is stored once, the place among these instead of the leaf. */
    record ColumnLeaf(int column, int leaf, int kind) {}

    /** A leaf whose elements or members go to a child table, or that is stored once in another table. */
    record ChildLeaf(int leaf, Table child) {}
}
