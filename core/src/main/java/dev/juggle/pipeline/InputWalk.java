// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.shred.FileEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that go in, in the one order that counts: arguments as given, in folders by the bytes of their names,
 * depth first. A file reached twice counts once; hidden files in folders, the output and what SQLite puts beside it are
 * left out. Links are followed, a link back to a folder on the way to it is reported once. What can't be followed is a
 * problem to tell, never the end of the walk; nothing but regular files is ever opened.
 */
public final class InputWalk {
    private static final String STDIN = "-";

    private final WalkOptions options;
    private final GlobFilter filter;
    private final List<Found> found = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Set<Path> reached = new HashSet<>();
    private final Set<Path> ancestors = new HashSet<>();
    private final Set<Path> outputs = new HashSet<>();
    private final List<Path> parents = new ArrayList<>();
    private long skipped;

    /** A file with the group (argument or parent folder) that names its table. */
    private record Found(@Nullable Path path, String stored, long sizeBytes, String modified, Group group) {}

    /** Files that share a table: what a folder argument leads to, or files spelled out of one folder. */
    private static final class Group {
        private final Path folder;
        private int files;

        Group(Path folder) {
            this.folder = folder;
        }
    }

    private InputWalk(WalkOptions options) {
        this.options = options;
        this.filter = new GlobFilter(options.includes(), options.excludes());
        Path output = options.output();
        if (output != null) {
            for (String suffix : new String[] {"", ".part", "-journal", "-wal", "-shm", ".part-journal"}) {
                outputs.add(real(Path.of(output + suffix)));
            }
        }
    }

    /** Finds everything that the options lead to. */
    public static WalkResult walk(WalkOptions options) {
        InputWalk walk = new InputWalk(options);
        walk.arguments();
        return new WalkResult(walk.named(), walk.base(), List.copyOf(walk.problems), walk.skipped);
    }

    private void arguments() {
        Map<Path, Group> spelled = new LinkedHashMap<>();
        for (String argument : options.arguments()) {
            if (argument.equals(STDIN)) {
                standardInput();
                continue;
            }
            try {
                Path path = Path.of(argument).normalize();
                if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                        || path.toString().isEmpty()) {
                    argument(path, spelled);
                } else if (GlobFilter.isGlob(argument)) {
                    glob(argument, spelled);
                } else {
                    problems.add(argument + ": no such file or folder");
                }
            } catch (InvalidPathException e) {
                problems.add(argument + ": is no path: " + e.getReason());
            }
        }
    }

    private void standardInput() {
        if (reached.add(Path.of(STDIN))) {
            Group group = new Group(Path.of("stdin"));
            group.files = 1;
            found.add(new Found(null, "stdin", -1, "", group));
            parents.add(Path.of(""));
        }
    }

    private void argument(Path path, Map<Path, Group> spelled) {
        if (Files.isDirectory(path)) {
            parents.add(parentOf(path));
            folder(path, path, new Group(path));
        } else {
            spelledOut(path, spelled);
        }
    }

    private void spelledOut(Path path, Map<Path, Group> spelled) {
        Path parent = parentOf(path);
        parents.add(parent);
        if (filter.admits(path.getFileName(), path)) {
            file(path, spelled.computeIfAbsent(parent, Group::new), true);
        }
    }

    /** A pattern that no shell spelled out: the files it matches count as spelled out in its place. */
    private void glob(String pattern, Map<Path, Group> spelled) {
        Path start = GlobFilter.fixedPart(pattern);
        int before = found.size();
        List<Path> matches = new ArrayList<>();
        collect(
                start,
                FileSystems.getDefault()
                        .getPathMatcher("glob:" + Path.of(pattern).normalize()),
                matches);
        matches.forEach(match -> spelledOut(match, spelled));
        if (found.size() == before) {
            problems.add(pattern + ": matches no file");
        }
    }

    private void collect(Path folder, java.nio.file.PathMatcher matcher, List<Path> matches) {
        for (Path entry : entries(folder)) {
            if (Files.isDirectory(entry)) {
                if (!Files.isSymbolicLink(entry)) {
                    collect(entry, matcher, matches);
                }
            } else if (matcher.matches(entry)) {
                matches.add(entry);
            }
        }
    }

    private void folder(Path root, Path folder, Group group) {
        Path real = real(folder);
        if (ancestors.contains(real)) {
            problems.add(folder + ": leads back to " + real + "; not followed");
            return;
        }
        if (!reached.add(real)) {
            return;
        }
        ancestors.add(real);
        for (Path entry : entries(folder)) {
            Path inside = root.relativize(entry);
            if (filter.excludes(entry.getFileName(), inside)) {
                continue;
            }
            if (Files.isDirectory(entry)) {
                folder(root, entry, group);
            } else if (filter.admits(entry.getFileName(), inside)) {
                file(entry, group, filter.namesIncludes());
            }
        }
        ancestors.remove(real);
    }

    /** The visible entries of a folder by the bytes of their names. */
    private List<Path> entries(Path folder) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path entry : stream) {
                if (!entry.getFileName().toString().startsWith(".")) {
                    entries.add(entry.normalize());
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            problems.add(folder + ": " + reason(e));
        }
        entries.sort((a, b) -> Arrays.compareUnsigned(nameBytes(a), nameBytes(b)));
        return entries;
    }

    private static byte[] nameBytes(Path path) {
        return path.getFileName().toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Takes a file; {@code asked} when it was named by the user, and not just found in a folder. */
    private void file(Path path, Group group, boolean asked) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            Path real = real(path);
            if (outputs.contains(real)) {
                return;
            }
            if (!attributes.isRegularFile()) {
                problems.add(path + ": is not a regular file; left out (a pipe can be read as -)");
                return;
            }
            if (!asked && !JsonLook.looksLikeJson(path)) {
                skipped++;
                return;
            }
            if (reached.add(real)) {
                group.files++;
                found.add(new Found(
                        path,
                        slashes(path),
                        attributes.size(),
                        attributes.lastModifiedTime().toInstant().toString(),
                        group));
            }
        } catch (IOException e) {
            problems.add(path + ": " + reason(e));
        }
    }

    private static String reason(Exception e) {
        Throwable cause = e instanceof java.nio.file.DirectoryIteratorException ? e.getCause() : e;
        return switch (cause) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file (a link that leads nowhere, or removed meanwhile)";
            case null -> "cannot be read";
            default -> "cannot be read: " + cause.getMessage();
        };
    }

    private List<InputFile> named() {
        List<InputFile> files = new ArrayList<>(found.size());
        for (Found each : found) {
            FileEntry entry =
                    new FileEntry(files.size() + 1L, each.stored(), each.sizeBytes(), each.modified(), tableOf(each));
            files.add(new InputFile(entry, each.path()));
        }
        return files;
    }

    private String tableOf(Found file) {
        if (options.table() != null) {
            return options.table();
        }
        if (file.path() == null) {
            return "stdin";
        }
        if (options.tablePerFile() || file.group().files == 1) {
            return withoutExtensions(file.path().getFileName().toString());
        }
        return folderName(file.group().folder);
    }

    /** The name without what says that it is compressed, and without the extension before it. */
    static String withoutExtensions(String name) {
        String plain = name.replaceFirst("(?i)\\.(gz|zst)$", "");
        int dot = plain.lastIndexOf('.');
        return dot > 0 ? plain.substring(0, dot) : plain;
    }

    private static String folderName(Path folder) {
        Path name = real(folder).getFileName();
        return name == null ? "root" : name.toString();
    }

    /** The folder that all arguments lie in, as far as their spelling tells; empty where they share none. */
    private String base() {
        Path common = null;
        for (Path parent : parents) {
            if (common == null) {
                common = parent;
            }
            while (!isIn(parent, common)) {
                Path up = common.getParent();
                common = up == null ? Path.of("") : up;
            }
        }
        return common == null ? "" : slashes(common);
    }

    private static boolean isIn(Path path, Path folder) {
        return folder.toString().isEmpty() || path.startsWith(folder);
    }

    private static Path parentOf(Path path) {
        Path parent = path.getParent();
        if (parent != null) {
            return parent;
        }
        return path.endsWith("..") ? path : Path.of("");
    }

    private static String slashes(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }
}
