// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.bench.Command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The corpora that the experiments share, made when they are first needed and kept outside the repository: in {@code
 * $JUGGLE_CORPORA}, else {@code juggle/corpora} in {@code $XDG_CACHE_HOME} or {@code ~/.cache}.
 */
final class Corpora {
    /** The number of files of a corpus of 370 MiB and of smaller ones, as in the experiment that ours repeats. */
    private static final int FILES = 299;

    private static final int FILES_FOR_MEBIBYTES = 370;

    private Corpora() {}

    /** Where results may be written, on the same disk as the corpora. */
    static Path folder() throws IOException {
        String own = System.getenv("JUGGLE_CORPORA");
        if (own != null && !own.isEmpty()) {
            return Files.createDirectories(Path.of(own).toAbsolutePath());
        }
        return Files.createDirectories(caches().resolve("corpora"));
    }

    /** The user's folder for what Juggle can make or fetch again. */
    static Path caches() {
        String caches = System.getenv("XDG_CACHE_HOME");
        Path base = caches != null && !caches.isEmpty()
                ? Path.of(caches)
                : Path.of(System.getProperty("user.home"), ".cache");
        return base.resolve("juggle");
    }

    /** The folder of compact files of {@code mebibytes} together, seed 1: 299, or more where they would get larger. */
    static Path of(long mebibytes) throws IOException {
        Path corpus = folder().resolve("snapshots-" + mebibytes);
        if (!Files.isDirectory(corpus)) {
            Path part = folder().resolve("snapshots-" + mebibytes + ".part");
            int files = (int) Math.max(FILES, FILES * mebibytes / FILES_FOR_MEBIBYTES);
            System.err.println("making " + corpus);
            Corpus.write(part, 1, files, mebibytes << 20, Corpus.Style.COMPACT);
            Files.move(part, corpus);
        }
        return corpus;
    }

    /** How many bytes the files of {@code corpus} have together. */
    static long bytes(Path corpus) throws IOException {
        long bytes = 0;
        for (Path file : files(corpus)) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    /** The files right in {@code corpus}, by name. */
    static List<Path> files(Path corpus) throws IOException {
        try (Stream<Path> entries = Files.list(corpus)) {
            return entries.sorted().toList();
        }
    }

    /** Reads every file once, so that the system has it in memory. */
    static void warm(Path corpus) throws IOException, InterruptedException {
        Command.run("sh", "-c", "cat \"$1\"/* >/dev/null", "sh", corpus).orStop("reading " + corpus);
    }

    /** Makes the system forget every file, and says how in a few words. */
    static String chill(Path corpus) throws IOException, InterruptedException {
        List<Object> line = new ArrayList<>(List.of(
                "sh",
                "-c",
                "for file; do dd of=\"$file\" oflag=nocache conv=notrunc,fdatasync count=0 status=none || exit 1; done",
                "sh"));
        line.addAll(files(corpus));
        if (Command.run(line.toArray()).status() == 0) {
            return "posix_fadvise(DONTNEED) on every file, by GNU dd";
        }
        Outcome dropped = Command.run("sh", "-c", "sync; echo 1 >/proc/sys/vm/drop_caches");
        return dropped.status() == 0 ? "/proc/sys/vm/drop_caches" : "";
    }

    /** Deletes a database and whatever lies beside it. */
    static void delete(Path database) throws IOException {
        for (String tail : List.of("", "-journal", ".part", ".part-journal")) {
            Files.deleteIfExists(database.resolveSibling(database.getFileName() + tail));
        }
    }
}
