// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import com.github.luben.zstd.ZstdOutputStream;
import dev.juggle.shred.Restorer;
import dev.juggle.shred.StoredDatabase;
import dev.juggle.shred.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the documents of a database as files again. */
@Command(
        name = "rebuild",
        description = {
            "Writes the documents of a database as files again.",
            "Each is equal to its source as a JSON value, members in their order; white space and the spelling",
            "of numbers are not kept. Files lie in DIR as they lay in what was ingested; what was .gz or .zst is",
            "compressed again. What had been set aside is not in them: then the exit status is 1. An HTML page",
            "comes back byte for byte if it was ingested with --keep-source, else not."
        },
        footer = {
            "juggle rebuild out.db copy/                    # everything",
            "juggle rebuild out.db copy/ 'data/2024-*.json'  # some files, by their stored paths"
        })
final class RebuildCommand extends BasicCommand {
    @Parameters(index = "0", paramLabel = "DB", description = "The database.")
    private Path path;

    @Parameters(index = "1", paramLabel = "DIR", description = "The folder to write to; made if it is not there.")
    private Path folder;

    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "FILE",
            description = {"Only these files: paths as stored, or globs.", "A * stays within a folder; ** does not."})
    private List<String> wanted = List.of();

    @Option(names = "--force", description = "Overwrite files that differ.")
    private boolean force;

    private final Set<String> written = new HashSet<>();
    private long files;
    private long pages;
    private long bytes;
    private long problems;

    @Override
    public Integer call() throws IOException {
        List<PathMatcher> matchers = wanted.stream()
                .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                .toList();
        try (StoredDatabase database = StoredDatabase.open(path);
                Restorer restorer = new Restorer(database)) {
            StoredPaths paths = new StoredPaths(database);
            database.<IOException>forEachFile(file -> {
                if (isWanted(file, matchers)) {
                    rebuild(database, restorer, file, paths);
                }
            });
        }
        if (files == 0 && problems == 0) {
            terminal().say(path + ": " + (wanted.isEmpty() ? "holds no files" : "holds no such file"));
            return ExitCode.FOUND;
        }
        terminal()
                .say(Words.count(files, "file") + " rebuilt in " + folder + ", " + Words.bytes(bytes) + what()
                        + (problems == 0 ? "" : "; " + Words.count(problems, "problem")));
        return problems == 0 ? ExitCode.CLEAN : ExitCode.FOUND;
    }

    private String what() {
        return pages == 0 ? " of JSON" : pages == files ? " of HTML" : " of JSON and HTML";
    }

    private boolean isWanted(StoredFile file, List<PathMatcher> matchers) {
        return wanted.isEmpty()
                || wanted.contains(file.path())
                || matchers.stream().anyMatch(matcher -> matches(matcher, file.path()));
    }

    private static boolean matches(PathMatcher matcher, String stored) {
        try {
            return matcher.matches(Path.of(stored));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private void rebuild(StoredDatabase database, Restorer restorer, StoredFile file, StoredPaths paths)
            throws IOException {
        if (file.isBroken()) {
            problem(file.path() + ": was set aside when it was read" + because(file) + "; nothing to rebuild");
            return;
        }
        if (file.isPage() && !file.hasSource()) {
            problem(file.path() + ": is a page whose bytes were not kept (ingest --keep-source); not rebuilt");
            return;
        }
        String name = file.isPage() ? "stdin.html" : "stdin.json";
        Path target = paths.in(folder, file.isStandardInput() ? name : file.path());
        if (target == null) {
            problem(file.path() + ": leads out of any folder; not written");
            return;
        }
        if (!written.add(target.toString())) {
            problem(file.path() + ": another file of the database was written to " + target + " already");
            return;
        }
        switch (NewFile.write(target, force, out -> restore(source(database, restorer, file), file.path(), out))) {
            case REFUSED -> problem(target + ": exists and differs; left alone (--force overwrites it)");
            case SAME, WRITTEN -> {
                files++;
                pages += file.isPage() ? 1 : 0;
            }
        }
        if (file.setAside() > 0) {
            problem(file.path() + ": " + Words.count(file.setAside(), "stretch").replace("stretchs", "stretches")
                    + " of it had been set aside and are not in it (see _juggle_errors)");
        }
    }

    private static String because(StoredFile file) {
        return file.error() == null ? "" : " (" + file.error() + ")";
    }

    /** What writes a file's text. */
    @FunctionalInterface
    private interface Text {
        void writeTo(OutputStream out) throws IOException;
    }

    private static Text source(StoredDatabase database, Restorer restorer, StoredFile file) {
        if (!file.isPage()) {
            return out -> restorer.restore(file, out);
        }
        return out -> {
            try (InputStream source = database.source(file)) {
                source.transferTo(out);
            }
        };
    }

    private void restore(Text text, String path, OutputStream out) throws IOException {
        CountingStream counter;
        if (path.endsWith(".gz")) {
            try (GZIPOutputStream packed = new GZIPOutputStream(out, 1 << 16)) {
                counter = new CountingStream(packed);
                text.writeTo(counter);
            }
        } else if (path.endsWith(".zst")) {
            try (ZstdOutputStream packed = new ZstdOutputStream(out)) {
                counter = new CountingStream(packed);
                text.writeTo(counter);
            }
        } else {
            counter = new CountingStream(out);
            text.writeTo(counter);
        }
        bytes += counter.bytes();
    }

    private void problem(String message) {
        problems++;
        terminal().say(message);
    }
}
