// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Inputs made to be slow. Each is parsed at a size and at four times that size; the time of the thread (so other load
 * does not count) for a byte of input plus a node of the tree may at most double. Something quadratic makes
 * it four times.
 */
class HostileInputTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int GROWTH = 4;
    private static final double MOST_PER_UNIT = 2.0;

    @SuppressWarnings("ImmutableEnumChecker") // the functions are stateless
    enum Hostile {
        NESTED_DIVS(60_000, n -> "<div>".repeat(n)),
        FORMS_IN_DIVS(40_000, n -> "<form><div>".repeat(n)),
        MISNESTED_BOLD(20_000, n -> "<div><b>".repeat(n) + "</div>".repeat(n)),
        BOLD_MOVED_THROUGH_DIVS(20_000, n -> "<b>" + "<div>".repeat(n) + "</b>".repeat(n / 8)),
        BOLD_WITH_SPANS_BETWEEN(10_000, n -> "<b>" + "<span><div>".repeat(n) + "</b>".repeat(n / 8)),
        FONTS_WITH_OWN_ATTRIBUTES(20_000, n -> repeat(n, i -> "<font a" + i + ">")),
        FONTS_CLOSED_BY_OTHER_TAGS(20_000, n -> repeat(n, i -> "<font a" + i + ">") + "</b></i>".repeat(n)),
        FONTS_REOPENED_IN_PARAGRAPHS(150, n -> repeat(n, i -> "<font a" + i + ">x<p>")),
        LONG_LINK_REOPENED(4_000, n -> "<p><a href=" + "A".repeat(n) + ">" + "<p>a".repeat(n)),
        OPTIONS(40_000, n -> "<select>" + "<option>x".repeat(n)),
        ATTRIBUTES(20_000, n -> "<a" + repeat(n, i -> " x" + i + "=y") + ">"),
        ATTRIBUTES_MERGED_INTO_HTML(20_000, n -> repeat(n, i -> "<html x" + i + "=y>")),
        ONE_LONG_ATTRIBUTE(500_000, n -> "<a x='" + "y".repeat(n) + "'>"),
        TEMPLATES(20_000, n -> "<template>".repeat(n)),
        TEMPLATES_CLOSED_IN_DEPTH(10_000, n -> "<div>".repeat(n) + "<template></template>".repeat(n)),
        TABLES_IN_DIVS(20_000, n -> "<table><div>".repeat(n)),
        TABLES_IN_DEPTH(10_000, n -> "<div>".repeat(n) + "<table></table>".repeat(n)),
        FOSTERED_TEXT(20_000, n -> "<table>" + "<tr>x<td>&amp;".repeat(n)),
        UNCLOSED_COMMENT(300_000, n -> "<!--" + "-".repeat(n)),
        UNCLOSED_COMMENTS(100_000, n -> "<!--" + "<!--".repeat(n)),
        DOCTYPE_STRING(300_000, n -> "<!DOCTYPE html \"" + "x".repeat(n)),
        NULS(100_000, "\0"::repeat),
        NULS_IN_TABLES(50_000, n -> "<table>" + "x\0".repeat(n)),
        AMPERSANDS(200_000, "&"::repeat),
        REFERENCES(100_000, "&lt"::repeat),
        TITLE_TAGS(100_000, n -> "<title>" + "<p".repeat(n)),
        SCRIPT_ESCAPES(50_000, n -> "<script>" + "<!--<script>".repeat(n)),
        LIST_ITEMS_IN_SPANS(20_000, n -> "<span>".repeat(n) + "<dd></dd>".repeat(n)),
        STRAY_END_TAGS(40_000, n -> "<div>".repeat(n) + "</x>".repeat(n)),
        STRAY_END_TAGS_IN_SVG(40_000, n -> "<svg>" + "<g>".repeat(n) + "</x>".repeat(n)),
        HEADINGS_IN_DEPTH(20_000, n -> "<div>".repeat(n) + "</h1>".repeat(n)),
        CARRIAGE_RETURNS(200_000, "x\r"::repeat),
        OPEN_TAGS(200_000, "<a "::repeat),
        PATCHES(3_000, n -> "<?marker name=a>" + "<template for=b></template>".repeat(n)),
        LONG_NAMES(100_000, n -> "<" + "x".repeat(n) + "></" + "x".repeat(n) + ">");

        private final int size;
        private final IntFunction<String> input;

        Hostile(int size, IntFunction<String> input) {
            this.size = size;
            this.input = input;
        }

        private static String repeat(int n, IntFunction<String> piece) {
            StringBuilder all = new StringBuilder();
            for (int index = 0; index < n; index++) {
                all.append(piece.apply(index));
            }
            return all.toString();
        }
    }

    @ParameterizedTest
    @EnumSource
    void timeGrowsLikeTheInputAndTheTree(Hostile hostile) {
        byte[] small = hostile.input.apply(hostile.size).getBytes(StandardCharsets.UTF_8);
        byte[] large = hostile.input.apply(GROWTH * hostile.size).getBytes(StandardCharsets.UTF_8);
        try (HtmlParser parser = new HtmlParser()) {
            double ratio = Double.MAX_VALUE;
            for (int attempt = 0; attempt < 5 && ratio > MOST_PER_UNIT; attempt++) {
                double perUnit = perUnit(parser, small);
                ratio = Math.min(ratio, perUnit(parser, large) / perUnit);
            }
            assertTrue(ratio <= MOST_PER_UNIT, hostile + ": a unit takes " + ratio + " times as long at 4n as at n");
        }
    }

    /** Nanoseconds for a byte plus a node: the best of three. */
    private static double perUnit(HtmlParser parser, byte[] page) {
        double best = Double.MAX_VALUE;
        for (int run = 0; run < 3; run++) {
            long start = THREADS.getCurrentThreadCpuTime();
            int nodes = parser.parseUtf8(page).nodeCount();
            long nanos = THREADS.getCurrentThreadCpuTime() - start;
            best = Math.min(best, (double) nanos / (page.length + 16.0 * nodes));
        }
        return best;
    }

    @Test
    void aDepthOfAMillionIsParsedQueriedAndWritten() {
        int depth = 1_000_000;
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse("<!doctype html>" + "<div>".repeat(depth) + "x");
            assertEquals("x", tree.textContent(tree.root()));
            assertEquals(depth, Selector.parse("div").select(tree, tree.root()).length);
            int innermost = Selector.parse("div:not(:has(div))").first(tree, tree.root());
            assertEquals("x", tree.data(tree.firstChild(innermost)));
            assertEquals(
                    "<!DOCTYPE html><html><head></head><body>".length() + 11 * depth + 1 + "</body></html>".length(),
                    Serializer.inner(tree, tree.root()).length());
        }
    }

    @Test
    void aMillionAttributesAreKept() {
        int count = 1_000_000;
        StringBuilder page = new StringBuilder("<p");
        for (int index = 0; index < count; index++) {
            page.append(" a").append(index).append('=').append(index);
        }
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse(page.append('>').toString());
            int node = Selector.parse("p").first(tree, tree.root());
            assertEquals(count, tree.attributeCount(node));
            assertEquals("999999", tree.attribute(node, "a999999"));
            HtmlTree next = parser.parse("<p a7=x>");
            assertEquals("x", next.attribute(Selector.parse("p").first(next, next.root()), "a7"));
        }
    }

    @Test
    void limitsAreErrorsThatNameThem() {
        HtmlLimits limits = new HtmlLimits(1000, 50, 200, 5);
        try (HtmlParser parser = new HtmlParser()) {
            parser.options(HtmlOptions.DEFAULT.withLimits(limits));
            assertThrows(IllegalArgumentException.class, () -> parser.parse("x".repeat(1001)));
            assertThrows(HtmlLimitException.class, () -> parser.parse("<b>".repeat(60)));
            assertThrows(HtmlLimitException.class, () -> parser.parse("<p a b c d e f>"));
            assertThrows(HtmlLimitException.class, () -> parser.parse("<p>".repeat(300)));
            HtmlTree after = parser.parse("<p a b>fine");
            assertEquals("fine", after.textContent(after.root()));
        }
    }
}
