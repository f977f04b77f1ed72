// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Allocator;
import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;

/*
 * A node is a number; its record of 32 bytes lies at nodes + 32 * number. Eight 32-bit fields:
 *
 *    0 parent   4 previous   8 next   12 first   16 last   20 meta   24 offset   28 length
 *
 * meta    bits 0..24 name, 26..27 namespace, 28..30 kind; only while parsing, of formatting elements: 25 is in the
 *         list of active formatting elements, 31 is on the stack of open elements.
 * text    offset and length say where the bytes of a text or comment lie. An offset >= 0 counts from the input: text
 *         that needs no change is a slice of it. An offset < 0 (top bit set) counts from the heap of decoded text.
 *         first is the source offset; last is how many bytes of the heap are reserved for the node, so that text which
 *         keeps being added to is moved O(log n) times, not n times.
 * element length is the number of attributes. With none, offset is the source offset of its tag; else it is
 *         the number of its first attribute record, and the record before that one is the range's header:
 *         (source offset, end of the tag). Clones of a formatting element share the range: the standard may
 *         reopen one element n times, and its attributes must not be copied n times.
 * attribute record of 16 bytes: name, value offset, value length, source offset of the name.
 * doctype, processing instruction: last is the number of an attribute record that has the further strings.
 *
 * Source offsets of elements that no tag asked for are stored complemented (~offset of the token that implied
 * them). Number 0 is no node, so a fresh field needs no special value. Three slabs grow by doubling into new space of
 * the allocator; the old space is lost until reset. Every field of a record is written when the record is made, so
 * nothing is ever zeroed.
 */
/** The tree's memory: node records, attribute records, decoded text, and the links between nodes. */
final class NodeStore {
    static final int HTML = 0;
    static final int MATHML = 1;
    static final int SVG = 2;

    static final int ELEMENT = 1;
    static final int TEXT = 2;
    static final int COMMENT = 3;
    static final int DOCTYPE = 4;
    static final int DOCUMENT = 5;
    static final int CONTENTS = 6;
    static final int PROCESSING_INSTRUCTION = 7;

    static final int KIND_SHIFT = 28;
    static final int NAMESPACE_SHIFT = 26;
    static final int NAME_MASK = (1 << 25) - 1;
    static final int LISTED_BIT = 1 << 25;
    static final int OPEN_BIT = 1 << 31;
    /** Name, namespace and kind: everything of meta that does not change. */
    static final int IDENTITY_MASK = ~(OPEN_BIT | LISTED_BIT);

    static final int DECODED_BIT = 1 << 31;
    private static final int OFFSET_MASK = Integer.MAX_VALUE;

    private static final int PARENT = 0;
    private static final int PREVIOUS = 4;
    private static final int NEXT = 8;
    private static final int FIRST = 12;
    private static final int LAST = 16;
    private static final int META = 20;
    private static final int OFFSET = 24;
    private static final int LENGTH = 28;

    final Names names;
    final Allocator allocator;
    private final boolean perRecord;
    private long nodes;
    private int nodeCount;
    private int nodeCapacity;
    private long attributes;
    private int attributeCount;
    private int attributeCapacity;
    private long input;
    private int inputLength;
    private long decoded;
    private int decodedLength;
    private int decodedCapacity;
    private int expectedNodes;
    private int expectedAttributes;
    private int expectedDecoded;
    private HtmlLimits limits = HtmlLimits.NONE;

    NodeStore(Names names, Allocator allocator) {
        this.names = names;
        this.allocator = allocator;
        this.perRecord = allocator.perRecord();
    }

    /**
     * Begins a tree over the UTF-8 bytes at {@code address}. The allocator must have been reset. The slabs are sized
     * from the last document and from the length of this one.
     */
    void begin(long address, int length, HtmlLimits documentLimits) {
        input = address;
        inputLength = length;
        limits = documentLimits;
        int wanted = Math.max(Math.min(expectedNodes, length / 2) + 64, length / 24 + 64);
        nodeCapacity = (int) Math.min(wanted, maxRecords());
        attributeCapacity = Math.max(Math.min(expectedAttributes, length / 2) + 64, length / 48 + 64);
        decodedCapacity = Math.max(Math.min(expectedDecoded, length) + 256, length / 32 + 256);
        nodes = allocator.allocate(32L * nodeCapacity);
        attributes = allocator.allocate(16L * attributeCapacity);
        decoded = allocator.allocate(decodedCapacity);
        nodeCount = 1;
        attributeCount = 0;
        decodedLength = 0;
    }

    /** Notes how large this tree became, for the sizes of the next. */
    void end() {
        expectedNodes = nodeCount + nodeCount / 8;
        expectedAttributes = attributeCount + attributeCount / 8;
        expectedDecoded = decodedLength + decodedLength / 8;
    }

    /** Forgets what {@link #end} noted. */
    void forgetSizes() {
        expectedNodes = 0;
        expectedAttributes = 0;
        expectedDecoded = 0;
    }

    // Nodes

    /** A record with these last three fields and no links; its number. */
    int newNode(int meta, int offset, int length) {
        int node = nodeCount;
        if (node == nodeCapacity) {
            growNodes();
        }
        nodeCount = node + 1;
        long record = nodes + ((long) node << 5);
        Mem.putLong(record, 0);
        Mem.putLong(record + NEXT, 0);
        Mem.putLong(record + LAST, (long) meta << 32);
        Mem.putLong(record + OFFSET, (offset & 0xffff_ffffL) | (long) length << 32);
        if (perRecord) {
            allocator.record(32);
        }
        return node;
    }

    /** A new record as the last child of {@code parent}; its number. The usual way a node is made. */
    int newLastChild(int parent, int meta, int offset, int length) {
        int node = nodeCount;
        if (node == nodeCapacity) {
            growNodes();
        }
        nodeCount = node + 1;
        long base = nodes;
        long record = base + ((long) node << 5);
        long above = base + ((long) parent << 5);
        int last = Mem.getInt(above + LAST);
        Mem.putLong(record, (parent & 0xffff_ffffL) | (long) last << 32);
        Mem.putLong(record + NEXT, 0);
        Mem.putLong(record + LAST, (long) meta << 32);
        Mem.putLong(record + OFFSET, (offset & 0xffff_ffffL) | (long) length << 32);
        Mem.putInt(last == 0 ? above + FIRST : base + ((long) last << 5) + NEXT, node);
        Mem.putInt(above + LAST, node);
        if (perRecord) {
            allocator.record(32);
        }
        return node;
    }

    int nodeCount() {
        return nodeCount;
    }

    int parent(int node) {
        return Mem.getInt(record(node) + PARENT);
    }

    int previous(int node) {
        return Mem.getInt(record(node) + PREVIOUS);
    }

    int next(int node) {
        return Mem.getInt(record(node) + NEXT);
    }

    /** First child of a document, element or contents; of other kinds a field of another meaning. */
    int first(int node) {
        return Mem.getInt(record(node) + FIRST);
    }

    int last(int node) {
        return Mem.getInt(record(node) + LAST);
    }

    int meta(int node) {
        return Mem.getInt(record(node) + META);
    }

    int kind(int node) {
        return (meta(node) >>> KIND_SHIFT) & 7;
    }

    int name(int node) {
        return meta(node) & NAME_MASK;
    }

    int namespace(int node) {
        return (meta(node) >>> NAMESPACE_SHIFT) & 3;
    }

    int offset(int node) {
        return Mem.getInt(record(node) + OFFSET);
    }

    int length(int node) {
        return Mem.getInt(record(node) + LENGTH);
    }

    void setMeta(int node, int meta) {
        Mem.putInt(record(node) + META, meta);
    }

    /** The fields that hold links in containers, and other things in leaves. */
    void setFirstAndLast(int node, int first, int last) {
        Mem.putInt(record(node) + FIRST, first);
        Mem.putInt(record(node) + LAST, last);
    }

    void setAttributes(int node, int start, int count) {
        Mem.putInt(record(node) + OFFSET, start);
        Mem.putInt(record(node) + LENGTH, count);
    }

    /** The meta of an element with this name in this namespace. */
    static int elementMeta(int name, int namespace) {
        return name | namespace << NAMESPACE_SHIFT | ELEMENT << KIND_SHIFT;
    }

    // Links

    /** Inserts a node that has no parent into {@code parent}, before {@code before}, or last if that is 0. */
    void insert(int node, int parent, int before) {
        long record = record(node);
        int previous = before == 0 ? last(parent) : previous(before);
        Mem.putInt(record + PARENT, parent);
        Mem.putInt(record + PREVIOUS, previous);
        Mem.putInt(record + NEXT, before);
        Mem.putInt(previous == 0 ? record(parent) + FIRST : record(previous) + NEXT, node);
        Mem.putInt(before == 0 ? record(parent) + LAST : record(before) + PREVIOUS, node);
    }

    /** Takes a node out of its parent, if it has one. */
    void remove(int node) {
        long record = record(node);
        int parent = Mem.getInt(record + PARENT);
        if (parent == 0) {
            return;
        }
        int previous = Mem.getInt(record + PREVIOUS);
        int next = Mem.getInt(record + NEXT);
        Mem.putInt(previous == 0 ? record(parent) + FIRST : record(previous) + NEXT, next);
        Mem.putInt(next == 0 ? record(parent) + LAST : record(next) + PREVIOUS, previous);
        Mem.putLong(record, 0);
        Mem.putInt(record + NEXT, 0);
    }

    /** Moves all children of {@code from} to the end of {@code to}; time in proportion to their number. */
    void moveChildren(int from, int to) {
        int first = first(from);
        if (first == 0) {
            return;
        }
        for (int child = first; child != 0; child = next(child)) {
            Mem.putInt(record(child) + PARENT, to);
        }
        int end = last(to);
        Mem.putInt(record(first) + PREVIOUS, end);
        Mem.putInt(end == 0 ? record(to) + FIRST : record(end) + NEXT, first);
        Mem.putInt(record(to) + LAST, last(from));
        Mem.putInt(record(from) + FIRST, 0);
        Mem.putInt(record(from) + LAST, 0);
    }

    // Text

    /** Address of the first byte of text at a stored offset. Void after the next decoded byte. */
    long text(int offset) {
        return offset >= 0 ? input + offset : decoded + (offset & OFFSET_MASK);
    }

    long input() {
        return input;
    }

    int inputLength() {
        return inputLength;
    }

    /** A stored offset as an offset in the input; -1 if the text is not a slice of the input. */
    static int sourceOffset(int offset) {
        return Math.max(offset, -1);
    }

    /** Where the next decoded byte will lie, as a stored offset. */
    int decodedEnd() {
        return decodedLength | DECODED_BIT;
    }

    /** Bytes decoded since {@code start}, which {@link #decodedEnd} gave. */
    int decodedSince(int start) {
        return decodedLength - (start & OFFSET_MASK);
    }

    /** Drops what was decoded since {@code start}. */
    void rollbackDecoded(int start) {
        decodedLength = start & OFFSET_MASK;
    }

    void appendByte(int value) {
        if (decodedLength == decodedCapacity) {
            growDecoded(1);
        }
        Mem.putByte(decoded + decodedLength++, (byte) value);
    }

    /** Appends {@code length} bytes of the input. */
    void appendInput(int offset, int length) {
        reserveDecoded(length);
        Mem.copy(input + offset, decoded + decodedLength, length);
        decodedLength += length;
    }

    /** Appends a code point as UTF-8; one to four bytes. */
    void appendCodePoint(int codePoint) {
        reserveDecoded(4);
        long at = decoded + decodedLength;
        if (codePoint < 0x80) {
            Mem.putByte(at, (byte) codePoint);
            decodedLength += 1;
        } else if (codePoint < 0x800) {
            Mem.putByte(at, (byte) (0xc0 | (codePoint >> 6)));
            Mem.putByte(at + 1, continuation(codePoint));
            decodedLength += 2;
        } else if (codePoint < 0x1_0000) {
            Mem.putByte(at, (byte) (0xe0 | (codePoint >> 12)));
            Mem.putByte(at + 1, continuation(codePoint >> 6));
            Mem.putByte(at + 2, continuation(codePoint));
            decodedLength += 3;
        } else {
            Mem.putByte(at, (byte) (0xf0 | (codePoint >> 18)));
            Mem.putByte(at + 1, continuation(codePoint >> 12));
            Mem.putByte(at + 2, continuation(codePoint >> 6));
            Mem.putByte(at + 3, continuation(codePoint));
            decodedLength += 4;
        }
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3f));
    }

    /** A text node of these bytes as the last child of {@code parent}, or more text for the one that is there. */
    void appendText(int parent, int offset, int length, int source) {
        int last = last(parent);
        if (last != 0 && kind(last) == TEXT) {
            extendText(last, offset, length);
        } else {
            int node = newLastChild(parent, TEXT << KIND_SHIFT, offset, length);
            Mem.putInt(record(node) + FIRST, source);
            Mem.putInt(record(node) + LAST, 0);
            if (perRecord) {
                allocator.record(length);
            }
        }
    }

    /** The same before {@code before}, a child of {@code parent}. */
    void insertText(int parent, int before, int offset, int length, int source) {
        int previous = previous(before);
        if (previous != 0 && kind(previous) == TEXT) {
            extendText(previous, offset, length);
            return;
        }
        int node = newNode(TEXT << KIND_SHIFT, offset, length);
        Mem.putInt(record(node) + FIRST, source);
        insert(node, parent, before);
    }

    private void extendText(int node, int offset, int length) {
        long record = record(node);
        int oldOffset = Mem.getInt(record + OFFSET);
        int oldLength = Mem.getInt(record + LENGTH);
        if (offset == oldOffset + oldLength && (offset ^ oldOffset) >= 0) {
            Mem.putInt(record + LENGTH, oldLength + length);
            return;
        }
        long total = (long) oldLength + length;
        int reserved = oldOffset < 0 ? Mem.getInt(record + LAST) : 0;
        if (total > reserved) {
            int wanted = (int) Math.min(2 * total, OFFSET_MASK - decodedLength);
            if (wanted < total) {
                throw new HtmlLimitException("more than 2 GiB of decoded text");
            }
            reserveDecoded(wanted);
            int start = decodedLength;
            Mem.copy(text(oldOffset), decoded + start, oldLength);
            decodedLength += wanted;
            oldOffset = start | DECODED_BIT;
            Mem.putInt(record + OFFSET, oldOffset);
            Mem.putInt(record + LAST, wanted);
            if (perRecord) {
                allocator.record(wanted);
            }
        }
        Mem.copy(text(offset), text(oldOffset) + oldLength, length);
        Mem.putInt(record + LENGTH, (int) total);
    }

    // Attributes

    /** Number of the next attribute record. */
    int attributeEnd() {
        return attributeCount;
    }

    /** Forgets the records from {@code start} on (a tag that came to nothing). */
    void rollbackAttributes(int start) {
        attributeCount = start;
    }

    void addAttribute(int name, int offset, int length, int source) {
        int number = attributeCount;
        if (number == attributeCapacity) {
            growAttributes();
        }
        attributeCount = number + 1;
        long record = attributes + ((long) number << 4);
        Mem.putLong(record, (name & 0xffff_ffffL) | (long) offset << 32);
        Mem.putLong(record + 8, (length & 0xffff_ffffL) | (long) source << 32);
        if (perRecord) {
            allocator.record(16);
            allocator.record(Math.max(length, 1));
        }
    }

    int attributeName(int attribute) {
        return Mem.getInt(attributes + ((long) attribute << 4));
    }

    int attributeOffset(int attribute) {
        return Mem.getInt(attributes + ((long) attribute << 4) + 4);
    }

    int attributeLength(int attribute) {
        return Mem.getInt(attributes + ((long) attribute << 4) + 8);
    }

    int attributeSource(int attribute) {
        return Mem.getInt(attributes + ((long) attribute << 4) + 12);
    }

    /** The value of an attribute. Allocates. */
    String attributeText(int attribute) {
        return new String(
                Mem.bytes(text(attributeOffset(attribute)), attributeLength(attribute)), StandardCharsets.UTF_8);
    }

    void setAttributeName(int attribute, int name) {
        Mem.putInt(attributes + ((long) attribute << 4), name);
    }

    /** Writes the header record of a range: where its tag begins and ends. */
    void setHeader(int attribute, int start, int end) {
        long record = attributes + ((long) attribute << 4);
        Mem.putLong(record, (start & 0xffff_ffffL) | (long) end << 32);
    }

    /** Copies a record to the end of the slab. */
    void copyAttribute(int attribute) {
        addAttribute(
                attributeName(attribute),
                attributeOffset(attribute),
                attributeLength(attribute),
                attributeSource(attribute));
    }

    /** Makes one record equal to another. */
    void overwriteAttribute(int attribute, int other) {
        long record = attributes + ((long) attribute << 4);
        long source = attributes + ((long) other << 4);
        Mem.putLong(record, Mem.getLong(source));
        Mem.putLong(record + 8, Mem.getLong(source + 8));
    }

    /** Number of the attribute with this name among {@code count} from {@code start} on, or -1. */
    int findAttribute(int start, int count, int name) {
        for (int attribute = start; attribute < start + count; attribute++) {
            if (attributeName(attribute) == name) {
                return attribute;
            }
        }
        return -1;
    }

    /** Whether the text at a stored offset is this, upper and lower case of ASCII alike. {@code lower}: lower case. */
    boolean equalsIgnoreCase(int offset, int length, String lower) {
        if (length != lower.length()) {
            return false;
        }
        long address = text(offset);
        for (int index = 0; index < length; index++) {
            int value = Mem.getByte(address + index);
            if (value >= 'A' && value <= 'Z') {
                value += 'a' - 'A';
            }
            if (value != lower.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    private long record(int node) {
        return nodes + ((long) node << 5);
    }

    private void growNodes() {
        if (nodeCapacity >= maxRecords()) {
            throw new HtmlLimitException("more than " + (maxRecords() - 1) + " nodes");
        }
        int larger = (int) Math.min(2L * nodeCapacity, maxRecords());
        long place = allocator.allocate(32L * larger);
        Mem.copy(nodes, place, 32L * nodeCount);
        nodes = place;
        nodeCapacity = larger;
    }

    /** The limit of nodes, and one more for number 0. */
    private long maxRecords() {
        return Math.clamp(limits.maxNodes(), 1, 1 << 30) + 1L;
    }

    private void growAttributes() {
        if (attributeCapacity > (1 << 30)) {
            throw new HtmlLimitException("more than " + (1 << 30) + " attributes");
        }
        int larger = attributeCapacity * 2;
        long place = allocator.allocate(16L * larger);
        Mem.copy(attributes, place, 16L * attributeCount);
        attributes = place;
        attributeCapacity = larger;
    }

    private void reserveDecoded(int bytes) {
        if (bytes > decodedCapacity - decodedLength) {
            growDecoded(bytes);
        }
    }

    private void growDecoded(int bytes) {
        long wanted = Math.min(Math.max(2L * decodedCapacity, (long) decodedLength + bytes), OFFSET_MASK);
        if (wanted - decodedLength < bytes) {
            throw new HtmlLimitException("more than 2 GiB of decoded text");
        }
        long place = allocator.allocate(wanted);
        Mem.copy(decoded, place, decodedLength);
        decoded = place;
        decodedCapacity = (int) wanted;
    }
}
