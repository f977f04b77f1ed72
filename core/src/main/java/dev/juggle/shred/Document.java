// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.json.ParsedDocument;
import org.jspecify.annotations.Nullable;

/** One file of a job on its way through the shredder. Belongs to the worker that holds the job. */
final class Document {
    final FileEntry file;
    final String hash;
    /** Its values; null when it could not even be read. */
    final @Nullable ParsedDocument parsed;
    /** Why it could not be read; empty when it could. */
    final String failure;

    /** Records in the job's row list. */
    int records;
    /** Members dropped for a later one with the same key. */
    long warnings;
    /** The ordinal of its first record among the job's rows of its root table. */
    int firstOrdinal;
    /** The root table of its records; null while it has none. */
    @Nullable
    TableRows table;
    /** Whether it comes before the end that {@code --limit} sets. */
    boolean admitted;
    /** What the file holds, as stored. */
    String form = "";

    Document(FileEntry file, String hash, @Nullable ParsedDocument parsed, String failure) {
        this.file = file;
        this.hash = hash;
        this.parsed = parsed;
        this.failure = failure;
    }

    ParsedDocument parsed() {
        if (parsed == null) {
            throw new AssertionError("never read: " + file.path());
        }
        return parsed;
    }
}
