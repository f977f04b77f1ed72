// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes random {@link Workload}s: roots, children with a parent column, link tables without row ids. */
final class WorkloadGenerator {
    private static final String[] NAMES = {
        "a", "select", "", " ", "x\"y", "[b]", "`c`", "d'e", "日本", "e;--", "\t", "group", "%s?", "ß", "É", "a.b"
    };

    private final Random random;
    private final Workload.Size size;
    private final Workload workload = new Workload();
    private final List<TableState> tables = new ArrayList<>();

    /** A table under way. */
    private static final class TableState {
        private TableLayout layout;
        private final int parent;
        private long rows;
        private long lastParent = 1;
        private long position;
        private Workload.@Nullable Batch held;

        private TableState(TableLayout layout, int parent) {
            this.layout = layout;
            this.parent = parent;
        }
    }

    WorkloadGenerator(Random random, Workload.Size size) {
        this.random = random;
        this.size = size;
    }

    Workload generate() {
        for (int job = 0; job < size.jobs(); job++) {
            List<TableLayout> defined = new ArrayList<>();
            if (job == 0 || (tables.size() < size.tables() && random.nextInt(3) == 0)) {
                defined.add(newTable());
            }
            if (random.nextInt(3) == 0) {
                widen(tables.get(random.nextInt(tables.size())), defined);
            }
            List<Workload.Batch> batches = new ArrayList<>();
            for (int i = 0; i < tables.size(); i++) {
                if (random.nextInt(3) > 0) {
                    addBatch(tables.get(i), batches);
                }
            }
            workload.add(new Workload.Job(defined, batches));
        }
        workload.add(new Workload.Job(List.of(), heldBatches()));
        for (TableState table : tables) {
            if (table.layout.kind() == TableKind.CHILD) {
                workload.statements.add(
                        new IndexLayout("ix " + table.layout.name(), table.layout.name(), List.of("_parent")).ddl());
            }
        }
        workload.statements.add("CREATE VIEW \"v\" AS SELECT * FROM "
                + Identifiers.quote(tables.getFirst().layout.name()));
        return workload;
    }

    /** Sometimes a batch is held back, and comes when its table has gone on, as the row of a long document does. */
    private void addBatch(TableState table, List<Workload.Batch> batches) {
        Workload.Batch batch = batch(table);
        if (size.disorderly() && table.held == null && random.nextInt(4) == 0) {
            table.held = batch;
            return;
        }
        batches.add(batch);
        if (table.held != null && random.nextInt(3) == 0) {
            batches.add(table.held);
            table.held = null;
        }
    }

    private List<Workload.Batch> heldBatches() {
        List<Workload.Batch> batches = new ArrayList<>();
        for (TableState table : tables) {
            if (table.held != null) {
                batches.add(table.held);
            }
        }
        return batches;
    }

    private TableLayout newTable() {
        int id = tables.size();
        String name = NAMES[random.nextInt(NAMES.length)] + id;
        int kind = id == 0 ? 0 : random.nextInt(3);
        int parent = kind == 0 ? -1 : parent();
        List<ColumnLayout> columns = new ArrayList<>();
        List<ForeignKey> keys = new ArrayList<>();
        if (kind < 2) {
            columns.add(new ColumnLayout("_row", ""));
        }
        if (kind > 0) {
            columns.add(new ColumnLayout("_parent", ""));
            columns.add(new ColumnLayout("_pos", ""));
            keys.add(new ForeignKey("_parent", tables.get(parent).layout.name(), "_row"));
        }
        List<String> key = kind == 2 ? List.of("_parent", "_pos") : List.of();
        TableState state = new TableState(new TableLayout(id, name, columns, keys, kind == 2, key), parent);
        tables.add(state);
        addColumns(state, random.nextInt(Math.max(1, Math.min(8, size.columns() - columns.size()))));
        return state.layout;
    }

    private int parent() {
        int parent = random.nextInt(tables.size());
        while (tables.get(parent).layout.withoutRowid()) {
            parent--;
        }
        return parent;
    }

    private void widen(TableState table, List<TableLayout> defined) {
        int room = size.columns() - table.layout.columns().size();
        if (room <= 0) {
            return;
        }
        addColumns(table, 1 + random.nextInt(room));
        defined.removeIf(other -> other.id() == table.layout.id());
        defined.add(table.layout);
    }

    private void addColumns(TableState table, int count) {
        TableLayout old = table.layout;
        List<ColumnLayout> columns = new ArrayList<>(old.columns());
        for (int i = 0; i < count; i++) {
            columns.add(new ColumnLayout(NAMES[random.nextInt(NAMES.length)] + "_" + columns.size(), ""));
        }
        table.layout =
                new TableLayout(old.id(), old.name(), columns, old.foreignKeys(), old.withoutRowid(), old.primaryKey());
    }

    private Workload.Batch batch(TableState table) {
        int count = random.nextInt(random.nextInt(4) == 0 ? size.batchRows() + 1 : Math.min(size.batchRows(), 5) + 1);
        List<@Nullable Object[]> rows = new ArrayList<>();
        long first = table.rows + 1;
        if (table.parent >= 0 && tables.get(table.parent).rows == 0) {
            count = 0;
        }
        for (int i = 0; i < count; i++) {
            rows.add(row(table));
            table.rows++;
        }
        return new Workload.Batch(table.layout.id(), first, rows);
    }

    private @Nullable Object[] row(TableState table) {
        int system = table.parent < 0 ? 1 : table.layout.withoutRowid() ? 2 : 3;
        int width = table.layout.columns().size();
        int filled = Math.max(system, random.nextInt(4) == 0 ? width : Math.min(width, system + random.nextInt(8)));
        @Nullable Object[] row = new @Nullable Object[filled];
        if (table.parent >= 0) {
            place(table, row, system - 2);
        }
        for (int c = system; c < filled; c++) {
            row[c] = value(table, c);
        }
        return row;
    }

    private void place(TableState table, @Nullable Object[] row, int at) {
        if (size.disorderly() && random.nextInt(20) == 0) {
            table.lastParent = 1 + random.nextLong(tables.get(table.parent).rows);
        }
        if (random.nextInt(3) == 0 && table.lastParent < tables.get(table.parent).rows) {
            table.lastParent += 1 + random.nextLong(tables.get(table.parent).rows - table.lastParent);
            table.position = size.disorderly() ? table.position : 0;
        }
        row[at] = table.lastParent;
        row[at + 1] = table.position++;
    }

    /** Some columns hold one kind only, so that they are declared with a type. */
    private @Nullable Object value(TableState table, int column) {
        return switch ((table.layout.id() * 7 + column) % 5) {
            case 0 -> RandomValues.integer(random);
            case 1 -> RandomValues.real(random);
            case 2 -> RandomValues.text(random, size.valueBytes());
            default -> RandomValues.any(random, size.valueBytes());
        };
    }
}
