// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import com.github.luben.zstd.Zstd;
import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BorrowedArena;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.html.HtmlLimitException;
import dev.juggle.html.HtmlLimits;
import dev.juggle.html.HtmlOptions;
import dev.juggle.html.HtmlParser;
import dev.juggle.html.HtmlTree;
import dev.juggle.html.PageRecord;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import dev.juggle.shred.PageRules;
import org.jspecify.annotations.Nullable;

/*
 * A page becomes a record, written as JSON text into the job's arena; from there on it goes the way of every record.
 *
 *   text of the page │ packed source, if kept │ tree │ its record │
 *                                             │ record, moved down │ tape …
 *
 * The tree lies where the record will be moved to, in what the job's arena has left: it needs no memory of its own, and a page
 * too large for an arena goes to the reserve like any other file. How much it takes depends on the page alone
 * (forgetSizes), so what is set aside for want of memory does not depend on what a worker did before.
 */
/** Turns HTML pages into records. One for each thread that parses; belongs to it. */
final class Pages implements AutoCloseable {
    /** As large as a page may be: its text, each byte spelled with six, still is a string that a tape can hold. */
    static final int MAX_BYTES = 40 << 20;

    /** Nodes a byte: far more than markup needs; only formatting that is reopened again and again makes as many. */
    private static final int NODES_PER_BYTE = 4;

    private static final int FREE_NODES = 100_000;

    /** How far embedded JSON lies within its record. */
    private static final int RECORD_DEPTH = 4;

    private final boolean isKeepingSource;
    private final DocumentParser records;
    private final DocumentParser embedded;
    private final ParsedDocument embeddedDocument;
    private final BorrowedArena memory = new BorrowedArena();
    private final HtmlParser parser = new HtmlParser(memory);
    private final PageRecord record;
    private @Nullable BumpArena arena;

    /**
     * A maker of records.
     *
     * @param rules what belongs to them
     * @param limits what embedded JSON may ask for
     */
    Pages(PageRules rules, Limits limits) {
        Limits within = new Limits(
                Math.max(1, limits.maxDepth() - RECORD_DEPTH),
                limits.maxStringBytes(),
                limits.maxNameBytes(),
                limits.maxChildren(),
                limits.maxDocumentBytes());
        this.isKeepingSource = rules.isKeepingSource();
        this.records = new DocumentParser(limits);
        this.embedded = new DocumentParser(within);
        this.embeddedDocument = new ParsedDocument(within);
        this.record = new PageRecord(parser, rules.record(), this::isValue);
    }

    /**
     * Whether a file is a page. Its first character tells, since no JSON begins with {@code <}; a name that ends like a
     * page's decides where the content says nothing, and one that ends like JSON's forbids it: such a page is a
     * download gone wrong.
     */
    static boolean isPage(LoadedFile file) {
        return isPage(file.input.path(), file.start, file.end);
    }

    /** As {@link #isPage(LoadedFile)}, of a file of that name whose text, or its beginning, lies between two addresses. */
    static boolean isPage(String name, long start, long end) {
        if (FileNames.isJson(name)) {
            return false;
        }
        long at = start;
        while (at < end && isBefore(Mem.getByte(at))) {
            at++;
        }
        if (at == end) {
            return false;
        }
        byte first = Mem.getByte(at);
        if (FileNames.isPage(name)) {
            return first != '{' && first != '[';
        }
        return first == '<' && Mem.getByte(at + 1) != '?';
    }

    /** White space, zero bytes of UTF-16, byte order marks. */
    private static boolean isBefore(byte value) {
        return switch (value) {
            case 0, '\t', '\n', '\f', '\r', ' ', (byte) 0xef, (byte) 0xbb, (byte) 0xbf, (byte) 0xfe, (byte) 0xff ->
                true;
            default -> false;
        };
    }

    /**
     * Makes the record of a page that lies in the arena. If the page asks for too much, that is its {@link
     * LoadedFile#failure}.
     *
     * @param path its stored path
     * @param into is filled with the record
     * @throws ArenaFullException if the arena is too small for it
     */
    void parse(BumpArena jobArena, LoadedFile page, String path, ParsedDocument into) {
        long mark = jobArena.mark();
        arena = jobArena;
        try {
            long packed = jobArena.position();
            long packedBytes = isKeepingSource ? pack(jobArena, page, packed) : 0;
            long start = packed + packedBytes + 7 & -8;
            long end = write(jobArena, page, path, start);
            records.parse(jobArena, start, end, into);
            into.becomePage(packed, packedBytes);
        } catch (HtmlLimitException tooMuch) {
            jobArena.rollback(mark);
            page.fail("is set aside: " + tooMuch.getMessage());
        } finally {
            arena = null;
        }
    }

    /** Writes the record to {@code start}, the arena's position or the next multiple of 8; gives its end. */
    private long write(BumpArena jobArena, LoadedFile page, String path, long start) {
        if (page.textBytes() > MAX_BYTES) {
            throw new HtmlLimitException("more than the " + (MAX_BYTES >> 20) + " MiB that a page may have");
        }
        memory.borrow(jobArena);
        try {
            parser.forgetSizes();
            int maxNodes = NODES_PER_BYTE * (int) page.textBytes() + FREE_NODES;
            parser.options(HtmlOptions.DEFAULT.withLimits(
                    new HtmlLimits(3 * MAX_BYTES, Integer.MAX_VALUE, maxNodes, Integer.MAX_VALUE)));
            HtmlTree tree = parser.parse(page.start, (int) page.textBytes(), null);
            long from = record.write(tree, path, jobArena, page.textBytes());
            long length = jobArena.position() - from;
            if (start + length + FileLoader.TAIL_BYTES > jobArena.position()) {
                jobArena.allocate(FileLoader.TAIL_BYTES + 8);
            }
            Mem.copy(from, start, length);
            jobArena.shrinkTo(start + length + FileLoader.TAIL_BYTES);
            return start + length;
        } finally {
            memory.letGo();
        }
    }

    /** Packs the source to {@code packed}, the arena's position; gives how many bytes it takes. */
    private static long pack(BumpArena jobArena, LoadedFile page, long packed) {
        long bound = Zstd.compressBound(page.textBytes());
        if (bound + 8 > jobArena.remainingBytes()) {
            throw new ArenaFullException(bound, jobArena.remainingBytes());
        }
        jobArena.advanceTo(packed + bound);
        long packedBytes =
                Zstd.compressUnsafe(packed, bound, page.start, page.textBytes(), Zstd.defaultCompressionLevel());
        if (Zstd.isError(packedBytes)) {
            throw new AssertionError(Zstd.getErrorName(packedBytes));
        }
        jobArena.shrinkTo(packed + packedBytes);
        return packedBytes;
    }

    private boolean isValue(long address, int length) {
        BumpArena room = arena;
        if (room == null) {
            throw new AssertionError("outside a page");
        }
        embedded.parse(room, address, address + length, embeddedDocument);
        boolean isOne = embeddedDocument.form() == ParsedDocument.Form.SINGLE
                || embeddedDocument.form() == ParsedDocument.Form.ARRAY;
        return isOne && embeddedDocument.setAsideCount() == 0;
    }

    @Override
    public void close() {
        parser.close();
    }
}
