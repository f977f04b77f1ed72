// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.json.ParsedDocument;

/** What a file held, in the words of `_juggle_files.form`; tells {@link Restorer} how to write it back. */
public final class Forms {
    /** One value that is no array: one record. */
    public static final String SINGLE = "single";
    /** One array: a record for each element. */
    public static final String ARRAY = "array";
    /** Several values, one after the other: a record for each. */
    public static final String LINES = "lines";
    /** A JSON text sequence (RFC 7464): a record for each text. */
    public static final String SEQUENCE = "sequence";
    /** An HTML page: one record. */
    public static final String PAGE = "page";
    /** Nothing but white space, or nothing at all. */
    public static final String EMPTY = "empty";
    /** Not read, or nothing of it could be kept. */
    public static final String BROKEN = "broken";

    private Forms() {}

    static String stored(ParsedDocument.Form form) {
        return switch (form) {
            case EMPTY -> EMPTY;
            case SINGLE -> SINGLE;
            case ARRAY -> ARRAY;
            case LINES -> LINES;
            case SEQUENCE -> SEQUENCE;
            case PAGE -> PAGE;
        };
    }
}
