// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * What begins with {@code <!} or {@code <?}: comments, DOCTYPEs, CDATA sections, processing
 * instructions. Rare enough to be read a byte at a time.
 */
final class Markup {
    private static final int MISSING = -1;

    private final NodeStore store;
    private final TokenSink sink;
    private final Tokenizer tokenizer;
    private boolean processingInstructions;

    // The DOCTYPE in hand: stored offsets and lengths of its three strings.
    private int nameOffset;
    private int nameLength;
    private int publicOffset;
    private int publicLength;
    private int systemOffset;
    private int systemLength;
    private boolean forceQuirks;

    Markup(NodeStore store, TokenSink sink, Tokenizer tokenizer) {
        this.store = store;
        this.sink = sink;
        this.tokenizer = tokenizer;
    }

    /** Without processing instructions, {@code <?} begins a bogus comment, as it did until June 2026. */
    void begin(boolean withProcessingInstructions) {
        processingInstructions = withProcessingInstructions;
    }

    /** What begins with the {@code <!} at {@code p}; the offset behind it. */
    int declaration(int p, int end) {
        if (at(p + 2) == '-' && at(p + 3) == '-') {
            return comment(p, end);
        }
        if (isWord(p + 2, "doctype")) {
            return doctype(p, p + 9, end);
        }
        if (isCdata(p + 2)) {
            if (sink.allowsCdata()) {
                return cdataSection(p + 9, end);
            }
            tokenizer.error(ParseError.CDATA_IN_HTML_CONTENT, p + 8);
            return bogusComment(p, p + 2, end);
        }
        tokenizer.error(ParseError.INCORRECTLY_OPENED_COMMENT, p + 2);
        return bogusComment(p, p + 2, end);
    }

    /** A bogus comment with the data from {@code start} on; the offset behind it. */
    int bogusComment(int p, int start, int end) {
        int q = start;
        while (q < end && at(q) != '>') {
            q++;
        }
        emitComment(p, start, q, true);
        return Math.min(q + 1, end);
    }

    private int comment(int p, int end) {
        int start = p + 4;
        if (at(start) == '>') {
            tokenizer.error(ParseError.ABRUPT_CLOSING_OF_EMPTY_COMMENT, start);
            emitComment(p, start, start, false);
            return start + 1;
        }
        if (at(start) == '-' && at(start + 1) == '>') {
            tokenizer.error(ParseError.ABRUPT_CLOSING_OF_EMPTY_COMMENT, start + 1);
            emitComment(p, start, start, false);
            return start + 2;
        }
        int q = start;
        while (q < end) {
            int value = at(q);
            if (!Bytes.is(value, Bytes.COMMENT)) {
                q++;
            } else if (value == '-') {
                int dashes = q;
                while (at(q) == '-') {
                    q++;
                }
                int closed = commentEnd(p, start, q, q - dashes, end);
                if (closed > 0) {
                    return closed;
                }
            } else {
                if (value == '<') {
                    checkNested(q);
                }
                q++;
            }
        }
        tokenizer.error(ParseError.EOF_IN_COMMENT, end);
        emitComment(p, start, end, true);
        return end;
    }

    /** After {@code count} dashes that end at {@code q}: the offset behind the comment if it ends there, or 0. */
    private int commentEnd(int p, int start, int q, int count, int end) {
        if (q >= end) {
            tokenizer.error(ParseError.EOF_IN_COMMENT, end);
            emitComment(p, start, q - Math.min(count, 2), true);
            return end;
        }
        if (count < 2) {
            return 0;
        }
        if (at(q) == '>') {
            emitComment(p, start, q - 2, true);
            return q + 1;
        }
        if (at(q) == '!' && q + 1 >= end) {
            tokenizer.error(ParseError.EOF_IN_COMMENT, end);
            emitComment(p, start, q - 2, true);
            return end;
        }
        if (at(q) == '!' && at(q + 1) == '>') {
            tokenizer.error(ParseError.INCORRECTLY_CLOSED_COMMENT, q + 1);
            emitComment(p, start, q - 2, true);
            return q + 2;
        }
        return 0;
    }

    private void checkNested(int q) {
        boolean opens = at(q + 1) == '!' && at(q + 2) == '-' && at(q + 3) == '-';
        if (opens && at(q + 4) != '>' && at(q + 4) >= 0) {
            tokenizer.error(ParseError.NESTED_COMMENT, q + 4);
        }
    }

    private void emitComment(int p, int start, int behind, boolean mayNeedCare) {
        int offset = start;
        int length = Math.max(behind - start, 0);
        if (mayNeedCare && needsCare(start, behind)) {
            offset = decode(start, behind, true);
            length = store.decodedSince(offset);
        }
        sink.comment(offset, length, p);
    }

    private boolean needsCare(int start, int behind) {
        for (int offset = start; offset < behind; offset++) {
            if (Bytes.is(at(offset), Bytes.REPLACED)) {
                return true;
            }
        }
        return false;
    }

    /** Text with its line ends normalised and, if asked, NUL replaced; where it lies now. */
    private int decode(int start, int behind, boolean replaceNull) {
        int mark = store.decodedEnd();
        int slice = start;
        for (int offset = start; offset < behind; offset++) {
            int value = at(offset);
            if (!Bytes.is(value, Bytes.REPLACED) || (value == 0 && !replaceNull)) {
                continue;
            }
            store.appendInput(slice, offset - slice);
            slice = offset + 1;
            if (value == 0) {
                tokenizer.error(ParseError.UNEXPECTED_NULL_CHARACTER, offset);
                store.appendCodePoint(0xfffd);
            } else if (offset + 1 >= behind || at(offset + 1) != '\n') {
                store.appendByte('\n');
            }
        }
        store.appendInput(slice, Math.max(behind - slice, 0));
        return mark;
    }

    /** The inside of a CDATA section from {@code start} on; the offset behind its end. */
    int cdataSection(int start, int end) {
        Tokenizer t = tokenizer;
        int p = start;
        t.beginRun(p);
        while (p < end) {
            int value = at(p);
            if (value == ']' && at(p + 1) == ']' && at(p + 2) == '>') {
                t.flushRun(p);
                t.switchTo(Tokenizer.DATA);
                return p + 3;
            }
            if (value == 0) {
                t.flushRun(p);
                sink.nullCharacter(p);
                t.beginRun(++p);
            } else if (value == '\r') {
                p = t.replace(value, p);
            } else {
                p++;
            }
        }
        t.flushRun(p);
        t.error(ParseError.EOF_IN_CDATA, end);
        return end;
    }

    /** What begins with the {@code <?} at {@code p}; the offset behind it. */
    int processingInstruction(int p, int end) {
        int target = p + 2;
        if (!processingInstructions) {
            tokenizer.error(ParseError.UNEXPECTED_QUESTION_MARK_INSTEAD_OF_TAG_NAME, p + 1);
            return bogusComment(p, p + 1, end);
        }
        int q = target;
        int value = at(q);
        if (value < 0) {
            tokenizer.error(ParseError.EOF_IN_PROCESSING_INSTRUCTION, end);
            return end;
        }
        if (!Bytes.is(value, Bytes.LETTER) && value != '_') {
            tokenizer.error(ParseError.INVALID_FIRST_CHARACTER_OF_PROCESSING_INSTRUCTION_TARGET, q);
            return bogusComment(p, p + 1, end);
        }
        while (value >= 0 && (Bytes.is(value, Bytes.LETTER | Bytes.DIGIT) || value == '-' || value == '_')) {
            value = at(++q);
        }
        if (value < 0) {
            tokenizer.error(ParseError.EOF_IN_PROCESSING_INSTRUCTION, end);
            return end;
        }
        if (value != '?' && value != '>' && !Bytes.is(value, Bytes.SPACE)) {
            tokenizer.error(ParseError.INVALID_PROCESSING_INSTRUCTION_TARGET, q);
            return bogusComment(p, p + 1, end);
        }
        boolean disallowed =
                (isWord(target, "xml") && q == target + 3) || (isWord(target, "xml-stylesheet") && q == target + 14);
        if (disallowed) {
            tokenizer.error(ParseError.DISALLOWED_PROCESSING_INSTRUCTION_TARGET, q);
            return bogusComment(p, p + 1, end);
        }
        return processingInstructionData(p, q, end);
    }

    private int processingInstructionData(int p, int targetEnd, int end) {
        int data = targetEnd;
        while (at(data) >= 0 && Bytes.is(at(data), Bytes.SPACE)) {
            data++;
        }
        int q = data;
        while (q < end && at(q) != '>') {
            q++;
        }
        if (q >= end) {
            tokenizer.error(ParseError.EOF_IN_PROCESSING_INSTRUCTION, end);
            return end;
        }
        int behind = q > data && at(q - 1) == '?' ? q - 1 : q;
        int record = store.attributeEnd();
        store.addAttribute(0, p + 2, targetEnd - p - 2, p + 2);
        int offset = data;
        int length = behind - data;
        if (needsCare(data, behind)) {
            offset = decode(data, behind, false);
            length = store.decodedSince(offset);
        }
        sink.processingInstruction(record, offset, length, p);
        return q + 1;
    }

    // DOCTYPE

    private int doctype(int p, int start, int end) {
        nameOffset = 0;
        nameLength = MISSING;
        publicOffset = 0;
        publicLength = MISSING;
        systemOffset = 0;
        systemLength = MISSING;
        forceQuirks = false;
        int behind = doctypeBody(start, end);
        int record = store.attributeEnd();
        store.addAttribute(0, publicOffset, publicLength, p);
        store.addAttribute(0, systemOffset, systemLength, p);
        sink.doctype(nameOffset, nameLength, record, forceQuirks, p);
        return behind;
    }

    private int doctypeBody(int start, int end) {
        int q = start;
        if (at(q) >= 0 && !Bytes.is(at(q), Bytes.SPACE) && at(q) != '>') {
            tokenizer.error(ParseError.MISSING_WHITESPACE_BEFORE_DOCTYPE_NAME, q);
        }
        q = skipSpace(q);
        if (q >= end) {
            return endOfFileInDoctype(end);
        }
        if (at(q) == '>') {
            tokenizer.error(ParseError.MISSING_DOCTYPE_NAME, q);
            forceQuirks = true;
            return q + 1;
        }
        nameOffset = store.decodedEnd();
        while (q < end && at(q) != '>' && !Bytes.is(at(q), Bytes.SPACE)) {
            int value = at(q);
            if (value == 0) {
                tokenizer.error(ParseError.UNEXPECTED_NULL_CHARACTER, q);
                store.appendCodePoint(0xfffd);
            } else {
                store.appendByte(value >= 'A' && value <= 'Z' ? value + 'a' - 'A' : value);
            }
            q++;
        }
        nameLength = store.decodedSince(nameOffset);
        q = skipSpace(q);
        if (q >= end) {
            return endOfFileInDoctype(end);
        }
        if (at(q) == '>') {
            return q + 1;
        }
        if (isWord(q, "public")) {
            return publicIdentifier(q + 6, end);
        }
        if (isWord(q, "system")) {
            return systemIdentifier(q + 6, end);
        }
        tokenizer.error(ParseError.INVALID_CHARACTER_SEQUENCE_AFTER_DOCTYPE_NAME, q);
        forceQuirks = true;
        return bogusDoctype(q, end);
    }

    private int publicIdentifier(int behindKeyword, int end) {
        int q = skipSpace(behindKeyword);
        int quote = at(q);
        if (quote < 0) {
            return endOfFileInDoctype(end);
        }
        if (quote == '>') {
            tokenizer.error(ParseError.MISSING_DOCTYPE_PUBLIC_IDENTIFIER, q);
            forceQuirks = true;
            return q + 1;
        }
        if (quote != '"' && quote != '\'') {
            tokenizer.error(ParseError.MISSING_QUOTE_BEFORE_DOCTYPE_PUBLIC_IDENTIFIER, q);
            forceQuirks = true;
            return bogusDoctype(q, end);
        }
        if (q == behindKeyword) {
            tokenizer.error(ParseError.MISSING_WHITESPACE_AFTER_DOCTYPE_PUBLIC_KEYWORD, q);
        }
        int close = identifierEnd(q + 1, quote, end);
        publicOffset = decode(q + 1, close, true);
        publicLength = store.decodedSince(publicOffset);
        if (close >= end) {
            return endOfFileInDoctype(end);
        }
        if (at(close) == '>') {
            tokenizer.error(ParseError.ABRUPT_DOCTYPE_PUBLIC_IDENTIFIER, close);
            forceQuirks = true;
            return close + 1;
        }
        return betweenIdentifiers(close + 1, end);
    }

    private int betweenIdentifiers(int behindPublic, int end) {
        int q = skipSpace(behindPublic);
        int quote = at(q);
        if (quote < 0) {
            return endOfFileInDoctype(end);
        }
        if (quote == '>') {
            return q + 1;
        }
        if (quote != '"' && quote != '\'') {
            tokenizer.error(ParseError.MISSING_QUOTE_BEFORE_DOCTYPE_SYSTEM_IDENTIFIER, q);
            forceQuirks = true;
            return bogusDoctype(q, end);
        }
        if (q == behindPublic) {
            tokenizer.error(ParseError.MISSING_WHITESPACE_BETWEEN_DOCTYPE_PUBLIC_AND_SYSTEM_IDENTIFIERS, q);
        }
        return quotedSystemIdentifier(q, quote, end);
    }

    private int systemIdentifier(int behindKeyword, int end) {
        int q = skipSpace(behindKeyword);
        int quote = at(q);
        if (quote < 0) {
            return endOfFileInDoctype(end);
        }
        if (quote == '>') {
            tokenizer.error(ParseError.MISSING_DOCTYPE_SYSTEM_IDENTIFIER, q);
            forceQuirks = true;
            return q + 1;
        }
        if (quote != '"' && quote != '\'') {
            tokenizer.error(ParseError.MISSING_QUOTE_BEFORE_DOCTYPE_SYSTEM_IDENTIFIER, q);
            forceQuirks = true;
            return bogusDoctype(q, end);
        }
        if (q == behindKeyword) {
            tokenizer.error(ParseError.MISSING_WHITESPACE_AFTER_DOCTYPE_SYSTEM_KEYWORD, q);
        }
        return quotedSystemIdentifier(q, quote, end);
    }

    private int quotedSystemIdentifier(int q, int quote, int end) {
        int close = identifierEnd(q + 1, quote, end);
        systemOffset = decode(q + 1, close, true);
        systemLength = store.decodedSince(systemOffset);
        if (close >= end) {
            return endOfFileInDoctype(end);
        }
        if (at(close) == '>') {
            tokenizer.error(ParseError.ABRUPT_DOCTYPE_SYSTEM_IDENTIFIER, close);
            forceQuirks = true;
            return close + 1;
        }
        int behind = skipSpace(close + 1);
        if (behind >= end) {
            return endOfFileInDoctype(end);
        }
        if (at(behind) == '>') {
            return behind + 1;
        }
        tokenizer.error(ParseError.UNEXPECTED_CHARACTER_AFTER_DOCTYPE_SYSTEM_IDENTIFIER, behind);
        return bogusDoctype(behind, end);
    }

    private int identifierEnd(int start, int quote, int end) {
        int q = start;
        while (q < end && at(q) != quote && at(q) != '>') {
            q++;
        }
        return q;
    }

    private int bogusDoctype(int start, int end) {
        int q = start;
        while (q < end && at(q) != '>') {
            if (at(q) == 0) {
                tokenizer.error(ParseError.UNEXPECTED_NULL_CHARACTER, q);
            }
            q++;
        }
        return Math.min(q + 1, end);
    }

    private int endOfFileInDoctype(int end) {
        tokenizer.error(ParseError.EOF_IN_DOCTYPE, end);
        forceQuirks = true;
        return end;
    }

    private int skipSpace(int start) {
        int q = start;
        while (at(q) >= 0 && Bytes.is(at(q), Bytes.SPACE)) {
            q++;
        }
        return q;
    }

    private int at(int offset) {
        return tokenizer.byteAt(offset);
    }

    private boolean isCdata(int p) {
        String word = "[CDATA[";
        for (int index = 0; index < word.length(); index++) {
            if (at(p + index) != word.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    /** Whether this word, in any case, stands at {@code p}. */
    private boolean isWord(int p, String lower) {
        for (int index = 0; index < lower.length(); index++) {
            int value = at(p + index);
            if (value >= 'A' && value <= 'Z') {
                value += 'a' - 'A';
            }
            if (value != lower.charAt(index)) {
                return false;
            }
        }
        return true;
    }
}
