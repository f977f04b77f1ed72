// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** The part of the walk that looks at the file system: which files there are, in order, each once. */
final class FileSearch {
    private static final List<String> SIDE_FILES =
            List.of("", "-journal", "-wal", "-shm", ".part", ".part-journal", ".part-wal", ".part-shm");

    /**
     * A file.
     *
     * @param argument the argument it was reached through
     * @param file how it is opened
     * @param stored how it is spelled in the database
     * @param facts what the file system says; null for standard input
     */
    record Found(
            Argument argument,
            Path file,
            String stored,
            @Nullable FileFacts facts) {}

    /** A folder whose names are being gone through. */
    private static final class Folder {
        final Path path;
        final String stored;
        final FileFacts facts;
        final List<Path> names;
        int next;

        Folder(Path path, String stored, FileFacts facts, List<Path> names) {
            this.path = path;
            this.stored = stored;
            this.facts = facts;
            this.names = names;
        }
    }

    private final List<Argument> arguments;
    private final List<PathMatcher> includes;
    private final List<PathMatcher> excludes;
    private final Set<Path> output = new HashSet<>();
    private final Deque<Folder> folders = new ArrayDeque<>();
    private final FileKeySet seenFiles = new FileKeySet();
    private final FileKeySet seenFolders = new FileKeySet();
    private final List<String> problems = new ArrayList<>();
    private int nextArgument;
    private boolean isInputTaken;

    FileSearch(InputOptions options, List<Argument> arguments) {
        this.arguments = arguments;
        this.includes = matchers(options.includes());
        this.excludes = matchers(options.excludes());
        Path target = options.output().toAbsolutePath().normalize();
        SIDE_FILES.forEach(ending -> output.add(target.resolveSibling(FileNames.last(target) + ending)));
    }

    /** The next file, or null at the end. */
    @Nullable
    Found next() {
        while (true) {
            Folder folder = folders.peek();
            Found found = null;
            if (folder == null) {
                if (nextArgument == arguments.size()) {
                    return null;
                }
                found = begin(arguments.get(nextArgument++));
            } else if (folder.next == folder.names.size()) {
                folders.pop();
            } else {
                found = visit(folder, folder.names.get(folder.next++));
            }
            if (found != null) {
                return found;
            }
        }
    }

    /** What was reported since the last call. */
    List<String> drainProblems() {
        List<String> drained = List.copyOf(problems);
        problems.clear();
        return drained;
    }

    private @Nullable Found begin(Argument argument) {
        return switch (argument.kind()) {
            case NOTHING -> report(argument.stored(), argument.problem());
            case STANDARD_INPUT -> {
                boolean isFirst = !isInputTaken;
                isInputTaken = true;
                yield isFirst ? new Found(argument, argument.path(), argument.stored(), null) : null;
            }
            case FILE -> {
                if (isOutput(argument.path())) {
                    yield report(argument.stored(), "is the output, so it is not read");
                }
                yield file(argument.path(), argument.stored(), facts(argument.path(), argument.stored(), true));
            }
            case FOLDER -> {
                FileFacts facts = facts(argument.path(), argument.stored(), true);
                yield facts == null ? null : enter(argument.path(), argument.stored(), facts);
            }
        };
    }

    private @Nullable Found visit(Folder folder, Path name) {
        String text = FileNames.text(name);
        if (text.startsWith(".")) {
            return null;
        }
        Path path = folder.path.resolve(name);
        Path relative = relative(path);
        if (matches(excludes, relative)) {
            return null;
        }
        boolean isWanted = includes.isEmpty() ? FileNames.isKnown(text) : matches(includes, relative);
        String stored = folder.stored.isEmpty() || folder.stored.endsWith("/")
                ? folder.stored + text
                : folder.stored + "/" + text;
        FileFacts facts = facts(path, stored, isWanted);
        if (facts == null) {
            return null;
        }
        return switch (facts.kind()) {
            case FOLDER -> enter(path, stored, facts);
            case FILE -> isWanted && !isOutput(path) ? file(path, stored, facts) : null;
            case SPECIAL -> isWanted ? report(stored, "is no regular file, so it is not opened") : null;
        };
    }

    private @Nullable Found file(Path path, String stored, @Nullable FileFacts facts) {
        if (facts == null || !seenFiles.add(facts.device(), facts.inode())) {
            return null;
        }
        return new Found(arguments.get(nextArgument - 1), path, stored, facts);
    }

    /** Goes into a folder, unless it was gone into before. */
    private @Nullable Found enter(Path path, String stored, FileFacts facts) {
        for (Folder above : folders) {
            if (above.facts.device() == facts.device() && above.facts.inode() == facts.inode()) {
                return report(stored, "a link that leads back to " + (above.stored.isEmpty() ? "." : above.stored));
            }
        }
        if (!seenFolders.add(facts.device(), facts.inode())) {
            return null;
        }
        try {
            folders.push(new Folder(path, stored, facts, FolderListing.of(path)));
        } catch (IOException unreadable) {
            report(stored, Argument.reason(unreadable));
        }
        return null;
    }

    /** Asks for a path's facts. What is gone or can't be followed is only worth a word if it was wanted, or loops. */
    private @Nullable FileFacts facts(Path path, String stored, boolean isWanted) {
        try {
            return FileFacts.of(path);
        } catch (IOException failed) {
            boolean isGone = failed instanceof NoSuchFileException;
            if (isWanted || !isGone) {
                report(stored, isGone && Files.isSymbolicLink(path) ? "a link to nothing" : Argument.reason(failed));
            }
            return null;
        }
    }

    private @Nullable Found report(String stored, String problem) {
        problems.add((stored.isEmpty() ? "." : stored) + ": " + problem);
        return null;
    }

    private boolean isOutput(Path path) {
        return output.contains(path.toAbsolutePath().normalize());
    }

    /** The path from the argument's folder on: what globs with a slash are matched against. */
    private Path relative(Path path) {
        return folders.getLast().path.relativize(path);
    }

    private static boolean matches(List<PathMatcher> matchers, Path relative) {
        return matchers.stream().anyMatch(matcher -> matcher.matches(relative));
    }

    private static PathMatcher matcher(String glob) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException broken) {
            throw new IllegalArgumentException(
                    "--include and --exclude take globs, which this is not: " + glob, broken);
        }
    }

    /** A glob without a slash is about the name, in any folder; one with a slash about the whole path. */
    private static List<PathMatcher> matchers(List<String> globs) {
        List<PathMatcher> made = new ArrayList<>();
        for (String glob : globs) {
            PathMatcher matcher = matcher(glob);
            made.add(glob.contains("/") ? matcher : path -> matcher.matches(path.getFileName()));
        }
        return made;
    }
}
