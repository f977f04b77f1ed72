// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.shred.FileEntry;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One file that goes in.
 *
 * @param entry how the database records it
 * @param path what to open; null for standard input
 */
public record InputFile(FileEntry entry, @Nullable Path path) {}
