// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/*
 * The whole document lies in memory, so the standard's one-character-at-a-time machine needs no state between
 * characters: a state is a place in the code. Only what tree construction may switch (data, RCDATA, RAWTEXT, script
 * data, PLAINTEXT) and CDATA are states in a field; one method each runs until it is left. A tag is read in one go:
 * name and attribute names by eight bytes at a time, values by a table of bytes that need care.
 *
 * Text is passed on as a slice of the input. Only when a run contains a character reference, CR or (where it is
 * replaced) NUL is it assembled in the heap of decoded text: pendingStart is where the part of the run that
 * is still a slice began, pendingDecoded where the assembled part did (or 0 if there is none).
 */
/** The tokenization stage (13.2.5): bytes to tokens. */
final class Tokenizer {
    static final int DATA = 0;
    static final int RCDATA = 1;
    static final int RAWTEXT = 2;
    static final int SCRIPT_DATA = 3;
    static final int PLAINTEXT = 4;
    static final int CDATA_SECTION = 5;
    private static final int ENDED = 6;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;

    private final NodeStore store;
    private final Names names;
    private final TokenSink sink;
    private final Markup markup;
    private final CharacterReferences references;
    private final ScriptText scriptText;

    /** Told about errors; null: nobody asks. */
    @Nullable
    ParseErrorHandler errors;

    private HtmlLimits limits = HtmlLimits.NONE;
    private long input;
    private int end;
    private int position;
    private int state;
    private int lastStartTag;
    private int pendingStart;
    private int pendingDecoded;
    private int runSource;
    private boolean isSelfClosing;
    /** Per name, the number of the last tag that had an attribute of that name. */
    private int[] tagOfName = new int[1024];

    private int tagNumber;

    Tokenizer(NodeStore store, TokenSink sink) {
        this.store = store;
        this.names = store.names;
        this.sink = sink;
        this.references = new CharacterReferences(store, this);
        this.markup = new Markup(store, sink, this);
        this.scriptText = new ScriptText(this);
    }

    /** Reads the store's input to its end, from the given state. */
    void run(int initialState, int lastStartTagName, boolean processingInstructions, HtmlLimits documentLimits) {
        input = store.input();
        end = store.inputLength();
        position = 0;
        state = initialState;
        lastStartTag = lastStartTagName;
        limits = documentLimits;
        markup.begin(processingInstructions);
        while (state != ENDED) {
            switch (state) {
                case DATA -> data();
                case RCDATA -> rawText(Bytes.TEXT);
                case RAWTEXT -> rawText(Bytes.RAW);
                case SCRIPT_DATA -> script();
                case PLAINTEXT -> plainText();
                default -> position = markup.cdataSection(position, end);
            }
            if (position >= end && state != ENDED) {
                state = ENDED;
                sink.endOfFile(end);
            }
        }
    }

    /** Switches the state; called by tree construction while it takes a start tag, and after CDATA. */
    void switchTo(int newState) {
        state = newState;
    }

    /** Makes the tokenizer stop after the token in hand, without an end-of-file token. */
    void stop() {
        state = ENDED;
    }

    /** Offset of the token in hand, or of what follows it. */
    int position() {
        return position;
    }

    void error(ParseError error, int offset) {
        if (errors != null) {
            errors.report(error, offset);
        }
    }

    int byteAt(int offset) {
        return offset < end ? Mem.getByte(input + offset) & 0xff : -1;
    }

    // Text

    private void data() {
        int p = position;
        int e = end;
        long base = input;
        short[] classes = Bytes.CLASS;
        while (p < e) {
            int start = p;
            while (p < e && (classes[Mem.getByte(base + p) & 0xff] & Bytes.TEXT) == 0) {
                p++;
            }
            if (p < e && Mem.getByte(base + p) != '<') {
                p = mixedData(start, p);
            } else if (p > start) {
                sink.characters(start, p - start, start);
            }
            if (p >= e || state != DATA) {
                break;
            }
            p = tagOpen(p);
            if (state != DATA) {
                break;
            }
        }
        position = p;
    }

    /** Text from {@code start} on with something to replace at {@code p}, up to the next {@code <} or the end. */
    private int mixedData(int start, int p) {
        beginRun(start);
        while (p < end) {
            int value = byteAt(p);
            if (value == '<') {
                break;
            } else if (value == 0) {
                error(ParseError.UNEXPECTED_NULL_CHARACTER, p);
                flushRun(p);
                sink.nullCharacter(p);
                beginRun(++p);
            } else {
                p = replace(value, p);
            }
            while (p < end && !Bytes.is(Mem.getByte(input + p), Bytes.TEXT)) {
                p++;
            }
        }
        flushRun(p);
        return p;
    }

    void beginRun(int start) {
        pendingStart = start;
        pendingDecoded = 0;
        runSource = start;
    }

    /** Replaces CR, NUL (by U+FFFD) or a character reference at {@code p} of the run; the offset behind it. */
    int replace(int value, int p) {
        if (pendingDecoded == 0) {
            pendingDecoded = store.decodedEnd();
        }
        store.appendInput(pendingStart, p - pendingStart);
        int behind;
        if (value == '&') {
            behind = references.decode(p, end, false);
        } else if (value == '\r') {
            store.appendByte('\n');
            behind = byteAt(p + 1) == '\n' ? p + 2 : p + 1;
        } else {
            error(ParseError.UNEXPECTED_NULL_CHARACTER, p);
            store.appendCodePoint(0xfffd);
            behind = p + 1;
        }
        pendingStart = behind;
        return behind;
    }

    /** Passes on the run up to {@code p}. */
    void flushRun(int p) {
        if (pendingDecoded == 0) {
            if (p > pendingStart) {
                sink.characters(pendingStart, p - pendingStart, runSource);
            }
            return;
        }
        store.appendInput(pendingStart, p - pendingStart);
        int length = store.decodedSince(pendingDecoded);
        int start = pendingDecoded;
        beginRun(p);
        if (length > 0) {
            sink.characters(start, length, runSource);
        }
    }

    private void rawText(int stop) {
        int p = position;
        beginRun(p);
        while (p < end) {
            int value = Mem.getByte(input + p) & 0xff;
            if (!Bytes.is(value, stop)) {
                p++;
            } else if (value != '<') {
                p = replace(value, p);
            } else if (isAppropriateEndTag(p)) {
                flushRun(p);
                state = DATA;
                position = endTag(p);
                return;
            } else {
                p++;
            }
        }
        flushRun(p);
        position = p;
    }

    private void plainText() {
        int p = position;
        beginRun(p);
        while (p < end) {
            int value = Mem.getByte(input + p) & 0xff;
            p = Bytes.is(value, Bytes.REPLACED) ? replace(value, p) : p + 1;
        }
        flushRun(p);
        position = p;
    }

    private void script() {
        int p = scriptText.read(position, end);
        if (p >= end) {
            position = end;
            return;
        }
        state = DATA;
        position = endTag(p);
    }

    /** Whether the {@code <} at {@code p} begins an end tag that ends the text of the last start tag. */
    boolean isAppropriateEndTag(int p) {
        if (byteAt(p + 1) != '/' || lastStartTag == 0) {
            return false;
        }
        byte[] spelling = names.bytes(lastStartTag);
        int behind = p + 2 + spelling.length;
        if (behind >= end) {
            return false;
        }
        for (int index = 0; index < spelling.length; index++) {
            int value = Mem.getByte(input + p + 2 + index);
            if (value >= 'A' && value <= 'Z') {
                value += 'a' - 'A';
            }
            if (value != spelling[index]) {
                return false;
            }
        }
        int value = byteAt(behind);
        return value == '>' || value == '/' || Bytes.is(value, Bytes.SPACE);
    }

    // Tags

    /** What begins with the {@code <} at {@code p}; the offset behind it. */
    private int tagOpen(int p) {
        int value = byteAt(p + 1);
        if (value >= 0 && Bytes.is(value, Bytes.LETTER)) {
            return startTag(p);
        }
        switch (value) {
            case '/' -> {
                return endTagOpen(p);
            }
            case '!' -> {
                return markup.declaration(p, end);
            }
            case '?' -> {
                return markup.processingInstruction(p, end);
            }
            case -1 -> error(ParseError.EOF_BEFORE_TAG_NAME, p + 1);
            default -> error(ParseError.INVALID_FIRST_CHARACTER_OF_TAG_NAME, p + 1);
        }
        sink.characters(p, 1, p);
        return p + 1;
    }

    private int endTagOpen(int p) {
        int value = byteAt(p + 2);
        if (value >= 0 && Bytes.is(value, Bytes.LETTER)) {
            return endTag(p);
        }
        if (value == '>') {
            error(ParseError.MISSING_END_TAG_NAME, p + 2);
            return p + 3;
        }
        if (value < 0) {
            error(ParseError.EOF_BEFORE_TAG_NAME, p + 2);
            sink.characters(p, 2, p);
            return p + 2;
        }
        error(ParseError.INVALID_FIRST_CHARACTER_OF_TAG_NAME, p + 2);
        return markup.bogusComment(p, p + 2, end);
    }

    /** In {@code word}, the high bit of each byte that ends a name (controls and space, slash, equals, greater). */
    private static long nameEnds(long word) {
        long slash = word ^ 0x2f2f_2f2f_2f2f_2f2fL;
        long equals = word ^ 0x3d3d_3d3d_3d3d_3d3dL;
        long greater = word ^ 0x3e3e_3e3e_3e3e_3e3eL;
        long space = (word - 0x2121_2121_2121_2121L) & ~word;
        return (space | ((slash - ONES) & ~slash) | ((equals - ONES) & ~equals) | ((greater - ONES) & ~greater))
                & HIGHS;
    }

    private int startTag(int p) {
        int nameStart = p + 1;
        long word = Mem.getLong(input + nameStart);
        long ends = nameEnds(word);
        int bits = Long.numberOfTrailingZeros(ends) & ~7;
        int name;
        int q;
        int value;
        if (ends != 0 && (value = (int) (word >>> bits) & 0xff) == '>') {
            q = nameStart + (bits >>> 3);
            if (q >= end) {
                return endOfFileInTag(store.attributeEnd(), store.decodedEnd());
            }
            name = names.ofKey(Names.lowerCase(word & ((1L << bits) - 1)));
            lastStartTag = name;
            position = q + 1;
            sink.startTag(name, 0, 0, false, p);
            return q + 1;
        }
        if (ends != 0 && value(word, bits) == ' ') {
            q = nameStart + (bits >>> 3);
            name = names.ofKey(Names.lowerCase(word & ((1L << bits) - 1)));
        } else {
            q = tagNameEnd(nameStart);
            if (q >= end) {
                return endOfFileInTag(store.attributeEnd(), store.decodedEnd());
            }
            name = name(nameStart, q);
        }
        return finishStartTag(p, q, name);
    }

    private static int value(long word, int bits) {
        return (int) (word >>> bits) & 0xff;
    }

    private int finishStartTag(int p, int q, int name) {
        int header = store.attributeEnd();
        int decodedMark = store.decodedEnd();
        store.addAttribute(0, 0, 0, 0);
        q = attributes(q);
        if (q < 0) {
            return endOfFileInTag(header, decodedMark);
        }
        int count = store.attributeEnd() - header - 1;
        if (count == 0) {
            store.rollbackAttributes(header);
        } else {
            store.setHeader(header, p, q);
        }
        lastStartTag = name;
        position = q;
        sink.startTag(name, header + 1, count, isSelfClosing, p);
        return q;
    }

    private int endOfFileInTag(int attributeMark, int decodedMark) {
        error(ParseError.EOF_IN_TAG, end);
        store.rollbackAttributes(attributeMark);
        store.rollbackDecoded(decodedMark);
        position = end;
        return end;
    }

    /** An end tag at {@code p}, which has a name. */
    private int endTag(int p) {
        int nameStart = p + 2;
        long word = Mem.getLong(input + nameStart);
        long ends = nameEnds(word);
        int bits = Long.numberOfTrailingZeros(ends) & ~7;
        if (ends != 0 && value(word, bits) == '>') {
            int q = nameStart + (bits >>> 3);
            if (q < end) {
                position = q + 1;
                sink.endTag(names.ofKey(Names.lowerCase(word & ((1L << bits) - 1))), p);
                return q + 1;
            }
        }
        int header = store.attributeEnd();
        int decodedMark = store.decodedEnd();
        int q = tagNameEnd(nameStart);
        if (q >= end) {
            return endOfFileInTag(header, decodedMark);
        }
        int name = name(nameStart, q);
        q = attributes(q);
        if (q < 0) {
            return endOfFileInTag(header, decodedMark);
        }
        if (store.attributeEnd() > header) {
            error(ParseError.END_TAG_WITH_ATTRIBUTES, q - 1);
        }
        if (isSelfClosing) {
            error(ParseError.END_TAG_WITH_TRAILING_SOLIDUS, q - 1);
        }
        store.rollbackAttributes(header);
        store.rollbackDecoded(decodedMark);
        position = q;
        sink.endTag(name, p);
        return q;
    }

    /** The offset behind a tag's name: of white space, a slash, a greater-than sign, or the end. */
    private int tagNameEnd(int start) {
        int q = start;
        while (q < end) {
            int value = Mem.getByte(input + q) & 0xff;
            if (Bytes.is(value, Bytes.SPACE) || value == '/' || value == '>') {
                break;
            }
            q++;
        }
        return q;
    }

    /** The number of the name between two offsets; NUL in it is replaced. */
    private int name(int start, int behind) {
        boolean hasNull = false;
        for (int offset = start; offset < behind; offset++) {
            if (Mem.getByte(input + offset) == 0) {
                error(ParseError.UNEXPECTED_NULL_CHARACTER, offset);
                hasNull = true;
            }
        }
        if (!hasNull) {
            return names.of(input + start, behind - start);
        }
        int mark = store.decodedEnd();
        for (int offset = start; offset < behind; offset++) {
            int value = Mem.getByte(input + offset);
            if (value == 0) {
                store.appendCodePoint(0xfffd);
            } else {
                store.appendByte(value);
            }
        }
        int name = names.of(store.text(mark), store.decodedSince(mark));
        store.rollbackDecoded(mark);
        return name;
    }

    /**
     * The attributes of a tag, from behind its name on; the offset behind the tag, or -1 if the input ends before it.
     * Sets {@link #isSelfClosing}.
     */
    private int attributes(int q) {
        tagNumber++;
        isSelfClosing = false;
        int first = store.attributeEnd();
        while (true) {
            int value = byteAt(q);
            if (value == '>') {
                return q + 1;
            }
            if (value < 0) {
                return -1;
            }
            if (Bytes.is(value, Bytes.SPACE)) {
                q++;
            } else if (value == '/') {
                int following = byteAt(q + 1);
                if (following == '>') {
                    isSelfClosing = true;
                    return q + 2;
                }
                if (following < 0) {
                    return -1;
                }
                error(ParseError.UNEXPECTED_SOLIDUS_IN_TAG, q + 1);
                q++;
            } else {
                q = attribute(q);
                if (q < 0) {
                    return -1;
                }
                if (store.attributeEnd() - first > limits.maxAttributes()) {
                    throw new HtmlLimitException("more than " + limits.maxAttributes() + " attributes");
                }
            }
        }
    }

    /** One attribute, whose name begins at {@code start}; the offset behind it, or -1. */
    private int attribute(int start) {
        long word = Mem.getLong(input + start);
        long ends = nameEnds(word);
        int bits = Long.numberOfTrailingZeros(ends) & ~7;
        int q;
        int name;
        if (ends != 0 && bits != 0 && value(word, bits) == '=' && errors == null) {
            q = start + (bits >>> 3);
            name = names.ofKey(Names.lowerCase(word & ((1L << bits) - 1)));
        } else {
            q = attributeNameEnd(start);
            name = name(start, q);
        }
        int seen = name < tagOfName.length ? tagOfName[name] : growTagOfName(name);
        tagOfName[name] = tagNumber;
        boolean duplicate = seen == tagNumber;
        if (duplicate) {
            error(ParseError.DUPLICATE_ATTRIBUTE, q);
        }
        int value = byteAt(q);
        int behind = q;
        while (value >= 0 && Bytes.is(value, Bytes.SPACE)) {
            value = byteAt(++behind);
        }
        if (value < 0) {
            return -1;
        }
        if (value != '=') {
            if (!duplicate) {
                store.addAttribute(name, q, 0, start);
            }
            return behind;
        }
        return attributeValue(behind + 1, duplicate ? -1 : name, start);
    }

    private int growTagOfName(int name) {
        tagOfName = Arrays.copyOf(tagOfName, Math.max(2 * tagOfName.length, name + 1));
        return 0;
    }

    private int attributeNameEnd(int start) {
        int q = start;
        if (byteAt(q) == '=') {
            error(ParseError.UNEXPECTED_EQUALS_SIGN_BEFORE_ATTRIBUTE_NAME, q);
            q++;
        }
        while (q < end) {
            int value = Mem.getByte(input + q) & 0xff;
            if (Bytes.is(value, Bytes.NAME) && value != 0) {
                break;
            }
            if (value == '"' || value == '\'' || value == '<') {
                error(ParseError.UNEXPECTED_CHARACTER_IN_ATTRIBUTE_NAME, q);
            }
            q++;
        }
        return q;
    }

    /** The value that follows an equals sign; the offset behind it, or -1. A {@code name} below 0: not kept. */
    private int attributeValue(int q, int name, int source) {
        int value = byteAt(q);
        while (value >= 0 && Bytes.is(value, Bytes.SPACE)) {
            value = byteAt(++q);
        }
        int behind;
        if (value == '"') {
            behind = quotedValue(q + 1, '"', name, source);
        } else if (value == '\'') {
            behind = quotedValue(q + 1, '\'', name, source);
        } else if (value == '>') {
            error(ParseError.MISSING_ATTRIBUTE_VALUE, q);
            keep(name, q, 0, source);
            return q;
        } else {
            return unquotedValue(q, name, source);
        }
        if (behind < 0) {
            return -1;
        }
        int following = byteAt(behind);
        if (following >= 0 && following != '/' && following != '>' && !Bytes.is(following, Bytes.SPACE)) {
            error(ParseError.MISSING_WHITESPACE_BETWEEN_ATTRIBUTES, behind);
        }
        return behind;
    }

    private int quotedValue(int start, int quote, int name, int source) {
        int stop = quote == '"' ? Bytes.DOUBLE_QUOTED : Bytes.SINGLE_QUOTED;
        short[] classes = Bytes.CLASS;
        long base = input;
        int e = end;
        int q = start;
        while (q < e && (classes[Mem.getByte(base + q) & 0xff] & stop) == 0) {
            q++;
        }
        if (q >= e) {
            return -1;
        }
        if (Mem.getByte(base + q) == quote) {
            keep(name, start, q - start, source);
            return q + 1;
        }
        return decodedValue(start, q, quote, name, source);
    }

    private int unquotedValue(int start, int name, int source) {
        int q = start;
        while (q < end) {
            int value = Mem.getByte(input + q) & 0xff;
            if (Bytes.is(value, Bytes.UNQUOTED)) {
                if (value == '>' || Bytes.is(value, Bytes.SPACE)) {
                    keep(name, start, q - start, source);
                    return q;
                }
                if (value == '&' || value == 0) {
                    return decodedValue(start, q, -1, name, source);
                }
                error(ParseError.UNEXPECTED_CHARACTER_IN_UNQUOTED_ATTRIBUTE_VALUE, q);
            }
            q++;
        }
        return -1;
    }

    /** A value from {@code start} on with something to replace at {@code q}; {@code quote} -1: unquoted. */
    private int decodedValue(int start, int q, int quote, int name, int source) {
        int stop = quote < 0 ? Bytes.UNQUOTED : quote == '"' ? Bytes.DOUBLE_QUOTED : Bytes.SINGLE_QUOTED;
        int mark = store.decodedEnd();
        int sliceStart = start;
        while (q < end) {
            int value = Mem.getByte(input + q) & 0xff;
            if (!Bytes.is(value, stop)) {
                q++;
            } else if (quote < 0 ? value == '>' || Bytes.is(value, Bytes.SPACE) : value == quote) {
                store.appendInput(sliceStart, q - sliceStart);
                keep(name, mark, store.decodedSince(mark), source);
                return quote < 0 ? q : q + 1;
            } else if (value == '&' || value == 0 || value == '\r') {
                store.appendInput(sliceStart, q - sliceStart);
                q = replaceInValue(value, q);
                sliceStart = q;
            } else {
                error(ParseError.UNEXPECTED_CHARACTER_IN_UNQUOTED_ATTRIBUTE_VALUE, q);
                q++;
            }
        }
        return -1;
    }

    private int replaceInValue(int value, int q) {
        if (value == '&') {
            return references.decode(q, end, true);
        }
        if (value == '\r') {
            store.appendByte('\n');
            return byteAt(q + 1) == '\n' ? q + 2 : q + 1;
        }
        error(ParseError.UNEXPECTED_NULL_CHARACTER, q);
        store.appendCodePoint(0xfffd);
        return q + 1;
    }

    private void keep(int name, int offset, int length, int source) {
        if (name >= 0) {
            store.addAttribute(name, offset, length, source);
        }
    }
}
