// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Unpacks gzip (RFC 1952) from a source into buffers outside the heap: any number of members, each checked
 * against its checksum and length. Zero bytes behind the last member are padding, as gzip itself takes them. Belongs to
 * one thread; {@link #close} frees the inflater.
 */
final class GzipText implements Text {
    private static final int HAS_CHECKSUM = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;

    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private ByteSource source = ByteSource.EMPTY;
    private boolean isInMember;
    private boolean isAtEnd;

    /** Begins a file, whose bytes come from {@code from}. */
    void open(ByteSource from) throws IOException {
        source = from;
        isAtEnd = false;
        beginMember();
    }

    @Override
    public boolean read(ByteBuffer target) throws IOException {
        while (!isAtEnd && target.hasRemaining()) {
            if (!isInMember && !nextMember()) {
                break;
            }
            inflate(target);
        }
        return !isAtEnd;
    }

    @Override
    public void close() {
        inflater.end();
    }

    private void inflate(ByteBuffer target) throws IOException {
        if (inflater.needsInput()) {
            ByteBuffer more = source.more();
            if (!more.hasRemaining()) {
                throw cut();
            }
            inflater.setInput(more);
        }
        int from = target.position();
        try {
            inflater.inflate(target);
        } catch (DataFormatException broken) {
            throw new BadPackingException("broken gzip data: " + broken.getMessage());
        }
        checksum.update(target.duplicate().limit(target.position()).position(from));
        if (inflater.finished()) {
            endMember();
        }
    }

    private void beginMember() throws IOException {
        inflater.reset();
        checksum.reset();
        header();
        isInMember = true;
    }

    private void header() throws IOException {
        if (next() != 0x1f || next() != 0x8b || next() != 8) {
            throw new BadPackingException("broken gzip data: no header where a member begins");
        }
        int flags = next();
        skip(6);
        if ((flags & HAS_EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & HAS_NAME) != 0) {
            skipText();
        }
        if ((flags & HAS_COMMENT) != 0) {
            skipText();
        }
        if ((flags & HAS_CHECKSUM) != 0) {
            skip(2);
        }
    }

    private void endMember() throws IOException {
        isInMember = false;
        long found = nextInt();
        long length = nextInt();
        if (found != checksum.getValue() || length != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw new BadPackingException("broken gzip data: checksum or length differs");
        }
    }

    /** Begins the next member if there is one. */
    private boolean nextMember() throws IOException {
        ByteBuffer rest = source.more();
        while (rest.hasRemaining() && rest.get(rest.position()) == 0) {
            rest.get();
            rest = source.more();
        }
        isAtEnd = !rest.hasRemaining();
        if (!isAtEnd) {
            beginMember();
        }
        return !isAtEnd;
    }

    private int next() throws IOException {
        ByteBuffer rest = source.more();
        if (!rest.hasRemaining()) {
            throw cut();
        }
        return rest.get() & 0xff;
    }

    private long nextInt() throws IOException {
        return next() | next() << 8 | next() << 16 | (long) next() << 24;
    }

    private void skip(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {
            // the name or comment is of no interest
        }
    }

    private static BadPackingException cut() {
        return new BadPackingException("broken gzip data: it ends too early");
    }
}
