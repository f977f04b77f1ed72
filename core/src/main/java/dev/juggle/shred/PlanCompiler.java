// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.catalog.Decision;
import dev.juggle.catalog.Key;
import dev.juggle.catalog.Kind;
import dev.juggle.catalog.Member;
import dev.juggle.catalog.NameReader;
import dev.juggle.catalog.Table;
import dev.juggle.catalog.TableRole;
import dev.juggle.json.Tape;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a value whose structure is new into a plan. Under the ticket it makes the members, columns and tables that the value
 * needs; outside of it, it only finds out whether all are there already, which gives the same plan: what was found once
 * never changes. One object for one value.
 *
 * <p>Of several members with one key the first one's place and the last one's value count, as in ECMAScript's JSON.parse
 * (ECMA-262, 25.5.1); the others become steps that pass over their value. Such a structure has no place in the trie.
 */
final class PlanCompiler {
    /** A value in the structure; children only for an object that is entered. */
    private record Node(@Nullable Key key, int member, int kind, int rawKind, int leaf, List<Node> children) {}

    /** What may be done about what the catalog doesn't know. */
    enum Mode {
        /** Nothing: outside of the ticket the answer is that something is unknown. */
        FIND,
        /** It is made, unless a limit says no: under the ticket. */
        MAKE,
        /** What is missing was refused under the ticket, for good: after it, for a value that went through it. */
        SETTLED
    }

    private static final int NO_LEAF = -1;
    private static final Node UNKNOWN = new Node(null, 0, Kind.NULL, Kind.NULL, NO_LEAF, List.of());

    private final Table table;
    private final NameReader<Member> names;
    private final Tape tape;
    private final Mode mode;
    private final boolean isKeyEscaped;
    private final ByteArrayOutputStream actions = new ByteArrayOutputStream();
    private final List<Plan.ColumnLeaf> columns = new ArrayList<>();
    private final List<Plan.ChildLeaf> children = new ArrayList<>();
    private final List<Plan.ChildLeaf> once = new ArrayList<>();
    private int leafCount;
    private int dropped;
    private boolean hasExtra;
    private boolean isUnknown;

    private PlanCompiler(TableRows rows, Tape tape, Mode mode) {
        this.isKeyEscaped = rows.isKeyEscaped;
        this.table = rows.table;
        this.names = rows.names;
        this.tape = tape;
        this.mode = mode;
    }

    /**
     * Compiles the plan for the value at tape index {@code i} as a row of the table.
     *
     * @param rows the table, with its root in the trie
     * @param mode what may be done about what is new
     * @param trie where the plan is to be found again; null for a plan that is used once
     * @return null if something is new and must not be made now: in mode FIND only
     */
    static @Nullable Plan compile(TableRows rows, Tape tape, int i, Mode mode, @Nullable PlanTrie trie) {
        PlanCompiler compiler = new PlanCompiler(rows, tape, mode);
        Node root = compiler.rootNode(i);
        if (compiler.isUnknown) {
            return null;
        }
        Plan plan = compiler.plan(root);
        if (trie != null && root.kind() == Kind.OBJECT && plan.dropped == 0) {
            trie.end(extend(trie, rows.root, root), plan);
        }
        return plan;
    }

    private static PlanTrie.Node extend(PlanTrie trie, PlanTrie.Node from, Node object) {
        PlanTrie.Node at = from;
        for (Node child : object.children()) {
            boolean isEntered = child.kind() == Kind.OBJECT && child.rawKind() != Kinds.EMPTY_OBJECT;
            byte action = isEntered ? Plan.ENTER : child.leaf() == NO_LEAF ? Plan.NOTHING : Plan.LEAF;
            at = trie.extend(at, keyOf(child), child.rawKind(), action);
            if (isEntered) {
                at = trie.extendClose(extend(trie, at, child));
            }
        }
        return at;
    }

    private Plan plan(Node root) {
        ExtraPlan extra = hasExtra ? new ExtraPlan(table.ensureExtraColumn(), extraSteps(root)) : null;
        if (extra != null) {
            columns.add(new Plan.ColumnLeaf(extra.column, extra.anyLeaf(), Kind.EXTRA));
        }
        columns.sort(Comparator.comparingInt(Plan.ColumnLeaf::column));
        Plan.Leaves leaves = new Plan.Leaves(leafCount, columns, children, once, extra, dropped);
        return new Plan(table, structureOf(root), root.kind() == Kind.OBJECT, actions.toByteArray(), leaves);
    }

    private Node rootNode(int i) {
        Member value = table.value();
        int rawKind = Kinds.ofType(tape.type(i));
        if (rawKind != Kind.OBJECT || isLeaf(value.decision(), i)) {
            return leafNode(null, value, rawKind, i);
        }
        Node once = onceNode(null, value, i);
        if (once != null) {
            return once;
        }
        note(value, Kind.OBJECT);
        return new Node(null, 0, Kind.OBJECT, rawKind, NO_LEAF, members(value, i));
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
        for (int m = 0; m < count && !isUnknown; m++) {
            Key key = keyAt(p);
            int value = p + 1;
            if (lastOf.getOrDefault(key, m) == m) {
                inOrder.put(key, member(object, key, value));
            } else {
                actions.write(Plan.DROP);
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
        int rawKind = Kinds.of(tape, value);
        boolean findsNone =
                table.isFull() && needsColumn(object, key, rawKind); // asked before the look-up: see Table.isFull
        Member member = mode == Mode.MAKE ? made(object, key, findsNone) : found(object, key, value - 1, findsNone);
        if (member == null) {
            return findsNone || mode != Mode.FIND ? extraNode(key, rawKind) : unknown();
        }
        boolean isObject = tape.type(value) == Tape.OBJECT;
        if (!isObject || isLeaf(member.decision(), value)) {
            return leafNode(key, member, rawKind, value);
        }
        Node once = onceNode(key, member, value);
        if (once != null) {
            return once;
        }
        if (findsNone && !member.knows(Kind.OBJECT)) {
            return extraNode(key, rawKind);
        }
        note(member, Kind.OBJECT);
        if (rawKind == Kinds.EMPTY_OBJECT) {
            actions.write(Plan.NOTHING);
            return new Node(key, member.number(), Kind.OBJECT, rawKind, NO_LEAF, List.of());
        }
        actions.write(Plan.ENTER);
        return new Node(key, member.number(), Kind.OBJECT, rawKind, NO_LEAF, members(member, value));
    }

    private static @Nullable Member made(Member object, Key key, boolean findsNone) {
        return findsNone ? object.find(key) : object.findOrCreate(key);
    }

    /**
     * The member as the worker's names have it. They may be older than the answer that the table is full: only then what isn't
     * there is looked for in the catalog itself, for then the answer is that it will never be.
     */
    private @Nullable Member found(Member object, Key key, int p, boolean findsNone) {
        long header = NameReader.header(object.id(), tape.length(p), tape.type(p) == Tape.ESCAPED_STRING);
        Member member = names.find(header, tape.address(p));
        return member == null && findsNone ? object.find(key) : member;
    }

    /** Whether a value that finds no member yet has to find a column for one. */
    private static boolean needsColumn(Member object, Key key, int rawKind) {
        return switch (rawKind) {
            case Kind.OBJECT -> object.decisionOf(key) != Decision.MAP;
            case Kinds.EMPTY_OBJECT -> true;
            default -> Kind.isStored(rawKind);
        };
    }

    /** Whether the object at a tape index is one value of its row, not columns of it: a map, or packed. */
    private boolean isLeaf(Decision decision, int i) {
        return (decision == Decision.MAP || decision == Decision.PACKED)
                && tape.type(i) == Tape.OBJECT
                && tape.count(i) > 0;
    }

    private Node leafNode(@Nullable Key key, Member member, int rawKind, int i) {
        return switch (rawKind) {
            case Kind.NULL, Kind.EMPTY_ARRAY -> {
                note(member, rawKind);
                actions.write(Plan.NOTHING);
                yield new Node(key, member.number(), rawKind, rawKind, NO_LEAF, List.of());
            }
            case Kind.ARRAY -> {
                Node once = onceNode(key, member, i);
                yield once != null ? once : arrayNode(key, member);
            }
            case Kind.OBJECT ->
                member.decision() == Decision.MAP
                        ? mapNode(key, member)
                        : columnNode(key, member, Kind.PACKED, Kind.OBJECT);
            default -> {
                Node once = onceNode(key, member, i);
                yield once != null ? once : columnNode(key, member, rawKind, rawKind);
            }
        };
    }

    /** A value that is stored once, if that is what the plan says about values like it and there is room; else null. */
    private @Nullable Node onceNode(@Nullable Key key, Member member, int i) {
        int type = tape.type(i);
        boolean isContainer = type == Tape.ARRAY || (type == Tape.OBJECT && tape.count(i) > 0);
        boolean isEntity = member.decision() == Decision.ENTITY && isContainer;
        boolean isLookup = member.decision() == Decision.LOOKUP && type == Tape.STRING;
        if (!isEntity && !isLookup) {
            return null;
        }
        TableRole role = isEntity ? TableRole.ENTITY : TableRole.LOOKUP;
        Table entity = mode == Mode.MAKE ? member.ensureEntity(role) : member.entity();
        if (entity == null) {
            return mode == Mode.FIND && !member.refusesEntity() ? unknown() : null;
        }
        int kind = isEntity ? Kind.ENTITY : Kind.LOOKUP;
        columns.add(new Plan.ColumnLeaf(member.referenceColumn(), once.size(), kind));
        int leaf = newLeaf();
        once.add(new Plan.ChildLeaf(leaf, entity));
        return new Node(key, member.number(), kind, Kinds.of(tape, i), leaf, List.of());
    }

    private Node mapNode(@Nullable Key key, Member member) {
        Table map = mode == Mode.MAKE ? member.ensureMap() : member.map();
        if (map == null) {
            boolean isPacked = mode != Mode.FIND || member.packsMaps();
            return isPacked ? columnNode(key, member, Kind.PACKED, Kind.OBJECT) : unknown();
        }
        int leaf = newLeaf();
        children.add(new Plan.ChildLeaf(leaf, map));
        return new Node(key, member.number(), Kind.MAP, Kind.OBJECT, leaf, List.of());
    }

    private Node arrayNode(@Nullable Key key, Member member) {
        if (member.decision() == Decision.PACKED) {
            return columnNode(key, member, Kind.PACKED, Kind.ARRAY);
        }
        Table child = mode == Mode.MAKE ? member.ensureChild() : member.child();
        if (child == null) {
            boolean isPacked = mode != Mode.FIND || member.packsArrays();
            return isPacked ? columnNode(key, member, Kind.PACKED, Kind.ARRAY) : unknown();
        }
        int leaf = newLeaf();
        children.add(new Plan.ChildLeaf(leaf, child));
        int kind = child.role() == TableRole.LINK ? Kind.LINKS : Kind.ARRAY;
        return new Node(key, member.number(), kind, Kind.ARRAY, leaf, List.of());
    }

    private Node columnNode(@Nullable Key key, Member member, int kind, int rawKind) {
        boolean wasFull = table.isFull();
        boolean hasColumn = mode == Mode.MAKE ? member.ensureColumn(kind) : member.knows(kind);
        if (!hasColumn) {
            boolean findsNone = mode != Mode.FIND || (wasFull && member.column() < 0);
            return key != null && findsNone ? extraNode(key, rawKind) : unknown();
        }
        int leaf = newLeaf();
        columns.add(new Plan.ColumnLeaf(member.column(), leaf, kind));
        return new Node(key, member.number(), kind, rawKind, leaf, List.of());
    }

    private Node extraNode(Key key, int rawKind) {
        if (mode == Mode.FIND && table.extraColumn() < 0) {
            return unknown();
        }
        hasExtra = true;
        return new Node(key, 0, Kind.EXTRA, rawKind, newLeaf(), List.of());
    }

    /** Gives up: something is new, and this is not the time to make it. */
    private Node unknown() {
        assert mode == Mode.FIND : "under the ticket everything is known or made, and after it, settled";
        isUnknown = true;
        return UNKNOWN;
    }

    private void note(Member member, int kind) {
        if (mode != Mode.MAKE) {
            isUnknown |= mode == Mode.FIND && !member.knows(kind);
        } else if (kind == Kind.NULL) {
            member.noteNull();
        } else if (kind == Kind.OBJECT) {
            member.noteObject();
        }
    }

    private int newLeaf() {
        actions.write(Plan.LEAF);
        return leafCount++;
    }

    private byte[] structureOf(Node root) {
        StructureWriter out = new StructureWriter();
        if (isKeyEscaped) {
            out.value(0, Kind.ESCAPED_KEY);
        }
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
            if (child.kind() == Kind.EXTRA) {
                out.add(ExtraPlan.Step.value(keyOf(child), child.leaf()));
            } else if (child.kind() == Kind.OBJECT) {
                int before = out.size();
                out.add(ExtraPlan.Step.open(keyOf(child)));
                addExtraSteps(child, out);
                if (out.size() == before + 1) {
                    out.remove(before);
                } else {
                    out.add(ExtraPlan.Step.CLOSE);
                }
            }
        }
    }

    private static Key keyOf(Node node) {
        Key key = node.key();
        if (key == null) {
            throw new AssertionError("a member needs a key");
        }
        return key;
    }
}
