// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

/**
 * Where the catalog stops growing. All of these shape the output, so they are fixed and never depend on memory or threads.
 *
 * @param columns data columns of one table; SQLite allows 2,000 in all (SQLITE_MAX_COLUMN)
 * @param tableMembers members of one table, those without a column (objects, arrays, nulls) included: bounds the heap
 * @param members members of all tables together: bounds the heap
 * @param childTables tables made for arrays; beyond, an array is packed into a column of its parent
 * @param rootTables tables made for files and folders
 * @param tableDepth how deep tables nest; a deeper array is packed
 * @param tableShapes shapes of one table that get a number; rows with others carry their structure themselves
 * @param shapeBytes bytes of all numbered structures together: bounds the heap
 * @param pathChars characters of all members' paths together: bounds the heap against long keys with many members below
 */
public record CatalogLimits(
        int columns,
        int tableMembers,
        int members,
        int childTables,
        int rootTables,
        int tableDepth,
        int tableShapes,
        long shapeBytes,
        long pathChars) {

    /** The limits of every ordinary run. */
    public static final CatalogLimits DEFAULT =
            new CatalogLimits(1_900, 8_000, 100_000, 1_000, 1_000, 32, 4_096, 8L << 20, 16L << 20);
}
