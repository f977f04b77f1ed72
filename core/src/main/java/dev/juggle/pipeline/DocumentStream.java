// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.DocumentPart;
import dev.juggle.json.ParsedDocument;
import dev.juggle.json.RecordSplitter;
import dev.juggle.shred.PartedFile;
import dev.juggle.trace.ThreadState;
import dev.juggle.trace.TraceRecorder;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/*
 * A document of at most WHOLE_BYTES is one job, whatever its form. A larger one is cut between records, by a rule that knows
 * nothing but its bytes:
 *
 *   a part ends at the first place between records that lies CHUNK_BYTES or more behind its start; but if that place is more
 *   than WHOLE_BYTES away and there is one before it, then at the last such: so a large record is a part by itself.
 *
 * The text is read right into the job's arena, a little beyond the place where it is cut; what was read beyond is carried
 * over to the next job. A record that its arena has no room for moves to the reserve, once the job is the lowest that is not
 * placed: whoever reads waits for jobs that were given out before, and those need nothing of the reader. A record for which
 * the reserve is too small is read to its end, only to find out how large it is.
 */
/**
 * One file whose text is read piece by piece, and divided among several jobs if it is large. It is used under the feed's
 * lock, by whichever thread reads next.
 */
final class DocumentStream implements AutoCloseable {
    /**
     * A part of a document has at least so many bytes, unless it is the last. What becomes of so many fits an arena of usual
     * size and, however dense it is, the reserve of the least memory; and handing jobs round costs nothing to speak of.
     */
    static final int CHUNK_BYTES = 256 << 10;

    /** A document of so many bytes is not divided. */
    static final int WHOLE_BYTES = 2 * CHUNK_BYTES;

    /** Bytes asked for at a time. */
    private static final int STEP_BYTES = 128 << 10;

    /** The most that can be left over from one part for the next. */
    static final int CARRY_BYTES = WHOLE_BYTES + 2 * STEP_BYTES;

    /** Behind an array, and of a record that is too large, so much is kept to show. */
    private static final int KEPT_BYTES = 64 << 10;

    /** Text may take this part of an arena, or else the job moves to the reserve. */
    private static final int INPUT_SHARE = 2;

    private final InputFile file;
    private final PartedFile whole;
    private final TextSource source;
    private final boolean canDivideArrays;
    private final long carry;
    private final RecordSplitter splitter = new RecordSplitter();
    private int carried;

    private boolean isFirst = true;
    private boolean isAtEnd;
    private boolean isDone;
    private String failure = "";
    private long textOffset;
    private long countedRawBytes;

    // the part that is being made
    private @Nullable Job job;
    private @Nullable Circuit circuit;
    private @Nullable TraceRecorder trace;
    private long start;
    private long end;

    /**
     * A stream of a file's text.
     *
     * @param canDivideArrays whether the elements of an array are the records
     * @param carry address of {@link #CARRY_BYTES} and some padding for what is left over
     */
    DocumentStream(InputFile file, TextSource source, boolean canDivideArrays, long carry) {
        this.file = file;
        this.whole = new PartedFile(file.entry());
        this.source = source;
        this.canDivideArrays = canDivideArrays;
        this.carry = carry;
    }

    /** The file. */
    InputFile file() {
        return file;
    }

    /** Whether all of it was given out. */
    boolean isDone() {
        return isDone;
    }

    /** Whether a part of it was given out, so that a last part has to follow. */
    boolean isBegun() {
        return !isFirst;
    }

    /** Puts the next part into a job that was begun with this file. */
    void fill(Job next, Circuit places, TraceRecorder thread) throws InterruptedException {
        job = next;
        circuit = places;
        trace = thread;
        start = next.arena().position() + 7 & -8;
        end = start;
        try {
            append();
            if (!isFirst || begin()) {
                cut();
            }
        } catch (ArenaFullException full) {
            skip();
        }
        LoadedFile loaded = loaded();
        loaded.rawBytes = source.rawBytes() - countedRawBytes;
        countedRawBytes = source.rawBytes();
        isFirst = false;
    }

    /** Ends the document here, because the run ends: a last part without text, so that the file gets its row. */
    void giveUp(Job last) {
        job = last;
        start = last.arena().position() + 7 & -8;
        end = start;
        failure = "was not read to its end: the run was ended";
        isDone = true;
        finish(start, false, null);
        loaded().rawBytes = source.rawBytes() - countedRawBytes;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    /** Takes over what was left. */
    private void append() throws InterruptedException {
        if (carried > 0) {
            ensure(carried);
            Mem.copy(carry, end, carried);
            end += carried;
            carried = 0;
        }
    }

    /** Reads the beginning; false if the document is given out as a whole. */
    private boolean begin() throws InterruptedException {
        while (!isAtEnd && end - start <= WHOLE_BYTES) {
            read(Math.min(STEP_BYTES, WHOLE_BYTES + 1 - (int) (end - start)));
        }
        if (!isAtEnd && !Pages.isPage(file.path(), start, end)) {
            RecordSplitter.Layout layout = splitter.open(start, end);
            if (layout != RecordSplitter.Layout.WHOLE && (layout != RecordSplitter.Layout.ARRAY || canDivideArrays)) {
                return true;
            }
        }
        splitter.open(start, start); // a whole
        while (!isAtEnd) {
            read(STEP_BYTES);
        }
        giveWhole();
        return false;
    }

    private void giveWhole() {
        LoadedFile loaded = loaded();
        isDone = true;
        if (!failure.isEmpty()) {
            loaded.fail(failure);
            return;
        }
        loaded.hash = source.hash();
        occupy(loaded, end);
    }

    /** Finds out where the part ends, reading on as far as that takes. */
    private void cut() throws InterruptedException {
        if (isFirst) {
            splitter.restart(start);
        } else {
            splitter.goOn(start);
        }
        long seen = 0; // both from the start, which moves with the text
        long last = 0;
        while (true) {
            long place = splitter.next(start + seen, end);
            long length = (place == RecordSplitter.NONE ? end : place) - start;
            boolean isFar = length > WHOLE_BYTES;
            if (isFar && last > 0) {
                finish(start + last, false, null);
                return;
            }
            if (isFar && splitter.lookCloser(start)) {
                seen = 0;
            } else if (place != RecordSplitter.NONE) {
                if (length >= CHUNK_BYTES) {
                    finish(place, false, null);
                    return;
                }
                last = length;
                seen = length;
            } else if (splitter.closedAt() != RecordSplitter.NONE || isAtEnd) {
                finishLast();
                return;
            } else {
                seen = length;
                read(STEP_BYTES);
            }
        }
    }

    /** The last part: behind an array there may be white space, or what does not belong there. */
    private void finishLast() throws InterruptedException {
        while (!isAtEnd) {
            end = Math.min(end, splitter.closedAt() + KEPT_BYTES);
            read(STEP_BYTES);
        }
        finish(end, true, null);
    }

    /** A part that there is no room for: what is left of it is read to find out how large it is. */
    private void skip() {
        SpaceEstimate needs = new SpaceEstimate();
        needs.add(start, end - start);
        boolean isDivided = splitter.form() != null;
        long kept = Math.min(end, start + KEPT_BYTES);
        long scratch = kept + FileLoader.TAIL_BYTES;
        long place = RecordSplitter.NONE;
        while (place == RecordSplitter.NONE && !isAtEnd) {
            int count = readTo(scratch, STEP_BYTES);
            splitter.forget(scratch);
            place = isDivided ? splitter.next(scratch, scratch + count) : RecordSplitter.NONE;
            long stop = place == RecordSplitter.NONE ? scratch + count : place;
            needs.add(scratch, stop - scratch);
            if (place != RecordSplitter.NONE) {
                carry(place, scratch + count);
            }
        }
        end = kept;
        if (isDivided) {
            finish(kept, place == RecordSplitter.NONE, needs);
        } else {
            isDone = true;
            loaded().needs = needs;
        }
    }

    private void carry(long from, long to) {
        carried = (int) (to - from);
        assert carried <= CARRY_BYTES;
        Mem.copy(from, carry, carried);
    }

    /** Gives out the part that ends at {@code place}; what is there behind it is left for the next. */
    private void finish(long place, boolean isLast, @Nullable SpaceEstimate refused) {
        if (refused == null) {
            carry(place, end);
        }
        isDone |= isLast;
        ParsedDocument.Form form = splitter.form();
        if (form == null) {
            throw new AssertionError("a document that can't be divided");
        }
        String hash = isLast && failure.isEmpty() ? source.hash() : "";
        LoadedFile loaded = loaded();
        loaded.slice = new Slice(
                new DocumentPart(form, isFirst, isLast),
                new PartedFile.Part(whole, isFirst, isDone, textOffset, hash, isDone ? failure : ""),
                refused);
        textOffset += refused == null ? place - start : refused.textBytes();
        occupy(loaded, place);
    }

    private void occupy(LoadedFile loaded, long behind) {
        loaded.start = start;
        loaded.end = behind;
        job().arena().advanceTo(behind + FileLoader.TAIL_BYTES);
    }

    private void read(int bytes) throws InterruptedException {
        ensure(bytes);
        end += readTo(end, bytes);
    }

    /** Reads to an address; at the end of the text, or where it can't be read on, fewer bytes than wanted. */
    private int readTo(long address, int bytes) {
        int count = source.read(address, bytes);
        isAtEnd = count < bytes;
        IOException failed = source.failed();
        failure = failed == null ? "" : FileLoader.reason(failed);
        return count;
    }

    /** Makes sure of room behind the text, if need be by moving to the reserve. */
    private void ensure(long bytes) throws InterruptedException {
        Job mine = job();
        long wanted = end - start + bytes + FileLoader.TAIL_BYTES;
        BumpArena arena = mine.arena();
        boolean isAmple = mine.holdsReserve() || wanted <= arena.capacityBytes() / INPUT_SHARE;
        if (!isAmple) {
            TraceRecorder thread = Objects.requireNonNull(trace);
            thread.enter(ThreadState.WAIT_RESERVE);
            Circuit.await(Objects.requireNonNull(circuit).placed, mine.sequence());
            thread.enter(ThreadState.READING);
            mine.takeReserve();
            arena = mine.arena();
            long to = arena.position() + 7 & -8;
            Mem.copy(start, to, end - start);
            splitter.moved(to - start);
            end += to - start;
            start = to;
        }
        if (start + wanted > arena.limit()) {
            throw new ArenaFullException(wanted, arena.limit() - start);
        }
    }

    private Job job() {
        return Objects.requireNonNull(job);
    }

    private LoadedFile loaded() {
        return job().files().getFirst();
    }
}
