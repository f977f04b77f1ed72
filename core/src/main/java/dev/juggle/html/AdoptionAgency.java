// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/*
 * How the stack is rearranged without shifting what lies above: see OpenElements. The region from the formatting
 * element to the furthest block keeps its slots. The formatting element's slot and those of removed elements are
 * dead; the furthest block and whatever lies directly below it move down by one into the nearest dead slot, and the
 * new element takes the slot of the furthest block, which is "immediately below the furthest block" in the stack.
 */
/** The adoption agency algorithm (13.2.6.4.7), for misnested formatting elements. */
final class AdoptionAgency {
    private static final int OUTER_LIMIT = 8;
    private static final int INNER_LIMIT = 3;

    private final TreeBuilder b;
    private final NodeStore store;
    private final OpenElements open;
    private final ActiveFormatting formatting;
    /** The slot behind which the formatting element's successor goes into the list; 0: in its own place. */
    private int bookmark;

    AdoptionAgency(TreeBuilder builder) {
        this.b = builder;
        this.store = builder.store;
        this.open = builder.open;
        this.formatting = builder.formatting;
    }

    /** Runs for a tag with this name. */
    void run(int name) {
        if (open.currentIs(name) && (store.meta(open.currentNode) & NodeStore.LISTED_BIT) == 0) {
            open.pop();
            return;
        }
        for (int outer = 0; outer < OUTER_LIMIT; outer++) {
            int slot = formatting.lastOf(name);
            if (slot == 0) {
                b.bodyRules.anyOtherEndTag(name);
                return;
            }
            int element = formatting.node(slot);
            if (store.meta(element) >= 0) {
                b.unexpected();
                formatting.remove(slot);
                return;
            }
            int index = open.indexOf(element, name);
            if (!open.indexInScope(index)) {
                b.unexpected();
                return;
            }
            b.unexpectedUnless(element == open.currentNode);
            int block = open.lowestSpecialAbove(index);
            if (block < 0) {
                open.popThrough(index);
                formatting.remove(slot);
                return;
            }
            adopt(slot, index, block);
        }
    }

    private void adopt(int slot, int index, int blockIndex) {
        int element = open.node(index);
        int block = open.node(blockIndex);
        int commonIndex = open.below(index);
        int last = liftChain(index, blockIndex);
        store.remove(last);
        b.insertAt(last, open.node(commonIndex), open.flags(commonIndex));
        int successor = b.cloneElement(element);
        int meta = store.meta(successor);
        int flags = open.flags(index);
        store.moveChildren(block, successor);
        store.insert(successor, block, 0);
        open.removeAt(index);
        formatting.moveAfter(slot, successor, bookmark == 0 ? slot : bookmark);
        makeRoomAbove(blockIndex);
        open.placeAt(blockIndex, successor, meta, flags);
        store.setMeta(successor, store.meta(successor) | NodeStore.OPEN_BIT);
    }

    /** The inner loop: rebuilds the chain of formatting elements between; its new top, or the block itself. */
    private int liftChain(int index, int blockIndex) {
        int block = open.node(blockIndex);
        int last = block;
        bookmark = 0;
        int inner = 0;
        for (int at = open.below(blockIndex); at != index; at = open.below(at)) {
            inner++;
            int node = open.node(at);
            boolean listed = (store.meta(node) & NodeStore.LISTED_BIT) != 0;
            int slot = listed ? formatting.find(node, store.name(node)) : 0;
            if (inner > INNER_LIMIT && slot != 0) {
                formatting.remove(slot);
                slot = 0;
            }
            if (slot == 0) {
                open.removeAt(at);
                continue;
            }
            int clone = b.cloneElement(node);
            formatting.replace(slot, clone);
            store.setMeta(node, store.meta(node) & ~NodeStore.OPEN_BIT);
            store.setMeta(clone, store.meta(clone) | NodeStore.OPEN_BIT);
            open.replaceNode(at, clone);
            if (last == block) {
                bookmark = slot;
            }
            store.remove(last);
            store.insert(last, clone, 0);
            last = clone;
        }
        return last;
    }

    private void makeRoomAbove(int blockIndex) {
        int dead = blockIndex - 1;
        while (open.node(dead) != 0) {
            dead--;
        }
        for (int at = dead + 1; at <= blockIndex; at++) {
            open.move(at, at - 1);
        }
    }
}
