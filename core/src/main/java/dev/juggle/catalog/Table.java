// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One table: its columns in order of discovery, the members of its rows, its shapes, and the next row id. Changed only by the
 * thread that holds the ticket; the numbers that workers need (table id, column indexes) never change once given. Workers may
 * read the id, the name, {@link #value}, {@link #isFull} and {@link #extraColumn} at any time.
 */
public final class Table {
    static final String EXTRA = "_extra";

    private final Catalog catalog;
    private final int id;
    private final String name;
    private final String path;
    private final int depth;
    private final @Nullable Member origin;
    private final String rootName;
    private final TableRole role;
    private final Names columnNames = new Names();
    private final List<String> columns = new ArrayList<>();
    private final List<@Nullable Member> columnMembers = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private final Map<ByteBuffer, Shape> shapes = new ConcurrentHashMap<>();
    private final List<Shape> numberedShapes = new ArrayList<>();
    private volatile int extraColumn = Member.NO_COLUMN;
    private volatile boolean isFull;
    private long nextRow = 1;
    private String indexName = "";
    private String viewName = "";

    /**
     * Where a table comes from.
     *
     * @param member whose values its rows are; null for a root
     * @param rootName the name that the files of its root asked for
     * @param role what its rows are
     */
    record Origin(@Nullable Member member, String rootName, TableRole role) {}

    Table(Catalog catalog, int id, String name, Origin from) {
        this.catalog = catalog;
        this.id = id;
        this.name = name;
        this.origin = from.member();
        this.rootName = from.rootName();
        this.role = from.role();
        this.path = origin == null ? JsonPath.ROOT : pathOf(origin.path(), role);
        this.depth = origin == null ? 0 : origin.table().depth + 1;
        Catalog.SYSTEM_COLUMN_NAMES.forEach(columnNames::reserve);
        columns.addAll(role.systemColumns());
        columnMembers.addAll(Collections.nCopies(columns.size(), null));
        members.add(new Member(this, 0, null, null, path));
    }

    private static String pathOf(String origin, TableRole role) {
        return switch (role) {
            case ARRAY, LINK -> JsonPath.elements(origin);
            case MAP -> JsonPath.values(origin);
            case ROOT, ENTITY, LOOKUP -> origin;
        };
    }

    /** Its id for writers, unique in the catalog. */
    public int id() {
        return id;
    }

    /** Its number in `_juggle_tables`, from 1. */
    public int number() {
        return id - Catalog.SYSTEM_TABLES + 1;
    }

    /** Its name in the database. */
    public String name() {
        return name;
    }

    /** The JSONPath of one row's value, from the record. */
    public String path() {
        return path;
    }

    /** What its rows are. */
    public TableRole role() {
        return role;
    }

    /** Whether its rows are records, not parts of one. */
    public boolean isRoot() {
        return origin == null;
    }

    /** The row's value itself. */
    public Member value() {
        return members.get(0);
    }

    /** How many columns stand before the data. */
    public int systemColumns() {
        return role.systemColumns().size();
    }

    /** How many columns there are, the system's included. */
    public int columnCount() {
        return columns.size();
    }

    /** How many rows were given out. */
    public long rowCount() {
        return nextRow - 1;
    }

    /**
     * Whether it has as many data columns as it may have; the row's own value always finds one more. Any thread may ask. A full
     * table stays full, and what found no member in it before finds none later: so a worker must ask this before it looks
     * for the member, never after.
     */
    public boolean isFull() {
        return isFull;
    }

    /** The index of the column `_extra`, or -1 while there is none. Any thread may ask. */
    public int extraColumn() {
        return extraColumn;
    }

    /** Gives out row ids: the first of {@code count} that follow each other. */
    public long takeRows(long count) {
        long first = nextRow;
        nextRow += count;
        return first;
    }

    /** The index of the column `_extra`, made if need be. */
    public int ensureExtraColumn() {
        if (extraColumn == Member.NO_COLUMN) {
            extraColumn = addColumn(EXTRA, null);
        }
        return extraColumn;
    }

    /** The shape with this structure: known, or new with the next number, or without one where numbers ran out. */
    public Shape intern(byte[] structure) {
        Shape known = shapes.get(ByteBuffer.wrap(structure));
        if (known != null) {
            return known;
        }
        if (!catalog.admitsShape(numberedShapes.size(), structure.length)) {
            return new Shape(0, structure);
        }
        Shape shape = new Shape(numberedShapes.size() + 1, structure);
        numberedShapes.add(shape);
        shapes.put(ByteBuffer.wrap(structure), shape);
        return shape;
    }

    /** The shape with this structure, without a number unless it was given one before. Any thread may ask. */
    public Shape find(byte[] structure) {
        Shape known = shapes.get(ByteBuffer.wrap(structure));
        return known != null ? known : new Shape(0, structure);
    }

    /** The shapes that have a number, in its order. */
    public List<Shape> shapes() {
        return Collections.unmodifiableList(numberedShapes);
    }

    /** All members, by number. */
    public List<Member> members() {
        return Collections.unmodifiableList(members);
    }

    /** The names of the columns, by index. */
    public List<String> columnNames() {
        return Collections.unmodifiableList(columns);
    }

    /** The member whose values a column holds; null for a system column. */
    public @Nullable Member columnMember(int column) {
        return columnMembers.get(column);
    }

    /** The table that this one's `_parent` refers to; null where rows have none. */
    public @Nullable Table parent() {
        return role.hasParent() ? originTable() : null;
    }

    /** The table whose values led to this one; null for a root. */
    public @Nullable Table originTable() {
        return origin == null ? null : origin.table();
    }

    /** The name that the files of its root asked for. */
    String rootName() {
        return rootName;
    }

    Decision decision(String ofPath) {
        return catalog.decision(rootName, ofPath);
    }

    /** What is left to decide about the rows' own values: that they are stored once was decided where they are referred to. */
    Decision ownDecision() {
        Decision planned = decision(path);
        boolean isDone = role != TableRole.MAP && (planned == Decision.ENTITY || planned == Decision.LOOKUP);
        return isDone ? Decision.PLAIN : planned;
    }

    /** Whether the elements of arrays at a path are to be stored once. */
    boolean linksElements(String ofPath) {
        if (!catalog.hasDecisions(rootName)) {
            return false;
        }
        Decision elements = decision(JsonPath.elements(ofPath));
        return elements == Decision.ENTITY || elements == Decision.LOOKUP;
    }

    /** The name of the index on `_parent`; given out when first asked for, at the end of a run. */
    public String indexName() {
        if (indexName.isEmpty()) {
            indexName = catalog.indexName(name + "_parent");
        }
        return indexName;
    }

    /** The name of the view that shows it whole; given out when first asked for, at the end of a run. */
    public String viewName() {
        if (viewName.isEmpty()) {
            viewName = catalog.indexName(name + "_full");
        }
        return viewName;
    }

    /** The declared type of a column, final once every row is placed. */
    public String declaredType(int column) {
        Member member = columnMembers.get(column);
        if (member != null) {
            return StoredType.declared(member.storedTypes());
        }
        return switch (columns.get(column)) {
            case "_shape" -> "";
            case "_key", EXTRA -> "TEXT";
            default -> "INTEGER";
        };
    }

    /** Gives each member that was never anything but null its column, at the end, so that a reader of the table sees it. */
    void addNullColumns() {
        for (Member member : members) {
            if (member.wasOnlyNull()) {
                createColumn(member);
            }
        }
    }

    int takeMemberId() {
        return catalog.takeMemberId();
    }

    @Nullable
    Member createMember(Member parent, Key key) {
        String memberPath = JsonPath.member(parent.path(), key);
        if (!catalog.admitsMember(members.size(), memberPath.length())) {
            return null;
        }
        Member member = new Member(this, members.size(), parent, key, memberPath);
        members.add(member);
        parent.attach(member);
        catalog.added(member);
        return member;
    }

    boolean createColumn(Member member) {
        if (isFull() && member.number() != 0) {
            return false;
        }
        member.column(addColumn(joinedName(member, "value"), member));
        return true;
    }

    /** Gives a member the column for references to a table of its own, if there is room for one. */
    boolean createReferenceColumn(Member member) {
        if (isFull()) {
            return false;
        }
        member.referenceColumn(addColumn(joinedName(member, "value") + "_ref", null));
        return true;
    }

    @Nullable
    Table createChild(Member member, TableRole ofRole) {
        return admitsChildren(1) ? catalog.createChild(member, childName(member, ofRole), ofRole) : null;
    }

    /** Makes a table of links and the one that they lead to, or neither. */
    @Nullable
    Table createLinks(Member member) {
        Table links = admitsChildren(2) ? createChild(member, TableRole.LINK) : null;
        if (links != null && links.value().ensureEntity(TableRole.ENTITY) == null) {
            throw new AssertionError("there was room for two tables");
        }
        return links;
    }

    /** Whether so many more tables may be made, each below the one before. */
    boolean admitsChildren(int levels) {
        return depth + levels <= catalog.limits().tableDepth() && catalog.admitsChildren(levels);
    }

    /** What links lead to has the name that rows of the array would have had. */
    private String childName(Member member, TableRole ofRole) {
        if (role == TableRole.LINK && origin != null) {
            return origin.table().childName(origin, ofRole);
        }
        String plain = name + "_" + joinedName(member, "value");
        return ofRole == TableRole.LINK ? plain + "_link" : plain;
    }

    private int addColumn(String wanted, @Nullable Member member) {
        String given = EXTRA.equals(wanted) && member == null ? EXTRA : columnNames.take(wanted);
        columns.add(given);
        columnMembers.add(member);
        isFull = columns.size() - systemColumns() >= catalog.limits().columns();
        catalog.changed(this);
        return columns.size() - 1;
    }

    private static String joinedName(Member member, String ofTheRow) {
        Key key = member.key();
        Member parent = member.parent();
        if (key == null || parent == null) {
            return ofTheRow;
        }
        StringBuilder name = new StringBuilder(key.nameStep());
        for (Member up = parent; up.key() != null && up.parent() != null; up = up.parent()) {
            name.insert(0, up.key().nameStep() + "_");
        }
        return name.toString();
    }
}
