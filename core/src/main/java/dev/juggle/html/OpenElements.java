// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.util.Arrays;

/*
 * The standard asks its stack questions by walking down from the current node ("is a p in button scope?"), which
 * makes n open elements cost n a question. Here each answer is a comparison of two indices:
 *
 *   - per name, the index of the topmost open element with it (top), and in each entry the index of the next lower
 *     entry with the same name (BELOW). Foreign elements have chains of their own, by lower-cased name.
 *   - per category (special, blocker, scope), the index of the topmost open element in it, and in its entries the
 *     next lower one. "In scope" is: top of the name >= top of the scope boundaries.
 *
 * The adoption agency moves entries in the middle of the stack. Indices above the region must not shift (that
 * would cost n a time), so a region keeps its slots: removed entries become dead (node 0) and whoever walks skips
 * them. A moved entry's chains are mended by looking upwards for the entry that points to it; with k
 * names in use that search ends after a bounded number of steps unless nothing above has the name.
 *
 * Entries are eight ints in one array; it grows by doubling and is kept between documents.
 */
/** The stack of open elements (13.2.4.2), each question in constant time. */
final class OpenElements {
    private static final int STRIDE = 8;
    private static final int NODE = 0;
    private static final int META = 1;
    private static final int FLAGS = 2;
    private static final int BELOW = 3;
    private static final int SPECIAL_BELOW = 4;
    private static final int BLOCKER_BELOW = 5;
    private static final int SCOPE_BELOW = 6;
    private static final int HTML_BELOW = 7;

    private final NodeStore store;
    private int[] entries = new int[64 * STRIDE];
    /** Index of the topmost entry by chain (2 * name, plus 1 if foreign); -1 if none. */
    private int[] top = new int[2 * 1024];

    private int current = -1;
    private int topSpecial = -1;
    private int topBlocker = -1;
    private int topScope = -1;
    /** The same three facts of the current node as fields, for the hot paths. */
    int currentNode;

    int currentMeta;
    int currentFlags;

    OpenElements(NodeStore store) {
        this.store = store;
        Arrays.fill(top, -1);
    }

    /** Pushes an element, which must have been created with this meta and these {@link Category} bits. */
    void push(int node, int meta, int flags) {
        int index = current + 1;
        int at = index * STRIDE;
        if (at == entries.length) {
            entries = Arrays.copyOf(entries, 2 * at);
        }
        int[] e = entries;
        int chain = chain(meta, flags);
        if (chain >= top.length) {
            growTop(chain);
        }
        e[at + NODE] = node;
        e[at + META] = meta;
        e[at + FLAGS] = flags;
        e[at + BELOW] = top[chain];
        top[chain] = index;
        if ((flags & (Category.SPECIAL | Category.FOREIGN)) != 0) {
            pushCategories(index, at, flags);
        }
        current = index;
        currentNode = node;
        currentMeta = meta;
        currentFlags = flags;
    }

    /** Pops the current node. */
    void pop() {
        int[] e = entries;
        int at = current * STRIDE;
        int flags = currentFlags;
        top[chain(currentMeta, flags)] = e[at + BELOW];
        if ((flags & (Category.SPECIAL | Category.FORMATTING)) != 0) {
            popCategories(at, flags);
        }
        int index = current - 1;
        at -= STRIDE;
        while (index > 0 && e[at + NODE] == 0) {
            index--;
            at -= STRIDE;
        }
        current = index;
        if (index >= 0) {
            currentNode = e[at + NODE];
            currentMeta = e[at + META];
            currentFlags = e[at + FLAGS];
        } else {
            currentNode = 0;
            currentMeta = 0;
            currentFlags = 0;
        }
    }

    private void pushCategories(int index, int at, int flags) {
        int[] e = entries;
        if ((flags & Category.FOREIGN) != 0) {
            boolean onForeign = (currentFlags & Category.FOREIGN) != 0;
            e[at + HTML_BELOW] = onForeign ? e[current * STRIDE + HTML_BELOW] : current;
        }
        if ((flags & Category.SPECIAL) != 0) {
            e[at + SPECIAL_BELOW] = topSpecial;
            topSpecial = index;
            if ((flags & Category.BLOCKER) != 0) {
                e[at + BLOCKER_BELOW] = topBlocker;
                topBlocker = index;
            }
            if ((flags & Category.SCOPE) != 0) {
                e[at + SCOPE_BELOW] = topScope;
                topScope = index;
            }
        }
    }

    private void popCategories(int at, int flags) {
        int[] e = entries;
        if ((flags & Category.FORMATTING) != 0) {
            markClosed(currentNode);
            return;
        }
        topSpecial = e[at + SPECIAL_BELOW];
        if ((flags & Category.BLOCKER) != 0) {
            topBlocker = e[at + BLOCKER_BELOW];
        }
        if ((flags & Category.SCOPE) != 0) {
            topScope = e[at + SCOPE_BELOW];
        }
    }

    /** Pops until the entry with this index has been popped. */
    void popThrough(int index) {
        while (current >= index) {
            pop();
        }
    }

    /** Pops until an HTML element with this name has been popped; there must be one. */
    void popUntil(int name) {
        popThrough(top[2 * name]);
    }

    /** Pops everything. */
    void clear() {
        popThrough(0);
    }

    /** Index of the current node; -1 if the stack is empty. With dead entries below, more than the count. */
    int currentIndex() {
        return current;
    }

    /** Whether the current node is an HTML element with this name. */
    boolean currentIs(int name) {
        return currentMeta == (name | NodeStore.ELEMENT << NodeStore.KIND_SHIFT);
    }

    /** Index of the topmost HTML element with this name, or -1. */
    int topOf(int name) {
        int chain = 2 * name;
        return chain < top.length ? top[chain] : -1;
    }

    /** Index of the topmost foreign element whose lower-cased name is this, or -1. */
    int topForeign(int name) {
        int chain = 2 * name + 1;
        return chain < top.length ? top[chain] : -1;
    }

    boolean isOpen(int name) {
        return topOf(name) >= 0;
    }

    /** "Has an element in scope". */
    boolean inScope(int name) {
        int index = topOf(name);
        return index >= 0 && index >= topScope;
    }

    /** "Has an element in button scope". */
    boolean inButtonScope(int name) {
        int index = topOf(name);
        return index >= 0 && index >= topScope && index >= top[2 * Name.BUTTON];
    }

    /** "Has an element in list item scope". */
    boolean inListItemScope(int name) {
        int index = topOf(name);
        return index >= 0 && index >= topScope && index >= top[2 * Name.OL] && index >= top[2 * Name.UL];
    }

    /** "Has an element in table scope". */
    boolean inTableScope(int name) {
        int index = topOf(name);
        return index >= 0 && index >= top[2 * Name.TABLE] && index >= top[2 * Name.TEMPLATE];
    }

    /** Whether the entry with this index is in scope. */
    boolean indexInScope(int index) {
        return index >= topScope;
    }

    /** Index of the topmost special element, or -1. */
    int topSpecial() {
        return topSpecial;
    }

    /** Index of the topmost special element that is not address, div or p, or -1. */
    int topBlocker() {
        return topBlocker;
    }

    /** For a foreign current node: index of the topmost HTML element. */
    int topHtmlBelowForeign() {
        return entries[current * STRIDE + HTML_BELOW];
    }

    int node(int index) {
        return entries[index * STRIDE + NODE];
    }

    int meta(int index) {
        return entries[index * STRIDE + META];
    }

    int flags(int index) {
        return entries[index * STRIDE + FLAGS];
    }

    /** Index of the live entry below {@code index}. */
    int below(int index) {
        int below = index - 1;
        while (below > 0 && entries[below * STRIDE + NODE] == 0) {
            below--;
        }
        return below;
    }

    /** Index of the second live entry, or -1. */
    int second() {
        int index = 1;
        while (index <= current && entries[index * STRIDE + NODE] == 0) {
            index++;
        }
        return index <= current ? index : -1;
    }

    /** Index of a node that is an HTML element with this name, or -1. Only entries with the name are looked at. */
    int indexOf(int node, int name) {
        int index = topOf(name);
        while (index >= 0 && entries[index * STRIDE + NODE] != node) {
            index = entries[index * STRIDE + BELOW];
        }
        return index;
    }

    /** Index of the lowest special element above {@code index}, or -1. */
    int lowestSpecialAbove(int index) {
        if (topSpecial < index) {
            return -1;
        }
        int above = index + 1;
        while ((entries[above * STRIDE + FLAGS] & Category.SPECIAL) == 0 || entries[above * STRIDE + NODE] == 0) {
            above++;
        }
        return above;
    }

    /** Takes the entry with this index out of the stack, wherever it is. */
    void removeAt(int index) {
        if (index == current) {
            pop();
            return;
        }
        int at = index * STRIDE;
        if ((entries[at + FLAGS] & Category.FORMATTING) != 0) {
            markClosed(entries[at + NODE]);
        }
        unlink(index);
        entries[at + NODE] = 0;
        entries[at + META] = 0;
        entries[at + FLAGS] = 0;
    }

    /** Gives the entry another node of the same name and category (the adoption agency's clones). */
    void replaceNode(int index, int node) {
        entries[index * STRIDE + NODE] = node;
        if (index == current) {
            currentNode = node;
        }
    }

    /** Moves the live entry at {@code from} to the dead slot {@code to}; only dead slots lie between. */
    void move(int from, int to) {
        if (from == to) {
            return;
        }
        unlink(from);
        System.arraycopy(entries, from * STRIDE, entries, to * STRIDE, 3);
        entries[from * STRIDE + NODE] = 0;
        entries[from * STRIDE + META] = 0;
        entries[from * STRIDE + FLAGS] = 0;
        link(to);
        if (from == current) {
            current = to;
        }
    }

    /** Puts an ordinary or formatting HTML element into a slot that is dead or just above the current node. */
    void placeAt(int index, int node, int meta, int flags) {
        int at = index * STRIDE;
        entries[at + NODE] = node;
        entries[at + META] = meta;
        entries[at + FLAGS] = flags;
        link(index);
        if (index > current) {
            current = index;
            currentNode = node;
            currentMeta = meta;
            currentFlags = flags;
        }
    }

    private void unlink(int index) {
        int at = index * STRIDE;
        int flags = entries[at + FLAGS];
        int chain = chain(entries[at + META], flags);
        if (top[chain] == index) {
            top[chain] = entries[at + BELOW];
        } else {
            int owner = index + 1;
            while (entries[owner * STRIDE + BELOW] != index || !isChain(owner, chain)) {
                owner++;
            }
            entries[owner * STRIDE + BELOW] = entries[at + BELOW];
        }
        if ((flags & Category.SPECIAL) != 0) {
            topSpecial = unlink(index, topSpecial, Category.SPECIAL, SPECIAL_BELOW);
        }
        if ((flags & Category.BLOCKER) != 0) {
            topBlocker = unlink(index, topBlocker, Category.BLOCKER, BLOCKER_BELOW);
        }
        if ((flags & Category.SCOPE) != 0) {
            topScope = unlink(index, topScope, Category.SCOPE, SCOPE_BELOW);
        }
    }

    private int unlink(int index, int topmost, int category, int field) {
        int below = entries[index * STRIDE + field];
        if (topmost == index) {
            return below;
        }
        int owner = index + 1;
        while ((entries[owner * STRIDE + FLAGS] & category) == 0) {
            owner++;
        }
        entries[owner * STRIDE + field] = below;
        return topmost;
    }

    private void link(int index) {
        int at = index * STRIDE;
        int flags = entries[at + FLAGS];
        int chain = chain(entries[at + META], flags);
        if (top[chain] < index) {
            entries[at + BELOW] = top[chain];
            top[chain] = index;
        } else {
            int owner = index + 1;
            while (!isChain(owner, chain)) {
                owner++;
            }
            entries[at + BELOW] = entries[owner * STRIDE + BELOW];
            entries[owner * STRIDE + BELOW] = index;
        }
        if ((flags & Category.SPECIAL) != 0) {
            topSpecial = link(index, topSpecial, Category.SPECIAL, SPECIAL_BELOW);
        }
        if ((flags & Category.BLOCKER) != 0) {
            topBlocker = link(index, topBlocker, Category.BLOCKER, BLOCKER_BELOW);
        }
        if ((flags & Category.SCOPE) != 0) {
            topScope = link(index, topScope, Category.SCOPE, SCOPE_BELOW);
        }
    }

    private int link(int index, int topmost, int category, int field) {
        if (topmost < index) {
            entries[index * STRIDE + field] = topmost;
            return index;
        }
        int owner = index + 1;
        while ((entries[owner * STRIDE + FLAGS] & category) == 0) {
            owner++;
        }
        entries[index * STRIDE + field] = entries[owner * STRIDE + field];
        entries[owner * STRIDE + field] = index;
        return topmost;
    }

    private boolean isChain(int index, int chain) {
        int at = index * STRIDE;
        return entries[at + NODE] != 0 && chain(entries[at + META], entries[at + FLAGS]) == chain;
    }

    private static int chain(int meta, int flags) {
        int name = meta & NodeStore.NAME_MASK;
        if ((flags & Category.FOREIGN) != 0) {
            return 2 * (name < Name.COUNT ? Name.LOWER_CASE[name] : name) + 1;
        }
        return 2 * name;
    }

    private void markClosed(int node) {
        store.setMeta(node, store.meta(node) & ~NodeStore.OPEN_BIT);
    }

    private void growTop(int chain) {
        int old = top.length;
        top = Arrays.copyOf(top, Math.max(2 * old, chain + 2));
        Arrays.fill(top, old, top.length, -1);
    }
}
