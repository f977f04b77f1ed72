// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;

/**
 * Spells out a glob that no shell has spelled out. As a shell does: matches come in the order of their raw
 * name bytes, {@code *} and {@code ?} don't match a leading dot, and a part that is {@code **} stands for any
 * folders, also none.
 */
final class GlobArgument {
    private GlobArgument() {}

    /** Whether an argument has anything to spell out. */
    static boolean isGlob(String argument) {
        return argument.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }

    /** The paths that match; none where nothing does or a folder can't be listed. */
    static List<Path> expand(String glob) {
        Path pattern = Path.of(glob);
        Path root = pattern.getRoot();
        List<Path> found = new ArrayList<>();
        expand(root == null ? Path.of("") : root, pattern, 0, found);
        return found;
    }

    private static void expand(Path folder, Path pattern, int part, List<Path> found) {
        if (part == pattern.getNameCount()) {
            found.add(folder);
            return;
        }
        String name = pattern.getName(part).toString();
        if (!isGlob(name)) {
            Path next = folder.resolve(name);
            if (Files.exists(next)) {
                expand(next, pattern, part + 1, found);
            }
            return;
        }
        boolean isAnyDepth = name.equals("**");
        if (isAnyDepth) {
            expand(folder, pattern, part + 1, found);
        }
        PathMatcher matcher = folder.getFileSystem().getPathMatcher("glob:" + name);
        for (Path entry : FolderListing.orNothing(folder)) {
            boolean isHidden = entry.toString().startsWith(".") && !name.startsWith(".");
            if (isHidden || !matcher.matches(entry)) {
                continue;
            }
            Path next = folder.resolve(entry);
            if (!isAnyDepth) {
                expand(next, pattern, part + 1, found);
            } else if (Files.isDirectory(next) && !Files.isSymbolicLink(next)) {
                expand(next, pattern, part, found);
            }
        }
    }
}
