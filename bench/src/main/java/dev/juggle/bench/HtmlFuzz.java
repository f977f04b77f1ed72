// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.html.HtmlParser;
import dev.juggle.html.HtmlTree;
import dev.juggle.html.Serializer;
import java.nio.charset.StandardCharsets;

/**
 * What Jazzer calls with inputs that it steers by the code they reach: {@code mvn -Pjazzer verify -DskipTests}. A byte from
 * 0x80 on stands for a piece of markup, so that tables and formatting meet early. A finding is
 *
 * <ul>
 *   <li>an exception or error of ours;
 *   <li>a page that comes out otherwise when it is fed in pieces;
 *   <li>a page on which jsoup and jfiveparse agree with each other and not with us. Both follow the standard as it was before
 *       2025, so what has changed since is not among the pieces, and a {@code ?} is never written.
 * </ul>
 */
public final class HtmlFuzz {
    private static final HtmlParser WHOLE = new HtmlParser();
    private static final HtmlParser PIECES = new HtmlParser();
    private static final int MOST_BYTES = 400;

    private HtmlFuzz() {}

    /** Tries one input. */
    public static void fuzzerTestOneInput(byte[] input) {
        String page = page(input);
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        HtmlTree tree = WHOLE.parse(bytes, "utf-8");
        String ours = HtmlDifferences.ours(tree);
        String serialised = Serializer.inner(tree, tree.root());
        int middle = input.length == 0 ? 0 : Math.floorMod(input[0] * 31, bytes.length);
        PIECES.feed(bytes, 0, middle).feed(bytes, middle, bytes.length - middle);
        HtmlTree fed = PIECES.finish("utf-8");
        if (!serialised.equals(Serializer.inner(fed, fed.root()))) {
            throw new AssertionError("in pieces, cut at " + middle + ", another tree: " + page);
        }
        String jsoup = HtmlDifferences.jsoup(page);
        if (!ours.equals(jsoup) && jsoup.equals(HtmlDifferences.jfiveparse(page))) {
            throw new AssertionError("others agree against us: " + page + "\nours   " + ours + "\nothers " + jsoup);
        }
    }

    private static String page(byte[] input) {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>");
        for (int index = 0; index < Math.min(input.length, MOST_BYTES); index++) {
            int value = input[index];
            if (value < 0) {
                page.append(HtmlDifferences.piece(value & 0x7f));
            } else if (value != '?' && value != 0) {
                page.append((char) value);
            }
        }
        return page.toString();
    }
}
