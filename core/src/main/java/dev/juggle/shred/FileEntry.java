// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

/**
 * One input file as the catalog records it, known before it is read.
 *
 * @param id its place in input order, from 1; `_juggle_files._row`
 * @param path its path as stored
 * @param sizeBytes its size on disk; -1 where it has none (standard input)
 * @param modified when it was last modified, ISO 8601 in UTC; empty where that is unknown
 * @param table the wanted name of its root table
 */
public record FileEntry(long id, String path, long sizeBytes, String modified, String table) {
    /** The same file with a table for pages, which stands beside that of the JSON of the same folder. */
    public FileEntry forPages() {
        return new FileEntry(id, path, sizeBytes, modified, table + "_pages");
    }
}
