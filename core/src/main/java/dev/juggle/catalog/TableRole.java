// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.List;

/**
 * What the rows of a table are, and so which system columns stand before its data. The labels are part of the file format
 * (`_juggle_tables.kind`).
 */
public enum TableRole {
    /** Records. */
    ROOT("root"),
    /** Elements of arrays. */
    ARRAY("array"),
    /** Members of objects whose keys are data. */
    MAP("map"),
    /** Objects, or elements of arrays, that repeat and are stored once. */
    ENTITY("entity"),
    /** Which entity stands where in which array; without row ids, the key are the first two columns. */
    LINK("link"),
    /** Strings that repeat and are stored once, in their one data column; they need no shape. */
    LOOKUP("lookup");

    private final String label;

    TableRole(String label) {
        this.label = label;
    }

    /** Its name in the file format. */
    public String label() {
        return label;
    }

    /** The columns before the data. */
    public List<String> systemColumns() {
        return switch (this) {
            case ROOT -> List.of("_row", "_file", "_shape");
            case ARRAY -> List.of("_row", "_parent", "_pos", "_shape");
            case MAP -> List.of("_row", "_parent", "_key", "_shape");
            case ENTITY -> List.of("_row", "_shape");
            case LINK -> List.of("_parent", "_pos", "_ref");
            case LOOKUP -> List.of("_row");
        };
    }

    /** Whether each row belongs to one row of another table, in the column `_parent`. */
    public boolean hasParent() {
        return this == ARRAY || this == MAP || this == LINK;
    }

    /** Whether rows have a column `_shape`. */
    public boolean hasShape() {
        return this != LINK && this != LOOKUP;
    }
}
