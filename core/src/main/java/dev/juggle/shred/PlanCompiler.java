// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.catalog.Key;
import dev.juggle.catalog.Kind;
import dev.juggle.catalog.Member;
import dev.juggle.catalog.Table;
import dev.juggle.json.Tape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a value whose structure is new into a plan, and makes the members, columns, tables and the shape it needs. Runs only
 * under the ticket, since the names and numbers it gives out must come in input order. One object for one value.
 *
 * <p>Of several members with one key the first one's place and the last one's value count, as in ECMAScript's JSON.parse
 * (ECMA-262, 25.5.1); the others become steps that pass over their value.
 */
final class PlanCompiler {
    /** A value in the structure; children only for an object that is entered. */
    private record Node(@Nullable Key key, int member, int kind, int leaf, List<Node> children) {}

    private static final int NO_LEAF = -1;

    private final Table table;
    private final Tape tape;
    private final StepList steps = new StepList();
    private final List<Plan.ColumnLeaf> columns = new ArrayList<>();
    private final List<Plan.ArrayLeaf> arrays = new ArrayList<>();
    private int leafCount;
    private int dropped;
    private boolean hasExtra;

    private PlanCompiler(Table table, Tape tape) {
        this.table = table;
        this.tape = tape;
    }

    /** Compiles the plan for the value at tape index {@code i} as a row of the table. */
    static Plan compile(Table table, Tape tape, int i) {
        return new PlanCompiler(table, tape).compile(i);
    }

    private Plan compile(int i) {
        int rawKind = Kinds.ofType(tape.type(i));
        Node root = rootNode(rawKind, i);
        int count = rawKind == Kind.OBJECT ? tape.count(i) : 0;
        byte[] structure = structureOf(root);
        ExtraPlan extra = hasExtra ? new ExtraPlan(table.ensureExtraColumn(), extraSteps(root)) : null;
        return new Plan(table, table.intern(structure), new Plan.PlanSteps(rawKind, count, steps), leaves(extra));
    }

    private Plan.PlanLeaves leaves(@Nullable ExtraPlan extra) {
        if (extra != null) {
            columns.add(new Plan.ColumnLeaf(extra.column, extra.anyLeaf(), Kind.EXTRA));
        }
        columns.sort(Comparator.comparingInt(Plan.ColumnLeaf::column));
        return new Plan.PlanLeaves(leafCount, columns, arrays, extra, dropped);
    }

    private Node rootNode(int rawKind, int i) {
        Member value = table.value();
        if (rawKind == Kind.OBJECT) {
            value.noteObject();
            return new Node(null, 0, Kind.OBJECT, NO_LEAF, members(value, i));
        }
        return leafNode(null, value, rawKind, NO_LEAF);
    }

    private List<Node> members(Member object, int i) {
        int count = tape.count(i);
        Map<Key, Integer> lastOf = new HashMap<>(count * 2);
        int p = i + 2;
        for (int m = 0; m < count; m++) {
            lastOf.put(keyAt(p), m);
            p = tape.next(p + 1);
        }
        Map<Key, @Nullable Node> inOrder = new LinkedHashMap<>(count * 2);
        p = i + 2;
        for (int m = 0; m < count; m++) {
            Key key = keyAt(p);
            int value = p + 1;
            if (lastOf.getOrDefault(key, m) == m) {
                inOrder.put(key, member(object, key, value));
            } else {
                steps.action(steps.add(key, Kinds.ofType(tape.type(value)), 0), Plan.DROP);
                inOrder.putIfAbsent(key, null);
                dropped++;
            }
            p = tape.next(value);
        }
        return present(inOrder.values());
    }

    private static List<Node> present(Collection<@Nullable Node> nodes) {
        List<Node> list = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            if (node != null) {
                list.add(node);
            }
        }
        return list;
    }

    private Key keyAt(int p) {
        return new Key(Mem.bytes(tape.address(p), tape.length(p)), tape.type(p) == Tape.ESCAPED_STRING);
    }

    private Node member(Member object, Key key, int value) {
        int rawKind = Kinds.ofType(tape.type(value));
        int step = steps.add(key, rawKind, rawKind == Kind.OBJECT ? tape.count(value) : 0);
        boolean needsColumn = rawKind == Kind.OBJECT || Kind.isStored(rawKind);
        Member member = needsColumn && table.isFull() ? object.find(key) : object.findOrCreate(key);
        if (member == null) {
            return extraNode(key, step);
        }
        if (rawKind != Kind.OBJECT) {
            return leafNode(key, member, rawKind, step);
        }
        if (tape.count(value) > 0 && table.isFull() && !member.hasMembers()) {
            return extraNode(key, step);
        }
        member.noteObject();
        steps.action(step, Plan.ENTER);
        return new Node(key, member.number(), Kind.OBJECT, NO_LEAF, members(member, value));
    }

    private Node leafNode(@Nullable Key key, Member member, int rawKind, int step) {
        return switch (rawKind) {
            case Kind.NULL -> {
                member.noteNull();
                yield nothingNode(key, member, rawKind, step);
            }
            case Kind.EMPTY_ARRAY -> nothingNode(key, member, rawKind, step);
            case Kind.ARRAY -> arrayNode(key, member, step);
            default -> columnNode(key, member, rawKind, step);
        };
    }

    private Node nothingNode(@Nullable Key key, Member member, int kind, int step) {
        if (step >= 0) {
            steps.action(step, Plan.NOTHING);
        }
        return new Node(key, member.number(), kind, NO_LEAF, List.of());
    }

    private Node arrayNode(@Nullable Key key, Member member, int step) {
        Table child = member.ensureChild();
        if (child == null) {
            return columnNode(key, member, Kind.PACKED, step);
        }
        int leaf = newLeaf(step);
        arrays.add(new Plan.ArrayLeaf(leaf, child));
        return new Node(key, member.number(), Kind.ARRAY, leaf, List.of());
    }

    private Node columnNode(@Nullable Key key, Member member, int kind, int step) {
        if (!member.ensureColumn(kind)) {
            if (key == null) {
                throw new AssertionError("the row's own value always has a column");
            }
            return extraNode(key, step);
        }
        int leaf = newLeaf(step);
        columns.add(new Plan.ColumnLeaf(member.column(), leaf, kind));
        return new Node(key, member.number(), kind, leaf, List.of());
    }

    private Node extraNode(Key key, int step) {
        hasExtra = true;
        return new Node(key, 0, Kind.EXTRA, newLeaf(step), List.of());
    }

    private int newLeaf(int step) {
        if (step >= 0) {
            steps.action(step, Plan.LEAF);
        }
        return leafCount++;
    }

    private static byte[] structureOf(Node root) {
        StructureWriter out = new StructureWriter();
        writeStructure(root, out);
        return out.bytes();
    }

    private static void writeStructure(Node node, StructureWriter out) {
        out.value(node.member(), node.kind());
        if (node.kind() == Kind.OBJECT) {
            out.count(node.children().size());
            for (Node child : node.children()) {
                writeStructure(child, out);
            }
        }
    }

    private static List<ExtraPlan.Step> extraSteps(Node root) {
        List<ExtraPlan.Step> out = new ArrayList<>();
        addExtraSteps(root, out);
        return out;
    }

    private static void addExtraSteps(Node node, List<ExtraPlan.Step> out) {
        for (Node child : node.children()) {
            Key key = child.key();
            if (key == null) {
                throw new AssertionError("a member needs a key");
            }
            if (child.kind() == Kind.EXTRA) {
                out.add(ExtraPlan.Step.value(key, child.leaf()));
            } else if (child.kind() == Kind.OBJECT) {
                int before = out.size();
                out.add(ExtraPlan.Step.open(key));
                addExtraSteps(child, out);
                if (out.size() == before + 1) {
                    out.remove(before);
                } else {
                    out.add(ExtraPlan.Step.CLOSE);
                }
            }
        }
    }
}
