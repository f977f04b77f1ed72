// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One place in a table's rows where a value was seen: the row's value itself (number 0) or a member of it or of an object
 * inlined in it. A member may have been a scalar here, an object there, an array elsewhere; each form has a home of its own:
 * a column, members below, a child table.
 *
 * <p>Changed only by the thread that holds the ticket; workers read it at any time, to find out whether all that a value needs
 * is there already. What they see may be old, never wrong: everything here only ever goes from "not yet" to one final
 * answer, and each answer is published by a volatile write (or the map's own), which their reads pair with.
 */
public final class Member {
    static final int NO_COLUMN = -1;

    private final Table table;
    private final @Nullable Member parent;
    private final @Nullable Key key;
    private final int number;
    private final int id;
    private final String path;
    private final Decision decision;
    private final boolean linksElements;
    private final Map<Key, Member> members = new ConcurrentHashMap<>(4);
    private volatile int column = NO_COLUMN;
    private volatile int storedTypes;
    private volatile boolean wasNull;
    private volatile boolean wasObject;
    private volatile @Nullable Table child;
    private volatile boolean packsArrays;
    private volatile boolean packsMaps;
    private volatile int referenceColumn = NO_COLUMN;
    private volatile @Nullable Table map;
    private volatile @Nullable Table entity;
    private volatile boolean refusesEntity;

    Member(Table table, int number, @Nullable Member parent, @Nullable Key key, String path) {
        this.table = table;
        this.number = number;
        this.id = table.takeMemberId();
        this.parent = parent;
        this.key = key;
        this.path = path;
        this.decision = number == 0 ? table.ownDecision() : table.decision(path);
        this.linksElements = table.linksElements(path);
    }

    /** Its number within the table, from 0, in order of discovery; what shapes refer to. */
    public int number() {
        return number;
    }

    /** Its number in the catalog, which the names of the members below it are looked up with. */
    public int id() {
        return id;
    }

    /** Its JSONPath from the record. */
    public String path() {
        return path;
    }

    /** The index of its column among the table's columns, or -1 while it has none. */
    public int column() {
        return column;
    }

    /** The table that holds the elements where this member is an array; null where it never was, or is packed. */
    public @Nullable Table child() {
        return child;
    }

    /** What the plan says about values here. Any thread may ask. */
    public Decision decision() {
        return decision;
    }

    /** The index of the column that holds rows of {@link #entity}, or -1 while there is none. */
    public int referenceColumn() {
        return referenceColumn;
    }

    /** The table that holds the members where this one is a map; null where it never was. */
    public @Nullable Table map() {
        return map;
    }

    /** The table that holds this member's values once each; null where there is none. */
    public @Nullable Table entity() {
        return entity;
    }

    /** The member of the object here under this key, or null when it was never seen. */
    public @Nullable Member find(Key wanted) {
        return members.get(wanted);
    }

    /** The member of the object here under this key, made if it is new; null when the catalog's limits leave no room for it. */
    public @Nullable Member findOrCreate(Key wanted) {
        noteObject();
        Member found = members.get(wanted);
        return found != null ? found : table.createMember(this, wanted);
    }

    /** Notes that the value here was null. */
    public void noteNull() {
        if (!wasNull) {
            wasNull = true;
        }
    }

    /** Notes that the value here was an object. */
    public void noteObject() {
        if (!wasObject) {
            wasObject = true;
        }
    }

    /** Makes sure that a value of this kind finds its column; false when the table has no room for one more. */
    public boolean ensureColumn(int kind) {
        if (column == NO_COLUMN && !table.createColumn(this)) {
            return false;
        }
        int types = storedTypes;
        int more = types | StoredType.of(kind);
        if (more != types) {
            storedTypes = more;
        }
        return true;
    }

    /** Whether a value of this kind finds all it needs here already, and was noted before. */
    public boolean knows(int kind) {
        return switch (kind) {
            case Kind.NULL -> wasNull;
            case Kind.OBJECT -> wasObject;
            case Kind.EMPTY_ARRAY -> true;
            case Kind.ARRAY -> child != null;
            case Kind.MAP -> map != null;
            default -> column != NO_COLUMN && (storedTypes & StoredType.of(kind)) != 0;
        };
    }

    /** Whether arrays here are packed, for there is no child table and never will be. */
    public boolean packsArrays() {
        return packsArrays;
    }

    /**
     * Makes sure that an array here finds its child table: one of links, if the plan says that elements are stored once and
     * there is room for both tables. Null when it is to be packed instead, from now on always.
     */
    public @Nullable Table ensureChild() {
        if (child == null && !packsArrays) {
            Table links = linksElements ? table.createLinks(this) : null;
            child = links != null ? links : table.createChild(this, TableRole.ARRAY);
            packsArrays = child == null;
        }
        return child;
    }

    /** Whether objects that are maps are packed here, for there is no table for them and never will be. */
    public boolean packsMaps() {
        return packsMaps;
    }

    /** Makes sure that a map here finds its table; null when it is to be packed instead, from now on always. */
    public @Nullable Table ensureMap() {
        if (map == null && !packsMaps) {
            map = table.createChild(this, TableRole.MAP);
            packsMaps = map == null;
        }
        return map;
    }

    /** Whether values here are laid out plainly, whatever the plan says, for there is no room to store them once and never will be. */
    public boolean refusesEntity() {
        return refusesEntity;
    }

    /** What the plan says about the member under this key, whether or not it was ever seen. */
    public Decision decisionOf(Key theirs) {
        Member known = members.get(theirs);
        return known != null ? known.decision : table.decision(JsonPath.member(path, theirs));
    }

    /**
     * Makes sure that values here find the table that holds them once each, and the column that refers to it; null when there is
     * no room for either, from now on always.
     *
     * @param role ENTITY or LOOKUP, always the same one
     */
    public @Nullable Table ensureEntity(TableRole role) {
        if (entity == null && !refusesEntity) {
            boolean hasColumn =
                    table.role() == TableRole.LINK || (table.admitsChildren(1) && table.createReferenceColumn(this));
            entity = hasColumn ? table.createChild(this, role) : null;
            refusesEntity = entity == null;
        }
        return entity;
    }

    /** Its key; null for the row's value itself. */
    public @Nullable Key key() {
        return key;
    }

    Table table() {
        return table;
    }

    @Nullable
    Member parent() {
        return parent;
    }

    /** Lets workers find it under its parent's id and its key. */
    void publish(NameEdit<Member> edit) {
        if (parent != null && key != null) {
            edit.put(parent.id, key, this);
        }
    }

    void attach(Member member) {
        Key theirs = member.key;
        if (theirs == null) {
            throw new AssertionError("a member below needs a key");
        }
        members.put(theirs, member);
    }

    void column(int index) {
        column = index;
    }

    void referenceColumn(int index) {
        referenceColumn = index;
    }

    int storedTypes() {
        return storedTypes;
    }

    /** Whether null is all that was ever seen here, so that only an empty column can show it to a reader of the table. */
    boolean wasOnlyNull() {
        return wasNull && column == NO_COLUMN && !wasObject && child == null && map == null && entity == null;
    }
}
