// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.html.PageOptions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of HTML pages.
 *
 * @param record what a page's record holds
 * @param isKeepingSource whether its bytes are kept too, so that it can be rebuilt
 */
public record PageRules(PageOptions record, boolean isKeepingSource) {
    /** The usual record, and no source. */
    public static final PageRules DEFAULT = new PageRules(PageOptions.DEFAULT, false);

    private static final String SELECT = "select";
    private static final String NODES = "nodes";
    private static final String KEEP_SOURCE = "keep_source";
    private static final String YES = "yes";

    /** The rules that a database was made with, by its {@code _juggle_meta}. */
    public static PageRules of(Function<String, @Nullable String> meta) {
        String selected = meta.apply(SELECT);
        PageOptions record = new PageOptions(List.of(), YES.equals(meta.apply(NODES)));
        return new PageRules(
                selected == null ? record : record.select(selected.lines().toList()),
                YES.equals(meta.apply(KEEP_SOURCE)));
    }

    /** Notes the rules in what will be {@code _juggle_meta}. */
    public void describe(Map<String, String> meta) {
        if (!record.columns().isEmpty()) {
            meta.put(
                    SELECT,
                    record.columns().stream().map(PageOptions.Column::text).collect(Collectors.joining("\n")));
        }
        if (record.hasNodes()) {
            meta.put(NODES, YES);
        }
        if (isKeepingSource) {
            meta.put(KEEP_SOURCE, YES);
        }
    }
}
