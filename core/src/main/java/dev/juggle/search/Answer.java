// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The merged answer to one query. With an order it is a k-way merge: the first hits of all shards lie in a heap, the least
 * is taken and its shard asked for the next; equal ones come in order of the shards, so the answer is the same every
 * time. Without an order it is one shard after the other, and those behind the limit aren't asked. What a shard holds back
 * is one batch. Belongs to one thread.
 */
public final class Answer implements Iterator<Hit>, AutoCloseable {
    private static final int WINDOW_PER_THREAD = 2;

    private final Query query;
    private final List<ShardRun> runs;
    private final FanOut fanOut;
    private final int window;
    private final PriorityQueue<Integer> heads;
    private boolean hasBegun;
    private int at;
    private long left;
    private @Nullable Hit next;

    Answer(Query query, List<ShardRun> runs, FanOut fanOut, int threads) {
        this.query = query;
        this.runs = runs;
        this.fanOut = fanOut;
        this.window = WINDOW_PER_THREAD * threads;
        this.left = query.limit() < 0 ? Long.MAX_VALUE : query.limit();
        this.heads = new PriorityQueue<>(Math.max(1, runs.size()), (a, b) -> {
            int compared = Hit.compare(seen(a), seen(b), query.order());
            return compared != 0 ? compared : Integer.compare(a, b);
        });
    }

    private Hit seen(int run) {
        Hit head = runs.get(run).head();
        if (head == null) {
            throw new IllegalStateException("a shard without a hit is in the merge");
        }
        return head;
    }

    /** What was chosen, and why. */
    public FanOut fanOut() {
        return fanOut;
    }

    /** What values are called, over all shards, in the order in which they were met. */
    public List<String> names() {
        if (!query.columns().isEmpty()) {
            return query.columns();
        }
        Set<String> names = new LinkedHashSet<>();
        for (ShardRun run : runs) {
            if (run.shard().isRemote()) {
                run.head(); // its names come with its first rows
            }
            names.addAll(run.names());
        }
        return List.copyOf(names);
    }

    @Override
    public boolean hasNext() {
        if (!hasBegun) {
            hasBegun = true;
            begin();
            for (long skipped = 0; skipped < query.offset() && advance() != null; skipped++) {
                next = null;
            }
        }
        return left > 0 && advance() != null;
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

    private void begin() {
        if (query.order().isEmpty() || query.limit() == 0) {
            return;
        }
        runs.forEach(ShardRun::start);
        if (fanOut.mode() == FanOut.Mode.POOL) {
            runs.forEach(ShardRun::help);
        }
        for (int i = 0; i < runs.size(); i++) {
            if (runs.get(i).head() != null) {
                heads.add(i);
            }
        }
    }

    private @Nullable Hit advance() {
        if (next == null) {
            next = query.order().isEmpty() ? inTurn() : least();
        }
        return next;
    }

    private @Nullable Hit least() {
        Integer first = heads.poll();
        if (first == null) {
            return null;
        }
        Hit hit = seen(first);
        runs.get(first).remove();
        if (runs.get(first).head() != null) {
            heads.add(first);
        }
        return hit;
    }

    private @Nullable Hit inTurn() {
        while (at < runs.size()) {
            if (fanOut.mode() != FanOut.Mode.CALLER) {
                for (int i = at; i < Math.min(runs.size(), at + window); i++) {
                    runs.get(i).start();
                }
            }
            Hit head = runs.get(at).head();
            if (head != null) {
                runs.get(at).remove();
                return head;
            }
            at++;
        }
        return null;
    }

    /** What became of each shard, in order; complete when there is no next hit. */
    public List<ShardStatus> shards() {
        List<ShardStatus> statuses = new ArrayList<>();
        runs.forEach(run -> statuses.add(run.status()));
        return statuses;
    }

    @Override
    public void close() {
        runs.forEach(ShardRun::close);
    }
}
