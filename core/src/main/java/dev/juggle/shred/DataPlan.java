// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Decision;
import dev.juggle.catalog.LayoutPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan with its reasons.
 *
 * @param paths the paths with a decision other than plain, and plain ones that somebody may wonder about
 * @param sampledBytes bytes of text that were looked at
 */
public record DataPlan(List<PlannedPath> paths, long sampledBytes) {
    /** Everything plain. */
    public static final DataPlan NONE = new DataPlan(List.of(), 0);

    /** Copies the list. */
    public DataPlan {
        paths = List.copyOf(paths);
    }

    /** The decisions alone. */
    public LayoutPlan layout() {
        Map<String, Map<String, Decision>> decisions = new HashMap<>();
        for (PlannedPath path : paths) {
            if (path.decision() != Decision.PLAIN) {
                decisions.computeIfAbsent(path.root(), _ -> new HashMap<>()).put(path.path(), path.decision());
            }
        }
        return new LayoutPlan(decisions);
    }
}
