// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.util.Arrays;

/**
 * The attributes of html or body, to which later html or body tags may add theirs. Any number of such tags costs
 * time in proportion to their attributes: which names the element has is remembered by name, and the
 * range of attribute records is moved to twice the space when it is full.
 */
final class MergedAttributes {
    private final NodeStore store;
    private int[] ownerOfName = new int[0];
    private int node;
    private int capacity;

    MergedAttributes(NodeStore store) {
        this.store = store;
    }

    /** Forgets the last document. */
    void begin() {
        node = 0;
        Arrays.fill(ownerOfName, 0);
    }

    /** Adds those of the {@code count} attributes from {@code attributes} on that {@code element} lacks. */
    void merge(int element, int attributes, int count) {
        if (count == 0) {
            return;
        }
        if (ownerOfName.length < store.names.count()) {
            ownerOfName = Arrays.copyOf(ownerOfName, 2 * store.names.count());
        }
        int owned = store.length(element);
        int start = store.offset(element);
        if (node == 0) {
            node = element;
            capacity = owned;
            for (int attribute = start; attribute < start + owned; attribute++) {
                ownerOfName[store.attributeName(attribute)] = element;
            }
        }
        for (int attribute = attributes; attribute < attributes + count; attribute++) {
            int name = store.attributeName(attribute);
            if (ownerOfName[name] != element) {
                ownerOfName[name] = element;
                if (owned == capacity) {
                    start = enlarge(start, owned);
                }
                store.overwriteAttribute(start + owned++, attribute);
            }
        }
        if (owned > 0) {
            store.setAttributes(element, start, owned);
        }
    }

    private int enlarge(int start, int owned) {
        int header = store.attributeEnd();
        capacity = Math.max(4, 2 * owned);
        int source = owned == 0 ? start : store.attributeName(start - 1);
        store.addAttribute(0, 0, 0, 0);
        store.setHeader(header, source, owned == 0 ? 0 : store.attributeOffset(start - 1));
        for (int attribute = start; attribute < start + owned; attribute++) {
            store.copyAttribute(attribute);
        }
        for (int spare = owned; spare < capacity; spare++) {
            store.addAttribute(0, 0, 0, 0);
        }
        return header + 1;
    }
}
