// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prepared INSERT statements that payloads are bound to. A row fills only the first so many columns of its table, so
 * there are statements for 4, 8, 16 … columns: a short row of a table of 1,900 columns binds few
 * values. The least recently used is closed when there are too many. Rows are handed to SQLite some hundred at a time, in order.
 */
final class InsertStatements {
    private static final int MAX_STATEMENTS = 256;
    private static final int LEAST_COLUMNS = 4;
    private static final int MAX_BATCH_ROWS = 500;
    private static final int MAX_BATCH_BYTES = 1 << 20;

    private record Key(int table, int columns) {}

    private final Connection connection;
    private final PayloadReader reader = new PayloadReader();
    private final Map<Key, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
    private @Nullable PreparedStatement current;
    private int currentTable;
    private int currentColumns;
    private int batchRows;
    private long batchBytes;

    InsertStatements(Connection connection) {
        this.connection = connection;
    }

    /**
     * Adds a row.
     *
     * @param payload address of its payload
     * @param bytes size of the payload
     * @param rowid its id, if the table has them
     */
    void add(TableLayout table, long payload, int bytes, long rowid) throws SQLException {
        PreparedStatement insert = next(table, columnCount(payload), bytes);
        reader.wrap(payload);
        while (reader.next()) {
            int parameter = reader.column() + 1;
            if (parameter == 1 && !table.withoutRowid()) {
                insert.setLong(1, rowid);
            } else if (reader.serialType() == Payload.REAL) {
                insert.setDouble(parameter, reader.doubleValue());
            } else if (reader.isInteger()) {
                insert.setLong(parameter, reader.longValue());
            } else if (reader.isText()) {
                byte[] utf8 = Mem.bytes(reader.address(), reader.length());
                insert.setString(parameter, new String(utf8, StandardCharsets.UTF_8));
            } else if (reader.isBlob()) {
                insert.setBytes(parameter, Mem.bytes(reader.address(), reader.length()));
            }
        }
        insert.addBatch();
    }

    private static int columnCount(long payload) {
        long end = payload + Varint.get(payload);
        int count = 0;
        for (long at = payload + Varint.sizeAt(payload); at < end; at += Varint.sizeAt(at)) {
            count++;
        }
        return count;
    }

    /** The statement for a row that fills {@code columns} columns, all its values NULL. */
    private PreparedStatement next(TableLayout table, int columns, int bytes) throws SQLException {
        int filled = bucket(table, columns);
        PreparedStatement insert = current;
        if (insert == null || currentTable != table.id() || currentColumns != filled) {
            flush();
            insert = statement(table, filled);
            current = insert;
            currentTable = table.id();
            currentColumns = filled;
        } else if (batchRows >= MAX_BATCH_ROWS || batchBytes >= MAX_BATCH_BYTES) {
            flush();
        }
        batchRows++;
        batchBytes += bytes;
        for (int i = 1; i <= filled; i++) {
            insert.setObject(i, null);
        }
        return insert;
    }

    /** Runs what was added. */
    void flush() throws SQLException {
        if (batchRows > 0 && current != null) {
            current.executeBatch();
        }
        batchRows = 0;
        batchBytes = 0;
    }

    private static int bucket(TableLayout table, int columns) {
        int all = table.columns().size();
        if (columns > all) {
            throw new IllegalStateException("a row of " + columns + " columns for a table of " + all);
        }
        int bucket = Math.max(LEAST_COLUMNS, table.primaryKey().size());
        while (bucket < columns) {
            bucket *= 2;
        }
        return Math.min(bucket, all);
    }

    private PreparedStatement statement(TableLayout table, int columns) throws SQLException {
        Key key = new Key(table.id(), columns);
        PreparedStatement statement = statements.get(key);
        if (statement == null) {
            if (statements.size() >= MAX_STATEMENTS) {
                Iterator<PreparedStatement> eldest = statements.values().iterator();
                eldest.next().close();
                eldest.remove();
            }
            statement = connection.prepareStatement(insert(table, columns));
            statements.put(key, statement);
        }
        return statement;
    }

    private static String insert(TableLayout table, int columns) {
        List<String> names = new ArrayList<>(columns);
        for (int i = 0; i < columns; i++) {
            names.add(table.columns().get(i).name());
        }
        String marks = "?, ".repeat(columns - 1) + "?";
        return "INSERT INTO " + Identifiers.quote(table.name()) + Identifiers.list(names) + " VALUES (" + marks + ")";
    }

    /** Closes the statements of a table that changed. */
    void forget(int table) throws SQLException {
        flush();
        current = null;
        Iterator<Map.Entry<Key, PreparedStatement>> all = statements.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Key, PreparedStatement> entry = all.next();
            if (entry.getKey().table() == table) {
                entry.getValue().close();
                all.remove();
            }
        }
    }

    /** Runs what was added and closes all. */
    void close() throws SQLException {
        flush();
        current = null;
        for (PreparedStatement statement : statements.values()) {
            statement.close();
        }
        statements.clear();
    }
}
