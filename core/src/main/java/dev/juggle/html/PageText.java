// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import java.util.Arrays;

/*
 * One walk writes the text of the whole page as a reader sees it, and notes for every element where its own text begins and
 * ends in it. So the text of a heading, a link, a cell or of whatever a selector finds is a slice, and nested elements,
 * as many as there may be, cost nothing: gathering the text of each by a walk of its own would be quadratic.
 */
/**
 * The text of a page, and of each element as a slice of it. White space is folded as in a browser: a new line where a block
 * begins or ends, a tab between cells, a single space elsewhere; {@code pre} and {@code textarea} keep theirs. Scripts,
 * styles and templates have no text.
 */
final class PageText {
    private static final int INLINE = 0;
    private static final int BLOCK = 1;
    private static final int CELL = 2;
    private static final int HIDDEN = 3;
    private static final byte[] ROLES = roles();
    private static final int RANGE_BYTES = 8;
    private static final int FLAG = 1 << 31;

    private NodeStore store;
    private long ranges;
    private long text;
    private long at;
    private long limit;
    /** The white space that comes before the next character, if there is one. */
    private byte pending;

    /** How many elements are open whose white space stays. */
    private int kept;
    /** How many elements are open whose text is not shown. */
    private int hidden;

    private boolean[] isOuter = new boolean[16];
    private int openCount;

    PageText(NodeStore store) {
        this.store = store;
    }

    /** Gathers the text of a tree; it lies in the arena. */
    void gather(HtmlTree tree, BumpArena arena) {
        store = tree.store();
        ranges = arena.allocate((long) RANGE_BYTES * store.nodeCount());
        text = arena.position();
        at = text;
        limit = arena.limit();
        pending = 0;
        kept = 0;
        hidden = 0;
        openCount = 0;
        walk(tree.root());
        arena.advanceTo(at);
    }

    /** Address of an element's text. */
    long address(int element) {
        return trimmed(text + Mem.getInt(range(element)), end(element));
    }

    /** Bytes of an element's text. */
    long length(int element) {
        return end(element) - address(element);
    }

    /** Whether a table has another one in it. */
    boolean hasTables(int table) {
        return (Mem.getInt(range(table) + 4) & FLAG) != 0;
    }

    /** Uses an element's range for another number: its text is not asked for any more. */
    void number(int node, int number) {
        Mem.putInt(range(node), number);
    }

    /** What {@link #number} set. */
    int number(int node) {
        return Mem.getInt(range(node));
    }

    private long end(int element) {
        return text + (Mem.getInt(range(element) + 4) & ~FLAG);
    }

    private static long trimmed(long from, long end) {
        long first = from;
        while (first < end && Bytes.is(Mem.getByte(first), Bytes.SPACE)) {
            first++;
        }
        return first;
    }

    private long range(int node) {
        return ranges + (long) RANGE_BYTES * node;
    }

    private void walk(int root) {
        int node = root;
        while (true) {
            int child = enter(node) ? store.first(node) : 0;
            if (child != 0) {
                node = child;
                continue;
            }
            leave(node);
            while (node != root && store.next(node) == 0) {
                node = store.parent(node);
                leave(node);
            }
            if (node == root) {
                return;
            }
            node = store.next(node);
        }
    }

    /** Notes where a node begins; whether its children are walked through. */
    private boolean enter(int node) {
        int kind = store.kind(node);
        if (kind == NodeStore.TEXT) {
            if (hidden == 0) {
                append(store.text(store.offset(node)), store.length(node));
            }
            return false;
        }
        if (kind != NodeStore.ELEMENT) {
            return kind == NodeStore.DOCUMENT;
        }
        int role = role(node);
        boundary(role);
        Mem.putInt(range(node), (int) (at - text));
        keep(node, role, 1);
        if (store.meta(node) == NodeStore.elementMeta(Name.TABLE, NodeStore.HTML)) {
            openTable();
        }
        return true;
    }

    private void leave(int node) {
        if (store.kind(node) != NodeStore.ELEMENT) {
            return;
        }
        int end = (int) (at - text);
        if (store.meta(node) == NodeStore.elementMeta(Name.TABLE, NodeStore.HTML) && isOuter[--openCount]) {
            end |= FLAG;
        }
        Mem.putInt(range(node) + 4, end);
        keep(node, role(node), -1);
        boundary(role(node));
    }

    private void openTable() {
        if (openCount > 0) {
            isOuter[openCount - 1] = true;
        }
        if (openCount == isOuter.length) {
            isOuter = Arrays.copyOf(isOuter, 2 * openCount);
        }
        isOuter[openCount++] = false;
    }

    private int role(int node) {
        int name = store.name(node);
        return name < ROLES.length ? ROLES[name] : INLINE;
    }

    private void keep(int node, int role, int change) {
        hidden += role == HIDDEN ? change : 0;
        int name = store.name(node);
        if (name == Name.PRE || name == Name.TEXTAREA || name == Name.LISTING || name == Name.XMP) {
            kept += change;
        }
    }

    private void boundary(int role) {
        if (role == BLOCK) {
            pending = '\n';
        } else if (role == CELL && pending != '\n') {
            pending = '\t';
        }
    }

    private void append(long address, int length) {
        long end = address + length;
        long p = address;
        while (p < end) {
            if (kept == 0 && Bytes.is(Mem.getByte(p), Bytes.SPACE)) {
                if (pending == 0) {
                    pending = ' ';
                }
                p++;
                continue;
            }
            long from = p;
            while (p < end && (kept > 0 || !Bytes.is(Mem.getByte(p), Bytes.SPACE))) {
                p++;
            }
            put(from, p - from);
        }
    }

    private void put(long from, long length) {
        if (length + 1 > limit - at || at - text + length >= Integer.MAX_VALUE) {
            throw new ArenaFullException(length + 1, limit - at);
        }
        if (pending != 0) {
            if (at > text) {
                Mem.putByte(at++, pending);
            }
            pending = 0;
        }
        Mem.copy(from, at, length);
        at += length;
    }

    private static byte[] roles() {
        byte[] roles = new byte[Name.COUNT];
        set(
                roles,
                BLOCK,
                "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset"
                        + " figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li"
                        + " listing main menu nav ol optgroup option p plaintext pre search section summary table tbody"
                        + " textarea tfoot thead title tr ul xmp");
        set(roles, CELL, "td th");
        set(roles, HIDDEN, "iframe noembed noframes script style template");
        return roles;
    }

    private static void set(byte[] roles, int role, String names) {
        for (String name : names.split(" ", -1)) {
            roles[Name.find(name)] = (byte) role;
        }
    }
}
