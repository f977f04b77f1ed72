// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.Check;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a new database takes its place: it is built beside the target under the name {@code TARGET.part} and renamed when it
 * is complete and on disk. So there is never half a database under the target's name, and an old one stays until a
 * new one is there. While it is built it is locked, far behind its end (SQLite has locks of its own at 1 GiB), so that
 * a second run with the same target is refused.
 */
final class Publication implements AutoCloseable {
    private static final List<String> SIDE_FILES = List.of("-journal", "-wal", "-shm");
    private static final long LOCK_OFFSET = Long.MAX_VALUE - 1;

    private final Path target;
    private final Path part;
    private final boolean isReplacing;
    private final FileChannel channel;

    /**
     * Looks at the target, and clears away what an earlier run that did not end well left beside it.
     *
     * @throws IllegalArgumentException if there is something in its place that may not be replaced
     * @throws IOException if its folder is not there or can't be written to, or if another run has the same target
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
        this.channel = lock(part);
        for (String ending : SIDE_FILES) {
            Files.deleteIfExists(part.resolveSibling(FileNames.last(part) + ending));
        }
    }

    /** Where the database is built: an empty file, for now. */
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

    /** Gives up the lock, and the file if nothing was put into it. */
    @Override
    public void close() throws IOException {
        if (channel.size() == 0) {
            Files.deleteIfExists(part);
        }
        channel.close();
    }

    private void checkFree() {
        Check.that(isReplacing || !Files.exists(target), target + " exists already; --force replaces it");
    }

    private static FileChannel lock(Path part) throws IOException {
        FileChannel opened =
                FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (tryLock(opened) == null) {
            opened.close();
            throw new IOException(part + " is being written by another run");
        }
        opened.truncate(0);
        return opened;
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCK_OFFSET, 1, false);
        } catch (OverlappingFileLockException sameProcess) {
            return null;
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
