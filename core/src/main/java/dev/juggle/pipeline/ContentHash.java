// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.juggle.arena.Mem;
import java.util.HexFormat;

/**
 * XXH3-128 of bytes outside the heap, spelled as the {@code xxhsum} tool does (32 hex digits, the high half first). It
 * tells whether a file is the one that was read; it is no protection against somebody who wants it to be equal. Bytes
 * are hashed by way of a small array that stays in the first-level cache: several times faster than reading
 * them one access at a time. Belongs to one thread.
 */
final class ContentHash {
    private static final int CHUNK_BYTES = 16 << 10;

    private final HashStream128 stream = Hashing.xxh3_128().hashStream();
    private final byte[] chunk = new byte[CHUNK_BYTES];

    /** Begins anew. */
    void reset() {
        stream.reset();
    }

    /** Adds {@code bytes} bytes at {@code address}. */
    void add(long address, long bytes) {
        for (long done = 0; done < bytes; done += CHUNK_BYTES) {
            int next = (int) Math.min(CHUNK_BYTES, bytes - done);
            Mem.copyOut(address + done, chunk, 0, next);
            stream.putBytes(chunk, 0, next);
        }
    }

    /** The hash of all that was added. */
    String hex() {
        HashValue128 value = stream.get();
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(value.getMostSignificantBits()) + hex.toHexDigits(value.getLeastSignificantBits());
    }
}
