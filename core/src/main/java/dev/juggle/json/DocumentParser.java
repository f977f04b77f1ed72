// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.ParsedDocument.Form;

/*
 * A document is read as one value after the other, whatever it is; its form only shows afterwards. So a pretty-printed
 * object, NDJSON and concatenated values need no guess beforehand, and an array with one element a line is one array.
 *
 * Only an error asks how the document is built, because what is broken has to end somewhere:
 *
 *   - a text sequence (RFC 7464): the item, up to the next record separator.
 *   - several values: the line on which the broken value began. It may have swallowed lines after it (a
 *     line cut off behind a comma does), so parsing goes on right behind that line. If a value before it
 *     took several lines, then the next line that begins with a bracket is waited for instead.
 *   - one array: what follows its last complete element.
 *   - else all of it.
 *
 * "Several values" needs evidence, or a pretty-printed document with an error would crumble into lines: an earlier
 * value that ended before a line end, two earlier values, or lines that look like it (see linesAhead).
 */
/**
 * Parses the bytes of one document, whatever the form of it, and recovers from errors: what is broken is set aside, the rest
 * is kept.
 *
 * <p>Reusable, owned by one thread at a time. Allocates nothing on the heap.
 */
public final class DocumentParser {
    private static final byte RECORD_SEPARATOR = 0x1E;

    /** From this many errors on a line is not read beyond its end, so that hostile input can't make it quadratic. */
    private static final int PATIENCE = 256;

    private final JsonParser parser;
    private final long maxDocumentBytes;
    private final int maxChildren;
    private final Transcoder transcoder;
    private final boolean replace;
    private final LineCounter counter = new LineCounter();
    private final Fault fault = new Fault();

    private ParsedDocument document;
    private long start;
    private long end;
    private long values;
    /** Whether a value was followed by a line end. */
    private boolean valueEndedLine;
    /** Whether a value took several lines, as far as values were looked at: those before word multiLineWords. */
    private boolean multiLine;

    private int multiLineWords;

    /** The state before the first value that began on the current line: what a broken line goes back to. */
    private long lineFirst;

    private long lineTape;
    private long lineTop;
    private long lineValues;

    /** A parser that holds documents to {@code limits} and sets aside what is not valid in its encoding. */
    public DocumentParser(Limits limits) {
        this(limits, false);
    }

    /**
     * A parser that holds documents to {@code limits}.
     *
     * @param replaceInvalid whether U+FFFD takes the place of what is not valid in the document's encoding
     */
    public DocumentParser(Limits limits, boolean replaceInvalid) {
        this.parser = new JsonParser(limits);
        this.transcoder = new Transcoder(replaceInvalid);
        this.replace = replaceInvalid;
        this.maxDocumentBytes = limits.maxDocumentBytes();
        this.maxChildren = limits.maxChildren();
        this.document = new ParsedDocument(limits);
    }

    /**
     * Parses one document.
     *
     * @param arena what the text lies in; tape, decoded strings and the list of what was set aside are taken from it
     * @param start absolute address of the text
     * @param end address behind it; the byte there is written to for the time of the call
     * @param into is filled
     * @throws ArenaFullException if the arena is too small for it; the arena is as before
     */
    public void parse(BumpArena arena, long start, long end, ParsedDocument into) {
        long mark = arena.mark();
        boolean done = false;
        try {
            begin(arena, start, end, true, into);
            parser.open(arena, this.start, this.end);
            try {
                read();
            } finally {
                parser.close();
            }
            into.valueCount(values);
            parser.take(arena, into.tape());
            done = true;
        } finally {
            if (!done) {
                arena.rollback(mark);
            }
        }
    }

    /**
     * Parses a part of a document that is too large to be parsed at once: one of those that a {@link RecordSplitter} cuts it
     * into. The elements of an array are put on the tape one behind the other, as other records are. Places are those within
     * the part.
     *
     * @param arena as for {@link #parse}
     * @param start absolute address of the part's text
     * @param end address behind it
     * @param part which part it is
     * @param into is filled
     * @throws ArenaFullException if the arena is too small for it; the arena is as before
     */
    public void parsePart(BumpArena arena, long start, long end, DocumentPart part, ParsedDocument into) {
        long mark = arena.mark();
        boolean done = false;
        try {
            begin(arena, start, end, part.isFirst(), into);
            parser.open(arena, this.start, this.end);
            try {
                readPart(part);
            } finally {
                parser.close();
            }
            into.valueCount(values);
            counter.moveTo(this.end);
            into.partEnds(counter.line(), counter.column());
            parser.take(arena, into.tape());
            done = true;
        } finally {
            if (!done) {
                arena.rollback(mark);
            }
        }
    }

    private void readPart(DocumentPart part) {
        document.form(part.form());
        long first = Scan.skipSpace(start);
        if (part.form() == Form.ARRAY) {
            readElements(part.isFirst() ? first + 1 : first, part.isLast());
        } else if (first == end) {
            return;
        } else if (part.form() == Form.SEQUENCE) {
            readSequence(first);
        } else {
            valueEndedLine = true;
            noteLine(first);
            readValues(first);
        }
    }

    /** Reads the elements of an array from {@code from} on; they end with a comma or, the last ones, with the array. */
    private void readElements(long from, boolean isLast) {
        long kept = from;
        long p = Scan.skipSpace(from);
        while (p < end || isLast) {
            long tapeBefore = parser.tape();
            long topBefore = parser.top();
            long behind = parser.next(p, 1);
            if (behind == JsonParser.WRONG) {
                fault.note(parser.problem(), parser.problemAddress(), end);
                setAside(kept, end, values);
                return;
            }
            long rest = Scan.skipSpace(behind);
            byte after = Mem.getByte(rest);
            boolean isEnd = after == ']' && isLast;
            if (!isEnd && after != ',') {
                boolean isPiece = rest == behind && isBare(p); // 12 in 12x
                if (isPiece) {
                    parser.backTo(tapeBefore, topBefore);
                }
                values += isPiece ? 0 : 1;
                fault.note(Problem.COMMA_OR_BRACKET, rest, end);
                setAside(isPiece ? kept : behind, end, values);
                return;
            }
            values++;
            kept = behind;
            p = Scan.skipSpace(rest + 1);
            if (isEnd) {
                if (p != end) {
                    fault.note(Problem.END, p, end);
                    setAside(p, end, values);
                }
                return;
            }
        }
    }

    private void begin(BumpArena arena, long source, long sourceEnd, boolean isFirst, ParsedDocument into) {
        TextEncoding encoding = isFirst ? TextEncoding.of(source, sourceEnd) : TextEncoding.UTF_8;
        int markBytes = isFirst ? encoding.markBytes(source, sourceEnd) : 0;
        document = into;
        start = source + markBytes;
        end = sourceEnd;
        boolean copy = encoding != TextEncoding.UTF_8 || (replace && Utf8.firstInvalid(start, end) < end);
        if (copy) {
            transcoder.transcode(encoding, arena, start, end);
            start = transcoder.start();
            end = transcoder.end();
        }
        values = 0;
        valueEndedLine = false;
        multiLine = false;
        multiLineWords = 0;
        into.begin(start, end);
        into.encoding(encoding, markBytes, copy ? transcoder.replacedCount() : 0);
        counter.start(start);
    }

    private void read() {
        if (end - start > maxDocumentBytes) {
            document.form(Form.SINGLE);
            fault.note(Problem.DOCUMENT_LENGTH, start, end);
            setAside(start, end, 0);
            return;
        }
        long first = Scan.skipSpace(start);
        if (first == end) {
            return;
        }
        if (Mem.getByte(first) == RECORD_SEPARATOR) {
            document.form(Form.SEQUENCE);
            readSequence(first);
            return;
        }
        noteLine(first);
        readValues(first);
    }

    /** Reads values one after the other from {@code first}, where the first begins. */
    private void readValues(long first) {
        long p = first;
        while (p < end) {
            long behind = value(p);
            if (behind == JsonParser.WRONG) {
                p = recover(p);
                continue;
            }
            values++;
            p = Scan.skipSpace(behind);
            if (p < end && hasLineEnd(behind, p)) {
                valueEndedLine = true;
                noteLine(p);
            }
        }
        if (document.form() == Form.EMPTY) {
            boolean lines = values > 1 || document.setAsideCount() > 0;
            document.form(lines ? Form.LINES : isArray(first) ? Form.ARRAY : Form.SINGLE);
        }
    }

    /** Parses the value at {@code p}; returns the address behind it, or WRONG after noting the fault. */
    private long value(long p) {
        boolean patient = document.setAsideCount() < PATIENCE || multiLine;
        return patient ? valueUpTo(p, end) : valueUpTo(p, lineEnd(p));
    }

    /** As {@link #value}, but sees the text only up to {@code limit}. */
    private long valueUpTo(long p, long limit) {
        long tapeBefore = parser.tape();
        long topBefore = parser.top();
        long behind = bounded(p, limit);
        if (behind == JsonParser.WRONG) {
            fault.note(parser.problem(), parser.problemAddress(), limit);
        } else if (isBare(p) && Mem.getByte(behind) > ' ') {
            parser.backTo(tapeBefore, topBefore);
            fault.note(Problem.SEPARATOR, behind, limit);
            return JsonParser.WRONG;
        }
        return behind;
    }

    private long bounded(long p, long limit) {
        if (limit == end) {
            return parser.next(p, 0);
        }
        parser.moveEnd(limit);
        try {
            return parser.next(p, 0);
        } finally {
            parser.moveEnd(end);
        }
    }

    /** Deals with the fault noted, in what begins at {@code p}; returns where to go on. */
    private long recover(long p) {
        boolean behindValue = values > lineValues;
        boolean concatenated = behindValue && isBracket(p);
        if (behindValue && fault.problem == Problem.VALUE && fault.address == p) {
            fault.problem = Problem.NEXT_VALUE;
        }
        if (values >= 2 || valueEndedLine || document.setAsideCount() > 0 || concatenated || linesAhead(p)) {
            return setLineAside(p, behindValue && !isBracket(p));
        }
        if (values == 1 && lineType() == Tape.ARRAY) {
            document.form(Form.ARRAY);
            Tape tape = parser.view(document.tape());
            setAside(tape.endAddress(0), end, tape.count(0));
            return end;
        }
        if (values == 0 && isArray(p) && keepElements(p)) {
            document.form(Form.ARRAY);
            return end;
        }
        document.form(Form.SINGLE);
        backToLine();
        setAside(start, end, 0);
        return end;
    }

    private int lineType() {
        return parser.view(document.tape()).type(0);
    }

    /**
     * Whether the first line is one of several records, although no value before it says so: it begins with a bracket and so
     * does the next, and either the fault lies in the first or the second is right by itself.
     */
    private boolean linesAhead(long p) {
        long next = Scan.skipSpace(lineEnd(p));
        if (next >= end || Mem.getByte(next - 1) != '\n' || !isBracket(next)) {
            return false;
        }
        byte first = Mem.getByte(lineFirst);
        if (first == '{' && fault.address <= next) {
            return true;
        }
        return (first != '[' || isArray(next)) && isRightByItself(next);
    }

    /** Whether the line that begins at {@code p} holds complete values and nothing else. */
    private boolean isRightByItself(long p) {
        long tapeBefore = parser.tape();
        long topBefore = parser.top();
        long lineEnd = lineEnd(p);
        long q = p;
        while (q != JsonParser.WRONG && q < lineEnd) {
            long behind = bounded(q, lineEnd);
            q = behind == JsonParser.WRONG ? behind : Math.min(Scan.skipSpace(behind), lineEnd);
        }
        parser.backTo(tapeBefore, topBefore);
        return q != JsonParser.WRONG;
    }

    /**
     * Sets aside what began at {@code p} and is broken, up to where the next record may begin, and returns that.
     *
     * @param wholeLine whether the values before it on its line go with it
     */
    private long setLineAside(long p, boolean wholeLine) {
        long from = p;
        if (wholeLine) {
            from = lineFirst;
            backToLine();
        }
        long to = lineEnd(p);
        if (severalLinesAValue()) {
            while (to < end && !isBracket(to + 1)) {
                to = lineEnd(to + 1);
            }
        }
        if (fault.address > to) {
            long behind = valueUpTo(p, to);
            assert behind == JsonParser.WRONG : "right on its line, wrong with what follows";
        }
        setAside(from, to, values + document.setAsideCount());
        long next = Scan.skipSpace(to);
        noteLine(next);
        return next;
    }

    /** Whether one of the values so far took several lines. */
    private boolean severalLinesAValue() {
        Tape tape = parser.view(document.tape());
        int i = Math.min(multiLineWords, tape.wordCount());
        for (; i < tape.wordCount() && !multiLine; i = tape.next(i)) {
            multiLine = tape.type(i) >= Tape.OBJECT && hasLineEnd(tape.startAddress(i), tape.endAddress(i));
        }
        multiLineWords = i;
        return multiLine;
    }

    /** Parses the broken array at {@code p} again, element by element; returns whether any was complete. */
    private boolean keepElements(long p) {
        long words = parser.beginArray(p);
        long q = Scan.skipSpace(p + 1);
        long keptEnd = q;
        long count = 0;
        while (count < maxChildren) {
            long tapeBefore = parser.tape();
            long topBefore = parser.top();
            long behind = parser.next(q, 1);
            if (behind == JsonParser.WRONG) {
                break;
            }
            long rest = Scan.skipSpace(behind);
            boolean comma = Mem.getByte(rest) == ',';
            if (!comma && rest == behind && isBare(q)) {
                // 12 in 12x, or cut off from 123
                parser.backTo(tapeBefore, topBefore);
                break;
            }
            count++;
            keptEnd = behind;
            if (!comma) {
                break;
            }
            q = Scan.skipSpace(rest + 1);
        }
        if (count == 0) {
            return false;
        }
        parser.endArray(words, count, keptEnd);
        values = 1;
        setAside(keptEnd, end, count);
        return true;
    }

    /** Reads the items of a text sequence, the first record separator of which is at {@code p}. */
    private void readSequence(long p) {
        while (p < end) {
            long first = Scan.skipSpace(p + 1);
            if (first == end || Mem.getByte(first) == RECORD_SEPARATOR) {
                p = first;
                continue;
            }
            long tapeBefore = parser.tape();
            long topBefore = parser.top();
            long next = item(first);
            if (next == JsonParser.WRONG) {
                parser.backTo(tapeBefore, topBefore);
                next = Scan.find(RECORD_SEPARATOR, first, end);
                fault.textEnd = next;
                setAside(first, next, values + document.setAsideCount());
            } else {
                values++;
            }
            p = next;
        }
    }

    /** Parses the item at {@code p}; returns the address of the next separator or the end, or WRONG after noting the fault. */
    private long item(long p) {
        long behind = parser.next(p, 0);
        if (behind == JsonParser.WRONG) {
            fault.note(parser.problem(), parser.problemAddress(), end);
            return JsonParser.WRONG;
        }
        long rest = Scan.skipSpace(behind);
        if (isBare(p) && rest == behind) {
            fault.note(Problem.ITEM_END, behind, end);
            return JsonParser.WRONG;
        }
        if (rest != end && Mem.getByte(rest) != RECORD_SEPARATOR) {
            fault.note(Problem.END, rest, end);
            return JsonParser.WRONG;
        }
        return rest;
    }

    /** Puts the bytes between two addresses, white space around them left out, on the list with the fault noted. */
    private void setAside(long from, long to, long ordinal) {
        long first = Math.min(Scan.skipSpace(from), to);
        long last = to;
        while (last > first && Mem.getByte(last - 1) <= ' ' && Mem.getByte(last - 1) >= 0) {
            last--;
        }
        counter.moveTo(fault.address);
        fault.ordinal = ordinal;
        document.append(parser.allocateTop(ParsedDocument.ENTRY_BYTES), fault, counter, first, last);
    }

    /** Notes that a line begins, for {@link #backToLine}. */
    private void noteLine(long first) {
        lineFirst = first;
        lineTape = parser.tape();
        lineTop = parser.top();
        lineValues = values;
    }

    private void backToLine() {
        parser.backTo(lineTape, lineTop);
        values = lineValues;
    }

    private long lineEnd(long p) {
        return Scan.find((byte) '\n', p, end);
    }

    private static boolean hasLineEnd(long from, long to) {
        return Scan.find((byte) '\n', from, to) < to;
    }

    private static boolean isArray(long p) {
        return Mem.getByte(p) == '[';
    }

    private static boolean isBracket(long p) {
        return Mem.getByte(p) == '{' || Mem.getByte(p) == '[';
    }

    /** Whether the value at {@code p} ends only where something else begins: a number or a literal. */
    private static boolean isBare(long p) {
        return !isBracket(p) && Mem.getByte(p) != '"';
    }
}
