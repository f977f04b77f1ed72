// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import dev.juggle.search.Filter.Combination;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Texts as words, for columns without a full-text index: runs of letters and digits, without case and without accents, as
 * FTS5's {@code unicode61} cuts them.
 */
final class Words {
    /**
     * A word and where it stood.
     *
     * @param folded without case and accents
     */
    record Word(String folded, int start, int end) {}

    private Words() {}

    /** The words of a text, in order. */
    static List<Word> of(String text) {
        List<Word> words = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int start = at;
            while (at < text.length() && isLetter(text.codePointAt(at))) {
                at += Character.charCount(text.codePointAt(at));
            }
            if (at > start) {
                words.add(new Word(folded(text.substring(start, at)), start, at));
            } else {
                at += Character.charCount(text.codePointAt(at));
            }
        }
        return words;
    }

    private static boolean isLetter(int c) {
        if (c >= 0x80) {
            return isUnicodeLetter(c);
        }
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isUnicodeLetter(int c) {
        int type = Character.getType(c);
        return Character.isLetterOrDigit(c)
                || type == Character.NON_SPACING_MARK
                || type == Character.PRIVATE_USE
                || type == Character.OTHER_NUMBER
                || type == Character.LETTER_NUMBER;
    }

    private static String folded(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) >= 0x80) {
                StringBuilder plain = new StringBuilder();
                Normalizer.normalize(word, Normalizer.Form.NFD)
                        .codePoints()
                        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
                        .forEach(plain::appendCodePoint);
                return plain.toString().toLowerCase(Locale.ROOT);
            }
        }
        return word.toLowerCase(Locale.ROOT);
    }

    /** The phrases that a filter looks for: each the words that must follow one another. */
    static List<List<String>> phrases(Combination combination, String text) {
        List<String> parts = combination == Combination.PHRASE ? List.of(text) : parts(text);
        return parts.stream()
                .map(part -> of(part).stream().map(Word::folded).toList())
                .filter(phrase -> !phrase.isEmpty())
                .toList();
    }

    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == ' ') {
                if (i > start) {
                    parts.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        return parts;
    }

    /** Where a phrase begins among the words, or -1. */
    static int find(List<Word> words, List<String> phrase) {
        for (int i = 0; i + phrase.size() <= words.size(); i++) {
            boolean isThere = true;
            for (int k = 0; k < phrase.size() && isThere; k++) {
                isThere = words.get(i + k).folded().equals(phrase.get(k));
            }
            if (isThere) {
                return i;
            }
        }
        return -1;
    }

    /** Phrases in FTS5's language, to be joined by {@code AND} or {@code OR}. */
    static String match(List<List<String>> phrases, Combination combination) {
        String between = combination == Combination.ANY ? " OR " : " AND ";
        return String.join(
                between,
                phrases.stream()
                        .map(phrase -> '"' + String.join(" ", phrase) + '"')
                        .toList());
    }
}
