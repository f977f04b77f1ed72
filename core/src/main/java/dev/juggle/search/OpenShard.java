// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.Pragma;

/**
 * A connection to a database file that can only read, by SQLite's own means: open mode and {@code query_only} against
 * writing, no attached databases (so no {@code VACUUM INTO} either), an untrusted schema, no extensions, limits on the
 * length of values and statements, and a progress handler that stops what runs too long. Keeps its statements.
 *
 * <p>One thread at a time. The progress handler runs in that thread, so it needs no other to be stopped in time.
 */
final class OpenShard {
    private static final int STATEMENTS = 32;
    private static final int OPERATIONS_BETWEEN_LOOKS = 10_000;
    private static final int MAX_VALUE_BYTES = 64 << 20;
    private static final int MAX_SQL_BYTES = 1 << 20;
    private static final int CACHE_KIB = 4096;

    private final Connection connection;
    private final ShardSchema schema;
    private final Map<String, Prepared> statements = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Long> rowCounts = new HashMap<>();
    private Deadline deadline;

    /** A statement and how long it may take. */
    record Prepared(PreparedStatement statement, double estimateMicros) {}

    private OpenShard(Connection connection, ShardSchema schema, Deadline deadline) {
        this.connection = connection;
        this.schema = schema;
        this.deadline = deadline;
    }

    static OpenShard open(Path file, Deadline deadline) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.enableLoadExtension(false);
        config.setCacheSize(-CACHE_KIB);
        config.setPragma(Pragma.LIMIT_ATTACHED, "0");
        config.setPragma(Pragma.LIMIT_LENGTH, Integer.toString(MAX_VALUE_BYTES));
        config.setPragma(Pragma.LIMIT_SQL_LENGTH, Integer.toString(MAX_SQL_BYTES));
        config.setPragma(Pragma.LIMIT_WORKER_THREADS, "0");
        config.setBusyTimeout(Math.clamp(deadline.remainingNanos() / 1_000_000, 1, 1_000));
        Connection connection = DriverManager.getConnection(
                "jdbc:sqlite:file:" + file.toAbsolutePath().normalize().toUri().getRawPath(), config.toProperties());
        try {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA trusted_schema = OFF");
                statement.execute("PRAGMA query_only = ON");
            }
            OpenShard shard = new OpenShard(connection, ShardSchema.load(connection), deadline);
            shard.watch();
            return shard;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private void watch() throws SQLException {
        Functions.register(connection, () -> deadline.isOver());
        ProgressHandler.setHandler(connection, OPERATIONS_BETWEEN_LOOKS, new ProgressHandler() {
            @Override
            protected int progress() {
                return deadline.isOver() ? 1 : 0;
            }
        });
    }

    /** Begins a query, which must have ended by then. */
    void begin(Deadline until) {
        deadline = until;
        trim();
    }

    ShardSchema schema() {
        return schema;
    }

    Connection connection() {
        return connection;
    }

    /** The statement, with an estimate; it stays this object's. */
    Prepared prepare(String sql, SchemaTable table) throws SQLException {
        Prepared known = statements.get(sql);
        if (known == null) {
            known = new Prepared(connection.prepareStatement(sql), estimate(sql, table));
            statements.put(sql, known);
        }
        return known;
    }

    /** Lets go of the statements that were not used for longest; for when none is in use. */
    private void trim() {
        while (statements.size() > STATEMENTS) {
            Prepared eldest = statements.remove(statements.keySet().iterator().next());
            try {
                if (eldest != null) {
                    eldest.statement().close();
                }
            } catch (SQLException ignored) { // it was done already
            }
        }
    }

    static ResultSet run(PreparedStatement statement, List<Object> parameters) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            switch (parameters.get(i)) {
                case Long number -> statement.setLong(i + 1, number);
                case Double number -> statement.setDouble(i + 1, number);
                case Object text -> statement.setString(i + 1, text.toString());
            }
        }
        return statement.executeQuery();
    }

    /**
     * What a statement may cost, by SQLite's plan: a scan some 0.15 µs a row, a sort of what a search finds not more than a
     * few rows. A rough figure, but what hangs on it is only whether a hand-over to another thread pays.
     */
    private double estimate(String sql, SchemaTable table) throws SQLException {
        double micros = 20;
        try (Statement plan = connection.createStatement();
                ResultSet step = plan.executeQuery("EXPLAIN QUERY PLAN " + sql)) {
            while (step.next()) {
                String detail = String.valueOf(step.getString(4));
                if (detail.startsWith("SCAN") && !detail.contains("VIRTUAL")) {
                    micros += 0.15 * rows(table) * (sql.contains("juggle_") ? 5 : 1);
                } else if (detail.contains("VIRTUAL")) {
                    micros += 0.01 * rows(table);
                } else if (detail.contains("TEMP B-TREE FOR ORDER BY")) {
                    micros += 50;
                }
            }
        }
        return micros;
    }

    private long rows(SchemaTable table) throws SQLException {
        Long known = rowCounts.get(table.name());
        if (known == null) {
            known = table.key().size() != 1 ? 100_000L : lastRow(table);
            rowCounts.put(table.name(), known);
        }
        return known;
    }

    private long lastRow(SchemaTable table) throws SQLException {
        String key = dev.juggle.sqlite.Identifiers.quote(table.key().getFirst());
        String from = dev.juggle.sqlite.Identifiers.quote(table.name());
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT max(" + key + ") FROM " + from)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /** A value as the merge needs it: Long, Double, String, byte[] or null. */
    static @Nullable Object value(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        return value instanceof Integer small ? (Object) small.longValue() : value;
    }

    void close() {
        try {
            connection.close();
        } catch (SQLException ignored) { // it was only read from
        }
    }
}
