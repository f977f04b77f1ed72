// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a verdict is made from.
 *
 * @param nanos how long the run took, or takes so far
 * @param threads the totals of each thread
 * @param settings what the run was started with, see {@link Settings}
 */
public record RunTotals(long nanos, List<ThreadTotals> threads, Map<String, String> settings) {
    public RunTotals {
        threads = List.copyOf(threads);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }
}
