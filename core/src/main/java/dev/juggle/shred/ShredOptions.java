// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What shapes the rows.
 *
 * @param selection the steps of {@code --path}, each a key or, in an array, an index; empty for the whole document
 * @param selectedPath the path as the user gave it, stored with each file; empty without one
 * @param maxRecords records in all; the rest of the input is left out
 * @param keptBytes how many bytes of a stretch that was set aside are kept in `_juggle_errors`
 * @param pages what becomes of HTML pages
 * @param planning how the plan comes about
 */
public record ShredOptions(
        List<String> selection,
        String selectedPath,
        long maxRecords,
        int keptBytes,
        PageRules pages,
        PlanOptions planning) {

    private static final Pattern DOT = Pattern.compile("\\.");
    private static final Pattern SLASH = Pattern.compile("/");

    /** Whole documents, all of them. */
    public static final ShredOptions DEFAULT = new ShredOptions(List.of(), "", Long.MAX_VALUE, 1 << 16);

    /** These options without any for pages, everything laid out plainly. */
    public ShredOptions(List<String> selection, String selectedPath, long maxRecords, int keptBytes) {
        this(selection, selectedPath, maxRecords, keptBytes, PageRules.DEFAULT, PlanOptions.PLAIN);
    }

    /** These options with other rules for pages. */
    public ShredOptions withPages(PageRules rules) {
        return new ShredOptions(selection, selectedPath, maxRecords, keptBytes, rules, planning);
    }

    /** These options with another plan. */
    public ShredOptions planned(PlanOptions other) {
        return new ShredOptions(selection, selectedPath, maxRecords, keptBytes, pages, other);
    }

    /** These options with a path, given as dotted keys or as a JSON Pointer (RFC 6901) that begins with a slash. */
    public ShredOptions withPath(String path) {
        return new ShredOptions(steps(path), path, maxRecords, keptBytes, pages, planning);
    }

    private static List<String> steps(String path) {
        if (path.isEmpty()) {
            return List.of();
        }
        if (path.charAt(0) != '/') {
            return List.of(DOT.split(path, -1));
        }
        return Stream.of(SLASH.split(path.substring(1), -1))
                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                .toList();
    }
}
