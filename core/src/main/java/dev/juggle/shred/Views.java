// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Catalog;
import dev.juggle.catalog.Member;
import dev.juggle.catalog.Table;
import dev.juggle.catalog.TableRole;
import dev.juggle.sqlite.Identifiers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The view {@code TABLE_full} of each table with references: what is stored once elsewhere stands in its place again, so that a
 * person sees {@code seller_name} and not an id. References within what is referred to are followed, too, breadth first, up to
 * {@link #MAX_JOINS}; those beyond stay ids.
 */
final class Views {
    /** SQLite joins at most 64 tables ("Implementation Limits For SQLite", 5), and a user wants to join the view itself. */
    static final int MAX_JOINS = 60;

    /** Columns of a view at most; SQLite allows 2,000 of a result (SQLITE_MAX_COLUMN). */
    static final int MAX_COLUMNS = 1_900;

    private static final Set<String> NOT_SHOWN = Set.of("_shape");
    private static final Set<String> NOT_SHOWN_WHEN_JOINED = Set.of("_shape", "_row");
    private static final String REFERENCE_ENDING = "_ref";

    /** One table in the view: whose columns stand where the reference stood. */
    private static final class Part {
        final Table table;
        final String alias;
        final String stem;
        final boolean isJoined;
        final Map<Integer, Part> joined = new HashMap<>();

        Part(Table table, int number, String stem) {
            this.table = table;
            this.alias = "t" + number;
            this.stem = stem;
            this.isJoined = number > 0;
        }

        boolean shows(String column) {
            return !(isJoined ? NOT_SHOWN_WHEN_JOINED : NOT_SHOWN).contains(column);
        }

        /** The name of a column in the view, before it is made unique. */
        String named(String column) {
            if (table.role() == TableRole.LOOKUP && !stem.isEmpty()) {
                return stem;
            }
            return stem.isEmpty() ? column : stem + "_" + column;
        }
    }

    private final StringBuilder joins = new StringBuilder();
    private final List<String> columns = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private Views() {}

    /** The statements for all views, in order of the tables. To be called once discovery has ended. */
    static List<String> statements(Catalog catalog) {
        List<String> statements = new ArrayList<>();
        for (Table table : List.copyOf(catalog.tables())) {
            if (!references(table).isEmpty()) {
                statements.add(new Views().statement(table));
            }
        }
        return statements;
    }

    private String statement(Table table) {
        Part whole = new Part(table, 0, "");
        int count = table.columnCount();
        List<Part> parts = new ArrayList<>(List.of(whole));
        for (int next = 0; next < parts.size(); next++) {
            Part part = parts.get(next);
            for (Map.Entry<Integer, Table> reference : inOrder(references(part.table))) {
                Table entity = reference.getValue();
                if (hasOwn(entity) && parts.size() <= MAX_JOINS && count + entity.columnCount() <= MAX_COLUMNS) {
                    parts.add(join(part, reference.getKey(), entity, parts.size()));
                    count += entity.columnCount();
                }
            }
        }
        list(whole);
        return "CREATE VIEW " + Identifiers.quote(table.viewName()) + " AS SELECT " + String.join(", ", columns)
                + " FROM " + Identifiers.quote(table.name()) + " AS t0" + joins;
    }

    private Part join(Part from, int column, Table entity, int number) {
        String reference = from.table.columnNames().get(column);
        String own = reference.endsWith(REFERENCE_ENDING)
                ? reference.substring(0, reference.length() - REFERENCE_ENDING.length())
                : reference;
        Part part = new Part(entity, number, own.isEmpty() ? from.stem : from.named(own));
        from.joined.put(column, part);
        joins.append(" LEFT JOIN ")
                .append(Identifiers.quote(entity.name()))
                .append(" AS ")
                .append(part.alias)
                .append(" ON ")
                .append(part.alias)
                .append("._row = ")
                .append(from.alias)
                .append('.')
                .append(Identifiers.quote(reference));
        return part;
    }

    /**
     * Lists a part's columns, each reference replaced by what it refers to; where that may be an array, the reference stays, to
     * find its elements by. The depth is that of tables.
     */
    private void list(Part part) {
        List<String> all = part.table.columnNames();
        for (int column = 0; column < all.size(); column++) {
            Part joined = part.joined.get(column);
            String name = all.get(column);
            if (joined != null) {
                list(joined);
            }
            if (joined == null ? part.shows(name) : joined.table.value().child() != null) {
                columns.add(part.alias + '.' + Identifiers.quote(name) + " AS "
                        + Identifiers.quote(unique(part.named(name))));
            }
        }
    }

    /** Whether its rows hold anything themselves; those of arrays lead to their elements by the reference alone. */
    private static boolean hasOwn(Table entity) {
        return entity.columnCount() > entity.systemColumns();
    }

    private String unique(String wanted) {
        String name = wanted;
        for (int n = 2; !names.add(name.toLowerCase(Locale.ROOT)); n++) {
            name = wanted + "_" + n;
        }
        return name;
    }

    private static List<Map.Entry<Integer, Table>> inOrder(Map<Integer, Table> references) {
        return references.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
    }

    /** The tables that a table's columns refer to, by column. */
    private static Map<Integer, Table> references(Table table) {
        Map<Integer, Table> references = new HashMap<>();
        for (Member member : table.members()) {
            Table entity = member.entity();
            int column = column(table, member);
            if (entity != null && column >= 0) {
                references.put(column, entity);
            }
        }
        return references;
    }

    private static int column(Table table, @Nullable Member member) {
        if (member == null) {
            return -1;
        }
        boolean isLink = table.role() == TableRole.LINK && member.number() == 0;
        return isLink ? table.columnNames().indexOf(REFERENCE_ENDING) : member.referenceColumn();
    }
}
