// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

/**
 * How the values at one path are laid out. What a decision is not about (a number where entities are expected, an object
 * where strings are) is stored as if there were none, so that a plan never loses anything.
 */
public enum Decision {
    /** Scalars in a column, objects inlined, arrays as child tables. */
    PLAIN("plain"),
    /** Objects and arrays as a whole (at a path that ends in `[*]`: elements of any kind) are stored once, in a table of their own. */
    ENTITY("entity"),
    /** Objects are maps: a child table with a row for each member. */
    MAP("map"),
    /** Arrays and objects are one column, as JSON text. */
    PACKED("packed"),
    /** Strings are stored once, in a table of their own. */
    LOOKUP("lookup");

    private final String label;

    Decision(String label) {
        this.label = label;
    }

    /** Its name in a plan's file. */
    public String label() {
        return label;
    }
}
