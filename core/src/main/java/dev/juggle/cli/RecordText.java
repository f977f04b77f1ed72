// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import java.io.OutputStream;

/** Takes one record's JSON text, outside the heap, and parses it. */
final class RecordText extends OutputStream {
    /** Bytes behind the text that the parser may read and write. */
    private static final int TAIL_BYTES = Mem.PADDING_BYTES;

    private final GrowingArena memory;
    private final DocumentParser parser = new DocumentParser(Limits.DEFAULT);
    private final ParsedDocument document = new ParsedDocument(Limits.DEFAULT);
    private long length;
    private boolean isFull;

    RecordText(GrowingArena memory) {
        this.memory = memory;
    }

    /** The record read last. */
    ParsedDocument document() {
        return document;
    }

    /** Takes and parses what {@code writer} writes to this stream; false if there is no memory for it. */
    boolean read(Runnable writer) {
        length = 0;
        isFull = false;
        memory.reset();
        writer.run();
        boolean isParsed = false;
        while (!isParsed && makeRoom(TAIL_BYTES)) {
            BumpArena arena = memory.arena();
            arena.advanceTo(arena.base() + length + TAIL_BYTES);
            isParsed = parse(arena);
        }
        return isParsed;
    }

    private boolean parse(BumpArena arena) {
        try {
            parser.parse(arena, arena.base(), arena.base() + length, document);
            return true;
        } catch (ArenaFullException full) {
            isFull = !grow();
            return false;
        }
    }

    /** Sees to it that so many bytes more fit; false if they can't. */
    private boolean makeRoom(long bytes) {
        while (!isFull && length + bytes > memory.arena().capacityBytes()) {
            isFull = !grow();
        }
        return !isFull;
    }

    /** Moves the text to a larger arena. */
    private boolean grow() {
        BumpArena before = memory.arena();
        if (!memory.grown()) {
            return false;
        }
        BumpArena after = memory.arena();
        after.advanceTo(after.base() + length);
        Mem.copy(before.base(), after.base(), length);
        before.close();
        return true;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        if (makeRoom((long) count + TAIL_BYTES)) {
            BumpArena arena = memory.arena();
            arena.advanceTo(arena.base() + length + count);
            Mem.copyIn(bytes, from, arena.base() + length, count);
            length += count;
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
