// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/*
 * A complex selector is matched from its last compound leftwards, as browsers do. Going back is only needed at
 * descendant and subsequent-sibling combinators; an explicit loop over candidates does it, and the recursion is as deep
 * as the selector has compounds, never as the tree is. Positions among siblings are remembered per query, so
 * :nth-child costs constant time an element when a whole tree is searched.
 */
/**
 * A CSS selector: Selectors Level 3 without namespaces and pseudo-elements, and of Level 4 :is, :where,
 * :not with lists, :has, the i and s flags of attributes, :nth-child(… of S), :any-link, :checked, :disabled,
 * :enabled, :lang, :scope, :read-only and the rest that a static document can answer. Immutable, so it may be shared;
 * matching is for the thread of the tree.
 */
public final class Selector {
    private final List<Complex> alternatives;
    private final String text;

    private Selector(List<Complex> alternatives, String text) {
        this.alternatives = alternatives;
        this.text = text;
    }

    /**
     * Parses a selector list.
     *
     * @throws IllegalArgumentException with the place and the reason, if it is none
     */
    public static Selector parse(String text) {
        return new Selector(new SelectorParser(text).list(), text);
    }

    /** Whether an element matches. */
    public boolean matches(HtmlTree tree, int node) {
        return tree.kind(node) == NodeKind.ELEMENT && new Match(tree, tree.root()).any(alternatives, node);
    }

    /** All matching elements below {@code top} in tree order; a template's contents are not searched. */
    public int[] select(HtmlTree tree, int top) {
        int[] found = new int[16];
        int count = 0;
        Match match = new Match(tree, top);
        for (int node = nextElement(tree, top, top); node != 0; node = nextElement(tree, node, top)) {
            if (match.any(alternatives, node)) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, 2 * count);
                }
                found[count++] = node;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** The first matching element below {@code top} in tree order, or 0. */
    public int first(HtmlTree tree, int top) {
        Match match = new Match(tree, top);
        for (int node = nextElement(tree, top, top); node != 0; node = nextElement(tree, node, top)) {
            if (match.any(alternatives, node)) {
                return node;
            }
        }
        return 0;
    }

    /** The selector's text. */
    @Override
    public String toString() {
        return text;
    }

    private static int nextElement(HtmlTree tree, int node, int top) {
        int next = tree.next(node, top);
        while (next != 0 && tree.kind(next) != NodeKind.ELEMENT) {
            boolean contents = tree.kind(next) == NodeKind.FRAGMENT;
            next = contents ? tree.nextBeyond(next, top) : tree.next(next, top);
        }
        return next;
    }

    /** How a compound is related to the one on its left. */
    enum Combinator {
        DESCENDANT,
        CHILD,
        NEXT_SIBLING,
        SUBSEQUENT_SIBLING
    }

    /** Compounds from left to right; {@code combinators.get(i)} stands before compound i, the first only in :has. */
    record Complex(List<List<Simple>> compounds, List<Combinator> combinators) {}

    /** One condition on an element. */
    sealed interface Simple {
        /** An element's name; HTML names match in any case. */
        record Type(String name, String lower) implements Simple {}

        /** Any element. */
        record Universal() implements Simple {}

        /** An attribute; {@code operator} 0: it exists. */
        record Attribute(String name, char operator, String value, boolean ignoreCase) implements Simple {}

        /** A class. */
        record ClassName(String name) implements Simple {}

        /** An id. */
        record Id(String id) implements Simple {}

        /** A pseudo-class without arguments. */
        record State(String name) implements Simple {}

        /** :nth-child and its like: position = step * n + offset, counted as asked. */
        record Nth(
                int step,
                int offset,
                boolean fromEnd,
                boolean ofType,
                @Nullable List<Complex> of) implements Simple {}

        /** :is, :where; negated: :not. */
        record Matches(List<Complex> list, boolean negated) implements Simple {}

        /** :has. */
        record Has(List<Complex> list) implements Simple {}

        /** :lang. */
        record Lang(String range) implements Simple {}
    }

    /** One query over one tree. */
    private static final class Match {
        private final HtmlTree tree;
        private final int scope;
        private final boolean quirks;
        /** Position among element siblings, from 1, by node; 0: not known yet. */
        private int[] positions = new int[0];

        Match(HtmlTree tree, int scope) {
            this.tree = tree;
            this.scope = scope;
            this.quirks = tree.quirksMode() == QuirksMode.QUIRKS;
        }

        boolean any(List<Complex> list, int node) {
            for (Complex complex : list) {
                if (complex(complex, complex.compounds().size() - 1, node, 0)) {
                    return true;
                }
            }
            return false;
        }

        /** Whether compounds 0 to {@code last} match, the last at {@code node}; {@code anchor}: of :has, or 0. */
        private boolean complex(Complex complex, int last, int node, int anchor) {
            if (!compound(complex.compounds().get(last), node)) {
                return false;
            }
            if (last == 0 && anchor == 0) {
                return true;
            }
            Combinator combinator = complex.combinators().get(last);
            boolean repeats = combinator == Combinator.DESCENDANT || combinator == Combinator.SUBSEQUENT_SIBLING;
            int candidate = step(combinator, node);
            while (candidate != 0) {
                boolean found = last == 0 ? candidate == anchor : complex(complex, last - 1, candidate, anchor);
                if (found) {
                    return true;
                }
                candidate = repeats ? step(combinator, candidate) : 0;
            }
            return false;
        }

        private int step(Combinator combinator, int node) {
            if (combinator == Combinator.DESCENDANT || combinator == Combinator.CHILD) {
                int parent = tree.parent(node);
                return parent != 0 && tree.kind(parent) == NodeKind.ELEMENT ? parent : 0;
            }
            return elementBefore(node);
        }

        private int elementBefore(int node) {
            int before = tree.previousSibling(node);
            while (before != 0 && tree.kind(before) != NodeKind.ELEMENT) {
                before = tree.previousSibling(before);
            }
            return before;
        }

        private int elementAfter(int node) {
            int after = tree.nextSibling(node);
            while (after != 0 && tree.kind(after) != NodeKind.ELEMENT) {
                after = tree.nextSibling(after);
            }
            return after;
        }

        private boolean compound(List<Simple> compound, int node) {
            for (Simple simple : compound) {
                if (!simple(simple, node)) {
                    return false;
                }
            }
            return true;
        }

        private boolean simple(Simple simple, int node) {
            return switch (simple) {
                case Simple.Universal ignored -> true;
                case Simple.Type type ->
                    tree.name(node).equals(tree.namespace(node) == Namespace.HTML ? type.lower() : type.name());
                case Simple.Id id -> {
                    String value = tree.attribute(node, "id");
                    yield value != null && equal(value, id.id(), quirks);
                }
                case Simple.ClassName name -> hasWord(tree.attribute(node, "class"), name.name(), quirks);
                case Simple.Attribute attribute -> attribute(attribute, node);
                case Simple.State state -> state(state.name(), node);
                case Simple.Nth nth -> nth(nth, node);
                case Simple.Matches matches -> any(matches.list(), node) != matches.negated();
                case Simple.Has has -> has(has, node);
                case Simple.Lang lang -> lang(lang.range(), node);
            };
        }

        private boolean attribute(Simple.Attribute wanted, int node) {
            String name =
                    tree.namespace(node) == Namespace.HTML ? wanted.name().toLowerCase(Locale.ROOT) : wanted.name();
            String value = tree.attribute(node, name);
            if (value == null) {
                return false;
            }
            String left = wanted.ignoreCase() ? value.toLowerCase(Locale.ROOT) : value;
            String right = wanted.ignoreCase() ? wanted.value().toLowerCase(Locale.ROOT) : wanted.value();
            return switch (wanted.operator()) {
                case '=' -> left.equals(right);
                case '~' -> hasWord(left, right, false);
                case '|' -> left.equals(right) || left.startsWith(right + "-");
                case '^' -> !right.isEmpty() && left.startsWith(right);
                case '$' -> !right.isEmpty() && left.endsWith(right);
                case '*' -> !right.isEmpty() && left.contains(right);
                default -> true;
            };
        }

        private boolean state(String name, int node) {
            return switch (name) {
                case "root" -> tree.kind(tree.parent(node)) != NodeKind.ELEMENT;
                case "scope" -> node == scope || (scope == tree.root() && node == tree.documentElement());
                case "empty" -> isEmpty(node);
                case "first-child" -> elementBefore(node) == 0;
                case "last-child" -> elementAfter(node) == 0;
                case "only-child" -> elementBefore(node) == 0 && elementAfter(node) == 0;
                case "any-link", "link" -> isAny(node, "a", "area") && tree.attribute(node, "href") != null;
                case "checked" ->
                    tree.isElement(node, "option")
                            ? tree.attribute(node, "selected") != null
                            : tree.isElement(node, "input") && tree.attribute(node, "checked") != null;
                case "disabled" -> isControl(node) && isDisabled(node);
                case "enabled" -> isControl(node) && !isDisabled(node);
                case "required" -> isField(node) && tree.attribute(node, "required") != null;
                case "optional" -> isField(node) && tree.attribute(node, "required") == null;
                case "read-write" -> isWritable(node);
                case "read-only" -> !isWritable(node);
                default -> throw new AssertionError(name);
            };
        }

        private boolean isAny(int node, String... names) {
            for (String name : names) {
                if (tree.isElement(node, name)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isField(int node) {
            return isAny(node, "input", "select", "textarea");
        }

        private boolean isControl(int node) {
            return isAny(node, "button", "input", "select", "textarea", "optgroup", "option", "fieldset");
        }

        private boolean isDisabled(int node) {
            if (tree.attribute(node, "disabled") != null) {
                return true;
            }
            for (int above = tree.parent(node); above != 0; above = tree.parent(above)) {
                if (isAny(above, "fieldset", "optgroup") && tree.attribute(above, "disabled") != null) {
                    return tree.isElement(above, "fieldset") || tree.isElement(node, "option");
                }
            }
            return false;
        }

        private boolean isWritable(int node) {
            boolean field = isAny(node, "input", "textarea");
            return field
                    ? tree.attribute(node, "readonly") == null && !isDisabled(node)
                    : tree.attribute(node, "contenteditable") != null;
        }

        private boolean isEmpty(int node) {
            for (int child = tree.firstChild(node); child != 0; child = tree.nextSibling(child)) {
                NodeKind kind = tree.kind(child);
                if (kind == NodeKind.ELEMENT
                        || (kind == NodeKind.TEXT && !tree.data(child).isEmpty())) {
                    return false;
                }
            }
            return true;
        }

        private boolean nth(Simple.Nth nth, int node) {
            List<Complex> of = nth.of();
            if (of != null && !any(of, node)) {
                return false;
            }
            boolean plain = !nth.fromEnd() && !nth.ofType() && of == null;
            int position = plain ? position(node) : count(nth, node);
            int distance = position - nth.offset();
            return nth.step() == 0 ? distance == 0 : distance % nth.step() == 0 && distance / nth.step() >= 0;
        }

        private int position(int node) {
            if (positions.length == 0) {
                positions = new int[tree.nodeCount()];
            }
            int known = node;
            int steps = 0;
            while (known != 0 && positions[known] == 0) {
                known = elementBefore(known);
                steps++;
            }
            int position = (known == 0 ? 0 : positions[known]) + steps;
            positions[node] = position;
            return position;
        }

        private int count(Simple.Nth nth, int node) {
            int position = 1;
            int other = nth.fromEnd() ? elementAfter(node) : elementBefore(node);
            while (other != 0) {
                List<Complex> of = nth.of();
                boolean counts = nth.ofType()
                        ? tree.name(other).equals(tree.name(node)) && tree.namespace(other) == tree.namespace(node)
                        : of == null || any(of, other);
                position += counts ? 1 : 0;
                other = nth.fromEnd() ? elementAfter(other) : elementBefore(other);
            }
            return position;
        }

        private boolean has(Simple.Has has, int node) {
            for (Complex relative : has.list()) {
                Combinator first = relative.combinators().getFirst();
                boolean siblings = first == Combinator.NEXT_SIBLING || first == Combinator.SUBSEQUENT_SIBLING;
                int top = siblings ? tree.parent(node) : node;
                int at = siblings ? tree.nextBeyond(node, top) : nextElement(tree, node, top);
                while (at != 0) {
                    if (tree.kind(at) == NodeKind.ELEMENT
                            && complex(relative, relative.compounds().size() - 1, at, node)) {
                        return true;
                    }
                    at = nextElement(tree, at, top);
                }
            }
            return false;
        }

        private boolean lang(String range, int node) {
            for (int at = node; at != 0 && tree.kind(at) == NodeKind.ELEMENT; at = tree.parent(at)) {
                String lang = tree.attribute(at, "lang");
                if (lang == null) {
                    lang = tree.attribute(at, "xml:lang");
                }
                if (lang != null) {
                    String lower = lang.toLowerCase(Locale.ROOT);
                    return lower.equals(range) || lower.startsWith(range + "-");
                }
            }
            return false;
        }

        private static boolean equal(String one, String other, boolean ignoreCase) {
            return ignoreCase ? one.equalsIgnoreCase(other) : one.equals(other);
        }

        private static boolean hasWord(@Nullable String list, String word, boolean ignoreCase) {
            if (list == null || word.isEmpty()) {
                return false;
            }
            int start = 0;
            while (start < list.length()) {
                int end = start;
                while (end < list.length() && !isSpace(list.charAt(end))) {
                    end++;
                }
                if (end - start == word.length() && list.regionMatches(ignoreCase, start, word, 0, word.length())) {
                    return true;
                }
                start = end + 1;
            }
            return false;
        }

        private static boolean isSpace(char character) {
            return character < 0x80 && Bytes.is(character, Bytes.SPACE);
        }
    }
}
