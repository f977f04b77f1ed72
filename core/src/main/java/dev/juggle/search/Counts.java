// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How many rows there are, in all and by the values of members. Sums up over tables and shards; for one thread. */
public final class Counts {
    /** Values of one member that are told apart; beyond them a facet says that it isn't complete. */
    static final int MAX_VALUES = 100_000;

    /** One value of a member and how many rows have it. */
    public record Count(@Nullable Object value, long rows) {}

    private long rows;
    private final Map<String, Map<Optional<Object>, Long>> members = new LinkedHashMap<>();
    private final Map<String, Boolean> cut = new HashMap<>();

    /** Rows in all. */
    public long rows() {
        return rows;
    }

    /** The members that were counted. */
    public List<String> members() {
        return List.copyOf(members.keySet());
    }

    /** Whether a member has more values than are told apart. */
    public boolean isCut(String member) {
        return cut.getOrDefault(member, false);
    }

    /** The values of a member, the most frequent first, then in SQLite's order with NULL first. */
    public List<Count> of(String member, int most) {
        List<Count> counts = new ArrayList<>();
        members.getOrDefault(member, Map.of())
                .forEach((value, count) -> counts.add(new Count(value.orElse(null), count)));
        counts.sort((a, b) -> {
            int byRows = Long.compare(b.rows(), a.rows());
            if (byRows != 0 || a.value() == null || b.value() == null) {
                return byRows != 0 ? byRows : a.value() == b.value() ? 0 : a.value() == null ? -1 : 1;
            }
            return Values.compare(a.value(), b.value(), false);
        });
        return counts.subList(0, Math.min(most, counts.size()));
    }

    void addRows(long more) {
        rows += more;
    }

    void add(String member, @Nullable Object value, long more) {
        Map<Optional<Object>, Long> values = members.computeIfAbsent(member, _ -> new HashMap<>());
        Optional<Object> key =
                Optional.ofNullable(value instanceof byte[] blob ? "blob of " + blob.length + " bytes" : plain(value));
        if (values.size() < MAX_VALUES || values.containsKey(key)) {
            values.merge(key, more, Long::sum);
        } else {
            cut.put(member, true);
        }
    }

    /** A real that is an integer counts with the integer, as in SQLite's GROUP BY. */
    private static @Nullable Object plain(@Nullable Object value) {
        boolean isWhole = value instanceof Double real && real == Math.rint(real) && Math.abs(real) < 0x1p53;
        return isWhole && value instanceof Double real ? (Object) real.longValue() : value;
    }

    void add(Counts other) {
        rows += other.rows;
        other.members.forEach((member, values) -> {
            members.computeIfAbsent(member, _ -> new HashMap<>());
            values.forEach((value, count) -> add(member, value.orElse(null), count));
        });
        cut.putAll(other.cut);
    }
}
