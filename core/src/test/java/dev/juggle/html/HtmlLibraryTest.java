// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.MallocAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What the package promises a caller beyond conformance. */
class HtmlLibraryTest {
    private static final String PAGE =
            "<!DOCTYPE html>\n<title>T&amp;t</title>\n<p id=a class='x y'>one<br>two <b>three</b>"
                    + "<ul><li>1<li class=y>2<li>3</ul><a href=u>l</a><svg viewbox=1><path xlink:href=h /></svg>"
                    + "<template><i>in</i></template>";

    /** What random pages are made of. */
    private static final String[] PIECES =
            ("<p>|</p>|<b>|</b>|<i x=1>|</i>|<table>|<tr>|<td>|</table>|a| |&amp;|\r\n|\0|<svg>|"
                            + "</svg>|<foreignObject>|<math>|<mi>|<template>|</template>|<select>|<option>|"
                            + "</select>|<!--c-->|<?pi d?>|<a href=x>|</a>|<div>|</div>|<li>|<dd>|<form>|</form>|"
                            + "<button>|<frameset>|<html a=b>|<body c=d>|<script>x</script>|<nobr>|<font size=1>|"
                            + "<unknown-element>|</unknown-element>|<h1>|</h2>|<caption>|<col>|<br/>|<textarea>\n|"
                            + "</textarea>|<title>|</title>|<![CDATA[x]]>|<plaintext>")
                    .split("\\|", -1);

    @Test
    void textContentIsInTreeOrderAndLeavesTemplatesOut() {
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse(PAGE);
            assertEquals("onetwo three", tree.textContent(Selector.parse("#a").first(tree, tree.root())));
            assertFalse(tree.textContent(tree.root()).contains("in"));
        }
    }

    @Test
    void serialisedHtmlIsTheStandards() {
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse(
                    "<p title='a&quot;<b>&nbsp;'>1 &lt; 2 &amp; 3&nbsp;<br><script>a<b</script><!--c--><?p d?>");
            assertEquals(
                    "<html><head></head><body><p title=\"a&quot;&lt;b&gt;&nbsp;\">1 &lt; 2 &amp; 3&nbsp;<br>"
                            + "<script>a<b</script><!--c--><?p d?></p></body></html>",
                    Serializer.inner(tree, tree.root()));
        }
    }

    @Test
    void serialisedPageParsesToTheSameTree() {
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse(PAGE);
            String dump = TreeDump.of(tree);
            String html = Serializer.inner(tree, tree.root());
            assertEquals(dump, TreeDump.of(parser.parse(html)));
        }
    }

    @Test
    void positionsAreThoseOfTheTags() {
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse("<p>\r\n <b id=x\n class=y>t</p>u");
            int[] bold = Selector.parse("b").select(tree, tree.root());
            assertEquals(2, bold.length);
            assertEquals(6, tree.sourceOffset(bold[0]));
            assertEquals(6, tree.sourceOffset(bold[1]));
            SourceLines lines = tree.sourceLines();
            assertEquals(2, lines.line(tree.sourceOffset(bold[0])));
            assertEquals(2, lines.column(tree.sourceOffset(bold[0])));
            assertEquals(3, lines.line(tree.attributeSourceOffset(bold[0], 1)));
            int body = Selector.parse("body").first(tree, tree.root());
            assertTrue(tree.isImplied(body));
            assertEquals(0, tree.sourceOffset(body));
            assertFalse(tree.isImplied(bold[0]));
            assertEquals(3, lines.lineCount());
        }
    }

    @Test
    void aTreeEndsWithTheNextDocumentOfItsMemory() {
        HtmlParser parser = new HtmlParser();
        HtmlTree tree = parser.parse("<p>x");
        int root = tree.root();
        parser.close();
        assertThrows(IllegalStateException.class, () -> tree.firstChild(root));
        assertThrows(IllegalStateException.class, tree::root);
    }

    @Test
    void errorsComeWithTheStandardsNamesAndPlaces() {
        List<String> errors = new ArrayList<>();
        try (HtmlParser parser = new HtmlParser()) {
            parser.errors((error, offset) -> errors.add(error.code() + "@" + offset));
            parser.parse("<!DOCTYPE html><p a=1 a=2>&nosuch;</p></x><br/><div/>");
            assertEquals(
                    List.of(
                            "duplicate-attribute@23",
                            "unknown-named-character-reference@33",
                            "tree-construction@38",
                            "non-void-html-element-start-tag-with-trailing-solidus@47",
                            "tree-construction@53"),
                    errors);
        }
    }

    @Test
    void convertedDocumentHasTheTree() {
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse(PAGE + "<a:b c:d=e><!-- -- -->\f");
            Document document = DomConversion.convert(tree);
            Element html = document.getDocumentElement();
            assertEquals("html", html.getLocalName());
            assertEquals("http://www.w3.org/1999/xhtml", html.getNamespaceURI());
            assertEquals("html", Objects.requireNonNull(document.getDoctype()).getName());
            Element path =
                    (Element) document.getElementsByTagNameNS("*", "path").item(0);
            assertEquals("h", path.getAttributeNS("http://www.w3.org/1999/xlink", "href"));
            Element coerced =
                    (Element) document.getElementsByTagNameNS("*", "aU00003Ab").item(0);
            assertEquals("e", coerced.getAttribute("cU00003Ad"));
            assertEquals("in", document.getElementsByTagNameNS("*", "i").item(0).getTextContent());
        }
    }

    @Test
    void tokensCanBeReadWithoutATreeAndStopped() {
        List<String> seen = new ArrayList<>();
        TokenHandler titleOnly = new TokenHandler() {
            private boolean inTitle;

            @Override
            public boolean startTag(HtmlToken tag) {
                inTitle = tag.isNamed("title");
                seen.add(tag.name());
                return true;
            }

            @Override
            public boolean characters(HtmlToken text) {
                if (inTitle) {
                    seen.add(text.text());
                }
                return !inTitle;
            }
        };
        try (TokenReader reader = new TokenReader()) {
            assertFalse(reader.read("<!DOCTYPE html><meta a=b><title>a&lt;<b></title><p>never", titleOnly));
            assertEquals(List.of("meta", "title", "a<<b>"), seen);
            assertTrue(reader.read("<p>x", new TokenHandler() {}));
        }
    }

    @Test
    void fragmentsNeedTheirContext() {
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree row = parser.parseFragment("<td>x<td>y", FragmentContext.html("tr"));
            assertEquals("<td>x</td><td>y</td>", Serializer.inner(row, row.root()));
            HtmlTree cell = parser.parseFragment("<td>x<td>y", FragmentContext.html("div"));
            assertEquals("xy", Serializer.inner(cell, cell.root()));
            HtmlTree svg = parser.parseFragment("<foreignobject><p>", FragmentContext.svg("g"));
            assertEquals("<foreignObject><p></p></foreignObject>", Serializer.inner(svg, svg.root()));
        }
    }

    @Test
    void patchesReplaceWhatLiesBetweenTheirMarkers() {
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse("<div><?start name=\"m\"><i>old</i><?end>!</div>"
                    + "<select><?marker name='o'?></select>"
                    + "<template for=m><b>new</b></template><template for=o><option>1</template>"
                    + "<template for=none>kept</template>");
            int body = Selector.parse("body").first(tree, tree.root());
            assertEquals(
                    "<div><b>new</b>!</div><select><option>1</option></select>"
                            + "<template for=\"none\">kept</template>",
                    Serializer.inner(tree, body));
        }
    }

    @Test
    void mallocAndArenaGiveTheSameTrees() {
        try (HtmlParser arena = new HtmlParser();
                HtmlParser malloc = new HtmlParser(new MallocAllocator())) {
            for (int round = 0; round < 3; round++) {
                assertEquals(TreeDump.of(arena.parse(PAGE)), TreeDump.of(malloc.parse(PAGE)));
            }
        }
    }

    @Test
    void aParserUsedForManyDocumentsGivesWhatAFreshOneDoes() {
        long seed = System.nanoTime();
        System.out.println("HtmlLibraryTest seed " + seed);
        Random random = new Random(seed);
        try (HtmlParser used = new HtmlParser()) {
            for (int document = 0; document < 400 * Integer.getInteger("juggle.fuzz", 1); document++) {
                StringBuilder page = new StringBuilder();
                for (int count = random.nextInt(60); count > 0; count--) {
                    page.append(PIECES[random.nextInt(PIECES.length)]);
                }
                String text = page.toString();
                String dump = TreeDump.of(used.parse(text));
                try (HtmlParser fresh = new HtmlParser()) {
                    assertEquals(TreeDump.of(fresh.parse(text)), dump, text);
                }
                assertLinksAgree(used.parse(text), text);
            }
        }
    }

    /** Every link has its counterpart. */
    private static void assertLinksAgree(HtmlTree tree, String text) {
        for (int node = tree.root(); node != 0; node = tree.next(node, tree.root())) {
            int last = 0;
            for (int child = tree.firstChild(node); child != 0; child = tree.nextSibling(child)) {
                assertEquals(node, tree.parent(child), text);
                assertEquals(last, tree.previousSibling(child), text);
                last = child;
            }
            assertEquals(last, tree.lastChild(node), text);
        }
    }

    @Test
    void selectorsFindWhatTheyShould() {
        String page =
                "<div id=d lang=en-GB><p class='a b'>1</p><p>2</p><span data-x='Hello World'>3</span><p>4</p></div>"
                        + "<form><fieldset disabled><input id=i></fieldset><input checked id=j type=Checkbox></form>"
                        + "<ul><li>1<li>2<li>3<li>4<li>5</ul><a href=#>x</a><a>y</a><p id=e></p>";
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse("<!DOCTYPE html>" + page);
            assertEquals("1 2 4", texts(tree, "div > p"));
            assertEquals("2 3 4", texts(tree, ".a ~ *"));
            assertEquals("2", texts(tree, ".a + p"));
            assertEquals("1", texts(tree, "p.a.b"));
            assertEquals("3", texts(tree, "[data-x~=World]"));
            assertEquals("3", texts(tree, "[data-x^='hello' i]"));
            assertEquals("", texts(tree, "[data-x^=hello]"));
            assertEquals("3", texts(tree, "span:nth-child(3), nosuch"));
            assertEquals("1 3 5", texts(tree, "li:nth-child(odd)"));
            assertEquals("2 5", texts(tree, "li:nth-child(3n + 2)"));
            assertEquals("1 2", texts(tree, "li:nth-child(-n+2)"));
            assertEquals("5", texts(tree, "li:last-child"));
            assertEquals("4", texts(tree, "li:nth-last-child(2)"));
            assertEquals("4", texts(tree, "div p:last-of-type"));
            assertEquals("2", texts(tree, "div :nth-child(1 of p:not(.a))"));
            assertEquals("x", texts(tree, "a:any-link"));
            assertEquals("1 2 4", texts(tree, "div:lang(en) p"));
            assertArrayEquals(ids(tree, "i"), Selector.parse("input:disabled").select(tree, tree.root()));
            assertArrayEquals(ids(tree, "j"), Selector.parse(":checked").select(tree, tree.root()));
            assertArrayEquals(ids(tree, "d"), Selector.parse("div:has(> span)").select(tree, tree.root()));
            assertArrayEquals(ids(tree, "d"), Selector.parse("div:has(+ form)").select(tree, tree.root()));
            assertArrayEquals(ids(tree, "e"), Selector.parse("p:empty").select(tree, tree.root()));
            assertEquals(0, Selector.parse("P.A").first(tree, tree.root()));
            assertTrue(Selector.parse(":is(h1, DIV)").matches(tree, ids(tree, "d")[0]));
            HtmlTree quirky = parser.parse(page);
            assertEquals("1", texts(quirky, "p.A"));
            assertNull(quirky.attribute(Selector.parse("#D").first(quirky, quirky.root()), "nosuch"));
        }
    }

    @Test
    void brokenSelectorsAreErrorsWithAPlace() {
        for (String selector :
                new String[] {"", "p >", "p[", "p[a", "p:nosuch", "::before", ":nth-child(x)", "p,,q", ":is("}) {
            IllegalArgumentException error =
                    assertThrows(IllegalArgumentException.class, () -> Selector.parse(selector), selector);
            assertTrue(Objects.requireNonNull(error.getMessage()).contains("character "), error.getMessage());
        }
    }

    private static int[] ids(HtmlTree tree, String id) {
        return new int[] {Selector.parse("#" + id).first(tree, tree.root())};
    }

    private static String texts(HtmlTree tree, String selector) {
        List<String> texts = new ArrayList<>();
        for (int node : Selector.parse(selector).select(tree, tree.root())) {
            texts.add(tree.textContent(node));
        }
        return String.join(" ", texts);
    }

    @Test
    void bytesAndTextGiveTheSame() {
        try (HtmlParser parser = new HtmlParser()) {
            String dump = TreeDump.of(parser.parse(PAGE));
            assertEquals(dump, TreeDump.of(parser.parseUtf8(PAGE.getBytes(StandardCharsets.UTF_8))));
            assertEquals(dump, TreeDump.of(parser.parse(PAGE.getBytes(StandardCharsets.UTF_8), "utf-8")));
        }
    }

    @Test
    void piecesCutAnywhereGiveTheSameTree() {
        long seed = System.nanoTime();
        System.out.println("HtmlLibraryTest seed " + seed);
        Random random = new Random(seed);
        String late = " ".repeat(1100) + "<p><meta charset=windows-1251>";
        try (HtmlParser whole = new HtmlParser();
                HtmlParser pieces = new HtmlParser()) {
            for (int round = 0; round < 300; round++) {
                StringBuilder page = new StringBuilder(round % 10 == 0 ? late : "<meta charset=utf-8>");
                for (int count = random.nextInt(60); count > 0; count--) {
                    page.append(PIECES[random.nextInt(PIECES.length)])
                            .append(random.nextInt(5) == 0 ? "\u00e9\ud83d\ude00" : "");
                }
                byte[] bytes = page.toString().getBytes(StandardCharsets.UTF_8);
                int at = 0;
                while (at < bytes.length) {
                    int count = 1 + random.nextInt(Math.min(round % 3 == 0 ? 1 : 400, bytes.length - at));
                    pieces.feed(bytes, at, count);
                    at += count;
                }
                HtmlTree fed = pieces.finish(null);
                HtmlTree expected = whole.parse(bytes, null);
                assertEquals(TreeDump.of(expected), TreeDump.of(fed), page.toString());
                assertEquals(expected.encoding(), fed.encoding());
            }
            HtmlTree nothing = pieces.finish(null);
            assertEquals("", nothing.textContent(nothing.root()));
        }
    }

    @Test
    void theLimitOfNodesIsExact() {
        try (HtmlParser parser = new HtmlParser()) {
            parser.parse("<p>".repeat(1000));
            int count = parser.parse("<p>x".repeat(500)).nodeCount() - 1;
            parser.options(HtmlOptions.DEFAULT.withLimits(
                    new HtmlLimits(1 << 20, Integer.MAX_VALUE, count, Integer.MAX_VALUE)));
            assertEquals(count, parser.parse("<p>x".repeat(500)).nodeCount() - 1);
            HtmlLimitException tooMany =
                    assertThrows(HtmlLimitException.class, () -> parser.parse("<p>x".repeat(500) + "<i>"));
            assertEquals("more than " + count + " nodes", tooMany.getMessage());
        }
    }
}
