// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.catalog.Catalog;
import dev.juggle.catalog.CatalogLimits;
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
    private final Shredder shredder;
    private final SqlWriter writer;
    private final RowSink sink;
    private BumpArena arena = new BumpArena(64 << 20);
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
        this.database = database;
        this.catalog = new Catalog(limits);
        this.shredder = new Shredder(catalog, options, 42);
        this.writer = new SqlWriter(database, 4096, 8 << 20);
        this.sink = writer.newSink();
        writer.define(CatalogLayouts.system());
    }

    void arenaBytes(long bytes) {
        arena.close();
        arena = new BumpArena(bytes);
    }

    /** Leaves the encoder only so many bytes at a time. */
    void limitOutput(long bytes) {
        outputBytes = bytes;
    }

    int fragments() {
        return fragments;
    }

    void job(String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        arena.reset();
        long start = arena.allocate(bytes.length);
        Mem.copyIn(bytes, 0, start, bytes.length);
        ParsedDocument parsed = new ParsedDocument(Limits.DEFAULT);
        new DocumentParser(Limits.DEFAULT).parse(arena, start, start + bytes.length, parsed);
        shredder.begin(arena);
        files++;
        shredder.add(new FileEntry(files, files + ".json", bytes.length, "", "t"), "", parsed);
        shredder.survey();
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

    void finish() throws IOException {
        catalog.close();
        writer.define(CatalogLayouts.of(catalog.drainChanges()));
        arena.reset();
        sink.attach(arena);
        CatalogTables.write(catalog, Map.of(), sink, () -> {
            writer.place(sink.finish());
            sink.rewind();
        });
        writer.place(sink.finish());
        writer.finish(CatalogLayouts.all(catalog), CatalogLayouts.indexes(catalog));
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
        arena.close();
    }
}
