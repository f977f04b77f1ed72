// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows what was found in its surroundings: the first text of a hit with one of the query's words, cut at words around it. */
public final class Snippets {
    private final List<List<String>> phrases = new ArrayList<>();
    private final List<String> parts = new ArrayList<>();
    private final int width;
    private final String open;
    private final String close;

    /**
     * Snippets for a query.
     *
     * @param width characters around what was found, about
     * @param open put before what was found
     * @param close put behind it
     */
    public Snippets(Filter filter, int width, String open, String close) {
        this.width = width;
        this.open = open;
        this.close = close;
        collect(filter);
    }

    private void collect(Filter filter) {
        switch (filter) {
            case Filter.All all -> all.filters().forEach(this::collect);
            case Filter.Any any -> any.filters().forEach(this::collect);
            case Filter.Words words -> phrases.addAll(Words.phrases(words.combination(), plain(words)));
            case Filter.Compare compare -> {
                switch (compare.relation()) {
                    case EQUAL, CONTAINS, BEGINS, ENDS ->
                        compare.values().forEach(value -> parts.add(value.text().toLowerCase(Locale.ROOT)));
                    default -> {
                        // orders and expressions have no words to show
                    }
                }
            }
            case Filter.Not _, Filter.Where _ -> {
                // what isn't there can't be shown
            }
        }
    }

    private static String plain(Filter.Words words) {
        return words.combination() == Filter.Combination.EXPRESSION
                ? words.text().replaceAll("\\b(AND|OR|NOT|NEAR)\\b|[()\"*^:{},]", " ")
                : words.text();
    }

    /** The snippet of a hit, or null when none of its texts has a word of the query. */
    public @Nullable String of(Hit hit) {
        for (Object value : hit.values()) {
            if (value instanceof String text) {
                String snippet = of(text);
                if (snippet != null) {
                    return snippet;
                }
            }
        }
        return null;
    }

    private @Nullable String of(String text) {
        List<Words.Word> words = Words.of(text);
        for (List<String> phrase : phrases) {
            int first = Words.find(words, phrase);
            if (first >= 0) {
                return cut(
                        text,
                        words.get(first).start(),
                        words.get(first + phrase.size() - 1).end());
            }
        }
        String lower = text.toLowerCase(Locale.ROOT);
        for (String part : parts) {
            int start = part.isEmpty() || lower.length() != text.length() ? -1 : lower.indexOf(part);
            if (start >= 0) {
                return cut(text, start, start + part.length());
            }
        }
        return null;
    }

    private String cut(String text, int start, int end) {
        int from = start <= width / 2 ? 0 : boundary(text, start - width / 2, start);
        int to = end + width / 2 >= text.length() ? text.length() : lastBoundary(text, end, end + width / 2);
        String shown = (from > 0 ? "… " : "")
                + text.substring(from, start)
                + open
                + text.substring(start, end)
                + close
                + text.substring(end, to).stripTrailing()
                + (to < text.length() ? " …" : "");
        return shown.replace('\n', ' ').replace('\r', ' ').replace('\t', ' ');
    }

    /** The first place behind a blank. */
    private static int boundary(String text, int from, int limit) {
        for (int i = from; i < limit; i++) {
            if (Character.isWhitespace(text.charAt(i - 1))) {
                return i;
            }
        }
        return Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
    }

    private static int lastBoundary(String text, int limit, int to) {
        for (int i = to; i > limit; i--) {
            if (Character.isWhitespace(text.charAt(i))) {
                return i;
            }
        }
        return Character.isLowSurrogate(text.charAt(to)) ? to - 1 : to;
    }
}
