// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Check;
import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/*
 * A tree is read through numbers: a node is an int, 0 is no node. There are no node objects, so walking a tree allocates
 * nothing; only what is asked for as a String does. Every call asks whether the memory is still that of the
 * tree (its allocator's generation), so use after a reset is an exception and not a surprise.
 */
/**
 * A parsed document or fragment. It lies in the parser's memory: the next document, or closing the
 * parser, ends it, and then every call throws {@link IllegalStateException}. For one thread at a time.
 */
public final class HtmlTree {
    private final NodeStore store;
    private long generation = -1;
    private int root;
    private QuirksMode quirksMode = QuirksMode.NO_QUIRKS;
    private @Nullable DetectedEncoding encoding;

    HtmlTree(NodeStore store) {
        this.store = store;
    }

    void become(int newRoot, QuirksMode mode, @Nullable DetectedEncoding detected) {
        generation = store.allocator.generation();
        root = newRoot;
        quirksMode = mode;
        encoding = detected;
    }

    NodeStore store() {
        check();
        return store;
    }

    /** The document's or fragment's node. */
    public int root() {
        check();
        return root;
    }

    /** The document's mode. */
    public QuirksMode quirksMode() {
        return quirksMode;
    }

    /** The encoding the document was read in and how that was found; null if it was given as text. */
    public @Nullable DetectedEncoding encoding() {
        return encoding;
    }

    /** How many node numbers were given; all nodes' numbers are below, but not all below are in the tree. */
    public int nodeCount() {
        check();
        return store.nodeCount();
    }

    // Links

    /** What a node is. */
    public NodeKind kind(int node) {
        return NodeKind.of(store.kind(check(node)));
    }

    /** The parent, or 0. */
    public int parent(int node) {
        return store.parent(check(node));
    }

    /** The first child, or 0. */
    public int firstChild(int node) {
        return hasChildren(check(node)) ? store.first(node) : 0;
    }

    /** The last child, or 0. */
    public int lastChild(int node) {
        return hasChildren(check(node)) ? store.last(node) : 0;
    }

    /** The next sibling, or 0. */
    public int nextSibling(int node) {
        return store.next(check(node));
    }

    /** The previous sibling, or 0. */
    public int previousSibling(int node) {
        return store.previous(check(node));
    }

    /**
     * The node after {@code node} in tree order, within the subtree of {@code top}; 0 at its end. A template's
     * contents are walked through like children.
     */
    public int next(int node, int top) {
        int child = firstChild(node);
        return child != 0 ? child : nextBeyond(node, top);
    }

    /** The node after {@code node} and all its descendants, within the subtree of {@code top}; 0 at its end. */
    public int nextBeyond(int node, int top) {
        check(node);
        int at = node;
        while (at != top) {
            int next = store.next(at);
            if (next != 0) {
                return next;
            }
            at = store.parent(at);
        }
        return 0;
    }

    /** The document's root element, or 0. */
    public int documentElement() {
        for (int child = firstChild(root()); child != 0; child = nextSibling(child)) {
            if (store.kind(child) == NodeStore.ELEMENT) {
                return child;
            }
        }
        return 0;
    }

    private boolean hasChildren(int node) {
        int kind = store.kind(node);
        return kind == NodeStore.ELEMENT || kind == NodeStore.DOCUMENT || kind == NodeStore.CONTENTS;
    }

    // Names and attributes

    /** The local name of an element; lower case in HTML. */
    public String name(int node) {
        return store.names.spelling(store.name(check(node)));
    }

    /** Whether a node is an HTML element with this name (lower case). Allocates for names that are not common. */
    public boolean isElement(int node, String name) {
        int found = store.names.find(name);
        return found != 0 && store.meta(check(node)) == NodeStore.elementMeta(found, NodeStore.HTML);
    }

    /** The namespace of an element. */
    public Namespace namespace(int node) {
        return Namespace.ofElement(store.namespace(check(node)));
    }

    /** How many attributes an element has. */
    public int attributeCount(int node) {
        return store.kind(check(node)) == NodeStore.ELEMENT ? store.length(node) : 0;
    }

    /** The name of an element's attribute, with its prefix if it has a namespace ("xlink:href"). */
    public String attributeName(int node, int index) {
        return store.names.spelling(store.attributeName(attribute(node, index)));
    }

    /** The namespace of an element's attribute; null for none, as nearly always. */
    public @Nullable Namespace attributeNamespace(int node, int index) {
        int name = store.attributeName(attribute(node, index));
        if (name < Name.NAMESPACED || name >= Name.COUNT) {
            return null;
        }
        String spelling = Name.SPELLINGS[name];
        return spelling.startsWith("xlink:")
                ? Namespace.XLINK
                : spelling.startsWith("xml:") ? Namespace.XML : Namespace.XMLNS;
    }

    /** The value of an element's attribute. */
    public String attributeValue(int node, int index) {
        int attribute = attribute(node, index);
        return string(store.attributeOffset(attribute), store.attributeLength(attribute));
    }

    /** The value of the attribute with this name (as in the tree), or null. */
    public @Nullable String attribute(int node, String name) {
        int count = attributeCount(node);
        int found = store.names.find(name);
        if (count == 0) {
            return null;
        }
        for (int index = 0; index < count; index++) {
            int attribute = store.offset(node) + index;
            int number = store.attributeName(attribute);
            if (number == found || (number >= Name.FINDABLE && number < Name.COUNT && isSpelled(number, name))) {
                return string(store.attributeOffset(attribute), store.attributeLength(attribute));
            }
        }
        return null;
    }

    private static boolean isSpelled(int name, String spelling) {
        return Name.SPELLINGS[name].equals(spelling);
    }

    private int attribute(int node, int index) {
        int count = attributeCount(node);
        Check.that(index >= 0 && index < count, "no attribute with this index", index);
        return store.offset(node) + index;
    }

    // Text

    /** The data of a text, comment or processing instruction; the name of a DOCTYPE. */
    public String data(int node) {
        Check.that(!hasChildren(check(node)), "a node without data", node);
        return string(store.offset(node), store.length(node));
    }

    /** The target of a processing instruction. */
    public String target(int node) {
        Check.that(store.kind(check(node)) == NodeStore.PROCESSING_INSTRUCTION, "no processing instruction", node);
        int record = store.last(node);
        return string(store.attributeOffset(record), store.attributeLength(record));
    }

    /** The public identifier of a DOCTYPE; empty if missing. */
    public String publicIdentifier(int node) {
        return identifier(node, 0);
    }

    /** The system identifier of a DOCTYPE; empty if missing. */
    public String systemIdentifier(int node) {
        return identifier(node, 1);
    }

    private String identifier(int node, int which) {
        Check.that(store.kind(check(node)) == NodeStore.DOCTYPE, "no doctype", node);
        int record = store.last(node) + which;
        return string(store.attributeOffset(record), Math.max(store.attributeLength(record), 0));
    }

    /** All text within a node, in tree order; a template's contents are not within it. */
    public String textContent(int node) {
        ByteSink sink = new ByteSink();
        writeTextContent(node, sink);
        return sink.toString();
    }

    /** Appends all text within a node to {@code sink}, as UTF-8. */
    public void writeTextContent(int node, ByteSink sink) {
        check(node);
        int at = node;
        while (at != 0) {
            int kind = store.kind(at);
            if (kind == NodeStore.TEXT) {
                sink.write(store.text(store.offset(at)), store.length(at));
            }
            at = kind == NodeStore.CONTENTS && at != node ? nextBeyond(at, node) : next(at, node);
        }
    }

    private String string(int offset, int length) {
        return new String(Mem.bytes(store.text(offset), length), StandardCharsets.UTF_8);
    }

    // Positions

    /**
     * Where a node begins in the (decoded) input, in bytes: its tag for an element, also if repairs moved or copied
     * it. For an implied element the place of the token that implied it.
     */
    public int sourceOffset(int node) {
        int offset = rawSource(check(node));
        return offset < 0 ? ~offset : offset;
    }

    /** Whether an element has no tag in the input: the rules of parsing imply it. */
    public boolean isImplied(int node) {
        return store.kind(check(node)) == NodeStore.ELEMENT && rawSource(node) < 0;
    }

    private int rawSource(int node) {
        return switch (store.kind(node)) {
            case NodeStore.ELEMENT -> {
                int offset = store.offset(node);
                yield store.length(node) == 0 ? offset : store.attributeName(offset - 1);
            }
            case NodeStore.DOCUMENT, NodeStore.CONTENTS -> 0;
            default -> store.first(node);
        };
    }

    /** Where the name of an attribute begins in the (decoded) input, in bytes. */
    public int attributeSourceOffset(int node, int index) {
        return store.attributeSource(attribute(node, index));
    }

    /** An index from offsets to lines and columns; it takes a pass over the input. */
    public SourceLines sourceLines() {
        check();
        return new SourceLines(store.input(), store.inputLength());
    }

    private void check() {
        if (generation != store.allocator.generation()) {
            throw new IllegalStateException(
                    "this tree's memory was given back: its parser has read another document," + " or was closed");
        }
    }

    private int check(int node) {
        check();
        assert node > 0 && node < store.nodeCount() : "no node " + node;
        return node;
    }
}
