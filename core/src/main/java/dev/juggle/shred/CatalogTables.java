// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.catalog.Catalog;
import dev.juggle.catalog.Member;
import dev.juggle.catalog.Shape;
import dev.juggle.catalog.Table;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.TableKind;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes what the catalog knows at the end of a run into the tables about the data: `_juggle_meta`, `_juggle_tables`,
 * `_juggle_columns` and `_juggle_shapes`. For the thread that ends the run, once every job is placed.
 */
public final class CatalogTables {
    /** The version of the file format that this program reads and writes. */
    public static final int FORMAT_VERSION = 3;

    /** Has everything in the sink placed, and rewinds it. */
    @FunctionalInterface
    public interface Flush {
        /** Called when the sink's arena is full. */
        void run() throws IOException;
    }

    private final RowSink sink;
    private final Flush flush;

    private CatalogTables(RowSink sink, Flush flush) {
        this.sink = sink;
        this.flush = flush;
    }

    /**
     * Writes all rows into the sink.
     *
     * @param meta names and values for `_juggle_meta`, beside the format version
     */
    public static void write(Catalog catalog, Map<String, String> meta, RowSink sink, Flush flush) throws IOException {
        CatalogTables rows = new CatalogTables(sink, flush);
        Map<String, String> all = new LinkedHashMap<>();
        all.put("format_version", Integer.toString(FORMAT_VERSION));
        all.putAll(meta);
        rows.meta(all);
        rows.tables(catalog);
        rows.columns(catalog);
        rows.shapes(catalog);
    }

    private void meta(Map<String, String> meta) throws IOException {
        begin(CatalogLayouts.META);
        for (Map.Entry<String, String> entry : meta.entrySet()) {
            put(new ValueRow().text(entry.getKey()).text(entry.getValue()));
        }
        sink.end();
    }

    private void tables(Catalog catalog) throws IOException {
        begin(CatalogLayouts.TABLES);
        for (Table t : catalog.tables()) {
            Table parent = t.originTable();
            ValueRow values = new ValueRow().text(t.name());
            values.integerUnless(0, parent == null ? 0 : parent.number());
            values.text(t.path()).text(t.role().label());
            put(values.integer(t.rowCount()));
        }
        sink.end();
    }

    private void columns(Catalog catalog) throws IOException {
        begin(CatalogLayouts.COLUMNS);
        for (Table t : catalog.tables()) {
            for (Member member : t.members()) {
                put(column(t, member));
            }
        }
        sink.end();
    }

    private static ValueRow column(Table t, Member member) {
        ValueRow values = new ValueRow().integer(t.number()).integer(member.number());
        int column = member.column();
        values.textOrNull(column < 0 ? "" : t.columnNames().get(column));
        values.text(member.path()).textOrNull(column < 0 ? "" : t.declaredType(column));
        Table child = member.child();
        values.integerUnless(0, child == null ? 0 : child.number());
        return elsewhere(values, t, member);
    }

    /** The tables that hold a member's values where they are not inlined, and the column that refers to them. */
    private static ValueRow elsewhere(ValueRow values, Table t, Member member) {
        Table map = member.map();
        Table entity = member.entity();
        int reference = member.referenceColumn();
        values.integerUnless(0, map == null ? 0 : map.number());
        values.integerUnless(0, entity == null ? 0 : entity.number());
        return values.textOrNull(reference < 0 ? "" : t.columnNames().get(reference));
    }

    private void shapes(Catalog catalog) throws IOException {
        begin(CatalogLayouts.SHAPES);
        for (Table t : catalog.tables()) {
            for (Shape shape : t.shapes()) {
                put(new ValueRow().integer(t.number()).integer(shape.number()).blob(shape.structure()));
            }
        }
        sink.end();
    }

    private void begin(int id) {
        sink.begin(id, TableKind.ROOT, 1);
    }

    private void put(ValueRow values) throws IOException {
        try {
            values.put(sink);
        } catch (ArenaFullException full) {
            flush.run();
            values.put(sink);
        }
    }
}
