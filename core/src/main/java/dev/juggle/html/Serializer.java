// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;

/**
 * Writes a tree as HTML by the standard's fragment serialization algorithm (13.3). It goes down and up
 * the tree by its links, so depth costs no stack. Parsing the result need not give the same tree; the
 * standard says where not.
 */
public final class Serializer {
    private final HtmlTree tree;
    private final NodeStore store;
    private final boolean scripting;

    /**
     * A serialiser of one tree.
     *
     * @param scripting whether the text of noscript elements is written as it is, as where scripts run
     */
    public Serializer(HtmlTree tree, boolean scripting) {
        this.tree = tree;
        this.store = tree.store();
        this.scripting = scripting;
    }

    /** The children of a node as HTML: {@code innerHTML}; the whole, for a document. */
    public static String inner(HtmlTree tree, int node) {
        ByteSink sink = new ByteSink();
        new Serializer(tree, false).writeChildren(node, sink);
        return sink.toString();
    }

    /** A node itself as HTML: {@code outerHTML}. */
    public static String outer(HtmlTree tree, int node) {
        ByteSink sink = new ByteSink();
        new Serializer(tree, false).write(node, sink);
        return sink.toString();
    }

    /** Appends the children of {@code node}, as UTF-8. */
    public void writeChildren(int node, ByteSink sink) {
        if (isVoid(node)) {
            return;
        }
        for (int child = tree.firstChild(node); child != 0; child = tree.nextSibling(child)) {
            write(child, sink);
        }
    }

    /** Appends a node with all it contains, as UTF-8. */
    public void write(int node, ByteSink sink) {
        int at = node;
        while (true) {
            begin(at, sink);
            int child = isVoid(at) ? 0 : tree.firstChild(at);
            if (child != 0) {
                at = child;
                continue;
            }
            end(at, sink);
            while (at != node && store.next(at) == 0) {
                at = store.parent(at);
                end(at, sink);
            }
            if (at == node) {
                return;
            }
            at = store.next(at);
        }
    }

    private boolean isVoid(int node) {
        return store.kind(node) == NodeStore.ELEMENT
                && store.namespace(node) == NodeStore.HTML
                && (Category.ofHtml(store.name(node)) & Category.VOID) != 0;
    }

    private void begin(int node, ByteSink sink) {
        switch (store.kind(node)) {
            case NodeStore.ELEMENT -> {
                sink.write('<');
                store.names.write(store.name(node), sink);
                attributes(node, sink);
                sink.write('>');
            }
            case NodeStore.TEXT -> {
                if (isRaw(store.parent(node))) {
                    sink.write(store.text(store.offset(node)), store.length(node));
                } else {
                    escape(store.offset(node), store.length(node), false, sink);
                }
            }
            case NodeStore.COMMENT -> {
                sink.writeAscii("<!--");
                sink.write(store.text(store.offset(node)), store.length(node));
                sink.writeAscii("-->");
            }
            case NodeStore.PROCESSING_INSTRUCTION -> {
                int target = store.last(node);
                sink.writeAscii("<?");
                sink.write(store.text(store.attributeOffset(target)), store.attributeLength(target));
                sink.write(' ');
                sink.write(store.text(store.offset(node)), store.length(node));
                sink.writeAscii("?>");
            }
            case NodeStore.DOCTYPE -> {
                sink.writeAscii("<!DOCTYPE ");
                sink.write(store.text(store.offset(node)), store.length(node));
                sink.write('>');
            }
            default -> {
                // a document or fragment is what it contains
            }
        }
    }

    private void end(int node, ByteSink sink) {
        if (store.kind(node) == NodeStore.ELEMENT && !isVoid(node)) {
            sink.writeAscii("</");
            store.names.write(store.name(node), sink);
            sink.write('>');
        }
    }

    private void attributes(int node, ByteSink sink) {
        int start = store.offset(node);
        int count = store.length(node);
        for (int attribute = start; attribute < start + count; attribute++) {
            sink.write(' ');
            store.names.write(store.attributeName(attribute), sink);
            sink.writeAscii("=\"");
            escape(store.attributeOffset(attribute), store.attributeLength(attribute), true, sink);
            sink.write('"');
        }
    }

    private boolean isRaw(int parent) {
        if (parent == 0 || store.kind(parent) != NodeStore.ELEMENT || store.namespace(parent) != NodeStore.HTML) {
            return false;
        }
        int name = store.name(parent);
        return (Category.ofHtml(name) & Category.RAW_TEXT) != 0 || (scripting && name == Name.NOSCRIPT);
    }

    private void escape(int offset, int length, boolean attribute, ByteSink sink) {
        long address = store.text(offset);
        int from = 0;
        for (int index = 0; index < length; index++) {
            String escaped = switch (Mem.getByte(address + index)) {
                case '&' -> "&amp;";
                case '<' -> "&lt;";
                case '>' -> "&gt;";
                case '"' -> attribute ? "&quot;" : "";
                case (byte) 0xc2 ->
                    index + 1 < length && Mem.getByte(address + index + 1) == (byte) 0xa0 ? "&nbsp;" : "";
                default -> "";
            };
            if (!escaped.isEmpty()) {
                sink.write(address + from, index - from);
                sink.writeAscii(escaped);
                index += escaped.equals("&nbsp;") ? 1 : 0;
                from = index + 1;
            }
        }
        sink.write(address + from, length - from);
    }
}
