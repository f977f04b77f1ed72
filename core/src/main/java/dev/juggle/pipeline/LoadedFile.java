// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import org.jspecify.annotations.Nullable;

/**
 * One file of a job and where its bytes lie in the job's arena; or, with a {@link #failure}, why there are none. Belongs to
 * the job's owner.
 */
final class LoadedFile {
    final InputFile input;

    /** Address of its text, unpacked. */
    long start;

    /** Address behind its text; the bytes there, at least 64, are the file's too, for the parser to use. */
    long end;

    /** Bytes read from disk. */
    long rawBytes;

    /** At least so many bytes it asked an arena for in vain; 0 if it did not. */
    long refusedBytes;

    /** Whether it was read and there was nothing in it. */
    boolean isEmpty;

    /** Whether it was found to be an HTML page. */
    boolean isPage;

    /** XXH3-128 of the bytes on disk, in hex; empty while unknown. */
    String hash = "";

    /** Whether its text came from a stream, so that it can't be loaded again. */
    boolean isStreamed;

    /** Which part of its document it is; null for a whole one. */
    @Nullable
    Slice slice;

    /** What it would need, where it was too large to be loaded at all; null otherwise. */
    @Nullable
    SpaceEstimate needs;

    /** Why it can't be used; empty if it can. */
    String failure = "";

    LoadedFile(InputFile input) {
        this.input = input;
    }

    /** Bytes of text. */
    long textBytes() {
        return end - start;
    }

    /** Whether it has text to parse. */
    boolean isUsable() {
        return failure.isEmpty();
    }

    /** Whether its text is in the job's arena. */
    boolean isLoaded() {
        return end != 0;
    }

    /** Forgets its text: the arena it was in was reset, or is about to be. */
    void unload() {
        start = 0;
        end = 0;
    }

    /** Moves its text from the arena it is in to another one, if there is room. */
    boolean moveTo(BumpArena arena) {
        long to = arena.position() + 7 & -8;
        long bytes = textBytes();
        if (to + bytes + FileLoader.TAIL_BYTES > arena.limit()) {
            return false;
        }
        Mem.copy(start, to, bytes);
        start = to;
        end = to + bytes;
        arena.advanceTo(end + FileLoader.TAIL_BYTES);
        return true;
    }

    /** What it takes of an arena, as far as known: to find the one that is too large. */
    long weight() {
        return Math.max(textBytes(), refusedBytes);
    }

    /** Notes why it can't be used. What was read of it is forgotten. */
    void fail(String reason) {
        failure = reason;
        unload();
    }
}
