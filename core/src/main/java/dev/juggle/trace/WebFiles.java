// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/** The page's files in the jar: few, small, and known by name, so nothing else can be asked for. */
public final class WebFiles {
    /** The page itself; it asks for the others. */
    public static final String PAGE = "timeline.html";

    /** All files that a browser may ask for besides the page. */
    public static final Set<String> NAMES = Set.of(
            "timeline.css",
            "model.js",
            "paint.js",
            "lanes.js",
            "plots.js",
            "page.js",
            "uplot/uPlot.js",
            "uplot/uPlot.css");

    private static final String FOLDER = "/web/";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8");

    private WebFiles() {}

    /** The media type by the name's ending. */
    public static String type(String name) {
        return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
    }

    /** The text of one file of the folder {@code web}. */
    public static String text(String name) {
        try (InputStream in = WebFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file web/" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
