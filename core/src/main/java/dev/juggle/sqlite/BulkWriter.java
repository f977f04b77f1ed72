// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Check;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/*
 * The file grows at its end only, one page number after the other, while rows come in: leaves, overflow pages, and the
 * interior pages above them as these fill up. Nothing is read back and nothing is written twice. Root pages have the
 * number that they happen to get; page 1, with the header and the schema, comes last. A file without it is no database,
 * so a run that breaks off leaves nothing that could be taken for one.
 *
 * Which page gets which number follows from the rows and the jobs they came in, and from constants; not from arenas,
 * batches or threads. What SQLite does better is left to it, when all else is done: indexes over other columns than the
 * parent's, rows that came late.
 */
/** The writer that builds the pages of a new database itself. Its thread's work is to number, link and write them. */
public final class BulkWriter implements DatabaseWriter {
    private static final String CREATE_VIEW = "CREATE VIEW ";

    private final Path path;
    private final DatabaseFile file;
    private final PageGeometry geometry;
    private final long cacheBytes;
    private final PageAppender appender;
    private final TreeContext context;
    private final LateRows lateRows;
    private final Map<Integer, BulkTable> tables = new LinkedHashMap<>();
    private boolean closed;

    /**
     * Begins a new database.
     *
     * @param path must not exist, or be empty
     * @param pageBytes page size, a power of two from 512 to 65,536
     * @param cacheBytes memory for SQLite, if it has to make indexes at the end
     */
    public BulkWriter(Path path, int pageBytes, long cacheBytes) throws IOException {
        this(path, DatabaseFile.create(path), pageBytes, cacheBytes, PageGeometry.MAX_PAGE);
    }

    /** A writer that does not wait for the disk at the end: for measuring, and for what nobody would miss. */
    public static BulkWriter unforced(Path path, int pageBytes, long cacheBytes) throws IOException {
        DatabaseFile file = DatabaseFile.unforced(DatabaseFile.create(path));
        return new BulkWriter(path, file, pageBytes, cacheBytes, PageGeometry.MAX_PAGE);
    }

    /** As the public one, but over any file and with any limit of pages. */
    BulkWriter(Path path, DatabaseFile file, int pageBytes, long cacheBytes, long maxPage) throws IOException {
        this.path = path;
        this.file = file;
        this.geometry = new PageGeometry(pageBytes);
        this.cacheBytes = cacheBytes;
        Check.that(!Files.exists(path) || Files.size(path) == 0, "there is something in " + path);
        appender = new PageAppender(file, geometry, maxPage, 2);
        context = TreeContext.of(appender, geometry);
        lateRows = new LateRows(path.resolveSibling(path.getFileName() + ".late"));
    }

    @Override
    public RowSink newSink() {
        return new BulkSink(geometry);
    }

    @Override
    public void define(List<TableLayout> changedTables) {
        for (TableLayout layout : changedTables) {
            BulkTable table = tables.get(layout.id());
            if (table == null) {
                tables.put(layout.id(), new BulkTable(context, layout, lateRows));
            } else {
                table.layout(layout);
            }
        }
    }

    @Override
    public void place(JobOutput output) throws IOException {
        BulkOutput rows = (BulkOutput) output;
        for (int piece = 0; piece < rows.pieces(); piece++) {
            table(rows.table(piece)).place(rows, piece);
        }
        appender.release();
    }

    private BulkTable table(int id) {
        return Objects.requireNonNull(tables.get(id), "rows of a table that was not defined");
    }

    @Override
    public void commit() {
        // Nothing is kept for it: what was placed is written, or bounded by constants.
    }

    @Override
    public void finish(List<TableLayout> finalTables, List<String> statements) throws IOException {
        for (TableLayout layout : finalTables) {
            table(layout.id()).layout(layout);
        }
        Completion completion = new Completion(statements);
        completion.appendTrees();
        try (file) {
            appender.flush();
            writePage1(completion.page1);
            file.force();
        }
        if (lateRows.rows() > 0 || !completion.forSqlite.isEmpty()) {
            leaveToSqlite(completion.forSqlite);
        }
        close();
    }

    /** The end of a run: what becomes of each statement, and the schema. */
    private final class Completion {
        private final Map<String, BulkTable> byName = new HashMap<>();
        private final SchemaTable schema = new SchemaTable();
        private final List<String> statements;
        private final List<String> forSqlite = new ArrayList<>();
        private final Map<BulkTable, String> parentIndexes = new HashMap<>();
        private final byte[] page1 = new byte[geometry.pageBytes()];

        private Completion(List<String> statements) {
            this.statements = statements;
            tables.values().forEach(table -> byName.put(table.layout().name(), table));
        }

        private void appendTrees() throws IOException {
            byte[] root = new byte[geometry.pageBytes()];
            for (BulkTable table : tables.values()) {
                table.finishRows(root);
                String name = table.layout().name();
                schema.add("table", name, name, appender.append(root, 0), definition(table.layout()));
            }
            int parents = 0;
            for (String statement : statements) {
                parents += append(statement, root) ? 1 : 0;
            }
            long children = tables.values().stream()
                    .filter(table -> table.layout().kind() == TableKind.CHILD)
                    .count();
            Check.state(parents == children, "a table's parents must be indexed");
            appendStatistics(root);
            schema.build(context, page1);
        }

        /** What is known is written; a table that SQLite still adds rows or indexes to is left to it, too. */
        private void appendStatistics(byte[] root) throws IOException {
            Statistics statistics = new Statistics();
            List<String> left = new ArrayList<>();
            for (BulkTable table : tables.values()) {
                if (!table.describe(statistics, parentIndexes.get(table))) {
                    left.add("ANALYZE " + Identifiers.quote(table.layout().name()));
                }
            }
            statistics.build(context, root);
            schema.add("table", Statistics.NAME, Statistics.NAME, appender.append(root, 0), Statistics.DEFINITION);
            if (!forSqlite.isEmpty()) {
                left = List.of("ANALYZE");
            }
            if (!left.isEmpty()) {
                forSqlite.add(Statistics.NO_SAMPLES);
                forSqlite.addAll(left);
                forSqlite.add(Statistics.DROP_SAMPLES);
            }
        }

        /** Rows that SQLite inserts must not be converted: their columns get their types when that is done. */
        private String definition(TableLayout layout) {
            return lateRows.rows() > 0 ? Ddl.loading(layout) : Ddl.finished(layout);
        }

        /** Deals with a statement; true if it makes an index of parents. */
        private boolean append(String statement, byte[] root) throws IOException {
            IndexLayout index = IndexLayout.parse(statement);
            BulkTable table = index == null ? null : byName.get(index.table());
            if (index != null && table != null && isParents(index, table)) {
                table.finishParents(root);
                parentIndexes.put(table, index.name());
                schema.add("index", index.name(), index.table(), appender.append(root, 0), statement);
                if (table.parentsIncomplete()) {
                    forSqlite.add("REINDEX " + Identifiers.quote(index.name()));
                }
                return true;
            }
            String view = viewName(statement);
            if (view != null) {
                schema.add("view", view, view, 0, statement);
            } else {
                forSqlite.add(statement);
            }
            return false;
        }
    }

    private static boolean isParents(IndexLayout index, BulkTable table) {
        return table.layout().kind() == TableKind.CHILD && index.columns().equals(List.of(TableLayout.PARENT_COLUMN));
    }

    /** The name of the view that a statement makes, or null if it makes something else. */
    private static @Nullable String viewName(String statement) {
        int start = CREATE_VIEW.length();
        if (!statement.startsWith(CREATE_VIEW + '"')) {
            return null;
        }
        int end = Identifiers.end(statement, start);
        return end > 0 && statement.startsWith(" AS ", end)
                ? Identifiers.unquote(statement.substring(start, end))
                : null;
    }

    private void writePage1(byte[] page1) throws IOException {
        FileHeader.put(page1, geometry.pageBytes(), appender.pages());
        file.write(ByteBuffer.wrap(page1), 0);
    }

    private void leaveToSqlite(List<String> statements) throws IOException {
        try (Connection connection = Connections.open(path)) {
            Connections.run(
                    connection,
                    "PRAGMA locking_mode=EXCLUSIVE",
                    "PRAGMA journal_mode=OFF",
                    "PRAGMA synchronous=OFF",
                    "PRAGMA foreign_keys=OFF",
                    "PRAGMA cache_size=-" + Math.max(1, cacheBytes >> 10));
            connection.setAutoCommit(false);
            InsertStatements inserts = new InsertStatements(connection);
            Map<Integer, TableLayout> layouts = new LinkedHashMap<>();
            tables.forEach((id, table) -> layouts.put(id, table.layout()));
            lateRows.insert(inserts, layouts);
            inserts.close();
            if (lateRows.rows() > 0) {
                for (TableLayout layout : layouts.values()) {
                    Ddl.rewrite(connection, layout, Ddl.finished(layout));
                }
                Ddl.reload(connection);
            }
            Connections.run(connection, statements.toArray(String[]::new));
            connection.commit();
        } catch (SQLException e) {
            throw Connections.failure(path, e);
        }
        FileHeader.normalise(path);
    }

    private void close() throws IOException {
        closed = true;
        tables.values().forEach(BulkTable::close);
        appender.close();
        lateRows.close();
    }

    @Override
    public void abort() {
        if (closed) {
            return;
        }
        try (file) {
            close();
        } catch (IOException e) {
            // The file goes anyway.
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // Left behind under its temporary name; the next run replaces it.
        }
    }
}
