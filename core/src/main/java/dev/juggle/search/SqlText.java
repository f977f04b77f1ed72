// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** SQL cut into tokens as SQLite does (tokenize.c): enough to see where a clause begins and which words are names. */
final class SqlText {
    /** What a token is. */
    enum Kind {
        /** A key word or a name without quotes. */
        WORD,
        /** A name in double quotes, grave accents or brackets. */
        NAME,
        /** A string or a blob. */
        STRING,
        /** A number. */
        NUMBER,
        /** Anything else, operators of two characters in one. */
        SIGN
    }

    /**
     * A token.
     *
     * @param text what it means: a name without its quotes, a word in capitals, else as it stands
     */
    record Token(Kind kind, String text, int start, int end, int depth) {
        boolean is(String sign) {
            return (kind == Kind.SIGN || kind == Kind.WORD) && text.equals(sign);
        }
    }

    /** Words that are no names where an expression stands. */
    static final Set<String> KEYWORDS = Set.of(
            "ABORT ACTION ALL ALTER AND AS ASC BETWEEN BY CASE CAST COLLATE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DESC DISTINCT"
                    .concat(
                            " ELSE END ESCAPE EXCEPT EXISTS FALSE FILTER FIRST FROM GLOB GROUP HAVING IN INDEXED INTERSECT IS ISNULL JOIN")
                    .concat(
                            " LAST LIKE LIMIT MATCH NOT NOTNULL NULL NULLS OFFSET ON OR ORDER OVER PARTITION REGEXP SELECT THEN TRUE UNION")
                    .concat(" USING VALUES WHEN WHERE WINDOW WITH")
                    .split(" ", -1));

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int depth;

    private SqlText(String sql) {
        this.sql = sql;
    }

    /**
     * The tokens, white space and comments left out.
     *
     * @throws IllegalArgumentException when a string or a bracket has no end
     */
    static List<Token> tokens(String sql) {
        SqlText text = new SqlText(sql);
        int at = 0;
        while (at < sql.length()) {
            at = text.token(at);
        }
        if (text.depth != 0) {
            throw new IllegalArgumentException("SQL: a bracket has no end: " + sql);
        }
        return text.tokens;
    }

    private int token(int at) {
        char c = sql.charAt(at);
        if (Character.isWhitespace(c)) {
            return at + 1;
        }
        if (sql.startsWith("--", at)) {
            int end = sql.indexOf('\n', at);
            return end < 0 ? sql.length() : end + 1;
        }
        if (sql.startsWith("/*", at)) {
            int end = sql.indexOf("*/", at + 2);
            return end < 0 ? sql.length() : end + 2;
        }
        if (c == '\'') {
            return add(Kind.STRING, at, endOfQuotes(at, '\''));
        }
        if (c == '"' || c == '`' || c == '[') {
            return add(Kind.NAME, at, endOfQuotes(at, c == '[' ? ']' : c));
        }
        if ((c == 'x' || c == 'X') && sql.startsWith("'", at + 1)) {
            return add(Kind.STRING, at, endOfQuotes(at + 1, '\''));
        }
        if (isDigit(c) || (c == '.' && at + 1 < sql.length() && isDigit(sql.charAt(at + 1)))) {
            return add(Kind.NUMBER, at, endOfNumber(at));
        }
        if (isWord(c)) {
            int end = at;
            while (end < sql.length() && isWord(sql.charAt(end))) {
                end++;
            }
            return add(Kind.WORD, at, end);
        }
        depth -= c == ')' ? 1 : 0;
        if (depth < 0) {
            throw new IllegalArgumentException("SQL: a ')' too many at character " + (at + 1) + ": " + sql);
        }
        boolean two = List.of("<=", ">=", "<>", "!=", "==", "||", "<<", ">>", "->").stream()
                .anyMatch(sign -> sql.startsWith(sign, at));
        int end = add(Kind.SIGN, at, at + (two ? 2 : 1));
        depth += c == '(' ? 1 : 0;
        return end;
    }

    private int add(Kind kind, int start, int end) {
        String raw = sql.substring(start, end);
        String text = switch (kind) {
            case WORD -> raw.toUpperCase(Locale.ROOT);
            case NAME -> unquoted(raw);
            default -> raw;
        };
        tokens.add(new Token(kind, text, start, end, depth));
        return end;
    }

    private static String unquoted(String raw) {
        String close = raw.substring(raw.length() - 1);
        return raw.substring(1, raw.length() - 1).replace(close + close, close);
    }

    private int endOfQuotes(int start, char close) {
        int at = start + 1;
        while (at < sql.length()) {
            if (sql.charAt(at) == close) {
                if (close == ']' || at + 1 >= sql.length() || sql.charAt(at + 1) != close) {
                    return at + 1;
                }
                at++;
            }
            at++;
        }
        throw new IllegalArgumentException("SQL: a quote has no end: " + sql.substring(start));
    }

    private int endOfNumber(int start) {
        int at = start;
        while (at < sql.length()
                && (isWord(sql.charAt(at))
                        || sql.charAt(at) == '.'
                        || (at > start
                                && "+-".indexOf(sql.charAt(at)) >= 0
                                && "eE".indexOf(sql.charAt(at - 1)) >= 0))) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWord(char c) {
        return c == '_' || c == '$' || isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
    }
}
