// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Member;
import dev.juggle.catalog.NameReader;
import dev.juggle.catalog.Table;
import dev.juggle.catalog.TableRole;
import org.jspecify.annotations.Nullable;

/**
 * What one worker knows of one table: the plan met last, the plans for values that are no objects, and, for the job at hand,
 * how many rows it has and where they go. Belongs to one worker.
 */
final class TableRows {
    final Table table;
    /** Whether its rows are entities of a job, not rows below others. */
    final boolean isStoredOnce;
    /** Where the table's structures begin in the worker's trie. */
    PlanTrie.Node root;

    /** The plans for scalars and arrays, by kind; that for objects that are one value, as a map is, under MAP. */
    final @Nullable Plan[] byKind = new Plan[16];
    /** The kinds that have a plan there, as bits. */
    int knownKinds;
    /** The kinds whose plans are among those of the job at hand, as bits. */
    int jobKinds;
    /** Rows of the job at hand. */
    int count;
    /** The entries of the row list that they are. */
    int entries;
    /** Where these begin in the grouped order. */
    int firstPlaced;
    /** How many entries are in the grouped order already, while it is made. */
    int placed;
    /** How many rows are numbered already, meanwhile. */
    int numbered;
    /** The row id that the job's first row of the parent table has. */
    long parentFirstRow;
    /** How many of its rows were given to entities already, under the ticket. */
    int stored;
    /** The row id of the first; set by the ticket. */
    long firstRow;

    /** The worker's reader of names, for plans that are compiled. */
    final NameReader<Member> names;

    /** Whether its plans are for rows of a map whose key is stored in its JSON spelling. */
    final boolean isKeyEscaped;
    /** The plans for such rows of this table; null while there are none. */
    @Nullable
    TableRows escaped;

    TableRows(Table table, PlanTrie.Node root, NameReader<Member> names, boolean isKeyEscaped) {
        this.table = table;
        this.isStoredOnce = table.role() == TableRole.ENTITY || table.role() == TableRole.LOOKUP;
        this.root = root;
        this.names = names;
        this.isKeyEscaped = isKeyEscaped;
    }

    void forgetPlans(PlanTrie.Node newRoot) {
        root = newRoot;
        knownKinds = 0;
        java.util.Arrays.fill(byKind, null);
        escaped = null;
    }
}
