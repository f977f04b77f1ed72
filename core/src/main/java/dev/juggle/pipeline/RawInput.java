// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.Mem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.StandardOpenOption;

/**
 * The bytes of one file as they lie on disk, counted; packed ones go through the read buffer, hashed on the way. It never
 * gives more than one byte beyond the size that was listed: a file that grows is found out, not followed. Belongs
 * to one thread; {@link #close} closes the file (standard input stays open).
 */
final class RawInput implements ByteSource, AutoCloseable {
    private static final int SNIFF_BYTES = 4 << 10;

    private final ReadableByteChannel channel;
    private final boolean isOwner;
    private final long listedBytes;
    private final long bufferAddress;
    private final ByteBuffer buffer;
    private final ContentHash hash;
    private long rawBytes;
    private boolean isHashed;
    private int sniffedBytes;

    /**
     * Opens a file, or takes standard input for one without a path.
     *
     * @param buffer the read buffer, which lies at {@code bufferAddress}
     */
    RawInput(InputFile file, ReadableByteChannel standardInput, long bufferAddress, ByteBuffer buffer, ContentHash hash)
            throws IOException {
        this.isOwner = file.file() != null;
        this.channel = file.file() == null ? standardInput : FileChannel.open(file.file(), StandardOpenOption.READ);
        this.listedBytes = file.sizeBytes();
        this.bufferAddress = bufferAddress;
        this.buffer = buffer;
        this.hash = hash;
        buffer.clear().limit(0);
        hash.reset();
    }

    /** Looks at the first bytes, which stay to be read. */
    Packing sniff() throws IOException {
        buffer.clear().limit(SNIFF_BYTES);
        int count = 0;
        while (count < Packing.MAGIC_BYTES && count >= 0) {
            count = readRaw(buffer) < 0 ? -1 : buffer.position();
        }
        sniffedBytes = buffer.position();
        buffer.flip();
        int magic = 0;
        for (int i = 0; i < Math.min(sniffedBytes, Packing.MAGIC_BYTES); i++) {
            magic |= Mem.getUnsignedByte(bufferAddress + i) << (8 * i);
        }
        return Packing.of(magic);
    }

    /** Packed bytes for an unpacker. From now on they are hashed on their way through the buffer. */
    @Override
    public ByteBuffer more() throws IOException {
        if (!isHashed) {
            isHashed = true;
            hash.add(bufferAddress, sniffedBytes);
        }
        if (!buffer.hasRemaining()) {
            buffer.clear();
            int count = readRaw(buffer);
            buffer.flip();
            hash.add(bufferAddress, Math.max(count, 0));
        }
        return buffer;
    }

    /** Bytes as they are, until the target is full or the file ends; false at its end. Not hashed. */
    boolean read(ByteBuffer target) throws IOException {
        int sniffed = Math.min(buffer.remaining(), target.remaining());
        target.put(buffer.slice(buffer.position(), sniffed));
        buffer.position(buffer.position() + sniffed);
        while (target.hasRemaining()) {
            if (readRaw(target) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the same bytes come once more when it is opened again. */
    boolean isRepeatable() {
        return isOwner;
    }

    /** Bytes taken from the file so far. */
    long rawBytes() {
        return rawBytes;
    }

    /** Holds the file to the size it was listed with, once its end was reached. */
    void checkSize() throws IOException {
        if (listedBytes >= 0 && rawBytes != listedBytes) {
            throw changed();
        }
    }

    @Override
    public void close() throws IOException {
        if (isOwner) {
            channel.close();
        }
    }

    private int readRaw(ByteBuffer target) throws IOException {
        int limit = target.limit();
        if (listedBytes >= 0 && target.remaining() > listedBytes + 1 - rawBytes) {
            target.limit(target.position() + (int) (listedBytes + 1 - rawBytes));
        }
        int count = channel.read(target);
        target.limit(limit);
        rawBytes += Math.max(count, 0);
        if (listedBytes >= 0 && rawBytes > listedBytes) {
            throw changed();
        }
        return count;
    }

    private IOException changed() {
        String how = rawBytes > listedBytes ? "grew beyond the " : "shrank from the ";
        return new IOException(how + listedBytes + " bytes it was listed with, so it was not read");
    }
}
