// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A timeline as one page that needs nothing else: the live page with its style sheets and scripts
 * put in place of the references to them, and the data as a script of its own. Its content security
 * policy lets it load nothing at all.
 */
public final class HtmlPage {
    private static final Pattern STYLE = Pattern.compile("<link rel=\"stylesheet\" href=\"([^\"]+)\">");
    private static final Pattern SCRIPT = Pattern.compile("<script src=\"([^\"]+)\"></script>");
    private static final String DATA = "<!-- data -->";
    private static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
            + " script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">";

    private HtmlPage() {}

    /** Writes the page to a file, replacing what was there. */
    public static void write(Timeline timeline, Path file) throws IOException {
        Files.writeString(file, page(timeline));
    }

    /** The page's text. */
    public static String page(Timeline timeline) {
        final String styled = inlined(WebFiles.text(WebFiles.PAGE), STYLE, "<style>\n", "</style>");
        final String scripted = inlined(styled, SCRIPT, "<script>\n", "</script>");
        final String data = "<script>\nwindow.juggleRun = " + PageFeed.whole(timeline) + ";\n</script>";
        return scripted.replace(DATA, POLICY + "\n" + data);
    }

    private static String inlined(String page, Pattern reference, String before, String after) {
        return reference
                .matcher(page)
                .replaceAll(match -> Matcher.quoteReplacement(before + WebFiles.text(match.group(1)) + after));
    }
}
