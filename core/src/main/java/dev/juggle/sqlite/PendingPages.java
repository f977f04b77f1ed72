// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the pages that trees hold back within a fixed number of bytes, however many trees there are. A tree holds back its
 * finished leaves until there are enough to lie together in the file; when all trees together hold back too
 * many, the one with the most must append its. The bound is a constant: it shapes the file.
 */
final class PendingPages {
    /** Bytes of pages that all trees together may hold back. */
    static final int MAX_BYTES = 1 << 20;

    /** Bytes of pages that one tree may hold back: what then lies together at least. */
    static final int MAX_RUN_BYTES = 128 << 10;

    /** Bytes of buffers that trees may keep for their next pages. */
    private static final int MAX_KEPT_BYTES = 4 * MAX_BYTES;

    private final List<LeafRun> runs = new ArrayList<>();
    private int bytes;
    private int keptBytes;

    /** Enters a tree's leaves. */
    void add(LeafRun run) {
        runs.add(run);
    }

    /** A tree's buffer grew by {@code bytes} bytes. */
    void kept(int bytes) {
        keptBytes += bytes;
    }

    /** Whether a tree that needs its buffer of {@code bytes} bytes no more should drop it; it counts as dropped then. */
    boolean drops(int bytes) {
        boolean drop = keptBytes > MAX_KEPT_BYTES;
        keptBytes -= drop ? bytes : 0;
        return drop;
    }

    /** A tree holds back {@code change} bytes more (or less, if negative). */
    void changed(int change) throws IOException {
        bytes += change;
        while (bytes > MAX_BYTES) {
            LeafRun most = runs.getFirst();
            for (LeafRun run : runs) {
                if (run.bytes() > most.bytes()) {
                    most = run;
                }
            }
            most.flush();
        }
    }
}
