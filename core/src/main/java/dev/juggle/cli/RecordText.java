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
    /** Writes a record. */
    @FunctionalInterface
    interface Writer {
        /** Writes it to {@code out}. */
        void writeTo(OutputStream out);
    }

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

    /** Takes and parses what {@code writer} writes; false if there is no memory for it. */
    boolean read(Writer writer) {
        length = 0;
        isFull = false;
        writer.writeTo(this);
        while (!isFull) {
            BumpArena arena = memory.arena();
            long start = arena.base();
            arena.reset();
            try {
                arena.advanceTo(start + length + TAIL_BYTES);
                parser.parse(arena, start, start + length, document);
                return true;
            } catch (ArenaFullException full) {
                grow();
            }
        }
        return false;
    }

    private void grow() {
        BumpArena before = memory.arena();
        isFull = !memory.grown();
        if (!isFull) {
            Mem.copy(before.base(), memory.arena().base(), length);
            before.close();
        }
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        while (!isFull && length + count + TAIL_BYTES > memory.arena().capacityBytes()) {
            grow();
        }
        if (!isFull) {
            Mem.copyIn(bytes, from, memory.arena().base() + length, count);
            length += count;
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
