// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is known about a page, as JSON. */
class PageRecordTest {
    private static Object record(String page) {
        return record(page, "site/a.html", PageOptions.DEFAULT);
    }

    private static Object record(String page, String path, PageOptions options) {
        return Objects.requireNonNull(TinyJson.parse(text(page, path, options, 8 << 20)));
    }

    private static String text(String page, String path, PageOptions options, long arenaBytes) {
        try (HtmlParser parser = new HtmlParser();
                BumpArena arena = new BumpArena(arenaBytes)) {
            PageRecord record = new PageRecord(parser, options, PageRecordTest::isJson);
            HtmlTree tree = parser.parse(page);
            long start = record.write(tree, path, arena, page.length());
            return new String(Mem.bytes(start, (int) (arena.position() - start)), StandardCharsets.UTF_8);
        }
    }

    private static boolean isJson(long address, int length) {
        try (BumpArena arena = new BumpArena(4 << 20)) {
            long copy = arena.allocate(length + Mem.PADDING_BYTES);
            Mem.copy(address, copy, length);
            ParsedDocument document = new ParsedDocument(Limits.DEFAULT);
            new DocumentParser(Limits.DEFAULT).parse(arena, copy, copy + length, document);
            return document.setAsideCount() == 0 && document.valueCount() == 1;
        }
    }

    private static @Nullable Object member(Object record, String name) {
        return ((Map<?, ?>) record).get(name);
    }

    private static List<?> list(Object record, String name) {
        return (List<?>) Objects.requireNonNull(member(record, name), name);
    }

    private static String targetOf(String path, String base, String href) {
        Object record = record(base + "<body><a href='" + href + "'>x</a>", path, PageOptions.DEFAULT);
        return String.valueOf(member(list(record, "links").getLast(), "target"));
    }

    @Test
    void theHeadsFactsAreMembers() {
        Object record = record("<!DOCTYPE html><html lang=pt><title> A\n &amp; B </title>"
                + "<meta name=Description content='what \"it\" is'><link rel=canonical href=https://e.x/a>");
        assertEquals("site/a.html", member(record, "path"));
        assertEquals("A & B", member(record, "title"));
        assertEquals("pt", member(record, "language"));
        assertEquals("what \"it\" is", member(record, "description"));
        assertEquals("https://e.x/a", member(record, "canonical"));
        assertEquals("", member(record, "text"));
    }

    @Test
    void textIsWhatAReaderSees() {
        Object record =
                record("<title>T</title><h1>One  two</h1><p>a<b>b</b> c\n d<br>e<script>no()</script><style>no</style>"
                        + "<table><tr><td>1<td>2</table><pre>x\n  y</pre><template>no</template><ul><li>p<li>q</ul>");
        assertEquals("One two\nab c d\ne\n1\t2\nx\n  y\np\nq", member(record, "text"));
    }

    @Test
    void linksAreFollowedToFilesBesideThePage() {
        assertEquals("site/b.html", targetOf("site/a.html", "", "b.html#top"));
        assertEquals("site/b.html", targetOf("site/d/a.html", "", "../b.html?x=1"));
        assertEquals("site/d/a.html", targetOf("site/d/a.html", "", "#here"));
        assertEquals("site/x/b c.html", targetOf("site/a.html", "", "./x/b%20c.html"));
        assertEquals("site/ü.html", targetOf("site/a.html", "", "%C3%BC.html"));
        assertEquals("site/%FF.html", targetOf("site/a.html", "", "%FF.html"));
        assertEquals("b.html", targetOf("a.html", "", "b.html"));
        assertEquals("null", targetOf("a.html", "", "../b.html"));
        assertEquals("null", targetOf("site/a.html", "", "https://e.x/b.html"));
        assertEquals("null", targetOf("site/a.html", "", "mailto:a@b"));
        assertEquals("null", targetOf("site/a.html", "", "/b.html"));
        assertEquals("site/x/b.html", targetOf("site/a.html", "<base href=x/>", "b.html"));
        assertEquals("null", targetOf("site/a.html", "<base href=https://e.x/>", "b.html"));
    }

    @Test
    void headingsImagesAndMetaAreLists() {
        Object record = record("<meta charset=utf-8><meta property=og:type content=x><h2 id=i>A <i>b</i></h2><h6>c</h6>"
                + "<img src=s alt='' width=3>");
        assertEquals(2, list(record, "headings").size());
        assertEquals("A b", member(list(record, "headings").getFirst(), "text"));
        assertEquals("i", member(list(record, "headings").getFirst(), "id"));
        assertEquals("6.0", String.valueOf(member(list(record, "headings").get(1), "level")));
        assertEquals("", member(list(record, "images").getFirst(), "alt"));
        assertEquals("og:type", member(list(record, "meta").get(1), "property"));
    }

    @Test
    void tablesBecomeRowsWithTheNamesOfTheirHead() {
        Object record = record("<table id=t><caption>C</caption><thead><tr><th>a<th colspan=2>b</thead>"
                + "<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>");
        Object table = list(record, "tables").getFirst();
        assertEquals("C", member(table, "caption"));
        assertEquals(
                List.of(Map.of("a", "1", "b", "2", "b 2", "3"), Map.of("a", "1", "b", "4", "b 2", "5")),
                list(table, "rows"));
    }

    @Test
    void tablesWithoutAHeadNumberTheirColumnsAndLayoutIsLeftOut() {
        Object record = record("<table><tr><td>1<td>2</table><table role=presentation><tr><td>3<td>4</table>"
                + "<table><tr><td><table><tr><th>x<tr><td>5</table><td>6</table><table><tr><td>alone</table>");
        assertEquals(2, list(record, "tables").size());
        assertEquals(
                List.of(Map.of("column_1", "1", "column_2", "2")),
                list(list(record, "tables").getFirst(), "rows"));
        assertEquals(List.of(Map.of("x", "5")), list(list(record, "tables").get(1), "rows"));
    }

    @Test
    void spansBeyondAllReasonStayInProportion() {
        String page = "<table>" + "<tr><td colspan=1000 rowspan=65534>x<td>y".repeat(2000) + "</table>";
        assertTrue(text(page, "p", PageOptions.DEFAULT, 64 << 20).length() < 40 * page.length());
    }

    @Test
    void embeddedJsonIsPartOfTheRecord() {
        Object record = record("<script type=application/ld+json>{\"a\":1}</script>"
                + "<script type='Application/LD+JSON; charset=utf-8'> [ {\"a\":2}, {\"a\":3} ] </script>"
                + "<script type=application/ld+json>[]</script><script id=s type=application/json>[1,\"</b>\"]</script>"
                + "<script type=application/json>{broken</script><script>var x = 1</script>");
        assertEquals(3, list(record, "ld_json").size());
        assertEquals("s", member(list(record, "json").getFirst(), "id"));
        assertEquals(2, list(list(record, "json").getFirst(), "data").size());
        assertEquals("{broken", member(list(record, "broken_json").getFirst(), "text"));
        assertEquals(1, list(record, "broken_json").size());
    }

    @Test
    void selectorsMakeColumnsOfTheUsersOwn() {
        PageOptions options = PageOptions.DEFAULT.select(
                List.of("price=.price", "sku=.price@data-sku", "tags[]=li.tag", "none=.no", "t=title"));
        Object record = record(
                "<title>T</title><p class=price data-sku=7>3 <b>€</b></p><ul><li class=tag>x<li class=tag>y</ul>",
                "a.html",
                options);
        assertEquals("3 €", member(record, "price"));
        assertEquals("7", member(record, "sku"));
        assertEquals(List.of("x", "y"), list(record, "tags"));
        assertEquals("T", member(record, "t"));
        assertEquals("null", String.valueOf(member(record, "none")));
        assertThrows(IllegalArgumentException.class, () -> options.select(List.of("title=h1")));
        assertThrows(IllegalArgumentException.class, () -> options.select(List.of("price=h1")));
        assertThrows(IllegalArgumentException.class, () -> options.select(List.of("h1")));
        assertThrows(IllegalArgumentException.class, () -> options.select(List.of("x=p[")));
        assertEquals("tags[]=li.tag", options.columns().get(2).text());
        assertEquals("sku=.price@data-sku", options.columns().get(1).text());
    }

    @Test
    void nodesAreTheWholeTreeInItsOrder() {
        Object record = record(
                "<!DOCTYPE html><p class=x>a<!--c--><svg/><template>t</template>",
                "a",
                new PageOptions(List.of(), true));
        List<?> nodes = list(record, "nodes");
        assertEquals("doctype", member(nodes.getFirst(), "kind"));
        int paragraph = 0;
        while (!"p".equals(member(nodes.get(paragraph), "name"))) {
            paragraph++;
        }
        Object text = nodes.get(paragraph + 1);
        assertEquals("a", member(text, "text"));
        assertEquals((double) paragraph, member(text, "parent"));
        assertEquals("comment", member(nodes.get(paragraph + 2), "kind"));
        assertEquals("svg", member(nodes.get(paragraph + 3), "namespace"));
        assertEquals("contents", member(nodes.get(paragraph + 5), "kind"));
        assertEquals("t", member(nodes.get(paragraph + 6), "text"));
        assertEquals(List.of(Map.of("name", "class", "value", "x")), list(nodes.get(paragraph), "attributes"));
    }

    @Test
    void nestedHeadingsTakeTimeAndSpaceInProportion() {
        String page = "<h1><div>".repeat(20_000) + "text";
        assertTrue(text(page, "p", PageOptions.DEFAULT, 64 << 20).length() < 10 * page.length());
        String large = "<h1><div>".repeat(20_000) + "text ".repeat(1000);
        HtmlLimitException tooMuch =
                assertThrows(HtmlLimitException.class, () -> text(large, "p", PageOptions.DEFAULT, 64 << 20));
        assertTrue(String.valueOf(tooMuch.getMessage()).contains("bytes of records"), tooMuch.getMessage());
    }

    @Test
    void anArenaThatIsFullIsSaid() {
        String page = "<p>word ".repeat(1000);
        assertThrows(ArenaFullException.class, () -> text(page, "p", PageOptions.DEFAULT, 20_000));
    }

    @Test
    void anyPageBecomesJson() {
        String[] pieces =
                ("<table>|<tr>|<td rowspan=3>|<th colspan=2>|</table>|<thead>|<h1>|</h1>|<a href='x\"\\'>|</a>|a|\"|\\|"
                                + "\u0001|\n|<svg>|<style>|</style>|<script>|</script>|<template>|</template>|<title>|</title>|<pre>|é|"
                                + "<foreignObject>|</svg>|<select>|<option>|<base href=..>|<frameset>|<noscript>|<meta name=a>|&#0;|<p>")
                        .split("\\|", -1);
        long seed = System.nanoTime();
        System.out.println("PageRecordTest seed " + seed);
        Random random = new Random(seed);
        PageOptions options = new PageOptions(List.of(), true).select(List.of("x[]=*", "y=p *"));
        for (int round = 0; round < 500; round++) {
            StringBuilder page = new StringBuilder();
            for (int count = random.nextInt(40); count > 0; count--) {
                page.append(pieces[random.nextInt(pieces.length)]);
            }
            String text = text(page.toString(), "site/a.html", options, 2 << 20);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            try (BumpArena arena = new BumpArena(4 << 20)) {
                long address = arena.allocate(bytes.length + Mem.PADDING_BYTES);
                Mem.copyIn(bytes, 0, address, bytes.length);
                assertTrue(isJson(address, bytes.length), page + " " + text);
            }
        }
    }
}
