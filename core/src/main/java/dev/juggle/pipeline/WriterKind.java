// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.sqlite.BulkWriter;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.sqlite.SqlWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Who writes the database. Both give the same content; the bytes differ. */
public enum WriterKind {
    /** Builds the pages of the new database itself: the default. */
    BULK {
        @Override
        DatabaseWriter open(Path file, long cacheBytes) throws IOException {
            return new BulkWriter(file, SqlWriter.DEFAULT_PAGE_BYTES, cacheBytes);
        }
    },

    /** Inserts through SQLite: slower, and what the other is checked against. */
    SQL {
        @Override
        DatabaseWriter open(Path file, long cacheBytes) throws IOException {
            return new SqlWriter(file, SqlWriter.DEFAULT_PAGE_BYTES, cacheBytes);
        }
    };

    /** Begins a database at {@code file}, which must not exist, with so much memory for pages. */
    abstract DatabaseWriter open(Path file, long cacheBytes) throws IOException;

    /** The name that {@code --writer} takes. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The writer of that name.
     *
     * @throws IllegalArgumentException with a sentence for the user if there is none
     */
    public static WriterKind of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--writer must be "
                        + Arrays.stream(values()).map(WriterKind::label).collect(Collectors.joining(" or ")) + ", not "
                        + label));
    }
}
