// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import dev.juggle.search.Filter.Combination;
import dev.juggle.search.Filter.Relation;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the query language: terms with blanks between them, all of which a row must meet.
 *
 * <pre>
 * query    = { [ "-" ] term }
 * term     = name ( "=" | "!=" ) values          equals one of; "a..b" between
 *          | name ( "&lt;" | "&lt;=" | "&gt;" | "&gt;=" ) value
 *          | name ( "~" | "!~" ) [ "*" ] pattern    part; ^ begins, $ ends, /…/ regular expression; * ignores case
 *          | name ":" words                       "a phrase", a+b all, a,b any, (expression)
 *          | words                                the same in every text
 * values   = value { "," value } | value ".." value
 * value    = '"' text '"' | text without blank and comma
 * </pre>
 */
public final class FilterParser {
    private static final String OPERATORS = "=!<>~:";

    private final String text;
    private int at;

    private FilterParser(String text) {
        this.text = text;
    }

    /**
     * Reads a query.
     *
     * @throws IllegalArgumentException with a sentence for the user
     */
    public static Filter parse(String query) {
        FilterParser parser = new FilterParser(query);
        List<Filter> terms = new ArrayList<>();
        for (parser.skipBlanks(); parser.more(); parser.skipBlanks()) {
            terms.add(parser.signedTerm());
        }
        return terms.size() == 1 ? terms.getFirst() : new Filter.All(List.copyOf(terms));
    }

    private Filter signedTerm() {
        if (peek() == '-' && at + 1 < text.length() && !isBlank(text.charAt(at + 1))) {
            at++;
            return new Filter.Not(term());
        }
        return term();
    }

    private Filter term() {
        int start = at;
        String name = peek() == '"' ? quoted() : bareName();
        if (!more() || OPERATORS.indexOf(peek()) < 0) {
            at = start;
            return words("*");
        }
        if (name.isEmpty()) {
            throw error("expected a name before '" + peek() + "'");
        }
        char operator = text.charAt(at++);
        return switch (operator) {
            case '=' -> equal(name);
            case '<' -> compare(name, took('=') ? Relation.AT_MOST : Relation.LESS);
            case '>' -> compare(name, took('=') ? Relation.AT_LEAST : Relation.MORE);
            case '~' -> pattern(name);
            case ':' -> words(name);
            default -> negated(name);
        };
    }

    private Filter negated(String name) {
        if (took('=')) {
            return new Filter.Not(equal(name));
        }
        if (took('~')) {
            return new Filter.Not(pattern(name));
        }
        throw error("expected = or ~ after '!'");
    }

    private Filter compare(String name, Relation relation) {
        return new Filter.Compare(name, relation, List.of(value("")), false);
    }

    private Filter equal(String name) {
        List<Literal> values = new ArrayList<>();
        do {
            Literal value = value("..");
            if (at + 1 < text.length() && text.startsWith("..", at)) {
                at += 2;
                if (!values.isEmpty()) {
                    throw error("a range can't stand in a list");
                }
                return new Filter.Compare(name, Relation.BETWEEN, List.of(value, value("")), false);
            }
            values.add(value);
        } while (took(','));
        return new Filter.Compare(name, Relation.EQUAL, List.copyOf(values), false);
    }

    private Filter pattern(String name) {
        boolean ignoresCase = took('*');
        if (took('/')) {
            String expression = regularExpression();
            return new Filter.Compare(
                    name, Relation.MATCHES, List.of(new Literal(expression, true)), took('i') || ignoresCase);
        }
        boolean begins = took('^');
        List<Literal> values = new ArrayList<>();
        boolean ends = false;
        do {
            Literal value = value("");
            boolean marked = value.isQuoted() ? took('$') : value.text().endsWith("$");
            ends |= marked;
            boolean cut = marked && !value.isQuoted();
            values.add(cut ? new Literal(value.text().substring(0, value.text().length() - 1), false) : value);
        } while (took(','));
        if (begins && ends) {
            throw error("a pattern with ^ and $ is an equality: use =");
        }
        Relation relation = begins ? Relation.BEGINS : ends ? Relation.ENDS : Relation.CONTAINS;
        return new Filter.Compare(name, relation, List.copyOf(values), ignoresCase);
    }

    private String regularExpression() {
        StringBuilder expression = new StringBuilder();
        while (more() && peek() != '/') {
            if (peek() == '\\' && text.startsWith("\\/", at)) {
                at++;
            } else if (peek() == '\\' && at + 1 < text.length()) {
                expression.append(text.charAt(at++));
            }
            expression.append(text.charAt(at++));
        }
        if (!took('/')) {
            throw error("the regular expression has no end: expected '/'");
        }
        return expression.toString();
    }

    private Filter words(String name) {
        if (more() && peek() == '"') {
            return new Filter.Words(name, Combination.PHRASE, quoted());
        }
        if (took('(')) {
            return new Filter.Words(name, Combination.EXPRESSION, inBrackets());
        }
        List<String> words = new ArrayList<>();
        char between = 0;
        do {
            words.add(word());
            if (more() && (peek() == '+' || peek() == ',')) {
                if (between != 0 && between != peek()) {
                    throw error("a list of words is joined by + (all of them) or by commas (any), not by both");
                }
                between = peek();
            }
        } while (between != 0 && took(between));
        Combination combination = between == ',' ? Combination.ANY : Combination.ALL;
        return new Filter.Words(name, combination, String.join(" ", words));
    }

    private String inBrackets() {
        int start = at;
        int depth = 1;
        boolean inQuotes = false;
        while (more()) {
            char c = text.charAt(at++);
            inQuotes ^= c == '"';
            depth += inQuotes ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                return text.substring(start, at - 1);
            }
        }
        throw error("the expression has no end: expected ')'");
    }

    private String word() {
        int start = at;
        while (more() && !isBlank(peek()) && ",+".indexOf(peek()) < 0) {
            at++;
        }
        if (at == start) {
            throw error("expected a word");
        }
        return text.substring(start, at);
    }

    private String bareName() {
        int start = at;
        while (more() && !isBlank(peek()) && OPERATORS.indexOf(peek()) < 0) {
            if (text.startsWith("['", at)) {
                int end = text.indexOf("']", at);
                at = end < 0 ? at : end;
            }
            at++;
        }
        return text.substring(start, at);
    }

    private Literal value(String end) {
        if (more() && peek() == '"') {
            return new Literal(quoted(), true);
        }
        int start = at;
        while (more() && !isBlank(peek()) && peek() != ',' && (end.isEmpty() || !text.startsWith(end, at))) {
            at++;
        }
        if (at == start) {
            throw error("expected a value");
        }
        return new Literal(text.substring(start, at), false);
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        for (at++; more(); at++) {
            char c = peek();
            if (c == '"') {
                at++;
                return value.toString();
            }
            if (c == '\\' && at + 1 < text.length() && "\"\\".indexOf(text.charAt(at + 1)) >= 0) {
                at++;
            }
            value.append(peek());
        }
        throw error("a quote has no end: expected '\"'");
    }

    private boolean took(char c) {
        boolean is = more() && peek() == c;
        at += is ? 1 : 0;
        return is;
    }

    private boolean more() {
        return at < text.length();
    }

    private char peek() {
        return text.charAt(at);
    }

    private void skipBlanks() {
        while (more() && isBlank(peek())) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c);
    }

    private IllegalArgumentException error(String what) {
        String rest =
                at < text.length() ? ", found '" + text.substring(at, Math.min(at + 20, text.length())) + "'" : "";
        return new IllegalArgumentException("query:" + (at + 1) + ": " + what + rest);
    }
}
