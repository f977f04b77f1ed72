// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Unpacks zstd (RFC 8878) piece by piece, any number of frames. It keeps the frame's window in memory of its own, so it is
 * only for measuring what does not fit its arena. Belongs to one thread.
 */
final class ZstdText implements Text {
    private final ByteSource source;
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private boolean isFrameDone = true;

    ZstdText(ByteSource source) {
        this.source = source;
    }

    @Override
    public boolean read(ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            ByteBuffer more = source.more();
            boolean isAtEnd = !more.hasRemaining();
            if (isAtEnd && isFrameDone) {
                return false;
            }
            int before = target.position();
            try {
                isFrameDone = context.decompressDirectByteBufferStream(target, more);
            } catch (ZstdException broken) {
                throw new BadPackingException("broken zstd data: " + broken.getMessage());
            }
            // at the end of the source something may still have waited for room
            if (isAtEnd && target.position() == before && !isFrameDone) {
                throw new BadPackingException("broken zstd data: it ends too early");
            }
        }
        return true;
    }

    @Override
    public void close() {
        context.close();
    }
}
