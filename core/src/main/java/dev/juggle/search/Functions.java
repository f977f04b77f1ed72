// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import dev.juggle.search.Filter.Combination;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;

/**
 * What SQLite does not bring: regular expressions and words without an index. Each keeps the last pattern it was called with,
 * compiled. An expression can take for ever (backtracking), and SQLite can't interrupt it; so the text that it looks at asks
 * every thousand characters whether the query still runs.
 */
final class Functions {
    /** {@code juggle_matches(expression, text)}. */
    static final String MATCHES = "juggle_matches";
    /** {@code juggle_words(phrase, text)}: whether the text has the phrase. */
    static final String HAS_PHRASE = "juggle_words";

    private Functions() {}

    /** Adds the functions to a connection. */
    static void register(Connection connection, BooleanSupplier isOver) throws SQLException {
        Function.create(connection, MATCHES, new Matches(isOver), 2, Function.FLAG_DETERMINISTIC);
        Function.create(connection, "regexp", new Matches(isOver), 2, Function.FLAG_DETERMINISTIC);
        Function.create(connection, HAS_PHRASE, new HasPhrase(), 2, Function.FLAG_DETERMINISTIC);
    }

    /** A regular expression of java.util.regex, or why it is none. */
    static Pattern compile(String expression) {
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("query: the regular expression /" + expression + "/ is not one: "
                    + e.getDescription() + " near character " + (e.getIndex() + 1));
        }
    }

    private static final class Matches extends Function {
        private final BooleanSupplier isOver;
        private @Nullable String last;
        private @Nullable Pattern pattern;

        Matches(BooleanSupplier isOver) {
            this.isOver = isOver;
        }

        @Override
        protected void xFunc() throws SQLException {
            String expression = value_text(0);
            String text = value_text(1);
            if (expression == null || text == null) {
                result();
                return;
            }
            Pattern compiled = pattern;
            if (compiled == null || !expression.equals(last)) {
                try {
                    compiled = compile(expression);
                } catch (IllegalArgumentException e) {
                    error(String.valueOf(e.getMessage()));
                    return;
                }
                pattern = compiled;
                last = expression;
            }
            try {
                result(compiled.matcher(new Watched(text, isOver)).find() ? 1 : 0);
            } catch (Over | StackOverflowError over) {
                error(over instanceof Over ? "interrupted" : "the regular expression nests too deeply on this text");
            }
        }
    }

    private static final class HasPhrase extends Function {
        private @Nullable String last;
        private List<String> phrase = List.of();

        @Override
        protected void xFunc() throws SQLException {
            String wanted = value_text(0);
            String text = value_text(1);
            if (wanted == null || text == null) {
                result();
                return;
            }
            if (!wanted.equals(last)) {
                List<List<String>> phrases = Words.phrases(Combination.PHRASE, wanted);
                phrase = phrases.isEmpty() ? List.of() : phrases.getFirst();
                last = wanted;
            }
            result(!phrase.isEmpty() && Words.find(Words.of(text), phrase) >= 0 ? 1 : 0);
        }
    }

    private static final class Over extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Over() {
            super("interrupted", null, false, false);
        }
    }

    /** A text that stops who reads it when the query is over. */
    private static final class Watched implements CharSequence {
        private final String text;
        private final BooleanSupplier isOver;
        private int reads;

        Watched(String text, BooleanSupplier isOver) {
            this.text = text;
            this.isOver = isOver;
        }

        @Override
        public char charAt(int index) {
            if ((++reads & 1023) == 0 && isOver.getAsBoolean()) {
                throw new Over();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
