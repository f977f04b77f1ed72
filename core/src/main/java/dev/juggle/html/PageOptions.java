// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What becomes of a page beside the usual.
 *
 * @param columns columns of the user's own
 * @param hasNodes whether the whole tree is part of the record
 */
public record PageOptions(List<Column> columns, boolean hasNodes) {
    /** Nothing beside the usual. */
    public static final PageOptions DEFAULT = new PageOptions(List.of(), false);

    /** The members that every page has. */
    static final Set<String> MEMBERS = Set.of(
            "path",
            "title",
            "language",
            "description",
            "canonical",
            "encoding",
            "text",
            "links",
            "images",
            "headings",
            "meta",
            "tables",
            "ld_json",
            "json",
            "broken_json",
            "nodes");

    private static final Pattern COLUMN =
            Pattern.compile("([^=]+?)(\\[])?=(.*?)(?:@([A-Za-z_:][-\\w:.]*))?", Pattern.DOTALL);

    /**
     * A column filled by a selector: with the text, or with an attribute, of the first element that it finds, or with all.
     *
     * @param name what it is called
     * @param isList whether it is a table of all elements found instead
     * @param selector finds them
     * @param attribute whose value is taken; empty for the text
     */
    public record Column(String name, boolean isList, Selector selector, String attribute) {
        /** The column as it is written on the command line. */
        public String text() {
            return name + (isList ? "[]" : "") + "=" + selector + (attribute.isEmpty() ? "" : "@" + attribute);
        }
    }

    /** Copies the list. */
    public PageOptions {
        columns = List.copyOf(columns);
    }

    /**
     * These options with columns as the command line has them: {@code NAME=CSS}, {@code NAME[]=CSS} for all that is found,
     * {@code NAME=CSS@ATTRIBUTE} for the value of an attribute.
     *
     * @throws IllegalArgumentException where one can't be understood
     */
    public PageOptions select(List<String> given) {
        List<Column> all = new ArrayList<>(columns);
        for (String text : given) {
            Column column = column(text);
            boolean isTaken =
                    MEMBERS.contains(column.name) || all.stream().anyMatch(other -> other.name.equals(column.name));
            Check.that(!isTaken, "--select " + text + ": every page has a column " + column.name + " already");
            all.add(column);
        }
        return new PageOptions(all, hasNodes);
    }

    private static Column column(String text) {
        Matcher parts = COLUMN.matcher(text);
        Check.that(parts.matches() && text.indexOf('\n') < 0, "--select takes NAME=CSS, which this is not: " + text);
        String attribute = parts.group(4);
        try {
            return new Column(
                    parts.group(1),
                    parts.group(2) != null,
                    Selector.parse(parts.group(3)),
                    attribute == null ? "" : attribute);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--select " + text + ": " + wrong.getMessage(), wrong);
        }
    }
}
