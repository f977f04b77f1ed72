// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;
import java.util.Arrays;

/*
 * "Find markers" walks all descendants of the scope, for each template anew. That would make n templates cost n times
 * the document, so there is a budget: the walks of one document may visit VISITS_PER_NODE times as many nodes as it
 * has. A template beyond that stays an ordinary one, as if its marker had not been found.
 */
/**
 * Templates with a {@code for} attribute: their content replaces what lies between two processing
 * instructions that came before ({@code <?start name="x"> … <?end>}, or {@code <?marker name="x">}).
 */
final class Patches {
    private static final int FIELDS = 4;
    private static final long VISITS_PER_NODE = 64;

    private final NodeStore store;
    /** Open patching templates: template, target, start, end. */
    private int[] active = new int[4 * FIELDS];

    private int activeCount;
    private int markers;
    private long visits;
    private int startMarker;
    private int endMarker;

    Patches(NodeStore store) {
        this.store = store;
    }

    /** Forgets the last document. */
    void begin() {
        activeCount = 0;
        markers = 0;
        visits = 0;
    }

    /** Told about each processing instruction: without any there is nothing to find. */
    void seen(int processingInstruction) {
        if (isTarget(processingInstruction, "marker") || isTarget(processingInstruction, "start")) {
            markers++;
        }
    }

    /** The node that a template's content goes to instead; 0: it does not patch. */
    int target(int template) {
        int at = find(template);
        return at < 0 ? 0 : active[at + 1];
    }

    /** The node before which it goes; 0: at the end. */
    int end(int template) {
        int at = find(template);
        return at < 0 ? 0 : active[at + 3];
    }

    /** "Prepare content patching": whether the template patches something in this scope. */
    boolean start(int scope, int template, int forAttribute) {
        int length = store.attributeLength(forAttribute);
        if (length == 0 || markers == 0 || !findMarkers(scope, forAttribute)) {
            return false;
        }
        if (activeCount + FIELDS > active.length) {
            active = Arrays.copyOf(active, 2 * active.length);
        }
        active[activeCount++] = template;
        active[activeCount++] = store.parent(startMarker);
        active[activeCount++] = startMarker;
        active[activeCount++] = endMarker;
        if (startMarker != endMarker) {
            int node = store.next(startMarker);
            while (node != 0 && node != endMarker) {
                int next = store.next(node);
                store.remove(node);
                node = next;
            }
        }
        return true;
    }

    /** The end of a template: the markers of a patch go away. */
    void finish(int template) {
        int at = find(template);
        if (at < 0) {
            return;
        }
        store.remove(active[at + 2]);
        if (active[at + 3] != 0) {
            store.remove(active[at + 3]);
        }
        activeCount -= FIELDS;
        System.arraycopy(active, at + FIELDS, active, at, activeCount - at);
    }

    private int find(int template) {
        for (int at = activeCount - FIELDS; at >= 0; at -= FIELDS) {
            if (active[at] == template) {
                return at;
            }
        }
        return -1;
    }

    private boolean findMarkers(int scope, int forAttribute) {
        int node = scope;
        while (true) {
            int next = isContainer(node) ? store.first(node) : 0;
            while (next == 0) {
                if (node == scope) {
                    return false;
                }
                next = store.next(node);
                if (next == 0) {
                    node = store.parent(node);
                }
            }
            node = next;
            if (++visits > VISITS_PER_NODE * store.nodeCount()) {
                return false;
            }
            if (store.kind(node) == NodeStore.PROCESSING_INSTRUCTION && isNamed(node, forAttribute)) {
                if (isTarget(node, "marker")) {
                    startMarker = node;
                    endMarker = node;
                    return true;
                }
                if (isTarget(node, "start")) {
                    startMarker = node;
                    endMarker = matchingEnd(node);
                    return true;
                }
            }
        }
    }

    /** Template contents are a tree of their own, so a walk does not go into them. */
    private boolean isContainer(int node) {
        int kind = store.kind(node);
        if (kind == NodeStore.ELEMENT) {
            return store.meta(node) != NodeStore.elementMeta(Name.TEMPLATE, NodeStore.HTML);
        }
        return kind == NodeStore.DOCUMENT || kind == NodeStore.CONTENTS;
    }

    private int matchingEnd(int start) {
        int level = 0;
        for (int node = store.next(start); node != 0; node = store.next(node)) {
            visits++;
            if (store.kind(node) != NodeStore.PROCESSING_INSTRUCTION) {
                continue;
            }
            if (isTarget(node, "start")) {
                level++;
            } else if (isTarget(node, "end") && level-- == 0) {
                return node;
            }
        }
        return 0;
    }

    private boolean isTarget(int node, String target) {
        int record = store.last(node);
        if (store.attributeLength(record) != target.length()) {
            return false;
        }
        long address = store.text(store.attributeOffset(record));
        for (int index = 0; index < target.length(); index++) {
            if (Mem.getByte(address + index) != target.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the pseudo-attribute "name" of a processing instruction is the value of this attribute. */
    private boolean isNamed(int node, int forAttribute) {
        long data = store.text(store.offset(node));
        int length = store.length(node);
        int at = 0;
        while (at < length) {
            while (at < length && Bytes.is(Mem.getByte(data + at), Bytes.SPACE)) {
                at++;
            }
            int nameStart = at;
            while (at < length && !Bytes.is(Mem.getByte(data + at), Bytes.SPACE) && Mem.getByte(data + at) != '=') {
                at++;
            }
            boolean isName = at - nameStart == 4 && Mem.getInt(data + nameStart) == 0x656d_616e;
            while (at < length && Bytes.is(Mem.getByte(data + at), Bytes.SPACE)) {
                at++;
            }
            if (at >= length || Mem.getByte(data + at) != '=') {
                if (isName || at == nameStart) {
                    return false;
                }
                continue;
            }
            at++;
            while (at < length && Bytes.is(Mem.getByte(data + at), Bytes.SPACE)) {
                at++;
            }
            int quote = at < length ? Mem.getByte(data + at) : 0;
            boolean quoted = quote == '"' || quote == '\'';
            int valueStart = quoted ? ++at : at;
            while (at < length
                    && (quoted ? Mem.getByte(data + at) != quote : !Bytes.is(Mem.getByte(data + at), Bytes.SPACE))) {
                at++;
            }
            if (isName) {
                return at - valueStart == store.attributeLength(forAttribute)
                        && Mem.equal(
                                data + valueStart, store.text(store.attributeOffset(forAttribute)), at - valueStart);
            }
            at++;
        }
        return false;
    }
}
