// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import org.jspecify.annotations.Nullable;

/**
 * One row of {@code _juggle_files}: an input file and where its records are.
 *
 * @param id its {@code _row}, the value of {@code _file} in its records
 * @param path the path as it was given at ingest, {@code /} between its steps
 * @param size bytes of the source as it lay there (compressed, if it was)
 * @param form how the values stood in it; null when nothing of the file could be stored
 * @param table id of its root table; 0 when it has no records
 * @param firstRow {@code _row} of its first record in the root table
 * @param records how many records of it are stored
 * @param setAside how many stretches of it were set aside as broken
 * @param warnings how many warnings it gave (duplicate members, replaced bytes)
 * @param error why the file as a whole was set aside; null when it was not
 * @param selected the {@code --path} it was read with; null without one
 * @param hasSource whether its bytes are in the database, as {@code --keep-source} does with pages
 */
public record StoredFile(
        long id,
        String path,
        long size,
        @Nullable String form,
        int table,
        long firstRow,
        long records,
        long setAside,
        long warnings,
        @Nullable String error,
        @Nullable String selected,
        boolean hasSource) {

    /** Whether nothing of it could be stored. */
    public boolean isBroken() {
        return form == null || form.equalsIgnoreCase("broken");
    }

    /** Whether it is an HTML page. */
    public boolean isPage() {
        return Forms.PAGE.equals(form);
    }

    /** Whether it was read from standard input, and so has no file. */
    public boolean isStandardInput() {
        return size < 0;
    }
}
