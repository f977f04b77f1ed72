// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.Check;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * How a new database takes its place: it is built beside the target under the name {@code TARGET.part} and renamed when it
 * is complete and on disk. So there is never half a database under the target's name, and an old one stays until a
 * new one is there.
 */
final class Publication {
    private static final List<String> SIDE_FILES = List.of("-journal", "-wal", "-shm");

    private final Path target;
    private final Path part;
    private final boolean isReplacing;

    /**
     * Looks at the target, and clears away what an earlier run that did not end well left beside it.
     *
     * @throws IllegalArgumentException if there is something in its place that may not be replaced
     * @throws IOException if its folder is not there or can't be written to
     */
    Publication(Path target, boolean isReplacing) throws IOException {
        this.target = target;
        this.isReplacing = isReplacing;
        this.part = target.resolveSibling(FileNames.last(target) + ".part");
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException(target + ": its folder does not exist");
        }
        Check.that(!Files.isDirectory(target), target + " is a folder");
        checkFree();
        clear(part);
    }

    /** Where the database is built. */
    Path part() {
        return part;
    }

    /** Gives the finished database its name. */
    void publish() throws IOException {
        checkFree();
        // an old database's journal would be rolled back into the new one
        for (String ending : SIDE_FILES) {
            Files.deleteIfExists(target.resolveSibling(FileNames.last(target) + ending));
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Path folder = target.toAbsolutePath().getParent();
        if (folder != null) {
            sync(folder);
        }
    }

    private void checkFree() {
        Check.that(isReplacing || !Files.exists(target), target + " exists already; --force replaces it");
    }

    private static void clear(Path part) throws IOException {
        Files.deleteIfExists(part);
        for (String ending : SIDE_FILES) {
            Files.deleteIfExists(part.resolveSibling(FileNames.last(part) + ending));
        }
    }

    /** A rename is on disk when its folder is. Not every system lets a folder be opened; then it is on its way at least. */
    private static void sync(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException unsupported) {
            // the database itself is on disk, and so is the target that it replaces
        }
    }
}
