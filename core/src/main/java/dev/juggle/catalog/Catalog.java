// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import dev.juggle.arena.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The shared truth about tables, columns and shapes of one run.
 *
 * <p>The idea: everything here is changed only by the thread that holds the ticket, in input order, so the same input gives
 * the same names, numbers and ids whatever the number of threads. Only additions happen: what was given out stays. So a
 * worker may look members up without a lock and out of order: what it finds is final, and what it doesn't find it
 * asks for again when it holds the ticket. The ticket gate's lock orders one holder's writes before the next one's reads;
 * what is read outside of it is volatile (see {@link Member}).
 */
public final class Catalog {
    /** Tables about the data; their ids come before those of the data's own tables. */
    public static final int SYSTEM_TABLES = 6;

    /** Column names that no key may take, in any table, so that the words mean the same everywhere. */
    public static final List<String> SYSTEM_COLUMN_NAMES =
            List.of("_row", "_file", "_parent", "_pos", "_key", "_ref", "_shape", Table.EXTRA);

    /** Where the records of further files go once there are as many root tables as there may be. */
    private static final String OVERFLOW_ROOT = "more";

    private final CatalogLimits limits;
    private final LayoutPlan plan;
    private final Names tableNames = new Names();
    private final List<Table> tables = new ArrayList<>();
    private final Map<String, Table> roots = new ConcurrentHashMap<>();
    private final Set<Table> changed = new LinkedHashSet<>();
    private int childTables;
    private int memberCount;
    private long pathChars;
    private long shapeBytes;
    private long recordsTaken;
    private long nextErrorRow = 1;
    private int memberIds;
    /** Members that workers can't find yet. */
    private final List<Member> unpublished = new ArrayList<>();

    private SharedNames<Member> names = share(CatalogStrategy.DEFAULT);

    /** An empty catalog in which everything is laid out plainly. */
    public Catalog(CatalogLimits limits) {
        this(limits, LayoutPlan.NONE);
    }

    /** An empty catalog with decisions about what is to come. */
    public Catalog(CatalogLimits limits, LayoutPlan plan) {
        this.limits = limits;
        this.plan = plan;
    }

    /**
     * Chooses how workers look members up. Before the first member only.
     *
     * @return {@link #names}
     */
    public SharedNames<Member> share(CatalogStrategy strategy) {
        Check.state(memberCount == 0, "members were given out already");
        names = strategy.names(false, ThreadLocalRandom.current().nextLong());
        return names;
    }

    /** The members by {@link Member#id} of their object and key, as far as they are published: for workers, each with a reader. */
    public SharedNames<Member> names() {
        return names;
    }

    /** Lets workers find the members that are new since the last call, all at once. Only under the ticket, at its end. */
    public void publish() {
        if (!unpublished.isEmpty()) {
            names.change(edit -> unpublished.forEach(member -> member.publish(edit)));
            unpublished.clear();
        }
    }

    /** Where it stops growing. */
    public CatalogLimits limits() {
        return limits;
    }

    /** The data's own tables in order of discovery; index + {@link #SYSTEM_TABLES} is the id. */
    public List<Table> tables() {
        return Collections.unmodifiableList(tables);
    }

    /** The root table for files that want this name; null while there is none. Any thread may ask. */
    public @Nullable Table findRoot(String wanted) {
        return roots.get(wanted);
    }

    /** The root table for files that want this name, made if it is new. */
    public Table root(String wanted) {
        Table known = roots.get(wanted);
        if (known == null) {
            known = roots.size() < limits.rootTables() || wanted.equals(OVERFLOW_ROOT)
                    ? create(tableName(wanted), null, wanted, TableRole.ROOT)
                    : root(OVERFLOW_ROOT);
            roots.put(wanted, known);
        }
        return known;
    }

    /** How many records went through tickets so far. */
    public long recordsTaken() {
        return recordsTaken;
    }

    /** Counts records as they pass the ticket. */
    public void takeRecords(long count) {
        recordsTaken += count;
    }

    /** Gives out rows of `_juggle_errors`: the first of {@code count} that follow each other. */
    public long takeErrorRows(int count) {
        long first = nextErrorRow;
        nextErrorRow += count;
        return first;
    }

    /** The tables that are new or have new columns since the last call, in order of their first change. */
    public List<Table> drainChanges() {
        List<Table> drained = new ArrayList<>(changed);
        changed.clear();
        return drained;
    }

    /** Ends discovery: members that were only ever null get their empty column. */
    public void close() {
        tables.forEach(Table::addNullColumns);
    }

    boolean admitsMember(int inTable, int pathLength) {
        if (inTable >= limits.tableMembers()
                || memberCount >= limits.members()
                || pathChars + pathLength > limits.pathChars()) {
            return false;
        }
        memberCount++;
        pathChars += pathLength;
        return true;
    }

    int takeMemberId() {
        return memberIds++;
    }

    void added(Member member) {
        unpublished.add(member);
    }

    boolean admitsShape(int inTable, int bytes) {
        if (inTable >= limits.tableShapes() || shapeBytes + bytes > limits.shapeBytes()) {
            return false;
        }
        shapeBytes += bytes;
        return true;
    }

    /** An index's or a view's name; SQLite keeps tables, views and indexes in one space of names. */
    String indexName(String wanted) {
        return tableNames.take(wanted);
    }

    /** Whether there is room for so many more tables below others. */
    boolean admitsChildren(int count) {
        return childTables + count <= limits.childTables();
    }

    Table createChild(Member origin, String wanted, TableRole role) {
        childTables++;
        return create(tableName(wanted), origin, origin.table().rootName(), role);
    }

    void changed(Table table) {
        changed.add(table);
    }

    Decision decision(String root, String path) {
        return plan.at(root, path);
    }

    /** Whether anything was decided about a root table and what is below it. */
    boolean hasDecisions(String root) {
        return plan.concerns(root);
    }

    /** Whether this was decided about anything. */
    public boolean hasDecided(Decision decision) {
        return plan.has(decision);
    }

    private Table create(String name, @Nullable Member origin, String rootName, TableRole role) {
        Table.Origin from = new Table.Origin(origin, rootName, role);
        Table table = new Table(this, SYSTEM_TABLES + tables.size(), name, from);
        tables.add(table);
        changed.add(table);
        return table;
    }

    /** SQLite keeps names that begin with `sqlite_` to itself; those that begin with `_juggle_` are ours. */
    private String tableName(String wanted) {
        String folded = wanted.toLowerCase(Locale.ROOT);
        boolean kept = folded.startsWith("sqlite_") || folded.startsWith("_juggle_");
        return tableNames.take(kept ? "t_" + wanted : wanted);
    }
}
