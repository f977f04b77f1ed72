// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.Locale;

/** The little JSON that the exports write. Commas are set by itself: before all but a first element. */
final class Json {
    private final StringBuilder out = new StringBuilder();
    private boolean first = true;

    Json open(char bracket) {
        comma();
        out.append(bracket);
        first = true;
        return this;
    }

    Json close(char bracket) {
        out.append(bracket);
        first = false;
        return this;
    }

    Json key(String name) {
        comma();
        quote(name);
        out.append(':');
        first = true;
        return this;
    }

    Json text(String value) {
        comma();
        quote(value);
        return this;
    }

    Json number(long value) {
        comma();
        out.append(value);
        return this;
    }

    /** A number with so many decimals. */
    Json decimal(double value, int places) {
        comma();
        out.append(String.format(Locale.ROOT, "%." + places + "f", value));
        return this;
    }

    Json truth(boolean value) {
        comma();
        out.append(value);
        return this;
    }

    Json nothing() {
        comma();
        out.append("null");
        return this;
    }

    /** Puts in what is JSON already. */
    Json raw(String json) {
        comma();
        out.append(json);
        return this;
    }

    int length() {
        return out.length();
    }

    /** What was written so far; forgets it, so that a long text can be written in pieces. */
    String take() {
        final String text = out.toString();
        out.setLength(0);
        return text;
    }

    @Override
    public String toString() {
        return out.toString();
    }

    private void comma() {
        if (!first) {
            out.append(',');
        }
        first = false;
    }

    /**
     * A string literal that is also safe inside a script element: {@code <} is escaped, so neither
     * an end tag nor a comment can begin in it, and so are the line separators.
     */
    private void quote(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c == '\u2028' || c == '\u2029' || Character.isSurrogate(c)) {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
