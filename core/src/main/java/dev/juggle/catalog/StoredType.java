// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

/**
 * The set of stored types a column ever held, as bits, and the declared type that follows from it: the one type, or none
 * when there were several, so that SQLite's affinity (https://sqlite.org/datatype3.html, 3.1) converts nothing.
 */
public final class StoredType {
    static final int INTEGER = 1;
    static final int REAL = 2;
    static final int TEXT = 4;
    static final int BOOLEAN = 8;

    private StoredType() {}

    /** The bit for a kind; 0 for kinds that store nothing in their column. */
    static int of(int kind) {
        return switch (kind) {
            case Kind.BOOLEAN -> BOOLEAN;
            case Kind.INTEGER, Kind.NEGATIVE_ZERO_INTEGER -> INTEGER;
            case Kind.REAL, Kind.NEGATIVE_ZERO_REAL -> REAL;
            case Kind.BIG_INTEGER, Kind.BIG_REAL, Kind.TEXT, Kind.ESCAPED_TEXT, Kind.PACKED -> TEXT;
            default -> 0;
        };
    }

    /** The declared type for a set of stored types: empty when it is none or more than one. */
    static String declared(int types) {
        return switch (types) {
            case INTEGER -> "INTEGER";
            case REAL -> "REAL";
            case TEXT -> "TEXT";
            case BOOLEAN -> "BOOLEAN";
            default -> "";
        };
    }
}
