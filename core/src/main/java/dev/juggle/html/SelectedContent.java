// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/*
 * What the standard says in the life of elements (option: "when it is popped off the stack of open elements", select:
 * "selectedness setting algorithm", selectedcontent: "clone an option") comes to this once a document is read: the
 * first selectedcontent of a select without the multiple attribute gets a copy of what is in the selected option,
 * which is the last one with a selected attribute, or else the first that is not disabled. One walk over the tree, made
 * only if there is such an element; copies share text and attributes with their originals.
 */
/** Fills selectedcontent elements with a copy of the selected option's content. */
final class SelectedContent {
    private final NodeStore store;
    private int select;
    private int target;
    private int first;
    private int selected;
    private int option;

    SelectedContent(NodeStore store) {
        this.store = store;
    }

    /** Fills all below {@code root}. */
    void fill(int root) {
        select = 0;
        int node = root;
        while (true) {
            if (store.kind(node) == NodeStore.ELEMENT) {
                enter(node);
            }
            int next = isContainer(node) ? store.first(node) : 0;
            while (next == 0) {
                leave(node);
                if (node == root) {
                    return;
                }
                next = store.next(node);
                if (next == 0) {
                    node = store.parent(node);
                }
            }
            node = next;
        }
    }

    private boolean isContainer(int node) {
        int kind = store.kind(node);
        return kind == NodeStore.ELEMENT || kind == NodeStore.DOCUMENT || kind == NodeStore.CONTENTS;
    }

    private void enter(int node) {
        switch (htmlName(node)) {
            case Name.SELECT -> {
                if (select == 0) {
                    select = node;
                    target = 0;
                    first = 0;
                    selected = 0;
                    option = 0;
                }
            }
            case Name.SELECTEDCONTENT -> {
                if (select != 0 && target == 0 && option == 0) {
                    target = node;
                }
            }
            case Name.OPTION -> {
                if (select != 0 && option == 0) {
                    option = node;
                    if (has(node, Name.SELECTED)) {
                        selected = node;
                    } else if (first == 0 && !has(node, Name.DISABLED)) {
                        first = node;
                    }
                }
            }
            default -> {
                // nothing to note
            }
        }
    }

    private void leave(int node) {
        if (node == option) {
            option = 0;
        } else if (node == select) {
            select = 0;
            int source = selected == 0 ? first : selected;
            if (target != 0 && source != 0 && !has(node, Name.MULTIPLE)) {
                copyChildren(source, target);
            }
        }
    }

    private void copyChildren(int source, int into) {
        while (store.first(into) != 0) {
            store.remove(store.first(into));
        }
        int parent = into;
        int node = store.first(source);
        while (node != 0) {
            int copy = store.newLastChild(parent, store.meta(node), store.offset(node), store.length(node));
            if (isContainer(node) && store.first(node) != 0) {
                parent = copy;
                node = store.first(node);
                continue;
            }
            if (!isContainer(node)) {
                boolean instruction = store.kind(node) == NodeStore.PROCESSING_INSTRUCTION;
                store.setFirstAndLast(copy, store.first(node), instruction ? store.last(node) : 0);
            }
            while (store.next(node) == 0 && store.parent(node) != source) {
                node = store.parent(node);
                parent = store.parent(parent);
            }
            node = store.next(node);
        }
    }

    private int htmlName(int node) {
        return store.namespace(node) == NodeStore.HTML ? store.name(node) : 0;
    }

    private boolean has(int node, int attribute) {
        return store.findAttribute(store.offset(node), store.length(node), attribute) >= 0;
    }
}
