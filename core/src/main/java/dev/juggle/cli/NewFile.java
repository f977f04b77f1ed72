// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A file that is written beside its place and moved there when it is whole, so that half a file never takes the place of
 * a good one.
 */
final class NewFile {
    /** What became of it. */
    enum Outcome {
        /** It lies in its place. */
        WRITTEN,
        /** The same bytes lay there already. */
        SAME,
        /** Something else lies there and was left alone. */
        REFUSED
    }

    /** Writes a file's bytes. */
    @FunctionalInterface
    interface Content {
        /** Writes everything to {@code out}, which it need not close. */
        void writeTo(OutputStream out) throws IOException;
    }

    /** What file systems usually allow. */
    private static final int MAX_NAME_BYTES = 255;

    private NewFile() {}

    /** Writes {@code content} to {@code path}; over something else only if {@code force}. Folders are made as needed. */
    static Outcome write(Path path, boolean force, Content content) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path part = partOf(path);
        try {
            try (OutputStream out = Files.newOutputStream(part)) {
                content.writeTo(out);
            }
            if (!force && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return Files.isRegularFile(path) && Files.mismatch(part, path) < 0 ? Outcome.SAME : Outcome.REFUSED;
            }
            Files.move(part, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return Outcome.WRITTEN;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** The name to write under: the file's own and {@code .part}, or a short one where that is longer than names may be. */
    private static Path partOf(Path path) {
        String name = path.getFileName() + ".part";
        boolean isLong = name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES;
        return path.resolveSibling(isLong ? "." + UUID.randomUUID() + ".part" : name);
    }
}
