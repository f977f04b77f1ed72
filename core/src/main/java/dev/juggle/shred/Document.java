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
    /** Why it could not be read, or not to its end; empty when it could. */
    final String failure;
    /** Which part of its document it is; null for a whole one. */
    final PartedFile.@Nullable Part part;

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
    /** Whether what it holds goes into the output: not behind the limit, nor behind the place where its document breaks. */
    boolean counts = true;
    /** Whether the limit was reached before it. */
    boolean isCut;
    /** What the file holds, as stored. */
    String form = "";

    Document(FileEntry file, String hash, @Nullable ParsedDocument parsed, String failure) {
        this.file = file;
        this.hash = hash;
        this.parsed = parsed;
        this.failure = failure;
        this.part = null;
    }

    /** A part of a document. */
    Document(PartedFile.Part part, @Nullable ParsedDocument parsed) {
        this.file = part.whole().file;
        this.hash = part.hash();
        this.parsed = parsed;
        this.failure = part.failure();
        this.part = part;
    }

    /** Whether it gets the file's row: a whole document does, and the last part of one. */
    boolean hasFileRow() {
        return admitted && (part == null || part.isLast());
    }

    /** How many records, or files as a whole, were set aside. */
    long setAside() {
        long stretches = parsed == null || !counts ? 0 : parsed.setAsideCount();
        return stretches + (failure.isEmpty() ? 0 : 1);
    }

    ParsedDocument parsed() {
        if (parsed == null) {
            throw new AssertionError("never read: " + file.path());
        }
        return parsed;
    }
}
