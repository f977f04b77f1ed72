// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.List;

/**
 * A condition on rows. Names are not resolved yet: each shard does that for itself ({@link ShardSchema}). What a filter
 * becomes in SQL stands in {@link FilterSql}, and for users in docs/search.md.
 */
public sealed interface Filter {
    /** How a value stands to those that were given. */
    enum Relation {
        /** Equal to one of them. */
        EQUAL,
        /** Less than the first. */
        LESS,
        /** Not more than the first. */
        AT_MOST,
        /** More than the first. */
        MORE,
        /** Not less than the first. */
        AT_LEAST,
        /** Between the first and the second, both included. */
        BETWEEN,
        /** Includes one of them. */
        CONTAINS,
        /** Begins with one of them. */
        BEGINS,
        /** Ends with one of them. */
        ENDS,
        /** Has a part that one of them, a regular expression, matches. */
        MATCHES
    }

    /** Which of the words must be there. */
    enum Combination {
        /** All, one right after the other. */
        PHRASE,
        /** All, anywhere. */
        ALL,
        /** One of them. */
        ANY,
        /** What an expression in FTS5's own language says. */
        EXPRESSION
    }

    /**
     * Compares one member with values.
     *
     * @param name its path, as the user wrote it
     * @param relation how
     * @param values what with: two for {@code BETWEEN}, one for the other orders, one or more else
     * @param ignoresCase whether {@code CONTAINS}, {@code BEGINS}, {@code ENDS} and {@code MATCHES} take a and A for equal
     */
    record Compare(String name, Relation relation, List<Literal> values, boolean ignoresCase) implements Filter {}

    /**
     * Looks for words.
     *
     * @param name the member's path, or {@code *} for every text of the row
     * @param combination which of them
     * @param text the words, or an expression
     */
    record Words(String name, Combination combination, String text) implements Filter {}

    /** Rows that the filter does not take, those without the member included. */
    record Not(Filter filter) implements Filter {}

    /** Rows that all take; none at all takes every row. */
    record All(List<Filter> filters) implements Filter {}

    /** Rows that at least one takes. */
    record Any(List<Filter> filters) implements Filter {}

    /**
     * A condition in SQL, over the columns of the table.
     *
     * @param sql an expression
     */
    record Where(String sql) implements Filter {}
}
