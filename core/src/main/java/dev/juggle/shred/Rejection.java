// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.json.SetAside;
import java.util.Optional;

/**
 * A file that could not be read, or a stretch of one that could not be stored, and why.
 *
 * @param file the file
 * @param stretch the stretch; empty for a file as a whole. Its addresses are void once the job's arena is reset
 * @param reason what was expected and found, without the place
 */
public record Rejection(FileEntry file, Optional<SetAside> stretch, String reason) {

    /** One sentence, place first. */
    public String describe() {
        return stretch.map(s -> file.path() + ":" + s.line() + ":" + s.column() + ": " + reason)
                .orElse(file.path() + ": " + reason);
    }
}
