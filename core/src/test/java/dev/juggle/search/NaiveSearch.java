// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The query language as docs/search.md describes it, row by row in Java: what the fast search is compared with. */
final class NaiveSearch {
    private NaiveSearch() {}

    /** True, false, or null where SQL says NULL. */
    static @Nullable Boolean holds(Filter filter, Map<String, @Nullable Object> row) {
        return switch (filter) {
            case Filter.All all -> all(all.filters(), row);
            case Filter.Any any -> any.filters().stream().anyMatch(one -> Boolean.TRUE.equals(holds(one, row)));
            case Filter.Not not -> !Boolean.TRUE.equals(holds(not.filter(), row));
            case Filter.Compare compare -> compare(compare, row.get(compare.name()));
            case Filter.Words words -> words(words, row);
            case Filter.Where _ -> throw new IllegalArgumentException("SQL is not for here");
        };
    }

    private static @Nullable Boolean all(List<Filter> filters, Map<String, @Nullable Object> row) {
        for (Filter filter : filters) {
            if (!Boolean.TRUE.equals(holds(filter, row))) {
                return false;
            }
        }
        return true;
    }

    private static boolean compare(Filter.Compare filter, @Nullable Object value) {
        List<Literal> values = filter.values();
        if (value == null) {
            return values.stream().anyMatch(Literal::isNull);
        }
        return switch (filter.relation()) {
            case EQUAL -> values.stream().anyMatch(wanted -> !wanted.isNull() && ordered(value, wanted, wanted, 0, 0));
            case LESS -> ordered(value, values.getFirst(), values.getFirst(), -1, -1);
            case AT_MOST -> ordered(value, values.getFirst(), values.getFirst(), -1, 0);
            case MORE -> ordered(value, values.getFirst(), values.getFirst(), 1, 1);
            case AT_LEAST -> ordered(value, values.getFirst(), values.getFirst(), 0, 1);
            case BETWEEN ->
                ordered(value, values.getFirst(), values.getLast(), 0, 1)
                        && ordered(value, values.getLast(), values.getFirst(), -1, 0);
            default ->
                value instanceof String text && values.stream().anyMatch(wanted -> part(filter, text, wanted.text()));
        };
    }

    private static boolean ordered(Object value, Literal wanted, Literal other, int least, int most) {
        Integer order = order(value, wanted, other);
        return order != null && order >= least && order <= most;
    }

    /** A number with the number, a text with the spelling; numbers only where both ends of a range are. */
    private static @Nullable Integer order(Object value, Literal wanted, Literal other) {
        Number number = wanted.number();
        if (value instanceof Number mine) {
            return number == null || other.number() == null
                    ? null
                    : Integer.valueOf(Integer.signum(new java.math.BigDecimal(mine.toString())
                            .compareTo(new java.math.BigDecimal(number.toString()))));
        }
        return value instanceof String text ? Integer.valueOf(Integer.signum(bytes(text, wanted.text()))) : null;
    }

    private static int bytes(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean part(Filter.Compare filter, String text, String wanted) {
        String mine = filter.ignoresCase() ? asciiLower(text) : text;
        String other = filter.ignoresCase() ? asciiLower(wanted) : wanted;
        return switch (filter.relation()) {
            case CONTAINS -> mine.contains(other);
            case BEGINS -> mine.startsWith(other);
            case ENDS -> mine.endsWith(other);
            default ->
                Pattern.compile((filter.ignoresCase() ? "(?iu)" : "") + wanted)
                        .matcher(text)
                        .find();
        };
    }

    private static String asciiLower(String text) {
        StringBuilder lower = new StringBuilder(text);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            lower.setCharAt(i, c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
        }
        return lower.toString();
    }

    private static boolean words(Filter.Words filter, Map<String, @Nullable Object> row) {
        List<List<Words.Word>> texts = new ArrayList<>();
        row.forEach((name, value) -> {
            if (value instanceof String text
                    && (filter.name().equals("*") || filter.name().equals(name))) {
                texts.add(Words.of(text));
            }
        });
        List<List<String>> phrases = Words.phrases(filter.combination(), filter.text());
        boolean any = filter.combination() == Filter.Combination.ANY;
        return !phrases.isEmpty()
                && (any
                        ? phrases.stream().anyMatch(phrase -> isThere(texts, phrase))
                        : phrases.stream().allMatch(phrase -> isThere(texts, phrase)));
    }

    private static boolean isThere(List<List<Words.Word>> texts, List<String> phrase) {
        return texts.stream().anyMatch(words -> Words.find(words, phrase) >= 0);
    }

    /** SQLite's order by its documentation, with the query's keys. */
    static int compare(Map<String, @Nullable Object> a, Map<String, @Nullable Object> b, List<Order> order) {
        for (Order key : order) {
            Object left = a.get(key.name());
            Object right = b.get(key.name());
            if (left == null || right == null) {
                if (left != null || right != null) {
                    return (left == null ? -1 : 1) * (key.nullsFirst() ? 1 : -1);
                }
                continue;
            }
            int compared = values(left, right, key.ignoresCase());
            if (compared != 0) {
                return key.isDescending() ? -compared : compared;
            }
        }
        return 0;
    }

    private static int values(Object a, Object b, boolean ignoresCase) {
        if (a instanceof Number && b instanceof Number) {
            return new java.math.BigDecimal(a.toString()).compareTo(new java.math.BigDecimal(b.toString()));
        }
        if (a instanceof Number || b instanceof Number) {
            return a instanceof Number ? -1 : 1;
        }
        String left = a.toString();
        String right = b.toString();
        return ignoresCase ? bytes(asciiLower(left), asciiLower(right)) : bytes(left, right);
    }
}
