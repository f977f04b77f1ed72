// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** Writes every node of a tree as JSON, in tree order, each with the place of its parent; contents of templates too. */
final class PageNodes {
    private final PageText numbers;
    private final JsonOutput out;

    PageNodes(PageText numbers, JsonOutput out) {
        this.numbers = numbers;
        this.out = out;
    }

    /** Writes all nodes below {@code root}. Uses the room of the elements' texts for their numbers. */
    void write(NodeStore store, int root) {
        out.put(",\"nodes\":[");
        int count = 0;
        int node = following(store, root, root);
        while (node != 0) {
            out.put(count == 0 ? "{" : ",{");
            numbers.number(node, count++);
            int parent = store.parent(node);
            out.put("\"parent\":");
            if (parent == root) {
                out.put("null");
            } else {
                out.number(numbers.number(parent));
            }
            describe(store, node);
            out.put('}');
            node = following(store, node, root);
        }
        out.put(']');
    }

    private void describe(NodeStore store, int node) {
        int kind = store.kind(node);
        out.put(",\"kind\":\"").put(label(kind)).put('"');
        switch (kind) {
            case NodeStore.ELEMENT -> {
                byte[] name = store.names.bytes(store.name(node));
                out.put(",\"name\":").string(name, name.length);
                if (store.namespace(node) != NodeStore.HTML) {
                    out.put(
                            store.namespace(node) == NodeStore.SVG
                                    ? ",\"namespace\":\"svg\""
                                    : ",\"namespace\":\"math\"");
                }
                attributes(store, node);
            }
            case NodeStore.TEXT, NodeStore.COMMENT -> text(store, ",\"text\":", node);
            case NodeStore.DOCTYPE -> text(store, ",\"name\":", node);
            case NodeStore.PROCESSING_INSTRUCTION -> {
                int target = store.last(node);
                out.put(",\"name\":").string(store.text(store.attributeOffset(target)), store.attributeLength(target));
                text(store, ",\"text\":", node);
            }
            default -> {
                // a template's contents: nothing to say
            }
        }
    }

    private void text(NodeStore store, String member, int node) {
        out.put(member).string(store.text(store.offset(node)), store.length(node));
    }

    private void attributes(NodeStore store, int node) {
        int count = store.length(node);
        if (count == 0) {
            return;
        }
        out.put(",\"attributes\":[");
        for (int index = 0; index < count; index++) {
            int attribute = store.offset(node) + index;
            byte[] name = store.names.bytes(store.attributeName(attribute));
            out.put(index == 0 ? "{\"name\":" : ",{\"name\":").string(name, name.length);
            out.put(",\"value\":")
                    .string(store.text(store.attributeOffset(attribute)), store.attributeLength(attribute))
                    .put('}');
        }
        out.put(']');
    }

    private static String label(int kind) {
        return switch (kind) {
            case NodeStore.ELEMENT -> "element";
            case NodeStore.TEXT -> "text";
            case NodeStore.COMMENT -> "comment";
            case NodeStore.DOCTYPE -> "doctype";
            case NodeStore.PROCESSING_INSTRUCTION -> "processing-instruction";
            default -> "contents";
        };
    }

    private static int following(NodeStore store, int node, int root) {
        int kind = store.kind(node);
        boolean isContainer = kind == NodeStore.ELEMENT || kind == NodeStore.DOCUMENT || kind == NodeStore.CONTENTS;
        int child = isContainer ? store.first(node) : 0;
        if (child != 0) {
            return child;
        }
        int at = node;
        while (at != root) {
            int next = store.next(at);
            if (next != 0) {
                return next;
            }
            at = store.parent(at);
        }
        return 0;
    }
}
