// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Puts queries to many shards and gives one merged answer each. Shards stay open between queries. Any number of threads can
 * ask at the same time; a query's answer belongs to the thread that asked.
 */
public final class Search implements AutoCloseable {
    /** From this many shards that must be opened first on, several threads open them. */
    private static final int MANY_COLD = 4;

    private final List<Shard> shards;
    private final Options options;
    private final ExecutorService pool;
    private final ExecutorService virtual;

    /**
     * What a search may use.
     *
     * @param shardNanos how long one shard may work on a query
     * @param totalNanos how long a whole answer may take
     * @param mode where local shards are worked on
     * @param threads how many threads work on local shards, the asking one included
     */
    public record Options(long shardNanos, long totalNanos, FanOut.Mode mode, int threads) {
        /** 30 s for a shard, an hour for all, a thread for each core. */
        public static Options standard() {
            return new Options(
                    TimeUnit.SECONDS.toNanos(30),
                    TimeUnit.HOURS.toNanos(1),
                    FanOut.Mode.AUTO,
                    Runtime.getRuntime().availableProcessors());
        }
    }

    /** Searches those shards; they are closed with this. */
    public Search(Collection<? extends Shard> shards, Options options) {
        this.shards = List.copyOf(shards);
        this.options = options;
        int helpers = Math.max(1, options.threads() - 1);
        this.pool = Executors.newFixedThreadPool(
                helpers, Thread.ofPlatform().daemon().name("juggle-search-", 0).factory());
        this.virtual = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("juggle-shard-", 0).factory());
    }

    /** The shards in order. */
    public List<Shard> shards() {
        return shards;
    }

    /** Puts a query to all shards. */
    public Answer run(Query query) {
        List<ShardRun> runs = new ArrayList<>();
        long last = System.nanoTime() + options.totalNanos();
        List<ShardRun> local = new ArrayList<>();
        Switch executor = new Switch();
        for (Shard shard : shards) {
            Deadline deadline = new Deadline(options.shardNanos(), last);
            ShardRun run = new ShardRun(shard, query, deadline, shard.isRemote() ? virtual : executor);
            runs.add(run);
            if (shard.isRemote()) {
                run.start();
            } else {
                local.add(run);
            }
        }
        open(local);
        double sum = local.stream().mapToDouble(ShardRun::estimateMicros).sum();
        FanOut fanOut = FanOut.decide(options.mode(), local.size(), sum, options.threads());
        executor.to = switch (fanOut.mode()) {
            case POOL -> pool;
            case VIRTUAL -> virtual;
            default -> new ShardRun.Caller();
        };
        return new Answer(query, runs, fanOut, options.threads());
    }

    /** Decides late: what a run's tasks go to is known when all are open. */
    private static final class Switch implements ShardRun.Late {
        private java.util.concurrent.Executor to = new ShardRun.Caller();

        @Override
        public void execute(Runnable task) {
            to.execute(task);
        }

        @Override
        public boolean fetchesAhead() {
            return !(to instanceof ShardRun.Caller);
        }
    }

    private void open(List<ShardRun> local) {
        long cold = local.stream().filter(run -> !run.shard().isWarm()).count();
        if (cold < MANY_COLD || options.mode() == FanOut.Mode.CALLER) {
            local.forEach(ShardRun::open);
            return;
        }
        List<FutureTask<Boolean>> tasks = new ArrayList<>();
        for (ShardRun run : local) {
            FutureTask<Boolean> task = new FutureTask<>(run::open, true);
            tasks.add(task);
            pool.execute(task);
        }
        tasks.forEach(FutureTask::run); // those that no thread has taken yet
        tasks.forEach(Search::await);
    }

    private static void await(FutureTask<?> task) {
        try {
            task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause()); // a run notes its failures itself
        }
    }

    /** An answer to {@link #count}: the sums, and what became of each shard. */
    public record Counted(Counts counts, List<ShardStatus> shards) {}

    /** Counts the query's rows over all shards, in all and by the values of each of the members. */
    public Counted count(Query query, List<String> members) {
        long last = System.nanoTime() + options.totalNanos();
        List<FutureTask<Counts>> tasks = new ArrayList<>();
        List<Deadline> deadlines = new ArrayList<>();
        for (Shard shard : shards) {
            Deadline deadline = new Deadline(options.shardNanos(), last);
            Callable<Counts> work = () -> {
                deadline.begin();
                return shard.count(query, members, deadline);
            };
            FutureTask<Counts> task = new FutureTask<>(work);
            deadlines.add(deadline);
            tasks.add(task);
            (shard.isRemote() ? virtual : pool).execute(task);
        }
        Counts sum = new Counts();
        List<ShardStatus> statuses = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            if (!shards.get(i).isRemote()) {
                tasks.get(i).run();
            }
        }
        for (int i = 0; i < tasks.size(); i++) {
            String failure = add(tasks.get(i), deadlines.get(i), sum);
            statuses.add(new ShardStatus(shards.get(i).name(), failure, 0, 0, new LinkedHashSet<>()));
        }
        return new Counted(sum, statuses);
    }

    private static @org.jspecify.annotations.Nullable String add(
            FutureTask<Counts> task, Deadline deadline, Counts sum) {
        try {
            sum.add(task.get(deadline.remainingNanos() + 500_000_000L, TimeUnit.NANOSECONDS));
            return null;
        } catch (ExecutionException e) {
            return e.getCause() instanceof ShardException known ? known.getMessage() : String.valueOf(e.getCause());
        } catch (TimeoutException e) {
            deadline.cancel();
            return deadline.reason();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
        virtual.shutdownNow();
        shards.forEach(Shard::close);
    }
}
