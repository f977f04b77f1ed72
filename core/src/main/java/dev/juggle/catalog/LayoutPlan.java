// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.HashMap;
import java.util.Map;

/**
 * The decisions for a run, by root table's name and JSONPath as {@link JsonPath} writes it: `[*]` for the elements of an array,
 * `.*` for the values of a map. Made before the run, immutable; what it does not mention is {@link Decision#PLAIN}.
 */
public final class LayoutPlan {
    /** Everything plain. */
    public static final LayoutPlan NONE = new LayoutPlan(Map.of());

    private final Map<String, Map<String, Decision>> decisions;

    /**
     * A plan.
     *
     * @param decisions by the name that files of a root table ask for (see {@link Catalog#root}), then by path
     */
    public LayoutPlan(Map<String, Map<String, Decision>> decisions) {
        Map<String, Map<String, Decision>> copy = new HashMap<>();
        decisions.forEach((root, paths) -> copy.put(root, Map.copyOf(paths)));
        this.decisions = Map.copyOf(copy);
    }

    /** What is done with values at a path. */
    public Decision at(String root, String path) {
        return decisions.getOrDefault(root, Map.of()).getOrDefault(path, Decision.PLAIN);
    }

    /** Whether it says anything about a root table and what is below it. */
    boolean concerns(String root) {
        return decisions.containsKey(root);
    }

    /** Whether anything is to be laid out this way. */
    public boolean has(Decision decision) {
        return decisions.values().stream().anyMatch(paths -> paths.containsValue(decision));
    }
}
