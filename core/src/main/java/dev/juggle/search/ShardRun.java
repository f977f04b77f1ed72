// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One shard's part in one answer, batch by batch. A task never waits for the reader of the answer: it fetches a batch and
 * ends, and the shard's cursor stays open in between. So a pool of few threads serves any number of shards, and no
 * order in which heads are needed can block it. All fields but the cursor's insides belong to the asking thread; tasks hand
 * their batch over through their {@link FutureTask}.
 */
final class ShardRun {
    private static final int BATCH = 256;
    private static final long GRACE_NANOS = 500_000_000L;

    private final Shard shard;
    private final Query query;
    private final Deadline deadline;
    private final Executor executor;
    private final Deque<Hit> batch = new ArrayDeque<>();
    private @Nullable FutureTask<List<Hit>> pending;
    private volatile Shard.@Nullable Cursor cursor;
    private final AtomicLong workedNanos = new AtomicLong();
    private volatile boolean isClosed;
    /** Held while the cursor is worked with. */
    private final ReentrantLock work = new ReentrantLock();

    private long rows;
    private boolean isDone;
    private @Nullable String failure;

    /**
     * A part that has not begun.
     *
     * @param executor runs its tasks; one that runs them at once in the calling thread fetches only what is needed
     */
    ShardRun(Shard shard, Query query, Deadline deadline, Executor executor) {
        this.shard = shard;
        this.query = query;
        this.deadline = deadline;
        this.executor = executor;
    }

    /** Runs tasks when they are asked for, in the asking thread. */
    static final class Caller implements Executor {
        @Override
        public void execute(Runnable task) {
            // ShardRun.head runs it: then it is needed
        }
    }

    /** An executor that knows late whether it has threads. */
    interface Late extends Executor {
        /** Whether the next batch is fetched before it is asked for. */
        boolean fetchesAhead();
    }

    Shard shard() {
        return shard;
    }

    /** Opens the shard, in the thread that calls; a failure is noted. */
    void open() {
        try {
            timed(() -> {
                cursor = shard.open(query, deadline);
                return List.of();
            });
        } catch (ShardException e) {
            failure = String.valueOf(e.getMessage());
            isDone = true;
        } catch (Exception e) {
            failure = String.valueOf(e);
            isDone = true;
        }
    }

    private List<Hit> timed(Callable<List<Hit>> work) throws Exception {
        long start = System.nanoTime();
        deadline.begin();
        try {
            return work.call();
        } finally {
            deadline.pause();
            workedNanos.addAndGet(System.nanoTime() - start);
        }
    }

    double estimateMicros() {
        Shard.Cursor opened = cursor;
        return opened == null ? 0 : opened.estimateMicros();
    }

    List<String> names() {
        Shard.Cursor opened = cursor;
        return opened == null ? List.of() : opened.names();
    }

    /** Has the next batch fetched, unless that is under way. */
    void start() {
        if (!isDone && pending == null) {
            long wanted = query.perShard() < 0 ? BATCH : Math.min(BATCH, query.perShard() - rows);
            FutureTask<List<Hit>> task = new FutureTask<>(() -> fetch((int) wanted));
            pending = task;
            executor.execute(task);
        }
    }

    private List<Hit> fetch(int most) throws Exception {
        work.lock();
        try {
            return isClosed ? List.of() : timed(() -> opened().fetch(most));
        } finally {
            work.unlock();
            if (isClosed) { // close() came meanwhile, and found the lock taken
                closeCursor();
            }
        }
    }

    private Shard.Cursor opened() throws ShardException {
        Shard.Cursor opened = cursor;
        if (opened == null) {
            opened = shard.open(query, deadline);
            cursor = opened;
        }
        return opened;
    }

    /** Runs the batch's task here if no thread has taken it yet. */
    void help() {
        FutureTask<List<Hit>> task = pending;
        if (task != null && !shard.isRemote()) {
            task.run();
        }
    }

    /** The next hit, or null when there is none (any more); waits for it. */
    @Nullable
    Hit head() {
        while (batch.isEmpty() && !isDone) {
            start();
            help();
            take();
        }
        return batch.peekFirst();
    }

    void remove() {
        batch.removeFirst();
    }

    private void take() {
        FutureTask<List<Hit>> task = pending;
        if (task == null) {
            return;
        }
        pending = null;
        try {
            List<Hit> hits = task.get(deadline.remainingNanos() + GRACE_NANOS, TimeUnit.NANOSECONDS);
            batch.addAll(hits);
            rows += hits.size();
            long full = query.perShard() < 0 ? BATCH : Math.min(BATCH, query.perShard() - rows + hits.size());
            isDone = hits.size() < full || rows == query.perShard();
            if (!(executor instanceof Late late) || late.fetchesAhead()) {
                start();
            }
        } catch (ExecutionException e) {
            isDone = true;
            failure = e.getCause() instanceof ShardException known ? known.getMessage() : String.valueOf(e.getCause());
        } catch (TimeoutException | CancellationException e) {
            isDone = true;
            failure = deadline.reason();
            deadline.cancel();
        } catch (InterruptedException e) {
            isDone = true;
            failure = "interrupted";
            deadline.cancel();
            Thread.currentThread().interrupt();
        }
    }

    /** Stops what still runs and gives everything back; what runs in another thread at this moment does so itself. */
    void close() {
        isDone = true;
        batch.clear();
        pending = null;
        isClosed = true;
        deadline.cancel();
        Shard.Cursor opened = cursor;
        if (opened != null) {
            opened.cancel();
        }
        closeCursor();
    }

    /** Whoever comes last closes: the one that closes the run, or the fetch that was under way. */
    private void closeCursor() {
        if (work.tryLock()) {
            try {
                Shard.Cursor opened = cursor;
                if (opened != null) {
                    opened.close();
                }
            } finally {
                work.unlock();
            }
        }
    }

    ShardStatus status() {
        Shard.Cursor opened = cursor;
        Set<String> missing = opened == null ? Set.of() : opened.missing();
        String said = failure == null && opened != null ? opened.failure() : failure;
        return new ShardStatus(shard.name(), said, rows, workedNanos.get() / 1_000, missing);
    }
}
