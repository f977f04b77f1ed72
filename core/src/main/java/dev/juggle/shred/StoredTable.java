// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.TableRole;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@code _juggle_tables} with its members.
 *
 * @param id table id
 * @param name SQL name
 * @param parent id of the table its rows belong to; 0 for a root table
 * @param path JSONPath from the record's root to the rows
 * @param kind what its rows are: the label of a {@link TableRole}
 * @param rows how many rows were stored
 * @param members by number; null where a number was never given
 * @param columns all SQL columns as they stand in the table now, in order
 */
public record StoredTable(
        int id,
        String name,
        int parent,
        String path,
        String kind,
        long rows,
        List<@Nullable StoredMember> members,
        List<String> columns) {

    /** Whether its rows are records (and not elements of an array). */
    public boolean isRoot() {
        return parent == 0;
    }

    /** Whether its rows are members of a map, and have a `_key`. */
    public boolean isMap() {
        return is(TableRole.MAP);
    }

    /** Whether this is what its rows are. */
    boolean is(TableRole role) {
        return kind.equals(role.label());
    }

    /** Whether the table has the system column for members that found no column of their own. */
    boolean hasExtra() {
        return columns.contains("_extra");
    }

    /** The member of that number; a number that the catalog lacks means a damaged database. */
    StoredMember member(long number) {
        StoredMember member = number >= 0 && number < members.size() ? members.get((int) number) : null;
        if (member == null) {
            throw new BadDatabaseException("table \"" + name + "\": a shape names member " + number
                    + ", which _juggle_columns does not have: the database is damaged");
        }
        return member;
    }
}
