// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Allocator;
import dev.juggle.arena.BlockArena;
import dev.juggle.arena.Check;
import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parses HTML as the WHATWG standard says (commit 508a037 of 2026-08-21) into a tree that lies in one arena.
 * A parser is made once and used for many documents: after the first few it allocates nothing.
 *
 * <p>One thread at a time; parsers share nothing. Each document ends the tree of the one before.
 *
 * {@snippet :
 * try (HtmlParser parser = new HtmlParser()) {
 *     HtmlTree tree = parser.parse("<p>Hello <b>world</b>");
 *     String text = tree.textContent(tree.root());
 * }
 * }
 */
public final class HtmlParser implements AutoCloseable {
    private static final byte[] NOTHING = {};
    private static final int FIRST_PIECE_BYTES = 16 << 10;
    private static final int MOST_BYTES = Integer.MAX_VALUE - 64;

    private final Allocator allocator;
    private final Names names = new Names();
    private final NodeStore store;
    private final TreeBuilder builder;
    private final HtmlTree tree;
    private HtmlOptions options = HtmlOptions.DEFAULT;
    private @Nullable ParseErrorHandler errors;
    private String defaultEncoding = Encodings.WINDOWS_1252;
    private final Transcoder transcoder = new Transcoder();
    private final EncodingWatch watch = this::declaresAnother;
    /** The encoding in use while a meta element may still change it. */
    private @Nullable DetectedEncoding current;

    private @Nullable String lateEncoding;

    /** Where the pieces of a document are gathered; 0 while there are none. */
    private long fed;

    private int fedLength;
    private int fedCapacity;

    /** A parser with an arena of its own. */
    public HtmlParser() {
        this(new BlockArena());
    }

    /** A parser that takes its memory from {@code allocator}, which nobody else may use; it closes it in the end. */
    public HtmlParser(Allocator allocator) {
        this.allocator = allocator;
        this.store = new NodeStore(names, allocator);
        this.builder = new TreeBuilder(store);
        this.tree = new HtmlTree(store);
    }

    /** Sets how the documents from now on are parsed. */
    public HtmlParser options(HtmlOptions newOptions) {
        options = newOptions;
        return this;
    }

    /** Sets who is told about parse errors; null for nobody, which is the fastest. */
    public HtmlParser errors(@Nullable ParseErrorHandler handler) {
        errors = handler;
        return this;
    }

    /**
     * Sets the encoding for documents that don't say theirs; windows-1252 if never set.
     *
     * @param label a label of the Encoding standard
     */
    public HtmlParser defaultEncoding(String label) {
        String name = Encodings.get(label);
        Check.that(name != null, "not a label of an encoding: " + label);
        defaultEncoding = label;
        return this;
    }

    /** Parses text. */
    public HtmlTree parse(String text) {
        return parseUtf8(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Parses a document that is known to be UTF-8; broken sequences become U+FFFD. */
    public HtmlTree parseUtf8(byte[] bytes) {
        begin();
        long address = allocator.allocate(bytes.length);
        Mem.copyIn(bytes, 0, address, bytes.length);
        return parseHere(address, bytes.length, null);
    }

    /**
     * Parses a document whose encoding is to be found (13.2.3): by its byte order mark, what the transport said, a
     * declaration in its first 1,024 bytes, or the default; a meta element found later makes it start anew.
     * {@link HtmlTree#encoding()} tells which rule decided.
     *
     * @param transportCharset the charset parameter of Content-Type, or null
     */
    public HtmlTree parse(byte[] bytes, @Nullable String transportCharset) {
        DetectedEncoding first = EncodingSniffer.sniff(bytes, transportCharset, defaultEncoding);
        HtmlTree parsed = parseCopy(bytes, first);
        DetectedEncoding late = late();
        return late == null ? parsed : parseCopy(bytes, late);
    }

    /**
     * Parses a document in memory whose encoding is to be found, as {@link #parse(byte[], String)} does. What is in UTF-8
     * is not copied: the bytes must stay as they are while the tree is used, and {@link Mem#PADDING_BYTES} behind them must
     * be readable.
     */
    public HtmlTree parse(long address, int length, @Nullable String transportCharset) {
        byte[] beginning = Mem.bytes(address, Math.min(length, EncodingSniffer.PRESCAN_BYTES));
        DetectedEncoding first = EncodingSniffer.sniff(beginning, transportCharset, defaultEncoding);
        begin();
        HtmlTree parsed = parseIn(address, length, first);
        DetectedEncoding late = late();
        if (late == null) {
            return parsed;
        }
        begin();
        return parseIn(address, length, late);
    }

    /**
     * Takes the next piece of a document that comes in pieces, cut anywhere, also within a character; {@link #finish} parses
     * it. The pieces are gathered in the parser's memory: the tokenizer wants all of a page. The first one ends the last tree.
     */
    public HtmlParser feed(byte[] bytes, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        if (fed == 0) {
            begin();
            fedCapacity = Math.max(FIRST_PIECE_BYTES, count);
            fed = allocator.allocate(fedCapacity);
        }
        if (count > fedCapacity - fedLength) {
            fedCapacity = Math.toIntExact(Math.max(Math.min(2L * fedCapacity, MOST_BYTES), (long) fedLength + count));
            long larger = allocator.allocate(fedCapacity);
            Mem.copy(fed, larger, fedLength);
            fed = larger;
        }
        Mem.copyIn(bytes, offset, fed + fedLength, count);
        fedLength += count;
        return this;
    }

    /**
     * Parses what was fed, as {@link #parse(byte[], String)} parses it in one piece; nothing fed is an empty document.
     *
     * @param transportCharset the charset parameter of Content-Type, or null
     */
    public HtmlTree finish(@Nullable String transportCharset) {
        feed(NOTHING, 0, 0);
        long address = fed;
        int length = fedLength;
        forgetPieces();
        byte[] beginning = Mem.bytes(address, Math.min(length, EncodingSniffer.PRESCAN_BYTES));
        DetectedEncoding first = EncodingSniffer.sniff(beginning, transportCharset, defaultEncoding);
        HtmlTree parsed = parseIn(address, length, first);
        DetectedEncoding late = late();
        if (late == null) {
            return parsed;
        }
        // the pieces lie in the allocator, so the first tree's memory stays with them until the next document
        names.forget();
        return parseIn(address, length, late);
    }

    private void forgetPieces() {
        fed = 0;
        fedLength = 0;
        fedCapacity = 0;
    }

    /**
     * Forgets how large the last document became, which the memory for the next one is taken by. For callers to whom it
     * matters that a document takes the same memory whatever came before.
     */
    public void forgetSizes() {
        store.forgetSizes();
    }

    private @Nullable DetectedEncoding late() {
        return lateEncoding == null ? null : new DetectedEncoding(lateEncoding, DetectedEncoding.Source.LATE_META);
    }

    private HtmlTree parseCopy(byte[] bytes, DetectedEncoding encoding) {
        begin();
        long address = allocator.allocate(bytes.length);
        Mem.copyIn(bytes, 0, address, bytes.length);
        return parseIn(address, bytes.length, encoding);
    }

    private HtmlTree parseIn(long source, int sourceLength, DetectedEncoding encoding) {
        current = encoding;
        lateEncoding = null;
        long address = source;
        int length = sourceLength;
        if (!encoding.name().equals(Encodings.UTF_8)) {
            transcoder.decode(source, sourceLength, encoding.name(), allocator);
            address = transcoder.address();
            length = transcoder.length();
        }
        start(address, length);
        boolean tentative = encoding.source() == DetectedEncoding.Source.PRESCAN
                || encoding.source() == DetectedEncoding.Source.DEFAULT;
        int root = builder.build(options, errors, tentative ? watch : null);
        store.end();
        tree.become(root, builder.quirksMode, encoding);
        return tree;
    }

    /** Whether a meta tag's attributes name an encoding other than the current one (13.2.3.4). */
    private boolean declaresAnother(NodeStore in, int attributes, int count) {
        DetectedEncoding used = current;
        if (used == null || lateEncoding != null) {
            return false;
        }
        String declared = null;
        int charset = in.findAttribute(attributes, count, Name.CHARSET);
        int pragma = in.findAttribute(attributes, count, Name.HTTP_EQUIV);
        int content = in.findAttribute(attributes, count, Name.CONTENT);
        if (charset >= 0) {
            declared = Encodings.get(in.attributeText(charset));
        }
        if (declared == null
                && pragma >= 0
                && content >= 0
                && in.equalsIgnoreCase(in.attributeOffset(pragma), in.attributeLength(pragma), "content-type")) {
            declared = Encodings.ofContent(in.attributeText(content));
        }
        if (declared == null) {
            return false;
        }
        current = null;
        String name = Encodings.declared(declared);
        if (used.name().startsWith("UTF-16") || name.equals(used.name())) {
            return false;
        }
        lateEncoding = name;
        return true;
    }

    /**
     * Parses a document of UTF-8 in memory, without copying it: the bytes must stay as they are while the tree is
     * used, and {@link Mem#PADDING_BYTES} behind them must be readable. Broken sequences become U+FFFD.
     */
    public HtmlTree parseUtf8(long address, int length) {
        begin();
        return parseHere(address, length, null);
    }

    /** Parses a fragment of text as the content of a context element. The tree's root is the fragment. */
    public HtmlTree parseFragment(String text, FragmentContext context) {
        return parseFragment(text.getBytes(StandardCharsets.UTF_8), context);
    }

    /** Parses a fragment of UTF-8 as the content of a context element. */
    public HtmlTree parseFragment(byte[] bytes, FragmentContext context) {
        begin();
        long address = allocator.allocate(bytes.length);
        Mem.copyIn(bytes, 0, address, bytes.length);
        int length = start(address, bytes.length);
        int root = builder.buildFragment(options, errors, context);
        store.end();
        tree.become(root, builder.quirksMode, null);
        assert length >= 0;
        return tree;
    }

    NodeStore store() {
        return store;
    }

    /** Gives all memory back. The last tree ends. */
    @Override
    public void close() {
        forgetPieces();
        allocator.close();
    }

    private void begin() {
        forgetPieces();
        allocator.reset();
        names.forget();
    }

    private HtmlTree parseHere(long address, int length, @Nullable DetectedEncoding encoding) {
        start(address, length);
        int root = builder.build(options, errors, null);
        store.end();
        tree.become(root, builder.quirksMode, encoding);
        return tree;
    }

    /** Makes sure that the input is valid and begins the store over it; its length now. */
    private int start(long address, int length) {
        Check.that(length <= options.limits().maxBytes(), "more bytes than the limit allows", length);
        boolean marked = length >= 3 && (Mem.getInt(address) & 0xff_ffff) == 0xbf_bbef;
        long from = marked ? address + 3 : address;
        int count = marked ? length - 3 : length;
        if (Utf8.firstInvalid(from, count) < count) {
            long repaired = allocator.allocate(3L * count);
            count = Utf8.repair(from, count, repaired);
            from = repaired;
        }
        store.begin(from, count, options.limits());
        if (errors != null) {
            InputErrors.report(from, count, errors);
        }
        return count;
    }
}
