// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import ch.digitalfondue.jfiveparse.JFiveParse;
import dev.juggle.html.HtmlParser;
import dev.juggle.html.HtmlTree;
import dev.juggle.html.NodeKind;
import java.util.Random;
import java.util.logging.Logger;
import org.jsoup.Jsoup;

/**
 * Random pages through our parser, jsoup and jfiveparse: where the three do not agree, somebody is wrong. Reports how
 * often each pair differs and the shortest page on which we stand alone. Arguments: how many pages, a
 * seed. Known reasons for differences: docs/html.md.
 */
public final class HtmlDifferences {
    private static final Logger LOG = Logger.getLogger(HtmlDifferences.class.getName());

    private static final String[] PIECES = ("<p>|</p>|<b>|</b>|<i>|</i>|<a"
                    + " href=x>|</a>|<table>|</table>|<tr>|<td>|</td>|<th>|<tbody>|<caption>|<col>|<colgroup>|a|b|"
                    + " |&amp;|&lt|<div>|</div>|<ul>|</ul>|<li>|</li>|<dl>"
                    + "|<dt>|<dd>|<h1>|</h2>|<form>|</form>|<button>|</button>|<br>|</br>|<hr>|<img>|<!--c-->|<span>|</span>|<nobr>|<font"
                    + " size=1>|</font>|<code>|</code>|<em>|</em>|<pre>|</pre>|<textarea>|</textarea>|<title>"
                    + "|</title>|<script>x</script>|<style>y</style>|<body>|</body>|<html>|</html>|<head>|</head>|<object>|</object>|<address>|<u>|</u>|<center>|<x-y>|</x-y>|<ruby>|<rt>|<rp>|<input"
                    + " type=hidden>|<input>")
            .split("\\|", -1);

    private HtmlDifferences() {}

    /** Compares as many random pages as the first argument says. */
    public static void main(String[] arguments) {
        int pages = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        Random random = new Random(seed);
        int jsoupDiffers = 0;
        int jfiveparseDiffers = 0;
        int alone = 0;
        String shortest = "";
        try (HtmlParser parser = new HtmlParser()) {
            for (int page = 0; page < pages; page++) {
                String text = random(random);
                String ours = ours(parser.parse(text));
                boolean jsoupSame = ours.equals(jsoup(text));
                boolean jfiveparseSame = ours.equals(jfiveparse(text));
                jsoupDiffers += jsoupSame ? 0 : 1;
                jfiveparseDiffers += jfiveparseSame ? 0 : 1;
                if (!jsoupSame && !jfiveparseSame) {
                    alone++;
                    if (shortest.isEmpty() || text.length() < shortest.length()) {
                        shortest = text;
                    }
                }
            }
            LOG.info("seed " + seed + ", " + pages + " pages: jsoup differs on " + jsoupDiffers + ", jfiveparse on "
                    + jfiveparseDiffers + ", both on " + alone);
            if (!shortest.isEmpty()) {
                LOG.info("the shortest on which both differ: " + shortest + "\nours       "
                        + ours(parser.parse(shortest)) + "\njsoup      " + jsoup(shortest) + "\njfiveparse "
                        + jfiveparse(shortest));
            }
        }
    }

    private static String random(Random random) {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>");
        for (int count = 1 + random.nextInt(14); count > 0; count--) {
            page.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return page.toString();
    }

    /** A piece of markup by a number. */
    static String piece(int number) {
        return PIECES[number % PIECES.length];
    }

    /** Our tree in a few characters. */
    static String ours(HtmlTree tree) {
        StringBuilder out = new StringBuilder();
        ours(tree, tree.documentElement(), out);
        return out.toString();
    }

    private static void ours(HtmlTree tree, int node, StringBuilder out) {
        switch (tree.kind(node)) {
            case ELEMENT -> out.append('(').append(tree.name(node));
            case TEXT -> out.append('"').append(tree.data(node)).append('"');
            case COMMENT -> out.append('!').append(tree.data(node)).append('!');
            default -> out.append('?');
        }
        for (int child = tree.firstChild(node); child != 0; child = tree.nextSibling(child)) {
            ours(tree, child, out);
        }
        if (tree.kind(node) == NodeKind.ELEMENT) {
            out.append(')');
        }
    }

    /** The same of jsoup's tree. */
    static String jsoup(String text) {
        StringBuilder out = new StringBuilder();
        org.jsoup.nodes.Element html = Jsoup.parse(text).selectFirst("html");
        if (html != null) {
            jsoup(html, out);
        }
        return out.toString();
    }

    private static void jsoup(org.jsoup.nodes.Node node, StringBuilder out) {
        switch (node) {
            case org.jsoup.nodes.Element element -> out.append('(').append(element.tagName());
            case org.jsoup.nodes.TextNode characters ->
                out.append('"').append(characters.getWholeText()).append('"');
            case org.jsoup.nodes.DataNode data ->
                out.append('"').append(data.getWholeData()).append('"');
            case org.jsoup.nodes.Comment comment ->
                out.append('!').append(comment.getData()).append('!');
            default -> out.append('?');
        }
        for (org.jsoup.nodes.Node child : node.childNodes()) {
            jsoup(child, out);
        }
        if (node instanceof org.jsoup.nodes.Element) {
            out.append(')');
        }
    }

    /** The same of jfiveparse's tree. */
    static String jfiveparse(String text) {
        StringBuilder out = new StringBuilder();
        for (ch.digitalfondue.jfiveparse.Node node : JFiveParse.parse(text).getChildNodes()) {
            if (node instanceof ch.digitalfondue.jfiveparse.Element) {
                jfiveparse(node, out);
            }
        }
        return out.toString();
    }

    private static void jfiveparse(ch.digitalfondue.jfiveparse.Node node, StringBuilder out) {
        switch (node) {
            case ch.digitalfondue.jfiveparse.Element element -> out.append('(').append(element.getNodeName());
            case ch.digitalfondue.jfiveparse.Text characters ->
                out.append('"').append(characters.getData()).append('"');
            case ch.digitalfondue.jfiveparse.Comment comment ->
                out.append('!').append(comment.getData()).append('!');
            default -> out.append('?');
        }
        for (ch.digitalfondue.jfiveparse.Node child : node.getChildNodes()) {
            jfiveparse(child, out);
        }
        if (node instanceof ch.digitalfondue.jfiveparse.Element) {
            out.append(')');
        }
    }
}
