// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.html.Selector.Combinator;
import dev.juggle.html.Selector.Complex;
import dev.juggle.html.Selector.Simple;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the text of a {@link Selector}. */
final class SelectorParser {
    private static final Set<String> STATES = Set.of(
            "root",
            "scope",
            "empty",
            "first-child",
            "last-child",
            "only-child",
            "any-link",
            "link",
            "checked",
            "disabled",
            "enabled",
            "required",
            "optional",
            "read-write",
            "read-only");

    private static final int MAX_NESTING = 64;

    private final String text;
    private int at;
    private int nesting;

    SelectorParser(String text) {
        this.text = text;
    }

    /** The whole text as a selector list. */
    List<Complex> list() {
        List<Complex> list = list(false);
        if (at < text.length()) {
            throw wrong("unexpected '" + text.charAt(at) + "'");
        }
        return list;
    }

    private List<Complex> list(boolean relative) {
        if (++nesting > MAX_NESTING) {
            throw wrong("more than " + MAX_NESTING + " nested selectors");
        }
        List<Complex> list = new ArrayList<>();
        do {
            list.add(complex(relative));
        } while (take(','));
        nesting--;
        return list;
    }

    private Complex complex(boolean relative) {
        List<List<Simple>> compounds = new ArrayList<>();
        List<Combinator> combinators = new ArrayList<>();
        skipSpace();
        Combinator first = relative ? explicitCombinator() : null;
        combinators.add(first == null ? Combinator.DESCENDANT : first);
        compounds.add(compound());
        while (true) {
            boolean space = skipSpace();
            Combinator combinator = explicitCombinator();
            if (combinator == null) {
                if (!space || at >= text.length() || peek() == ',' || peek() == ')') {
                    return new Complex(List.copyOf(compounds), List.copyOf(combinators));
                }
                combinator = Combinator.DESCENDANT;
            }
            combinators.add(combinator);
            compounds.add(compound());
        }
    }

    private @Nullable Combinator explicitCombinator() {
        Combinator combinator = switch (peek()) {
            case '>' -> Combinator.CHILD;
            case '+' -> Combinator.NEXT_SIBLING;
            case '~' -> Combinator.SUBSEQUENT_SIBLING;
            default -> null;
        };
        if (combinator != null) {
            at++;
            skipSpace();
        }
        return combinator;
    }

    private List<Simple> compound() {
        List<Simple> simples = new ArrayList<>();
        if (peek() == '*') {
            at++;
            simples.add(new Simple.Universal());
        } else if (isIdentifierStart()) {
            String name = identifier();
            simples.add(new Simple.Type(name, name.toLowerCase(Locale.ROOT)));
        }
        while (true) {
            switch (peek()) {
                case '#' -> {
                    at++;
                    simples.add(new Simple.Id(identifier()));
                }
                case '.' -> {
                    at++;
                    simples.add(new Simple.ClassName(identifier()));
                }
                case '[' -> simples.add(attribute());
                case ':' -> simples.add(pseudoClass());
                default -> {
                    if (simples.isEmpty()) {
                        throw wrong("a selector is missing");
                    }
                    return List.copyOf(simples);
                }
            }
        }
    }

    private Simple attribute() {
        at++;
        skipSpace();
        String name = identifier();
        skipSpace();
        char operator = 0;
        String value = "";
        boolean ignoreCase = false;
        if (peek() != ']') {
            operator = peek();
            at++;
            if (operator != '=') {
                if ("~|^$*".indexOf(operator) < 0 || peek() != '=') {
                    throw wrong("an operator such as = or ~= is missing");
                }
                at++;
            }
            skipSpace();
            value = peek() == '"' || peek() == '\'' ? string() : identifier();
            skipSpace();
            char flag = Character.toLowerCase(peek());
            if (flag == 'i' || flag == 's') {
                ignoreCase = flag == 'i';
                at++;
                skipSpace();
            }
        }
        expect(']');
        return new Simple.Attribute(name, operator, value, ignoreCase);
    }

    private Simple pseudoClass() {
        at++;
        if (peek() == ':') {
            throw wrong("pseudo-elements are not part of a tree");
        }
        String name = identifier().toLowerCase(Locale.ROOT);
        if (peek() != '(') {
            return switch (name) {
                case "first-of-type" -> new Simple.Nth(0, 1, false, true, null);
                case "last-of-type" -> new Simple.Nth(0, 1, true, true, null);
                case "only-of-type" ->
                    new Simple.Matches(
                            List.of(new Complex(
                                    List.of(List.of(
                                            new Simple.Nth(0, 1, false, true, null),
                                            new Simple.Nth(0, 1, true, true, null))),
                                    List.of(Combinator.DESCENDANT))),
                            false);
                default -> {
                    if (!STATES.contains(name)) {
                        throw wrong("a static tree does not know :" + name);
                    }
                    yield new Simple.State(name);
                }
            };
        }
        at++;
        Simple simple = switch (name) {
            case "is", "where", "matches" -> new Simple.Matches(list(false), false);
            case "not" -> new Simple.Matches(list(false), true);
            case "has" -> new Simple.Has(list(true));
            case "nth-child" -> nth(false, false);
            case "nth-last-child" -> nth(true, false);
            case "nth-of-type" -> nth(false, true);
            case "nth-last-of-type" -> nth(true, true);
            case "lang" -> lang();
            default -> throw wrong("a static tree does not know :" + name + "()");
        };
        skipSpace();
        expect(')');
        return simple;
    }

    private Simple lang() {
        skipSpace();
        String range = peek() == '"' || peek() == '\'' ? string() : identifier();
        return new Simple.Lang(range.toLowerCase(Locale.ROOT));
    }

    private Simple nth(boolean fromEnd, boolean ofType) {
        skipSpace();
        int start = at;
        while (at < text.length() && "+-0123456789nN odevODEV".indexOf(text.charAt(at)) >= 0) {
            if (text.startsWith("of ", at) && at > start) {
                break;
            }
            at++;
        }
        String formula = text.substring(start, at).replace(" ", "").toLowerCase(Locale.ROOT);
        int[] numbers = formula(formula);
        List<Complex> of = null;
        if (!ofType && text.startsWith("of ", at)) {
            at += 3;
            of = list(false);
        }
        return new Simple.Nth(numbers[0], numbers[1], fromEnd, ofType, of);
    }

    private int[] formula(String formula) {
        switch (formula) {
            case "odd" -> {
                return new int[] {2, 1};
            }
            case "even" -> {
                return new int[] {2, 0};
            }
            default -> {
                int n = formula.indexOf('n');
                try {
                    if (n < 0) {
                        return new int[] {0, Integer.parseInt(formula)};
                    }
                    String step = formula.substring(0, n);
                    String offset = formula.substring(n + 1);
                    return new int[] {
                        step.isEmpty() || step.equals("+") ? 1 : step.equals("-") ? -1 : Integer.parseInt(step),
                        offset.isEmpty() ? 0 : Integer.parseInt(offset)
                    };
                } catch (NumberFormatException e) {
                    throw wrong("'" + formula + "' is not of the form an+b");
                }
            }
        }
    }

    private boolean isIdentifierStart() {
        char next = peek();
        return Character.isLetter(next) || next == '_' || next == '-' || next == '\\' || next >= 0x80;
    }

    private String identifier() {
        StringBuilder name = new StringBuilder();
        while (at < text.length()) {
            char next = text.charAt(at);
            if (next == '\\' && at + 1 < text.length()) {
                at++;
                escape(name);
            } else if (next < 0x80 && !Character.isLetterOrDigit(next) && next != '_' && next != '-') {
                break;
            } else {
                name.append(next);
                at++;
            }
        }
        if (name.isEmpty()) {
            throw wrong("a name is missing");
        }
        return name.toString();
    }

    private void escape(StringBuilder into) {
        int start = at;
        while (at < text.length() && at - start < 6 && Character.digit(text.charAt(at), 16) >= 0) {
            at++;
        }
        if (at == start) {
            into.append(text.charAt(at++));
            return;
        }
        int code = Integer.parseInt(text.substring(start, at), 16);
        into.appendCodePoint(code == 0 || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff) ? 0xfffd : code);
        if (peek() == ' ') {
            at++;
        }
    }

    private String string() {
        char quote = text.charAt(at++);
        StringBuilder string = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            char next = text.charAt(at++);
            if (next == '\\' && at < text.length()) {
                escape(string);
            } else {
                string.append(next);
            }
        }
        expect(quote);
        return string.toString();
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean take(char wanted) {
        skipSpace();
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw wrong("'" + wanted + "' is missing");
        }
        at++;
    }

    private boolean skipSpace() {
        int start = at;
        while (at < text.length() && text.charAt(at) < 0x80 && Bytes.is(text.charAt(at), Bytes.SPACE)) {
            at++;
        }
        return at > start;
    }

    private IllegalArgumentException wrong(String reason) {
        return new IllegalArgumentException("selector \"" + text + "\", character " + (at + 1) + ": " + reason);
    }
}
