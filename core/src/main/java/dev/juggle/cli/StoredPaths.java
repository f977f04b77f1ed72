// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.shred.StoredDatabase;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a stored path leads to below another folder. A database may come from anywhere, so a path in it is taken for a list
 * of names and nothing else: it never leads out of the folder.
 */
final class StoredPaths {
    private final String base;

    /** The paths of a database, seen from the folder that everything in it was read from. */
    StoredPaths(StoredDatabase database) {
        String stored = database.meta("base");
        this.base = stored == null ? "" : stored;
    }

    /** The path below the common base, with {@code /} between its names; null if it can't be a path below a folder. */
    @Nullable
    String relative(String stored) {
        String below = stored;
        if (base.equals("/") || (!base.isEmpty() && stored.startsWith(base + "/"))) {
            below = stored.substring(base.equals("/") ? 1 : base.length() + 1);
        }
        List<String> names = new ArrayList<>();
        for (String name : below.split("/", -1)) {
            boolean isNothing = name.isEmpty() || name.equals(".");
            if (name.equals("..") && !names.isEmpty()) {
                return null;
            }
            if (!isNothing && !name.equals("..")) {
                names.add(name);
            }
        }
        return names.isEmpty() || below.indexOf('\0') >= 0 ? null : String.join("/", names);
    }

    /** The path in {@code folder}; null if there can be none. */
    @Nullable
    Path in(Path folder, String stored) {
        String relative = relative(stored);
        try {
            Path path = relative == null ? null : folder.resolve(relative).normalize();
            return path != null && path.startsWith(folder.normalize()) && !path.equals(folder.normalize())
                    ? path
                    : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
