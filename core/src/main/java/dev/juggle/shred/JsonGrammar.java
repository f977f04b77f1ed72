// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

/**
 * Looks whether text that lies in a database as JSON (packed values, {@code _extra}, numbers kept as text)
 * still is JSON, since anyone may have edited it. Grammar only (RFC 8259), iterative, no values made.
 */
final class JsonGrammar {
    private static final int MAX_DEPTH = 1 << 16;

    private final String text;
    private int at;
    private boolean justOpened;

    private JsonGrammar(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** Whether {@code text} is one JSON value and nothing else. */
    static boolean isValue(String text) {
        int end = endOfValue(text, 0);
        return end >= 0 && skipSpace(text, end) == text.length();
    }

    /** Whether {@code text} is one JSON number. */
    static boolean isNumber(String text) {
        JsonGrammar scan = new JsonGrammar(text, 0);
        return scan.number() && scan.at == text.length();
    }

    /** Whether {@code text} can stand between the quotes of a JSON string. */
    static boolean isStringBody(String text) {
        JsonGrammar scan = new JsonGrammar(text + "\"", 0);
        return scan.stringBody() && scan.at == text.length() + 1;
    }

    /** What a well-formed JSON string says (quotes included in {@code string}, not in what is given back). */
    static String decoded(String string) {
        StringBuilder out = new StringBuilder(string.length());
        for (int i = 1; i < string.length() - 1; i++) {
            char c = string.charAt(i);
            if (c == '\\') {
                char escaped = string.charAt(++i);
                if (escaped == 'u') {
                    out.append((char) Integer.parseInt(string.substring(i + 1, i + 5), 16));
                    i += 4;
                } else {
                    int at = "btnfr".indexOf(escaped);
                    out.append(at < 0 ? escaped : "\b\t\n\f\r".charAt(at));
                }
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Index behind the value that begins at or after {@code from}; -1 when there is no well-formed one. */
    static int endOfValue(String text, int from) {
        JsonGrammar scan = new JsonGrammar(text, from);
        return scan.value() ? scan.at : -1;
    }

    /** Index of the first character at or after {@code from} that is not white space. */
    static int skipSpace(String text, int from) {
        int i = from;
        while (i < text.length() && " \t\r\n".indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        return i;
    }

    private boolean value() {
        StringBuilder open = new StringBuilder(); // the closing brackets that are still to come
        while (beginValue(open)) {
            if (justOpened) {
                continue; // something is in it: its first value is next
            }
            if (!afterValue(open)) {
                return false;
            }
            if (open.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** A scalar whole, an empty container whole, or the opening of one up to its first value. */
    private boolean beginValue(StringBuilder open) {
        justOpened = false;
        at = skipSpace(text, at);
        if (at >= text.length()) {
            return false;
        }
        char c = text.charAt(at);
        if (c == '[' || c == '{') {
            char close = c == '[' ? ']' : '}';
            at = skipSpace(text, at + 1);
            if (at < text.length() && text.charAt(at) == close) {
                at++;
                return true;
            }
            open.append(close);
            justOpened = true;
            return open.length() <= MAX_DEPTH && (c == '[' || memberName());
        }
        return c == '"' ? string() : "tfn".indexOf(c) >= 0 ? literal() : number();
    }

    /** Closing brackets and a comma, up to the next value or the end of the outermost one. */
    private boolean afterValue(StringBuilder open) {
        while (!open.isEmpty()) {
            at = skipSpace(text, at);
            if (at >= text.length()) {
                return false;
            }
            char c = text.charAt(at++);
            char close = open.charAt(open.length() - 1);
            if (c == ',') {
                return close == ']' || memberName();
            }
            if (c != close) {
                return false;
            }
            open.setLength(open.length() - 1);
        }
        return true;
    }

    private boolean memberName() {
        at = skipSpace(text, at);
        if (!string()) {
            return false;
        }
        at = skipSpace(text, at);
        return take(':');
    }

    private boolean literal() {
        for (String word : new String[] {"true", "false", "null"}) {
            if (text.startsWith(word, at)) {
                at += word.length();
                return true;
            }
        }
        return false;
    }

    private boolean string() {
        return take('"') && stringBody();
    }

    /** The rest of a string, its closing quote included. */
    private boolean stringBody() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return true;
            }
            if (c < 0x20 || (c == '\\' && !escape())) {
                return false;
            }
        }
        return false;
    }

    private boolean escape() {
        if (at >= text.length()) {
            return false;
        }
        char c = text.charAt(at++);
        if (c != 'u') {
            return "\"\\/bfnrt".indexOf(c) >= 0;
        }
        for (int i = 0; i < 4; i++, at++) {
            if (at >= text.length() || "0123456789abcdefABCDEF".indexOf(text.charAt(at)) < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean number() {
        take('-');
        if (!take('0') && !digits()) {
            return false;
        }
        if (take('.') && !digits()) {
            return false;
        }
        if (take('e') || take('E')) {
            if (!take('+')) {
                take('-');
            }
            return digits();
        }
        return true;
    }

    private boolean digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at > start;
    }

    private boolean take(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }
}
