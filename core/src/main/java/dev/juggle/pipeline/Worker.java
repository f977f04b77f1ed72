// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.MemoryBudget;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.ParsedDocument;
import dev.juggle.shred.FileEntry;
import dev.juggle.shred.Shredder;
import dev.juggle.trace.ThreadState;
import dev.juggle.trace.TraceRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/*
 * A job's way through a worker:
 *
 *   parse, survey      anything that can go wrong with the input goes wrong here. What has no room in the job's own arena is
 *                      done again in the reserve, once the job is the lowest that is not placed; what has none
 *                      there either is set aside, file by file, with the --memory it would have needed.
 *   ticket             in input order. Nothing fails from here on for the input's sake.
 *   encode             rows into what is left of the arena. If that is not enough for all of them, the finished
 *                      ones are placed as a fragment (the job being the lowest by then), and their space is used again.
 */
/** Turns the bytes of jobs into finished rows. One for each worker thread. */
final class Worker implements AutoCloseable {
    private final Circuit circuit;
    private final Tools tools;
    private final Ticketing ticketing;
    private final MemoryAdvice advice;
    private final List<ParsedDocument> documents = new ArrayList<>();

    /**
     * What belongs to a worker's thread.
     *
     * @param loader reads files into the reserve
     * @param parser parses them
     * @param pages makes records of those that are HTML
     * @param shredder makes rows of them
     * @param trace the thread's diary
     */
    record Tools(FileLoader loader, DocumentParser parser, Pages pages, Shredder shredder, TraceRecorder trace) {}

    Worker(Circuit circuit, Tools tools, Ticketing ticketing, MemoryBudget budget) {
        this.circuit = circuit;
        this.tools = tools;
        this.ticketing = ticketing;
        this.advice = new MemoryAdvice(budget);
    }

    /** Works until there are no more jobs. */
    void run(JobSource source, JobOutlet outlet) throws IOException, InterruptedException {
        for (Job job = source.next(); job != null; job = source.next()) {
            work(job, outlet);
        }
    }

    /** The worker's loader, for a reader on the same thread. */
    FileLoader loader() {
        return tools.loader;
    }

    @Override
    public void close() {
        tools.loader.close();
        tools.shredder.close();
        tools.pages.close();
    }

    private void work(Job job, JobOutlet outlet) throws IOException, InterruptedException {
        prepare(job);
        tools.trace.enter(ThreadState.WAIT_TICKET);
        Circuit.await(circuit.tickets, job.sequence());
        tools.trace.enter(ThreadState.TICKET);
        ticketing.take(job, tools.shredder);
        circuit.tickets.pass(job.sequence());
        encode(job, outlet);
        outlet.deliver(job);
    }

    /** Parses and surveys, in the job's arena or in the reserve. */
    private void prepare(Job job) throws InterruptedException {
        if (!job.needsReserve()) {
            try {
                survey(job);
                return;
            } catch (ArenaFullException full) {
                if (job.isLoaded()) {
                    prepareStreamed(job);
                    return;
                }
                job.needReserve();
            }
        }
        tools.trace.enter(ThreadState.WAIT_RESERVE);
        Circuit.await(circuit.placed, job.sequence());
        job.takeReserve();
        job.files().forEach(LoadedFile::unload);
        boolean fits = false;
        while (!fits) {
            fits = fitsReserve(job);
        }
    }

    /** Tries once more in the reserve with what came from a stream: its text is only here. */
    private void prepareStreamed(Job job) throws InterruptedException {
        LoadedFile file = job.files().getFirst();
        SpaceEstimate needs = new SpaceEstimate();
        needs.add(file.start, file.textBytes());
        boolean fits = false;
        if (!job.holdsReserve()) {
            tools.trace.enter(ThreadState.WAIT_RESERVE);
            Circuit.await(circuit.placed, job.sequence());
            job.takeReserve();
            fits = file.moveTo(job.arena());
        }
        try {
            if (fits) {
                survey(job);
                return;
            }
        } catch (ArenaFullException full) {
            // it was worth a try
        }
        Slice slice = file.slice;
        if (slice == null) {
            file.fail(advice.tooLarge(needs, file.isPage ? needs.pageBytes() : needs.arenaBytes(), "file"));
        } else {
            file.slice = new Slice(slice.part(), slice.entry(), needs);
        }
        survey(job);
    }

    /** Tries in the reserve; if that is too small, the largest file is given up, for the next try. */
    private boolean fitsReserve(Job job) {
        try {
            tools.trace.enter(ThreadState.READING);
            for (LoadedFile file : job.files()) {
                if (file.isUsable()) {
                    tools.loader.load(file, job.arena());
                    tools.trace.count(file.rawBytes, 0);
                }
            }
            survey(job);
            return true;
        } catch (ArenaFullException full) {
            giveUpLargest(job, full);
            job.files().forEach(LoadedFile::unload);
            job.arena().reset();
            return false;
        }
    }

    private void survey(Job job) {
        BumpArena arena = job.arena();
        tools.trace.enter(ThreadState.PARSING);
        tools.shredder.begin(arena);
        int count = 0;
        for (LoadedFile file : job.files()) {
            if (file.needs != null && file.isUsable()) {
                file.fail(advice.tooLarge(file.needs, "file"));
            }
            if (!file.isUsable()) {
                tools.shredder.addFailure(file.input.entry(), file.failure);
                continue;
            }
            ParsedDocument document = document(count++);
            if (file.slice == null && Pages.isPage(file)) {
                addPage(arena, file, document);
                continue;
            }
            if (file.slice == null) {
                tools.parser.parse(arena, file.start, file.end, document);
                file.isEmpty = document.form() == ParsedDocument.Form.EMPTY;
                tools.shredder.add(file.input.entry(), file.hash, document);
            } else {
                parseSlice(arena, file, file.slice, document);
                tools.shredder.addPart(file.slice.entry(), document);
            }
            tools.trace.count(file.textBytes(), 0);
        }
        tools.trace.enter(ThreadState.SURVEYING);
        tools.shredder.survey();
    }

    private void addPage(BumpArena arena, LoadedFile file, ParsedDocument document) {
        file.isPage = true;
        tools.trace.count(file.textBytes(), 0);
        FileEntry entry = file.input.entry().forPages();
        tools.pages.parse(arena, file, entry.path(), document);
        if (file.isUsable()) {
            tools.shredder.add(entry, file.hash, document);
        } else {
            tools.shredder.addFailure(entry, file.failure);
        }
    }

    private void parseSlice(BumpArena arena, LoadedFile file, Slice slice, ParsedDocument document) {
        SpaceEstimate refused = slice.refused();
        if (refused == null) {
            tools.parser.parsePart(arena, file.start, file.end, slice.part(), document);
        } else {
            String reason = advice.tooLarge(refused, "record");
            document.refuse(file.start, file.end, slice.part(), reason, refused.behind());
        }
    }

    private ParsedDocument document(int index) {
        while (documents.size() <= index) {
            documents.add(ticketing.newDocument());
        }
        return documents.get(index);
    }

    private void giveUpLargest(Job job, ArenaFullException full) {
        Optional<LoadedFile> largest =
                job.files().stream().filter(LoadedFile::isUsable).max(Comparator.comparingLong(LoadedFile::weight));
        LoadedFile file = largest.orElseThrow(() -> full);
        SpaceEstimate needs = file.isLoaded() ? new SpaceEstimate() : tools.loader.measure(file);
        if (file.isLoaded()) {
            needs.add(file.start, file.textBytes());
        }
        if (file.isUsable()) {
            file.fail(advice.tooLarge(needs, file.isPage ? needs.pageBytes() : needs.arenaBytes(), "file"));
        }
    }

    private void encode(Job job, JobOutlet outlet) throws IOException, InterruptedException {
        tools.trace.enter(ThreadState.ENCODING);
        job.sink().attach(job.arena());
        while (!encodeOn(job)) {
            tools.trace.enter(ThreadState.WAIT_DONE);
            Circuit.await(circuit.placed, job.sequence());
            outlet.placePart(job);
            job.sink().rewind();
            tools.trace.enter(ThreadState.ENCODING);
        }
    }

    /** Encodes as far as there is room; true when all rows are finished. */
    private boolean encodeOn(Job job) {
        boolean isAll = true;
        try {
            tools.shredder.encode(job.sink());
        } catch (ArenaFullException full) {
            isAll = false;
        }
        job.finished(job.sink().finish(), !isAll);
        tools.trace.count(0, job.output().rows());
        if (!isAll && job.output().rows() == 0) {
            throw new AssertionError("no room for a single row after its ticket");
        }
        return isAll;
    }
}
