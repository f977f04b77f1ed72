// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/*
 * New columns could be added by ALTER TABLE, but each one would parse the whole schema again: a table that grows to
 * 1,900 columns would cost 1,900 times that. A row in sqlite_schema may be written directly instead, once for
 * each table and job; rows stored before are short, and short rows read as NULL behind their end. The same way the
 * columns get their declared types at the end: had they had them before, SQLite would have converted values.
 *
 * The file must not tell when transactions were committed. Nobody else can see it meanwhile (exclusive locking),
 * so the only trace are counters in the header, and those are set at the end.
 */
/**
 * The writer that leaves everything to SQLite: it binds each payload's values to a prepared
 * statement, one transaction for each batch. Slower than building pages, and what that is
 * tested against.
 */
public final class SqlWriter implements DatabaseWriter {
    /** Page size that SQLite and we prefer. */
    public static final int DEFAULT_PAGE_BYTES = 4096;

    private final Path file;
    private final Connection connection;
    private final InsertStatements inserts;
    private final Map<Integer, TableLayout> tables = new HashMap<>();
    private boolean closed;

    /**
     * Begins a new database.
     *
     * @param file must not exist, or be empty
     * @param pageBytes page size, a power of two from 512 to 65,536
     * @param cacheBytes memory that SQLite may use for pages
     */
    public SqlWriter(Path file, int pageBytes, long cacheBytes) throws IOException {
        Check.that(pageBytes >= 512 && pageBytes <= 65536 && Integer.bitCount(pageBytes) == 1, "page size", pageBytes);
        Check.that(!Files.exists(file) || Files.size(file) == 0, "there is something in " + file);
        this.file = file;
        try {
            connection = Connections.open(file);
        } catch (SQLException e) {
            throw Connections.failure(file, e);
        }
        inserts = new InsertStatements(connection);
        try {
            Connections.run(
                    connection,
                    "PRAGMA page_size=" + pageBytes,
                    "PRAGMA encoding='UTF-8'",
                    "PRAGMA auto_vacuum=NONE",
                    "PRAGMA locking_mode=EXCLUSIVE",
                    "PRAGMA journal_mode=OFF",
                    "PRAGMA synchronous=OFF",
                    "PRAGMA foreign_keys=OFF",
                    "PRAGMA cache_size=-" + Math.max(1, cacheBytes >> 10));
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            abort();
            throw Connections.failure(file, e);
        }
    }

    @Override
    public RowSink newSink() {
        return new RowList();
    }

    @Override
    public void define(List<TableLayout> changedTables) throws IOException {
        try {
            boolean rewritten = false;
            for (TableLayout table : changedTables) {
                TableLayout before = tables.put(table.id(), table);
                if (before == null) {
                    Connections.run(connection, Ddl.loading(table));
                } else if (before.columns().size() != table.columns().size()) {
                    Ddl.rewrite(connection, table, Ddl.loading(table));
                    inserts.forget(table.id());
                    rewritten = true;
                }
            }
            if (rewritten) {
                Ddl.reload(connection);
            }
        } catch (SQLException e) {
            throw Connections.failure(file, e);
        }
    }

    @Override
    public void place(JobOutput output) throws IOException {
        RowList rows = (RowList) output;
        try {
            for (int run = 0; run < rows.runs(); run++) {
                placeRun(layout(rows.table(run)), rows, run);
            }
        } catch (SQLException e) {
            throw Connections.failure(file, e);
        }
    }

    private TableLayout layout(int table) {
        return Objects.requireNonNull(tables.get(table), "rows of a table that was not defined");
    }

    private void placeRun(TableLayout table, RowList rows, int run) throws SQLException {
        long row = rows.address(run);
        long rowid = rows.firstRow(run);
        for (long left = rows.rowCount(run); left > 0; left--) {
            long payload = RowList.payload(row);
            int bytes = RowList.payloadBytes(row);
            inserts.add(table, payload, bytes, rowid++);
            row = payload + bytes;
        }
        inserts.flush();
    }

    @Override
    public void commit() throws IOException {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw Connections.failure(file, e);
        }
    }

    @Override
    public void finish(List<TableLayout> finalTables, List<String> statements) throws IOException {
        try {
            inserts.close();
            for (TableLayout table : finalTables) {
                Check.state(tables.containsKey(table.id()), "a table that was not defined: " + table.name());
                Ddl.rewrite(connection, table, Ddl.finished(table));
            }
            Ddl.reload(connection);
            Connections.run(connection, statements.toArray(String[]::new));
            Connections.run(connection, Statistics.NO_SAMPLES, "ANALYZE", Statistics.DROP_SAMPLES);
            connection.commit();
            connection.close();
            closed = true;
        } catch (SQLException e) {
            throw Connections.failure(file, e);
        }
        FileHeader.normalise(file);
    }

    @Override
    public void abort() {
        if (closed) {
            return;
        }
        closed = true;
        try (Connection ended = connection) {
            ended.rollback();
        } catch (SQLException e) {
            // The file goes anyway.
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Left behind under its temporary name; the next run replaces it.
        }
    }
}
