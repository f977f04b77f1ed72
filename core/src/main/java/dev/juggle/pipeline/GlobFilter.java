// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;

/**
 * Which files the user wants, by globs as in {@link java.nio.file.FileSystem#getPathMatcher}. A glob without a slash is put
 * to the name alone; one with a slash to the path inside the folder that was given.
 */
final class GlobFilter {
    private record Glob(PathMatcher matcher, boolean wholePath) {
        static Glob of(String pattern) {
            return new Glob(FileSystems.getDefault().getPathMatcher("glob:" + pattern), pattern.contains("/"));
        }

        boolean matches(Path name, Path path) {
            return matcher.matches(wholePath ? path : name);
        }
    }

    private final List<Glob> includes;
    private final List<Glob> excludes;

    /** A filter that admits what matches one of {@code includes} (all, if there are none) and none of {@code excludes}. */
    GlobFilter(List<String> includes, List<String> excludes) {
        this.includes = includes.stream().map(Glob::of).toList();
        this.excludes = excludes.stream().map(Glob::of).toList();
    }

    /** Whether a file is wanted. */
    boolean admits(Path name, Path path) {
        return !excludes(name, path)
                && (includes.isEmpty() || includes.stream().anyMatch(glob -> glob.matches(name, path)));
    }

    /** Whether a file or folder is unwanted. */
    boolean excludes(Path name, Path path) {
        return excludes.stream().anyMatch(glob -> glob.matches(name, path));
    }

    /** Whether a file that is admitted was asked for by name. */
    boolean namesIncludes() {
        return !includes.isEmpty();
    }

    /** Whether an argument that is no file may be meant as a pattern. */
    static boolean isGlob(String argument) {
        return argument.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    }

    /** The folder that everything a pattern matches lies in. */
    static Path fixedPart(String pattern) {
        Path path = Path.of(pattern).normalize();
        Path fixed = path.isAbsolute() ? path.getRoot() : Path.of("");
        for (Path step : path) {
            if (isGlob(step.toString())) {
                break;
            }
            fixed = fixed.resolve(step);
        }
        return fixed;
    }
}
