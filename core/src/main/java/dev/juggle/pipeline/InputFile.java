// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.shred.FileEntry;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One file of the input as the walk found it.
 *
 * @param entry its place, stored path, size and table, as the catalog records them
 * @param file what to open; null for standard input
 */
public record InputFile(FileEntry entry, @Nullable Path file) {
    /** Size as listed, in bytes; -1 where it is not known beforehand. */
    public long sizeBytes() {
        return entry.sizeBytes();
    }

    /** Its path as stored and as shown in messages. */
    public String path() {
        return entry.path();
    }
}
