// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.catalog.Catalog;
import dev.juggle.catalog.CatalogLimits;
import dev.juggle.catalog.LayoutPlan;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.SqlWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The smallest pipeline there is: one thread, one arena, one file a job; every file's table is called `t`. */
final class ShredBench implements AutoCloseable {
    private final Path database;
    private final Catalog catalog;
    private final ShredOptions options;
    private final IdentityTable identities;
    private final List<Worker> workers = new ArrayList<>();
    private final SqlWriter writer;
    private long arenaBytes = 16 << 20;
    private long outputBytes = Long.MAX_VALUE;
    private long files;
    private int fragments;

    ShredBench(Path database) throws IOException {
        this(database, ShredOptions.DEFAULT, CatalogLimits.DEFAULT);
    }

    ShredBench(Path database, ShredOptions options) throws IOException {
        this(database, options, CatalogLimits.DEFAULT);
    }

    ShredBench(Path database, ShredOptions options, CatalogLimits limits) throws IOException {
        this(database, options, limits, LayoutPlan.NONE);
    }

    ShredBench(Path database, ShredOptions options, CatalogLimits limits, LayoutPlan plan) throws IOException {
        this(database, options, limits, plan, IdentityTable.ofBytes(1 << 20));
    }

    /** A bench that remembers what is stored once in a table that is closed with it. */
    ShredBench(Path database, ShredOptions options, CatalogLimits limits, LayoutPlan plan, IdentityTable identities)
            throws IOException {
        this.database = database;
        this.identities = identities;
        this.catalog = new Catalog(limits, plan);
        this.options = options;
        this.writer = new SqlWriter(database, 4096, 8 << 20);
        writer.define(CatalogLayouts.system());
    }

    void arenaBytes(long bytes) {
        arenaBytes = bytes;
    }

    /** Leaves the encoder only so many bytes at a time. */
    void limitOutput(long bytes) {
        outputBytes = bytes;
    }

    int fragments() {
        return fragments;
    }

    void job(String json) throws IOException {
        jobs(List.of(json));
    }

    /** Jobs under way at once, each with a worker and an arena of its own: all are surveyed before the first takes its ticket. */
    void jobs(List<String> documents) throws IOException {
        while (workers.size() < documents.size()) {
            workers.add(new Worker());
        }
        for (int w = 0; w < documents.size(); w++) {
            workers.get(w).survey(documents.get(w), ++files);
        }
        for (int w = 0; w < documents.size(); w++) {
            workers.get(w).finish();
        }
    }

    private final class Worker {
        private final Shredder shredder = new Shredder(catalog, options, identities, 42 + workers.size());
        private final RowSink sink = writer.newSink();
        private final BumpArena arena = new BumpArena(arenaBytes);

        void survey(String json, long id) {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            arena.reset();
            long start = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, start, bytes.length);
            ParsedDocument parsed = new ParsedDocument(Limits.DEFAULT);
            new DocumentParser(Limits.DEFAULT).parse(arena, start, start + bytes.length, parsed);
            shredder.begin(arena);
            shredder.add(new FileEntry(id, id + ".json", bytes.length, "", "t"), "", parsed);
            shredder.survey();
        }

        void finish() throws IOException {
            shredder.ticket();
            writer.define(shredder.changes());
            if (arena.remainingBytes() > outputBytes) {
                arena.allocateTop(arena.remainingBytes() - outputBytes);
            }
            sink.attach(arena);
            while (true) {
                try {
                    shredder.encode(sink);
                    writer.place(sink.finish());
                    return;
                } catch (ArenaFullException full) {
                    writer.place(sink.finish());
                    sink.rewind();
                    fragments++;
                }
            }
        }
    }

    void finish() throws IOException {
        catalog.close();
        writer.define(CatalogLayouts.of(catalog.drainChanges()));
        RowSink sink = writer.newSink();
        BumpArena arena = workers.getFirst().arena;
        arena.reset();
        sink.attach(arena);
        CatalogTables.write(catalog, Map.of(), sink, () -> {
            writer.place(sink.finish());
            sink.rewind();
        });
        writer.place(sink.finish());
        writer.finish(CatalogLayouts.all(catalog), CatalogLayouts.statements(catalog));
    }

    /** The rows, columns joined with bars. */
    List<String> query(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int c = 1; c <= result.getMetaData().getColumnCount(); c++) {
                    row.add(String.valueOf(result.getString(c)));
                }
                rows.add(String.join("|", row));
            }
            return rows;
        }
    }

    String lastTable() {
        return catalog.tables().getLast().name();
    }

    byte[] bytes() throws IOException {
        return Files.readAllBytes(database);
    }

    @Override
    public void close() {
        writer.abort();
        identities.close();
        workers.forEach(worker -> {
            worker.arena.close();
            worker.shredder.close();
        });
    }
}
