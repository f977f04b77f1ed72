// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Catalog;
import dev.juggle.catalog.Member;
import dev.juggle.catalog.Table;
import dev.juggle.catalog.TableRole;
import dev.juggle.sqlite.ColumnLayout;
import dev.juggle.sqlite.ForeignKey;
import dev.juggle.sqlite.IndexLayout;
import dev.juggle.sqlite.TableKind;
import dev.juggle.sqlite.TableLayout;
import java.util.ArrayList;
import java.util.List;

/** The catalog's tables as the writers need to know them, those about the data included. */
public final class CatalogLayouts {
    /** `_juggle_files`: the writer's id for it. */
    public static final int FILES = 0;
    /** `_juggle_errors`: the writer's id for it. */
    public static final int ERRORS = 1;
    /** `_juggle_meta`: the writer's id for it. */
    public static final int META = 2;
    /** `_juggle_tables`: the writer's id for it. */
    public static final int TABLES = 3;
    /** `_juggle_columns`: the writer's id for it. */
    public static final int COLUMNS = 4;
    /** `_juggle_shapes`: the writer's id for it. */
    public static final int SHAPES = 5;

    private static final String ROW = "_row";

    private static final List<ColumnLayout> FILE_COLUMNS = List.of(
            text("path"),
            integer("size"),
            text("modified"),
            text("hash"),
            text("form"),
            integer("table"),
            integer("first_row"),
            integer("records"),
            integer("set_aside"),
            integer("warnings"),
            text("error"),
            text("selected"),
            new ColumnLayout("source", "BLOB"));
    private static final List<ColumnLayout> ERROR_COLUMNS = List.of(
            integer("file"),
            integer("record"),
            integer("byte_offset"),
            integer("line"),
            integer("column"),
            text("message"),
            new ColumnLayout("bytes", "BLOB"));
    private static final List<ColumnLayout> TABLE_COLUMNS =
            List.of(text("name"), integer("parent"), text("path"), text("kind"), integer("rows"));
    private static final List<ColumnLayout> COLUMN_COLUMNS = List.of(
            integer("table"),
            integer("member"),
            text("name"),
            text("path"),
            text("type"),
            integer("child"),
            integer("map"),
            integer("entity"),
            text("reference"));
    private static final List<ColumnLayout> SHAPE_COLUMNS =
            List.of(integer("table"), integer("shape"), new ColumnLayout("structure", "BLOB"));

    private CatalogLayouts() {}

    /** The tables about the data. */
    public static List<TableLayout> system() {
        return List.of(
                layout(FILES, "_juggle_files", FILE_COLUMNS),
                layout(ERRORS, "_juggle_errors", ERROR_COLUMNS),
                layout(META, "_juggle_meta", List.of(text("name"), text("value"))),
                layout(TABLES, "_juggle_tables", TABLE_COLUMNS),
                layout(COLUMNS, "_juggle_columns", COLUMN_COLUMNS),
                layout(SHAPES, "_juggle_shapes", SHAPE_COLUMNS));
    }

    /** All tables with their final types. */
    public static List<TableLayout> all(Catalog catalog) {
        List<TableLayout> all = new ArrayList<>(system());
        all.addAll(of(catalog.tables()));
        return all;
    }

    /**
     * The statements for what every database has beside its tables: an index on each child table's `_parent`, and a view of each
     * table with references.
     */
    public static List<String> statements(Catalog catalog) {
        List<String> statements = new ArrayList<>();
        for (Table table : catalog.tables()) {
            if (table.role() == TableRole.ARRAY || table.role() == TableRole.MAP) {
                statements.add(
                        new IndexLayout(table.indexName(), table.name(), List.of(TableLayout.PARENT_COLUMN)).ddl());
            }
        }
        statements.addAll(Views.statements(catalog));
        return statements;
    }

    /** How the rows of a table are kept. */
    static TableKind kind(Table table) {
        return switch (table.role()) {
            case ROOT, ENTITY, LOOKUP -> TableKind.ROOT;
            case ARRAY, MAP -> TableKind.CHILD;
            case LINK -> TableKind.KEYED;
        };
    }

    static List<TableLayout> of(List<Table> tables) {
        return tables.stream().map(CatalogLayouts::of).toList();
    }

    private static TableLayout of(Table table) {
        List<ColumnLayout> columns = new ArrayList<>(table.columnCount());
        List<String> names = table.columnNames();
        for (int c = 0; c < names.size(); c++) {
            columns.add(new ColumnLayout(names.get(c), table.declaredType(c)));
        }
        boolean isLink = table.role() == TableRole.LINK;
        List<String> key = isLink ? table.role().systemColumns().subList(0, 2) : List.of();
        return new TableLayout(table.id(), table.name(), columns, foreignKeys(table), isLink, key);
    }

    private static List<ForeignKey> foreignKeys(Table table) {
        List<ForeignKey> keys = new ArrayList<>();
        Table parent = table.parent();
        if (table.isRoot()) {
            keys.add(new ForeignKey("_file", "_juggle_files", ROW));
        } else if (parent != null) {
            keys.add(new ForeignKey(TableLayout.PARENT_COLUMN, parent.name(), ROW));
        }
        for (Member member : table.members()) {
            Table entity = member.entity();
            if (entity != null) {
                String column = member.referenceColumn() < 0
                        ? "_ref"
                        : table.columnNames().get(member.referenceColumn());
                keys.add(new ForeignKey(column, entity.name(), ROW));
            }
        }
        return keys;
    }

    private static TableLayout layout(int id, String name, List<ColumnLayout> columns) {
        List<ColumnLayout> all = new ArrayList<>();
        all.add(integer(ROW));
        all.addAll(columns);
        return new TableLayout(id, name, all);
    }

    private static ColumnLayout integer(String name) {
        return new ColumnLayout(name, "INTEGER");
    }

    private static ColumnLayout text(String name) {
        return new ColumnLayout(name, "TEXT");
    }
}
