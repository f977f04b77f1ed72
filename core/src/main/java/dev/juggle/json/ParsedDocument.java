// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;
import java.util.ArrayList;
import java.util.List;

/**
 * What one document turned out to be: its form, its values as one tape, and the stretches that were set aside. The
 * values stand one behind the other on the tape, so the first is at index 0 and each next one at {@link Tape#next}.
 *
 * <p>Reusable; filled by a {@link DocumentParser}. It owns nothing: everything is valid until the arena is
 * reset or rolled back behind it. The stretches set aside are kept in the arena too, as a linked list, so that a
 * document with a million errors costs no heap.
 */
public final class ParsedDocument {
    /** How the values of a document stand in it. */
    public enum Form {
        /** No value, only white space. */
        EMPTY,
        /** One value that is no array; also a document that was set aside as a whole. */
        SINGLE,
        /** One value, an array. */
        ARRAY,
        /** Several values: one a line (NDJSON, JSON Lines), or concatenated. */
        LINES,
        /** A JSON text sequence: RFC 7464. */
        SEQUENCE,
        /** One value that was made of an HTML page. */
        PAGE
    }

    /**
     * Where a part of a document begins in it.
     *
     * @param ordinal how many records come before it, those set aside included
     * @param byteOffset bytes before it
     * @param line its line, from 1
     * @param column its column, in code points from 1
     */
    public record Place(long ordinal, long byteOffset, long line, long column) {
        /** The beginning of a document. */
        public static final Place START = new Place(0, 0, 1, 1);
    }

    /** Words of an entry of the list of stretches set aside. */
    private static final int NEXT = 0;

    private static final int ORDINAL = 8;
    private static final int PROBLEM = 16;
    private static final int ADDRESS = 24;
    private static final int LINE = 32;
    private static final int COLUMN = 40;
    private static final int START = 48;
    private static final int END = 56;
    private static final int TEXT_END = 64;
    /** Bytes of an entry. */
    static final int ENTRY_BYTES = 72;

    private static final Problem[] PROBLEMS = Problem.values();

    private final Tape tape = new Tape();
    private final Wording wording;
    private Form form = Form.EMPTY;
    private long start;
    private long end;
    private long valueCount;
    private long setAsideCount;
    private TextEncoding encoding = TextEncoding.UTF_8;
    private int markBytes;
    private long replacedCount;
    private boolean isPart;
    private long endLine;
    private long endColumn;
    private Place base = Place.START;
    private String refusal = "";
    private long firstEntry;
    private long lastEntry;
    private long source;
    private long sourceBytes;

    /** An empty one, for a parser with the same limits. */
    public ParsedDocument(Limits limits) {
        this.wording = new Wording(limits);
    }

    /** How the values stand in the document. */
    public Form form() {
        return form;
    }

    /** All values, one behind the other: {@link #valueCount()} of them. */
    public Tape tape() {
        return tape;
    }

    /** How many values the tape holds: 1 for {@code ARRAY}, at most 1 for {@code SINGLE}, 0 for {@code EMPTY}. */
    public long valueCount() {
        return valueCount;
    }

    /** How many stretches were set aside. */
    public long setAsideCount() {
        return setAsideCount;
    }

    /** Absolute address of the text that was parsed; UTF-8, without byte-order mark. */
    public long textStart() {
        return start;
    }

    /** Absolute address behind the text that was parsed. */
    public long textEnd() {
        return end;
    }

    /** What the document is in; {@link #textStart} is of a UTF-8 copy where that is not UTF-8. */
    public TextEncoding encoding() {
        return encoding;
    }

    /** How many U+FFFD took the place of what is no character; 0 unless the parser was told to replace. */
    public long replacedCount() {
        return replacedCount;
    }

    /**
     * Whether it is a part of a document: then the elements of an array are on the tape as other records are, one behind the
     * other.
     */
    public boolean isPart() {
        return isPart;
    }

    /** Says where this part begins: {@link #setAside} then gives places within the whole document. */
    public void place(Place beginning) {
        base = beginning;
    }

    /** Where the next part begins, once it is known where this one does. */
    public Place endPlace() {
        long records = setAsideCount + valueCount;
        return new Place(
                base.ordinal + records,
                base.byteOffset + (end - start) + markBytes,
                base.line + endLine - 1,
                column(endLine, endColumn));
    }

    /**
     * Makes this a part of a document that is one record and is set aside for a reason of the caller's.
     *
     * @param from address of its beginning
     * @param to address behind as much of it as there is
     * @param part which part
     * @param reason why, in words
     * @param behind the line and column behind the record, as if it began the document
     */
    public void refuse(long from, long to, DocumentPart part, String reason, Place behind) {
        begin(from, to);
        encoding = TextEncoding.UTF_8;
        markBytes = 0;
        replacedCount = 0;
        form = part.form();
        tape.wrap(from, from, 0);
        partEnds(behind.line, behind.column);
        setAsideCount = 1;
        refusal = reason;
    }

    /** Whether it was set aside by {@link #refuse}. */
    public boolean isRefused() {
        return !refusal.isEmpty();
    }

    private long column(long line, long column) {
        return line == 1 ? base.column + column - 1 : column;
    }

    /** The stretches set aside, in the order of the document; at most {@code most} of them. Allocates. */
    public List<SetAside> setAside(long most) {
        if (isRefused()) {
            return List.of(new SetAside(base.ordinal, base.byteOffset, base.line, base.column, refusal, start, end))
                    .subList(0, (int) Math.min(1, most));
        }
        List<SetAside> list = new ArrayList<>();
        long entry = firstEntry;
        long at = start;
        long offset = base.byteOffset + markBytes;
        for (long i = 0; i < Math.min(most, setAsideCount); i++) {
            Problem problem = PROBLEMS[(int) Mem.getLong(entry + PROBLEM)];
            long address = Mem.getLong(entry + ADDRESS);
            offset += encoding == TextEncoding.UTF_8 ? address - at : sourceBytes(at, address);
            at = address;
            list.add(new SetAside(
                    base.ordinal + Mem.getLong(entry + ORDINAL),
                    offset,
                    base.line + Mem.getLong(entry + LINE) - 1,
                    column(Mem.getLong(entry + LINE), Mem.getLong(entry + COLUMN)),
                    message(problem, entry, offset),
                    Mem.getLong(entry + START),
                    Mem.getLong(entry + END)));
            entry = Mem.getLong(entry + NEXT);
        }
        return list;
    }

    private String message(Problem problem, long entry, long offset) {
        long textEnd = Mem.getLong(entry + TEXT_END);
        boolean broken = problem == Problem.UTF_8 && encoding != TextEncoding.UTF_8;
        if (broken) {
            return "expected valid " + encoding + ", found something else (byte " + offset + ")";
        }
        String endName =
                textEnd == end ? "the end" : form == Form.SEQUENCE ? "the end of the item" : "the end of the line";
        return wording.message(problem, Mem.getLong(entry + ADDRESS), textEnd, endName) + " (byte " + offset + ")";
    }

    /** How many bytes the characters between two addresses take in the document itself. */
    private long sourceBytes(long from, long to) {
        long bytes = 0;
        for (long p = from; p < to; p++) {
            bytes += encoding.bytesOf(Mem.getByte(p));
        }
        return bytes;
    }

    /** Begins anew, as an empty document, for the text between two addresses. */
    void begin(long start, long end) {
        this.start = start;
        this.end = end;
        form = Form.EMPTY;
        isPart = false;
        refusal = "";
        base = Place.START;
        valueCount = 0;
        setAsideCount = 0;
        firstEntry = 0;
        lastEntry = 0;
        source = 0;
        sourceBytes = 0;
    }

    /**
     * Notes that its value was made of a page, whose bytes are kept with it, packed with zstd.
     *
     * @param packed address of the packed bytes
     * @param packedBytes how many; 0 if they are not kept
     */
    public void becomePage(long packed, long packedBytes) {
        form = Form.PAGE;
        source = packed;
        sourceBytes = packedBytes;
    }

    /** Address of the packed bytes of what it was made of. */
    public long source() {
        return source;
    }

    /** How many packed bytes are kept of what it was made of; 0 for none. */
    public long sourceBytes() {
        return sourceBytes;
    }

    void encoding(TextEncoding encoding, int markBytes, long replacedCount) {
        this.encoding = encoding;
        this.markBytes = markBytes;
        this.replacedCount = replacedCount;
    }

    void form(Form form) {
        this.form = form;
    }

    /** Says that it is a part, and at which line and column of it the next one begins. */
    void partEnds(long line, long column) {
        isPart = true;
        endLine = line;
        endColumn = column;
    }

    void valueCount(long count) {
        this.valueCount = count;
    }

    /** Appends an entry that lies at {@code entry}, for the bytes between two addresses. */
    @SuppressWarnings("EnumOrdinal") // the number never leaves this process's memory
    void append(long entry, Fault fault, LineCounter place, long from, long to) {
        Mem.putLong(entry + ORDINAL, fault.ordinal);
        Mem.putLong(entry + PROBLEM, fault.problem.ordinal());
        Mem.putLong(entry + ADDRESS, fault.address);
        Mem.putLong(entry + LINE, place.line());
        Mem.putLong(entry + COLUMN, place.column());
        Mem.putLong(entry + START, from);
        Mem.putLong(entry + END, to);
        Mem.putLong(entry + TEXT_END, fault.textEnd);
        if (lastEntry == 0) {
            firstEntry = entry;
        } else {
            Mem.putLong(lastEntry + NEXT, entry);
        }
        lastEntry = entry;
        setAsideCount++;
    }
}
