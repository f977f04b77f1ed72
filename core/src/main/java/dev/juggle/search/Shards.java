// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a command line names as shards: database files, folders (every SQLite database in them, also deeper, by its first
 * bytes), globs, and {@code http://} addresses of servers. In the order given; within a folder or glob by name. A file that is named
 * but not there is a shard all the same: its failure is part of the answer.
 */
public final class Shards {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private Shards() {}

    /**
     * The shards that the arguments name, each once.
     *
     * @param asked what servers are asked: the query as it was written; empty where it can't be sent
     * @param token for servers that ask for one, or null
     * @throws IOException when a folder can't be read
     * @throws IllegalArgumentException when a folder or glob has no database in it
     */
    public static List<Shard> of(List<String> arguments, Map<String, String> asked, @Nullable String token)
            throws IOException {
        Map<String, Shard> shards = new LinkedHashMap<>();
        for (String argument : arguments) {
            if (argument.startsWith("http://")) {
                shards.putIfAbsent(argument, RemoteShard.of(argument, asked, token));
            } else if (argument.startsWith("https://")) {
                throw new IllegalArgumentException(argument + ": only http:// is spoken; put a tunnel before it");
            } else {
                for (Path file : files(argument)) {
                    shards.putIfAbsent(file.normalize().toString(), new LocalShard(file.toString(), file));
                }
            }
        }
        return List.copyOf(shards.values());
    }

    private static List<Path> files(String argument) throws IOException {
        Path path = Path.of(argument);
        if (Files.isDirectory(path)) {
            return found(path, _ -> true, argument);
        }
        boolean isGlob = argument.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
        if (!isGlob || Files.exists(path)) {
            return List.of(path);
        }
        String pattern = argument.startsWith("./") ? argument.substring(2) : argument;
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        return found(fixed(pattern), file -> matcher.matches(file.normalize()), argument);
    }

    /** The part of a glob before the first step with a wildcard. */
    private static Path fixed(String pattern) {
        int wild = 0;
        while ("*?[{".indexOf(pattern.charAt(wild)) < 0) {
            wild++;
        }
        int slash = pattern.lastIndexOf('/', wild);
        return Path.of(slash < 0 ? "" : slash == 0 ? "/" : pattern.substring(0, slash));
    }

    private static List<Path> found(Path folder, PathMatcher matcher, String argument) throws IOException {
        List<Path> files = new ArrayList<>();
        Path start = folder.toString().isEmpty() ? Path.of(".") : folder;
        if (Files.isDirectory(start)) {
            try (Stream<Path> all = Files.walk(start)) {
                for (Path file : all.sorted().toList()) {
                    Path shown = folder.toString().isEmpty() ? file.normalize() : file;
                    if (Files.isRegularFile(file) && matcher.matches(shown) && isDatabase(file)) {
                        files.add(shown);
                    }
                }
            }
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException(argument + ": no SQLite database there");
        }
        return files;
    }

    private static boolean isDatabase(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        }
    }
}
