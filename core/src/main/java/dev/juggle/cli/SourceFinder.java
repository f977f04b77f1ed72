// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.pipeline.InputFile;
import dev.juggle.pipeline.InputOptions;
import dev.juggle.pipeline.InputWalk;
import dev.juggle.shred.StoredDatabase;
import dev.juggle.shred.StoredFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file that a stored file was read from: where it was, or below the sources that the user names. Those may have
 * moved, so paths are compared without what they have in common at the front: each way of cutting it off is tried, and
 * the one that finds the most is taken.
 */
final class SourceFinder {
    private final boolean asStored;
    /** Paths as stored; the path to open only where it is spelled in another way. */
    private final Map<String, @Nullable Path> walked = new HashMap<>();

    private final Map<String, String> cuts = new HashMap<>();
    private final Set<String> found = new HashSet<>();
    private final List<String> problems;
    private String storedFront = "";
    private String walkedFront = "";

    /** A finder for the files of a database; without {@code sources} they are looked for where they were. */
    SourceFinder(StoredDatabase database, List<String> sources, Path databasePath) {
        this.asStored = sources.isEmpty();
        this.problems = asStored ? List.of() : walk(sources, databasePath);
        if (!asStored) {
            match(database, sources);
        }
    }

    private List<String> walk(List<String> sources, Path databasePath) {
        InputWalk walk = new InputWalk(InputOptions.of(sources, databasePath));
        for (InputFile file = walk.next(); file != null; file = walk.next()) {
            if (file.file() != null) {
                walked.put(file.path(), file.file().toString().equals(file.path()) ? null : file.file());
            }
        }
        return walk.drainProblems();
    }

    /** Finds the pair of fronts that matches most of the stored paths with those walked. */
    private void match(StoredDatabase database, List<String> sources) {
        List<String> stored = new ArrayList<>();
        database.forEachFile(file -> stored.add(file.path()));
        if (stored.size() == 1 && walked.size() == 1) {
            cuts.put(stored.getFirst(), walked.keySet().iterator().next());
            return;
        }
        String base = database.meta("base");
        List<String> storedFronts = new ArrayList<>(List.of("", folder(base == null ? "" : base), front(stored)));
        List<String> walkedFronts = new ArrayList<>(List.of("", front(walked.keySet())));
        sources.forEach(source -> walkedFronts.add(folder(source)));
        long most = 0;
        for (String mine : storedFronts) {
            for (String theirs : walkedFronts) {
                long matches = stored.stream()
                        .filter(path -> walked.containsKey(exchanged(path, mine, theirs)))
                        .count();
                if (matches > most) {
                    most = matches;
                    storedFront = mine;
                    walkedFront = theirs;
                }
            }
        }
    }

    private static String exchanged(String path, String mine, String theirs) {
        return path.startsWith(mine) ? theirs + path.substring(mine.length()) : path;
    }

    /** A folder as the front of the paths in it, spelled as the walk spells them. */
    private static String folder(String given) {
        try {
            String plain = Path.of(given).normalize().toString().replace('\\', '/');
            return plain.isEmpty() || plain.endsWith("/") ? plain : plain + "/";
        } catch (InvalidPathException e) {
            return given;
        }
    }

    /** The folders that all paths have in common, with a slash at the end. */
    private static String front(Iterable<String> paths) {
        String common = null;
        for (String path : paths) {
            String folder = path.substring(0, path.lastIndexOf('/') + 1);
            while (common != null && !folder.startsWith(common)) {
                common = common.substring(0, common.lastIndexOf('/', common.length() - 2) + 1);
            }
            common = common == null ? folder : common;
        }
        return common == null ? "" : common;
    }

    /** The file that {@code stored} was read from; null if it is not there. */
    @Nullable
    Path find(StoredFile stored) {
        if (asStored) {
            return inPlace(stored);
        }
        String path = cuts.getOrDefault(stored.path(), exchanged(stored.path(), storedFront, walkedFront));
        if (!walked.containsKey(path)) {
            return null;
        }
        found.add(path);
        return open(path);
    }

    private Path open(String path) {
        Path other = walked.get(path);
        return other == null ? Path.of(path) : other;
    }

    private static @Nullable Path inPlace(StoredFile stored) {
        try {
            Path path = Path.of(stored.path());
            return !stored.isStandardInput() && Files.isRegularFile(path) ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** The files below the named sources that no stored file was found to be from, in no particular order. */
    List<String> others() {
        return walked.keySet().stream()
                .filter(path -> !found.contains(path))
                .sorted()
                .toList();
    }

    /** What could not be followed below the named sources, one sentence each. */
    List<String> problems() {
        return problems;
    }
}
