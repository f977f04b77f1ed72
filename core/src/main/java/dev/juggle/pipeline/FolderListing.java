// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lists a folder's names in the order that input has: by their raw bytes. The folder is closed again at once. */
final class FolderListing {
    private FolderListing() {}

    /** The names, or none if the folder can't be listed. */
    static List<Path> orNothing(Path folder) {
        try {
            return of(folder);
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /** The names. (On Linux paths compare by their bytes, whatever the locale.) */
    static List<Path> of(Path folder) throws IOException {
        List<Path> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                names.add(entry.getFileName());
            }
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        names.sort(null);
        return names;
    }
}
