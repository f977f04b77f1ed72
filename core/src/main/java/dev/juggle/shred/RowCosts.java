// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

/**
 * Estimates what values take in the database, from a sample, in bytes of SQLite's file format
 * (https://sqlite.org/fileformat2.html, 2.1). A row in a page: its cell's pointer (2), the payload's length (1), its row id
 * (3), the header's length (1), and a byte of serial type for each column. An entry of an index: pointer, length, header
 * (3), both numbers (3 each).
 */
final class RowCosts {
    /** A row of an array's table, without its value: the cell, five columns, the numbers in them; its entry in the index. */
    static final int ELEMENT = 18 + 12;
    /** A row of an entity's or a look-up table, without its value. */
    static final int ENTITY = 10;
    /** A row of a link table: in place of all that {@link #ELEMENT} counts. */
    static final int LINK = 14;
    /** A reference in a row. */
    static final int REFERENCE = 4;

    private RowCosts() {}

    /** What the values take, all laid out plainly. */
    static long plain(PathStats at) {
        long bytes = at.scalarBytes + at.scalars();
        bytes += members(at);
        PathStats elements = at.elements;
        if (elements != null) {
            bytes += at.elementCount * ELEMENT + plain(elements);
        }
        return bytes;
    }

    /** What the objects' members take: their values, and a byte of NULL for each that is absent. */
    private static long members(PathStats at) {
        long bytes = 0;
        long columns = 0;
        for (PathStats member : at.memberStats()) {
            bytes += plain(member);
            columns += member.scalars() > 0 ? 1 : 0;
            bytes += member.scalars() > 0 ? at.objects - member.scalars() : 0;
        }
        PathStats further = at.further;
        if (further != null) {
            bytes += plain(further);
        }
        // a shape that few rows share is nearly one of its own: two bytes a member
        boolean isSparse = columns > 16 && at.memberCount < columns * at.objects / 2;
        return bytes + (isSparse ? 2 * at.memberCount : 0);
    }

    /** What the objects take as maps, all below laid out plainly. */
    static long map(PathStats at) {
        return at.memberCount * ELEMENT + at.keyBytes + plain(at.values());
    }

    /** What the values that can be stored once take: objects, or elements of any kind. */
    static long once(PathStats at, boolean isElements) {
        return isElements ? plain(at) : members(at);
    }

    /** What one of the arrays takes in rows below it: its elements, or links to them if these are stored once. */
    static double array(PathStats at) {
        PathStats elements = at.elements;
        double plain = elements == null ? 0 : at.elementCount * ELEMENT + plain(elements);
        return Math.min(plain, (double) at.elementCount * LINK) / Math.max(1, at.arrays);
    }

    /** How many of them differ, about: of scalars that are no strings a few. */
    static long distinct(PathStats at, boolean isElements) {
        long others = at.numbers + at.booleans;
        return at.distinct.size() + (isElements ? others : 0);
    }

    /** How many columns the objects take. */
    static long columns(PathStats at) {
        long columns = 0;
        for (PathStats member : at.memberStats()) {
            columns += (member.scalars() > 0 ? 1 : 0) + (member.objects > 0 ? columns(member) : 0);
        }
        return columns;
    }
}
