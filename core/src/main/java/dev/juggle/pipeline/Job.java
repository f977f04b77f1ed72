// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.ArenaPool;
import dev.juggle.arena.BumpArena;
import dev.juggle.sqlite.JobOutput;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/*
 * There are as many jobs as arenas, and they go round:
 *
 *   free ─► reader: an extent, its bytes ─► worker: tape, ticket, rows ─► writer: placed, committed ─► free
 *
 * All fields are plain: a job is used by its owner only, and handed over through a queue, which orders what one owner did
 * before what the next one does. To hand it over the owner releases it, and whoever takes it out claims it; both are
 * asserted, so a job that is used by two threads is found in the first test that does it.
 */
/** An arena and what it carries on its way round: an extent, its tapes, its finished rows. */
final class Job {
    private final ArenaPool pool;
    private final int index;
    private final RowSink sink;
    private final List<LoadedFile> files = new ArrayList<>();
    private @Nullable Thread owner;
    private @Nullable Extent extent;
    private boolean needsReserve;
    private boolean holdsReserve;
    private boolean isFragment;
    private boolean isDefined;
    private @Nullable JobOutput output;
    private List<TableLayout> changes = List.of();
    private List<String> rejections = List.of();
    private JobCounts counts = JobCounts.NONE;

    /** The job that carries arena number {@code index}; its rows go into {@code sink}. */
    Job(ArenaPool pool, int index, RowSink sink) {
        this.pool = pool;
        this.index = index;
        this.sink = sink;
    }

    /** Makes the caller the owner; there must be none. */
    Job claim() {
        assert owner == null : "owned by " + owner;
        owner = Thread.currentThread();
        return this;
    }

    /** Ends the caller's ownership: just before the job is put into a queue. */
    Job release() {
        assert isMine();
        owner = null;
        return this;
    }

    /** Puts an extent into the empty job. */
    void begin(Extent next) {
        assert isMine() && extent == null;
        extent = next;
        next.files().forEach(file -> files.add(new LoadedFile(file)));
    }

    /** Empties the job and its arena, and the reserve if it holds it. */
    void reset() {
        assert isMine();
        if (extent != null) {
            pool.arena(index).reset();
        }
        if (holdsReserve) {
            pool.reserve().reset();
        }
        files.clear();
        extent = null;
        needsReserve = false;
        holdsReserve = false;
        isFragment = false;
        isDefined = false;
        output = null;
        changes = List.of();
        rejections = List.of();
        counts = JobCounts.NONE;
    }

    /** The arena that the job's bytes are in: its own or, if it holds it, the reserve. */
    BumpArena arena() {
        assert isMine();
        return holdsReserve ? pool.reserve() : pool.arena(index);
    }

    /** What the job carries. */
    Extent extent() {
        assert isMine();
        return Objects.requireNonNull(extent, "an empty job");
    }

    /** Its place in input order. */
    long sequence() {
        return extent().sequence();
    }

    /** Its files; with no addresses yet while they are not loaded. */
    List<LoadedFile> files() {
        assert isMine();
        return files;
    }

    /** Whether there is nothing to be loaded any more: what came from a stream came with its text. */
    boolean isLoaded() {
        assert isMine();
        return files.getFirst().isStreamed;
    }

    /** Where its rows go. */
    RowSink sink() {
        assert isMine();
        return sink;
    }

    /** Notes that its own arena is too small, so that it was not (or in vain) loaded. */
    void needReserve() {
        assert isMine();
        needsReserve = true;
        pool.arena(index).reset();
    }

    /** Whether its own arena turned out too small. */
    boolean needsReserve() {
        assert isMine();
        return needsReserve;
    }

    /** Moves it to the reserve, which must be its to take. Its own arena stays as it is, to copy from. */
    void takeReserve() {
        assert isMine();
        holdsReserve = true;
    }

    /** Whether its bytes are in the reserve. */
    boolean holdsReserve() {
        assert isMine();
        return holdsReserve;
    }

    /** What the ticket gave: new layouts, what was set aside, the figures. */
    void ticketed(List<TableLayout> newChanges, List<String> newRejections, JobCounts newCounts) {
        assert isMine();
        changes = newChanges;
        rejections = newRejections;
        counts = newCounts;
    }

    /** Notes finished rows: all that are left or, for a fragment, those there was room for. */
    void finished(JobOutput rows, boolean isPart) {
        assert isMine();
        output = rows;
        isFragment = isPart;
    }

    /** Whether more rows follow once these are placed. */
    boolean isFragment() {
        assert isMine();
        return isFragment;
    }

    /** Finished rows. */
    JobOutput output() {
        assert isMine();
        return Objects.requireNonNull(output, "nothing finished");
    }

    /** The layouts that its ticket changed: all of them the first time it is asked, then none. */
    List<TableLayout> drainChanges() {
        assert isMine();
        List<TableLayout> drained = isDefined ? List.of() : changes;
        isDefined = true;
        return drained;
    }

    /** What was set aside, one sentence each, as many as are shown at most. */
    List<String> rejections() {
        assert isMine();
        return rejections;
    }

    /** Its figures. */
    JobCounts counts() {
        assert isMine();
        return counts;
    }

    private boolean isMine() {
        return owner == Thread.currentThread();
    }
}
