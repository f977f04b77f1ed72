// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

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

    private NewFile() {}

    /** Writes {@code content} to {@code path}; over something else only if {@code force}. Folders are made as needed. */
    static Outcome write(Path path, boolean force, Content content) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path part = path.resolveSibling(path.getFileName() + ".part");
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
}
