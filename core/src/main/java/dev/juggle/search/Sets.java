// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Union, intersection and difference between queries. Without a key a row is itself, and they are only other filters. With
 * one, rows are the same when they agree in it, in whatever shards they are: the keys of the other queries are collected in
 * memory first ({@link #MAX_KEYS} at most), and the rows of the first, in its order, are held against them. Rows without the
 * key are the same as no other.
 *
 * @param unions queries whose rows are added
 * @param intersections queries in whose rows a row must be, too
 * @param differences queries in whose rows a row must not be
 * @param key the member by which rows are the same; null for the row itself
 */
public record Sets(
        List<Filter> unions,
        List<Filter> intersections,
        List<Filter> differences,
        @Nullable String key) {
    /** Keys of one query that are held in memory. */
    static final int MAX_KEYS = 5_000_000;

    /** No sets: the query alone. */
    public static final Sets NONE = new Sets(List.of(), List.of(), List.of(), null);

    /** Whether there is anything to do. */
    public boolean isEmpty() {
        return unions.isEmpty() && intersections.isEmpty() && differences.isEmpty();
    }

    /** The filter for the rows of all this, where a row is itself; with a key that for the unions. */
    public Filter over(Filter first) {
        Filter united = first;
        if (!unions.isEmpty()) {
            List<Filter> any = new ArrayList<>(List.of(first));
            any.addAll(unions);
            united = new Filter.Any(any);
        }
        if (key != null || (intersections.isEmpty() && differences.isEmpty())) {
            return united;
        }
        List<Filter> all = new ArrayList<>(List.of(united));
        all.addAll(intersections);
        differences.forEach(difference -> all.add(new Filter.Not(difference)));
        return new Filter.All(all);
    }

    /** What a search by key found: its hits, and what became of every shard in each of the queries. */
    public static final class Found implements Iterator<Hit>, AutoCloseable {
        private final Answer answer;
        private final List<ShardStatus> others;
        private final List<Set<Object>> wanted;
        private final List<Set<Object>> unwanted;
        private final @Nullable Set<Object> seen;
        private final Query query;
        private long left;
        private long toSkip;
        private @Nullable Hit next;

        private Found(Answer answer, Query query, Keys keys, boolean isUnion) {
            this.answer = answer;
            this.query = query;
            this.others = keys.statuses;
            this.wanted = keys.wanted;
            this.unwanted = keys.unwanted;
            this.seen = isUnion ? new HashSet<>() : null;
            this.left = query.limit() < 0 ? Long.MAX_VALUE : query.limit();
            this.toSkip = query.offset();
        }

        @Override
        public boolean hasNext() {
            while (left > 0 && next == null && answer.hasNext()) {
                Hit hit = answer.next();
                if (isIn(hit) && toSkip-- <= 0) {
                    next = hit;
                }
            }
            return next != null;
        }

        private boolean isIn(Hit hit) {
            Object key = plain(hit.key(query.order().size()));
            boolean isFirst = seen == null || key == null || seen.add(key);
            return isFirst
                    && wanted.stream().allMatch(set -> key != null && set.contains(key))
                    && unwanted.stream().noneMatch(set -> key != null && set.contains(key));
        }

        @Override
        public Hit next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException();
            }
            Hit hit = next;
            next = null;
            left--;
            return hit;
        }

        /** The names of the values. */
        public List<String> names() {
            return answer.names();
        }

        /** What became of each shard, the other queries' first. */
        public List<ShardStatus> shards() {
            List<ShardStatus> all = new ArrayList<>(others);
            all.addAll(answer.shards());
            return all;
        }

        /** Where the first query was worked on. */
        public FanOut fanOut() {
            return answer.fanOut();
        }

        @Override
        public void close() {
            answer.close();
        }
    }

    /** The keys of the other queries. */
    private static final class Keys {
        private final List<Set<Object>> wanted = new ArrayList<>();
        private final List<Set<Object>> unwanted = new ArrayList<>();
        private final List<ShardStatus> statuses = new ArrayList<>();
    }

    /** Runs the query and the others, by key. */
    public Found run(Search search, Query query) {
        if (key == null) {
            throw new IllegalArgumentException("sets without a key are filters");
        }
        Keys keys = new Keys();
        intersections.forEach(filter -> keys.wanted.add(keysOf(search, query, filter, keys)));
        differences.forEach(filter -> keys.unwanted.add(keysOf(search, query, filter, keys)));
        Query whole = query.filtered(over(query.filter())).keyed(key).limited(-1, 0);
        return new Found(search.run(whole), query, keys, !unions.isEmpty());
    }

    private Set<Object> keysOf(Search search, Query query, Filter filter, Keys keys) {
        Set<Object> found = new HashSet<>();
        String name = String.valueOf(key);
        Query others = query.filtered(filter).ordered(List.of()).limited(-1, 0).giving(List.of(name));
        try (Answer answer = search.run(others)) {
            while (answer.hasNext()) {
                Object value = plain(answer.next().values().getFirst());
                if (value != null) {
                    found.add(value);
                }
                if (found.size() > MAX_KEYS) {
                    throw new IllegalArgumentException("--key " + name + ": a query of the set has more than "
                            + MAX_KEYS + " keys; narrow it, or let it be the first");
                }
            }
            keys.statuses.addAll(answer.shards());
        }
        return found;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Double real when real == Math.rint(real) && Math.abs(real) < 0x1p53 -> (Object) real.longValue();
            case byte[] blob -> java.util.HexFormat.of().formatHex(blob) + " as a blob";
            case null -> null;
            default -> value;
        };
    }
}
