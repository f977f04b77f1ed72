// SPDX-License-Identifier: Apache-2.0
package dev.juggle.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where things lie: the checkout under test and the data beside it that is not part of it. */
public final class Project {
    private Project() {}

    /** The root of the checkout: the build says it, else the nearest folder upwards that holds the launcher. */
    public static Path root() {
        String told = System.getProperty("juggle.root");
        if (told != null) {
            return Path.of(told).toAbsolutePath().normalize();
        }
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "no ARCHITECTURE.md upwards of " + Path.of("").toAbsolutePath());
            }
            folder = parent;
        }
        return folder;
    }

    /**
     * A file or folder of the shared data (conformance suites, traps): under the environment's
     * {@code JUGGLE_SHARED}, else in {@code shared} beside the checkout. Empty where there is none: such
     * a test says so with an assumption.
     */
    public static Optional<Path> shared(String relative) {
        String told = System.getenv("JUGGLE_SHARED");
        Path folder = told != null ? Path.of(told) : root().resolveSibling("shared");
        Path wanted = folder.resolve(relative);
        return Files.exists(wanted) ? Optional.of(wanted) : Optional.empty();
    }
}
