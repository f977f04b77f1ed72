// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.ArenaPool;
import dev.juggle.catalog.Catalog;
import dev.juggle.catalog.CatalogLimits;
import dev.juggle.pipeline.IngestSummary.Outcome;
import dev.juggle.shred.DataPlan;
import dev.juggle.shred.IdentityTable;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.trace.Trace;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run: files in, a database out.
 *
 * <pre>
 *          todo                       done
 * Reader ───────► Worker 1..n ───────────────► Writer ───► out.db
 *   ▲             parse → ticket → encode        │
 *   └──────────────── free jobs ◄────────────────┘
 * </pre>
 *
 * <p>{@link #run} may be called once; {@link #interrupt} and {@link #progress} by any thread at any time.
 */
public final class Ingest {
    /** How a run gets its database writer. */
    @FunctionalInterface
    interface WriterFactory {
        /** Begins a database at {@code file} with so much memory for pages. */
        DatabaseWriter open(Path file, long cacheBytes) throws IOException;
    }

    private final IngestOptions options;
    private final Trace trace;
    private final WriterFactory writers;
    private final Progress progress = new Progress();
    private final ErrorLog errors = new ErrorLog();
    private DataPlan plan = DataPlan.NONE;
    private Catalog catalog = new Catalog(CatalogLimits.DEFAULT);
    private final long startNanos = System.nanoTime();
    private long forgotten;
    private long storedAgain;

    /** Set by {@link #interrupt}, whose partner is the read right after {@link #feed} was set: one of the two sees the other. */
    private volatile boolean isInterrupted;

    /** Where the input comes from, once there is such a thing. See {@link #isInterrupted}. */
    private volatile @Nullable ExtentFeed feed;

    /** A run into a new database, recorded in {@code trace} ({@link Trace#OFF} for not at all). */
    public Ingest(IngestOptions options, Trace trace) {
        this(options, trace, options.writer()::open);
    }

    Ingest(IngestOptions options, Trace trace, WriterFactory writers) {
        this.options = options;
        this.trace = trace;
        this.writers = writers;
    }

    /** As {@link #run(Consumer)}, with nobody looking on. */
    public IngestSummary run() throws IOException {
        return run(null);
    }

    /**
     * Does it: builds the database beside the target and, when it is complete, gives it the target's name. If anything but
     * the input itself goes wrong, the target is as it was before.
     *
     * @param watcher is shown the progress several times a second, by a thread of its own, and finds out the total
     *     on the way; null for nobody
     * @throws IllegalArgumentException if the target may not be replaced
     * @throws IOException if the database can't be written
     */
    public IngestSummary run(@Nullable Consumer<Progress> watcher) throws IOException {
        try (Publication publication = new Publication(options.target(), options.isReplacing())) {
            return run(publication, watcher);
        } finally {
            trace.close();
        }
    }

    /** Gives out no more input: what is under way is finished, and the run ends with a valid database under the name {@code .part}. */
    public void interrupt() {
        isInterrupted = true;
        ExtentFeed extents = feed;
        if (extents != null) {
            extents.stop();
        }
        try {
            // a read that waits for a person or a pipe ends here
            options.standardInput().close();
        } catch (IOException closedAlready) {
            // that is what was wanted
        }
    }

    /** How far the run has come. */
    public Progress progress() {
        return progress;
    }

    private IngestSummary run(Publication publication, @Nullable Consumer<Progress> watcher) throws IOException {
        InputWalk walk = new InputWalk(options.input());
        plan = Sampling.plan(options, walk);
        catalog = new Catalog(CatalogLimits.DEFAULT, plan.layout());
        try (ExtentFeed extents = new ExtentFeed(walk, progress, options)) {
            return run(publication, watcher, extents, walk.base());
        }
    }

    private IngestSummary run(
            Publication publication, @Nullable Consumer<Progress> watcher, ExtentFeed extents, String base)
            throws IOException {
        feed = extents;
        if (isInterrupted) {
            extents.stop();
        }
        try (Watch _ = Watch.start(trace, progress, options.input(), watcher)) {
            if (extents.isEmpty()) {
                errors.addProblems(extents.drainProblems());
                return summary(Outcome.NOTHING_FOUND, JobCounts.NONE, publication.part());
            }
            return build(publication, extents, base);
        }
    }

    private IngestSummary build(Publication publication, ExtentFeed extents, String base) throws IOException {
        DatabaseWriter database =
                writers.open(publication.part(), options.budget().pageCacheBytes());
        try (ArenaPool pool = new ArenaPool(options.budget());
                IdentityTable identities =
                        IdentityTable.ofBytes(options.budget().identityBytes())) {
            RunContext context =
                    new RunContext(options, catalog, plan, identities, extents, base, progress, errors, trace);
            Ring ring = new Ring(context, pool, database);
            JobCounts total = ring.turn();
            forgotten = identities.evictions();
            storedAgain = identities.repeated();
            Throwable failure = ring.failure();
            if (failure instanceof FailFastException first) {
                errors.addProblems(List.of(first.getMessage()));
                return summary(Outcome.STOPPED, total, publication.part());
            }
            if (failure != null) {
                throw rethrow(failure);
            }
            errors.addProblems(extents.drainProblems());
            if (isInterrupted) {
                return summary(Outcome.INTERRUPTED, total, publication.part());
            }
            publication.publish();
            return summary(Outcome.COMPLETE, total, options.target());
        } finally {
            // of a finished database there is nothing to give up
            database.abort();
        }
    }

    private IngestSummary summary(Outcome outcome, JobCounts total, Path database) throws IOException {
        return new IngestSummary(
                outcome,
                total.files(),
                total.emptyFiles(),
                total.records(),
                total.setAside(),
                errors.problems(),
                total.warnings(),
                catalog.tables().size(),
                total.rows(),
                forgotten,
                storedAgain,
                total.rawBytes(),
                total.textBytes(),
                outcome != Outcome.STOPPED && Files.exists(database) ? Files.size(database) : 0,
                System.nanoTime() - startNanos,
                PeakMemory.bytes(),
                errors.first());
    }

    private static IOException rethrow(Throwable failure) throws IOException {
        switch (failure) {
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            case IOException io -> throw io;
            case InterruptedException interrupted -> {
                IOException ended = new InterruptedIOException("the run was interrupted");
                ended.initCause(interrupted);
                throw ended;
            }
            default -> throw new IOException(failure);
        }
    }
}
