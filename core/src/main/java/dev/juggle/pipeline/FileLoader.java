// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import com.github.luben.zstd.Zstd;
import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.arena.MemoryBudget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/*
 * Text goes from the file straight into the arena, without a copy between. Only the first few bytes, which tell how
 * the file is packed, and packed bytes on their way through an inflater take the small read buffer.
 *
 *   plain   read buffer (the first bytes) ─► arena; then file ─► arena
 *   gzip    file ─► read buffer ─► inflater ─► arena
 *   zstd    file ─► arena, at the top of its free space; unpacked from there to below. Its frames may refer
 *           128 MiB back; with the text itself as the window no other memory is needed.
 *
 * What does not fit is no error yet: the job moves to a larger arena and loads again. In the largest one, the
 * file is measured: read once more past the arena, only to find out how much would have been needed.
 */
/** Reads files into arenas and unpacks them. One for each thread that reads; belongs to it. */
final class FileLoader implements AutoCloseable {
    /** Bytes behind each text that are the file's too. */
    static final int TAIL_BYTES = Mem.PADDING_BYTES;

    private static final int MAX_TRANSFER_BYTES = 1 << 30;
    private static final int HALF_BYTES = MemoryBudget.READ_BUFFER_BYTES / 2;

    private final ReadableByteChannel standardInput;
    private final BumpArena memory = new BumpArena(MemoryBudget.READ_BUFFER_BYTES);
    private final ByteBuffer buffer = Mem.buffer(memory.base(), HALF_BYTES);
    private final long spare = memory.base() + HALF_BYTES;
    private final GzipText gzip = new GzipText();
    private final ContentHash hash = new ContentHash();
    private @Nullable SpaceEstimate standardInputNeeds;

    /** A loader; {@code standardInput} is what files without a path are read from. */
    FileLoader(ReadableByteChannel standardInput) {
        this.standardInput = standardInput;
    }

    /**
     * Loads a file. What goes wrong with the file itself becomes its {@link LoadedFile#failure}.
     *
     * @throws ArenaFullException if it does not fit; the arena is as before
     */
    void load(LoadedFile file, BumpArena arena) {
        long listed = file.input.sizeBytes();
        try {
            if (listed + TAIL_BYTES + 8 > arena.remainingBytes()) {
                throw new ArenaFullException(listed + TAIL_BYTES, arena.remainingBytes());
            }
            read(file, arena);
        } catch (ArenaFullException full) {
            file.refusedBytes = full.requestedBytes();
            throw full;
        } catch (IOException failed) {
            file.fail(reason(failed));
        }
    }

    private void read(LoadedFile file, BumpArena arena) throws IOException {
        try (RawInput input = open(file)) {
            long start = arena.position() + 7 & -8;
            long end = fill(input, start, arena);
            input.checkSize();
            Bombs.check(end - start, input.rawBytes());
            file.start = start;
            file.end = end;
            file.rawBytes = input.rawBytes();
            file.hash = hash.hex();
            arena.advanceTo(end + TAIL_BYTES);
        }
    }

    /**
     * Finds out how large an arena would have to be for a file that did not fit: by reading it once more, or, where that
     * can't be done, what is left of it. A failure on the way becomes the file's.
     */
    SpaceEstimate measure(LoadedFile file) {
        if (file.input.file() == null) {
            return standardInputNeeds == null ? new SpaceEstimate() : standardInputNeeds;
        }
        SpaceEstimate estimate = new SpaceEstimate();
        try (RawInput input = open(file)) {
            count(textOf(input, input.sniff()), input, estimate);
        } catch (IOException failed) {
            file.fail(reason(failed));
        }
        return estimate;
    }

    /** Takes a text in pieces: at most {@code most} bytes of it, each piece to the same place, while the taker wants more. */
    static final class Pieces {
        private final long address;
        private final int pieceBytes;
        private final long most;
        private final Taker taker;
        private long bytes;

        /** Takes one piece. */
        @FunctionalInterface
        interface Taker {
            /** False if there is enough. */
            boolean take(long address, int bytes);
        }

        Pieces(long address, int pieceBytes, long most, Taker taker) {
            this.address = address;
            this.pieceBytes = pieceBytes;
            this.most = most;
            this.taker = taker;
        }

        /** Bytes taken so far. */
        long bytes() {
            return bytes;
        }
    }

    /** Reads the beginning of a file, unpacked; whether it came to its end. A file that can't be read has none. */
    boolean skim(InputFile file, Pieces pieces) {
        try (RawInput input = new RawInput(file, standardInput, memory.base(), buffer, hash)) {
            Text text = textOf(input, input.sniff());
            boolean hasMore = true;
            while (hasMore && pieces.bytes < pieces.most) {
                ByteBuffer target = Mem.buffer(pieces.address, pieces.pieceBytes);
                hasMore = text.read(target);
                pieces.bytes += target.position();
                if (!pieces.taker.take(pieces.address, target.position())) {
                    return false;
                }
            }
            return !hasMore;
        } catch (IOException unreadable) {
            return false;
        }
    }

    @Override
    public void close() {
        gzip.close();
        memory.close();
    }

    private RawInput open(LoadedFile file) throws IOException {
        return new RawInput(file.input, standardInput, memory.base(), buffer, hash);
    }

    /** Fills the arena's free space from {@code start} on; gives the end of the text. */
    private long fill(RawInput input, long start, BumpArena arena) throws IOException {
        Packing packing = input.sniff();
        if (packing == Packing.GZIP) {
            gzip.open(input);
            return copy(gzip, input, start, arena);
        }
        long end = copy(input::read, input, start, arena);
        hash.add(start, end - start);
        return packing == Packing.NONE ? end : unpackZstd(start, end, arena);
    }

    /** Copies a text to {@code start} and on, up to the arena's limit. */
    private long copy(Text text, RawInput input, long start, BumpArena arena) throws IOException {
        long limit = arena.limit() - TAIL_BYTES;
        long at = start;
        boolean hasMore = true;
        while (hasMore && at < limit) {
            ByteBuffer target = Mem.buffer(at, (int) Math.min(MAX_TRANSFER_BYTES, limit - at));
            hasMore = text.read(target);
            at += target.position();
        }
        if (hasMore) {
            ByteBuffer beyond = Mem.buffer(spare, 1);
            text.read(beyond);
            if (beyond.position() > 0) {
                noteNeeds(text, input, start, at);
                throw new ArenaFullException(at - start + 1, limit - start);
            }
        }
        return at;
    }

    /** Standard input can't be read twice, so what it would have needed is found out while it is at hand. */
    private void noteNeeds(Text text, RawInput input, long start, long end) throws IOException {
        if (!input.isRepeatable()) {
            SpaceEstimate estimate = new SpaceEstimate();
            estimate.add(start, end - start);
            estimate.add(spare, 1);
            count(text, input, estimate);
            standardInputNeeds = estimate;
        }
    }

    private void count(Text text, RawInput input, SpaceEstimate estimate) throws IOException {
        boolean hasMore = true;
        while (hasMore) {
            ByteBuffer target = Mem.buffer(spare, HALF_BYTES);
            hasMore = text.read(target);
            estimate.add(spare, target.position());
            Bombs.check(estimate.textBytes(), input.rawBytes());
        }
    }

    private Text textOf(RawInput input, Packing packing) throws IOException {
        return switch (packing) {
            case NONE -> input::read;
            case GZIP -> {
                gzip.open(input);
                yield gzip;
            }
            case ZSTD -> new ZstdText(input);
        };
    }

    /** Moves the packed bytes to the top of the free space and unpacks them to where they were. */
    private static long unpackZstd(long start, long end, BumpArena arena) throws IOException {
        long packedBytes = end - start;
        long packed = arena.limit() - packedBytes;
        long room = packed - start - TAIL_BYTES;
        if (packed < end || room <= 0) {
            throw new ArenaFullException(3 * packedBytes, arena.remainingBytes());
        }
        Mem.copy(start, packed, packedBytes);
        long textBytes = Zstd.decompressUnsafe(start, room, packed, packedBytes);
        if (Zstd.isError(textBytes)) {
            if (Zstd.getErrorCode(textBytes) == Zstd.errDstSizeTooSmall()) {
                throw new ArenaFullException(room + 1, room);
            }
            throw new BadPackingException("broken zstd data: " + Zstd.getErrorName(textBytes));
        }
        return start + textBytes;
    }

    /** Why a file can't be read, in words. */
    static String reason(IOException failed) {
        return failed instanceof NoSuchFileException ? "was removed after it was listed" : Argument.reason(failed);
    }
}
