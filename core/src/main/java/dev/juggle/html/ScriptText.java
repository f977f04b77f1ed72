// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * The script data states. All of them pass characters on; they differ only in what an end tag
 * must look like to end the text: within {@code <!-- <script} (double escaped) none does. So it is one run of text
 * and a small machine beside it.
 */
final class ScriptText {
    private static final int PLAIN = 0;
    private static final int ESCAPED = 1;
    private static final int DOUBLE_ESCAPED = 2;

    private final Tokenizer tokenizer;

    ScriptText(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /** Passes on script text from {@code start}; the offset of the end tag that ends it, or {@code end}. */
    int read(int start, int end) {
        Tokenizer t = tokenizer;
        int escape = PLAIN;
        int dashes = 0;
        int p = start;
        t.beginRun(p);
        while (p < end) {
            int value = t.byteAt(p);
            if (escape == PLAIN) {
                p = plainRun(p, end);
                value = p < end ? t.byteAt(p) : 0;
                if (p >= end) {
                    break;
                }
            }
            if (value == '-' && escape != PLAIN) {
                dashes++;
                p++;
                continue;
            }
            if (value == '>' && dashes >= 2) {
                escape = PLAIN;
                p++;
            } else if (value == '<') {
                if (escape != DOUBLE_ESCAPED && t.isAppropriateEndTag(p)) {
                    t.flushRun(p);
                    return p;
                }
                if (escape == PLAIN) {
                    boolean opens = t.byteAt(p + 1) == '!' && t.byteAt(p + 2) == '-' && t.byteAt(p + 3) == '-';
                    escape = opens ? ESCAPED : PLAIN;
                    dashes = opens ? 2 : 0;
                    p += opens ? 4 : 1;
                    continue;
                }
                int name = escape == ESCAPED ? p + 1 : t.byteAt(p + 1) == '/' ? p + 2 : -1;
                if (name >= 0 && endsScriptName(name)) {
                    escape = escape == ESCAPED ? DOUBLE_ESCAPED : ESCAPED;
                    p = name + 7;
                    p = t.byteAt(p - 1) == '\r' ? p - 1 : p;
                } else {
                    p++;
                }
            } else if (Bytes.is(value, Bytes.REPLACED)) {
                p = t.replace(value, p);
            } else {
                p++;
            }
            dashes = 0;
        }
        t.flushRun(p);
        if (escape != PLAIN) {
            t.error(ParseError.EOF_IN_SCRIPT_HTML_COMMENT_LIKE_TEXT, end);
        }
        return end;
    }

    private int plainRun(int start, int end) {
        int p = start;
        while (p < end && !Bytes.is(tokenizer.byteAt(p), Bytes.RAW)) {
            p++;
        }
        return p;
    }

    /** Whether "script", in any case, stands at {@code p}, followed by white space, a slash or a greater-than sign. */
    private boolean endsScriptName(int p) {
        for (int index = 0; index < 6; index++) {
            int value = tokenizer.byteAt(p + index);
            if (value < 0 || (value | 0x20) != "script".charAt(index)) {
                return false;
            }
        }
        int value = tokenizer.byteAt(p + 6);
        return value == '>' || value == '/' || (value >= 0 && Bytes.is(value, Bytes.SPACE));
    }
}
