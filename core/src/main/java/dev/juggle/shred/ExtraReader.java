// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import org.jspecify.annotations.Nullable;

/**
 * Goes through one object of a row's {@code _extra}: the row's own object, pruned to the members that found no column, in
 * document order. A pruned object inside it has a reader of its own ({@link #enter}).
 */
final class ExtraReader {
    private final String text;
    private final RowCursor row;
    /** Index of the next member's opening quote; the text's length behind the last. */
    private int at;

    private String key = "";
    private String value = "";

    private ExtraReader(String text, RowCursor row) {
        this.text = text;
        this.row = row;
        this.at = toMember(JsonGrammar.skipSpace(text, 0));
    }

    /** A reader before the first member; {@code row} stands on the row whose text it is. */
    static ExtraReader of(@Nullable String text, RowCursor row) {
        if (text != null && (!JsonGrammar.isValue(text) || text.charAt(JsonGrammar.skipSpace(text, 0)) != '{')) {
            throw new BadDatabaseException(row.place() + ": _extra is no longer a JSON object");
        }
        return new ExtraReader(text == null ? "" : text, row);
    }

    /** The next member's opening quote, from the bracket or comma at {@code from}. */
    private int toMember(int from) {
        int start = JsonGrammar.skipSpace(text, Math.min(from + 1, text.length()));
        return start < text.length() && text.charAt(start) == '"' ? start : text.length();
    }

    /** Steps to the next member; it is an error when there is none, since a shape promised it. */
    void next() {
        if (at >= text.length()) {
            throw new BadDatabaseException(row.place() + ": _extra lacks a member that the row's shape promises");
        }
        int endOfKey = JsonGrammar.endOfValue(text, at);
        int startOfValue = JsonGrammar.skipSpace(text, JsonGrammar.skipSpace(text, endOfKey) + 1);
        int endOfValue = JsonGrammar.endOfValue(text, startOfValue);
        key = text.substring(at, endOfKey);
        value = text.substring(startOfValue, endOfValue);
        at = toMember(JsonGrammar.skipSpace(text, endOfValue));
    }

    /** A reader for the object under {@code wanted} (JSON text with quotes), if that is the next member; else an empty one. */
    ExtraReader enter(String wanted) {
        if (at < text.length() && sameString(text.substring(at, JsonGrammar.endOfValue(text, at)), wanted)) {
            next();
            if (value.startsWith("{")) {
                return new ExtraReader(value, row);
            }
            throw new BadDatabaseException(row.place() + ": _extra does not have the structure of the row's shape");
        }
        return new ExtraReader("", row);
    }

    private static boolean sameString(String a, String b) {
        return a.equals(b) || JsonGrammar.decoded(a).equals(JsonGrammar.decoded(b));
    }

    /** The member's name as JSON text with quotes. */
    String key() {
        return key;
    }

    /** The member's value as JSON text. */
    String value() {
        return value;
    }
}
