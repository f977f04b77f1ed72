// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.BumpArena;
import dev.juggle.catalog.Catalog;
import dev.juggle.shred.CatalogLayouts;
import dev.juggle.shred.CatalogTables;
import dev.juggle.shred.PlanText;
import dev.juggle.shred.ShredOptions;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.sqlite.RowSink;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is written once all jobs are placed: the tables about the data, declared types, indexes. */
final class Completion {
    private final RunContext run;
    private final DatabaseWriter database;

    Completion(RunContext run, DatabaseWriter database) {
        this.run = run;
        this.database = database;
    }

    /** Completes the database, by way of an arena that nobody uses any more. */
    void complete(BumpArena arena) throws IOException {
        Catalog catalog = run.catalog();
        catalog.close();
        database.define(CatalogLayouts.all(catalog));
        arena.reset();
        RowSink sink = database.newSink();
        sink.attach(arena);
        CatalogTables.write(catalog, meta(), sink, () -> {
            database.place(sink.finish());
            sink.rewind();
        });
        database.place(sink.finish());
        database.finish(CatalogLayouts.all(catalog), CatalogLayouts.statements(catalog));
    }

    /** Of the options only those that shape the content: a database does not tell how it was made. */
    private Map<String, String> meta() {
        IngestOptions options = run.options();
        ShredOptions shred = options.shred();
        Map<String, String> meta = new LinkedHashMap<>();
        meta.put("base", run.base());
        if (!options.input().table().isEmpty()) {
            meta.put("table", options.input().table());
        }
        if (options.input().isTablePerFile()) {
            meta.put("table_per_file", "yes");
        }
        if (!shred.selectedPath().isEmpty()) {
            meta.put("path", shred.selectedPath());
        }
        if (shred.maxRecords() != Long.MAX_VALUE) {
            meta.put("limit", Long.toString(shred.maxRecords()));
        }
        if (options.isRepairing()) {
            meta.put("invalid_utf8", "replace");
        }
        shred.pages().describe(meta);
        if (!run.plan().paths().isEmpty()) {
            meta.put("plan", PlanText.decisions(run.plan()));
        }
        return meta;
    }
}
