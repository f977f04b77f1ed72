// SPDX-License-Identifier: Apache-2.0
import dev.juggle.html.HtmlParser;
import dev.juggle.html.HtmlTree;
import dev.juggle.html.Selector;
import dev.juggle.html.Serializer;
import dev.juggle.html.SourceLines;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prints a page's title, its headings with their lines, its links, and its first table as HTML. */
class Outline {
    public static void main(String[] files) throws Exception {
        try (HtmlParser parser = new HtmlParser()) {
            for (String file : files) {
                System.out.print(outline(parser.parse(Files.readAllBytes(Path.of(file)), null)));
            }
        }
    }

    static String outline(HtmlTree tree) {
        StringBuilder out = new StringBuilder();
        out.append(tree.encoding()).append('\n');
        int title = Selector.parse("head > title").first(tree, tree.root());
        out.append(title == 0 ? "(no title)" : tree.textContent(title).strip()).append('\n');
        SourceLines lines = tree.sourceLines();
        for (int heading : Selector.parse("h1, h2, h3").select(tree, tree.root())) {
            out.append(lines.line(tree.sourceOffset(heading)))
                    .append(": ")
                    .append(tree.textContent(heading).strip())
                    .append('\n');
        }
        for (int link : Selector.parse("a[href]:not([href^='#'])").select(tree, tree.root())) {
            out.append("-> ").append(tree.attribute(link, "href")).append('\n');
        }
        int table = Selector.parse("table").first(tree, tree.root());
        if (table != 0) {
            out.append(Serializer.outer(tree, table)).append('\n');
        }
        return out.toString();
    }
}
