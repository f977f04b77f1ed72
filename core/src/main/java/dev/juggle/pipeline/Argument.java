// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One argument of the command line that input is read from, globs spelled out.
 *
 * @param kind what it leads to
 * @param path how it is opened
 * @param stored how it is spelled in the database: as given, without {@code ./} and doubled or trailing slashes;
 *     empty for the working directory itself
 * @param table the wanted root table of a file; of a folder, its name
 * @param problem why it can't be used; empty if it can
 */
record Argument(Kind kind, Path path, String stored, String table, String problem) {
    /** What an argument leads to. */
    enum Kind {
        FILE,
        FOLDER,
        STANDARD_INPUT,
        NOTHING
    }

    private static final String STDIN_NAME = "stdin";

    /** All arguments in order. Files of one folder get a common table, as if the folder had been named. */
    static List<Argument> all(List<String> given) {
        List<Argument> all = new ArrayList<>();
        Map<String, Set<String>> siblings = new HashMap<>();
        for (String argument : given) {
            for (Path path : spellOut(argument)) {
                Argument next = of(argument, path);
                all.add(next);
                if (next.kind == Kind.FILE) {
                    siblings.computeIfAbsent(next.folder(), folder -> new HashSet<>())
                            .add(next.stored);
                }
            }
        }
        Map<String, String> tables = new HashMap<>();
        all.replaceAll(argument -> {
            boolean isAlone = siblings.getOrDefault(argument.folder(), Set.of()).size() < 2;
            return argument.kind != Kind.FILE || isAlone
                    ? argument
                    : argument.withTable(
                            tables.computeIfAbsent(argument.folder(), folder -> FileNames.ofFolder(argument.parent())));
        });
        return all;
    }

    /** The folder that everything the arguments lead to is stored below; empty if there is none but the working directory. */
    static String base(List<Argument> all) {
        List<String> common = null;
        for (Argument argument : all) {
            if (argument.kind == Kind.FILE || argument.kind == Kind.FOLDER) {
                List<String> parts = List.of(argument.above().split("/", -1));
                common = common == null ? parts : commonPrefix(common, parts);
            }
        }
        if (common == null) {
            return "";
        }
        String joined = String.join("/", common);
        return joined.isEmpty() && common.size() > 1 ? "/" : joined;
    }

    private static List<String> commonPrefix(List<String> left, List<String> right) {
        int same = 0;
        while (same < left.size() && same < right.size() && left.get(same).equals(right.get(same))) {
            same++;
        }
        return left.subList(0, same);
    }

    private static List<Path> spellOut(String argument) {
        Path path = Path.of(argument);
        if (!GlobArgument.isGlob(argument) || java.nio.file.Files.exists(path)) {
            return List.of(path);
        }
        List<Path> found = GlobArgument.expand(argument);
        return found.isEmpty() ? List.of(path) : found;
    }

    private static Argument of(String given, Path path) {
        if (given.equals(InputOptions.STANDARD_INPUT)) {
            return new Argument(Kind.STANDARD_INPUT, path, STDIN_NAME, STDIN_NAME, "");
        }
        String stored = FileNames.text(path.normalize());
        try {
            FileFacts facts = FileFacts.of(path);
            return switch (facts.kind()) {
                case FILE -> new Argument(Kind.FILE, path, stored, FileNames.base(FileNames.last(path)), "");
                case FOLDER -> new Argument(Kind.FOLDER, path, stored, FileNames.ofFolder(path.normalize()), "");
                case SPECIAL -> nothing(path, "is no regular file, so it is not opened");
            };
        } catch (IOException failed) {
            return nothing(path, reason(failed));
        }
    }

    private static Argument nothing(Path path, String problem) {
        return new Argument(Kind.NOTHING, path, FileNames.text(path), "", problem);
    }

    /** A file system's error in words, without the path that comes first in it. */
    static String reason(IOException failed) {
        if (failed instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (failed instanceof java.nio.file.AccessDeniedException) {
            return "no permission to read it";
        }
        if (failed instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason().startsWith("Too many levels of symbolic links")
                    ? "a link that leads back to itself"
                    : system.getReason();
        }
        String message = failed.getMessage();
        return message == null ? failed.getClass().getSimpleName() : message;
    }

    private Argument withTable(String name) {
        return new Argument(kind, path, stored, name, problem);
    }

    private Path parent() {
        Path parent = path.getParent();
        return parent == null ? Path.of("") : parent;
    }

    /** The stored path up to its last slash. */
    private String folder() {
        int slash = stored.lastIndexOf('/');
        return slash < 0 ? "" : slash == 0 ? "/" : stored.substring(0, slash);
    }

    /** What is common to all that is stored because of this argument, besides its own name. */
    private String above() {
        boolean isNameless = stored.isEmpty() || stored.equals("..") || stored.endsWith("/..") || stored.equals("/");
        return kind == Kind.FOLDER && isNameless ? stored : folder();
    }
}
