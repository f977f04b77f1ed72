// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

/** The structure of one row: every member in order with its kind, as the bytes that package-info describes. Immutable. */
public final class Shape {
    private final int number;
    private final byte[] structure;

    Shape(int number, byte[] structure) {
        this.number = number;
        this.structure = structure;
    }

    /** Its number within its table, from 1; 0 when the table has none left and the row itself carries the structure. */
    public int number() {
        return number;
    }

    /** The bytes; nobody may change them. */
    public byte[] structure() {
        return structure;
    }

    @Override
    public String toString() {
        return "shape " + number + " (" + structure.length + " bytes)";
    }
}
