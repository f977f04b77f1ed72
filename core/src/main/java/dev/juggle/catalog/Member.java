// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One place in a table's rows where a value was seen: the row's value itself (number 0) or a member of it or of an object
 * inlined in it. A member may have been a scalar here, an object there, an array elsewhere; each form has a home of its own:
 * a column, members below, a child table. Changed only by the thread that holds the ticket.
 */
public final class Member {
    static final int NO_COLUMN = -1;

    private final Table table;
    private final @Nullable Member parent;
    private final @Nullable Key key;
    private final int number;
    private final String path;
    private final Map<Key, Member> members = new LinkedHashMap<>(4);
    private int column = NO_COLUMN;
    private int storedTypes;
    private boolean wasNull;
    private boolean wasObject;
    private @Nullable Table child;
    private boolean packsArrays;

    Member(Table table, int number, @Nullable Member parent, @Nullable Key key, String path) {
        this.table = table;
        this.number = number;
        this.parent = parent;
        this.key = key;
        this.path = path;
    }

    /** Its number within the table, from 0, in order of discovery; what shapes refer to. */
    public int number() {
        return number;
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

    /** Whether an object was seen here that had members. */
    public boolean hasMembers() {
        return !members.isEmpty();
    }

    /** The member of the object here under this key, or null when it was never seen. */
    public @Nullable Member find(Key wanted) {
        return members.get(wanted);
    }

    /** The member of the object here under this key, made if it is new; null when the catalog's limits leave no room for it. */
    public @Nullable Member findOrCreate(Key wanted) {
        wasObject = true;
        Member found = members.get(wanted);
        return found != null ? found : table.createMember(this, wanted);
    }

    /** Notes that the value here was null. */
    public void noteNull() {
        wasNull = true;
    }

    /** Notes that the value here was an object. */
    public void noteObject() {
        wasObject = true;
    }

    /** Makes sure that a value of this kind finds its column; false when the table has no room for one more. */
    public boolean ensureColumn(int kind) {
        if (column == NO_COLUMN && !table.createColumn(this)) {
            return false;
        }
        storedTypes |= StoredType.of(kind);
        return true;
    }

    /** Makes sure that an array here finds its child table; null when it is to be packed instead, from now on always. */
    public @Nullable Table ensureChild() {
        if (child == null && !packsArrays) {
            child = table.createChild(this);
            packsArrays = child == null;
        }
        return child;
    }

    Table table() {
        return table;
    }

    @Nullable
    Member parent() {
        return parent;
    }

    @Nullable
    Key key() {
        return key;
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

    int storedTypes() {
        return storedTypes;
    }

    /** Whether null is all that was ever seen here, so that only an empty column can show it to a reader of the table. */
    boolean wasOnlyNull() {
        return wasNull && column == NO_COLUMN && !wasObject && child == null;
    }
}
