// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.arena.MemoryBudget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/** The text of one file, unpacked by content, that comes piece by piece. Belongs to one thread at a time. */
final class TextSource implements AutoCloseable {
    private final RawInput input;
    private final ContentHash hash;
    private final Packing packing;
    private final Text text;
    private long textBytes;
    private @Nullable IOException failed;

    /**
     * Opens a file, or takes standard input.
     *
     * @param memory the read buffer: {@link MemoryBudget#READ_BUFFER_BYTES}
     */
    TextSource(InputFile file, ReadableByteChannel standardInput, BumpArena memory, ContentHash hash)
            throws IOException {
        this.hash = hash;
        this.input = new RawInput(
                file, standardInput, memory.base(), Mem.buffer(memory.base(), MemoryBudget.READ_BUFFER_BYTES), hash);
        boolean isOpen = false;
        try {
            this.packing = input.sniff();
            this.text = packing.open(input);
            isOpen = true;
        } finally {
            if (!isOpen) {
                input.close();
            }
        }
    }

    /**
     * Reads {@code bytes} bytes to an address; fewer only at the end of the text, or where it can't be read on: see
     * {@link #failed}.
     *
     * @return how many
     */
    int read(long address, int bytes) {
        ByteBuffer target = Mem.buffer(address, bytes);
        try {
            if (!text.read(target)) {
                input.checkSize();
            }
            Bombs.check(textBytes + target.position(), input.rawBytes());
        } catch (IOException thrown) {
            failed = thrown;
        }
        int count = failed != null && target.position() == bytes ? bytes - 1 : target.position();
        textBytes += count;
        if (packing == Packing.NONE) {
            hash.add(address, count);
        }
        return count;
    }

    /** Why it can't be read on; null if it can. */
    @Nullable
    IOException failed() {
        return failed;
    }

    /** Bytes taken from the file so far. */
    long rawBytes() {
        return input.rawBytes();
    }

    /** The hash of the file's bytes so far. */
    String hash() {
        return hash.hex();
    }

    @Override
    public void close() throws IOException {
        try (input) {
            text.close();
        }
    }
}
