// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.testing.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The public conformance data, which lies beside the project and not in it. */
final class Shared {
    private Shared() {}

    /** A folder of the conformance data; the test is skipped, with the reason, if it is not there. */
    static Path folder(String name) {
        Optional<Path> folder = Project.shared("conformance/" + name);
        Assumptions.assumeTrue(folder.isPresent(), "no conformance data beside the checkout: " + name);
        return folder.orElseThrow();
    }

    /** The files of a folder whose names end so, sorted. */
    static List<Path> files(Path folder, String ending) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
