// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import dev.juggle.sqlite.Identifiers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * SQL of the user's on every shard: merged row by row under its own order, or in two steps, where each shard's rows go into
 * one table in memory and a second statement makes the result of them.
 */
public final class SqlSearch implements AutoCloseable {
    /** The table that the second statement finds. */
    public static final String PARTS = "shards";

    private final MergeSql merge;
    private final Search search;

    private SqlSearch(MergeSql merge, List<LocalShard> shards, Search.Options options) {
        this.merge = merge;
        this.search = new Search(
                shards.stream().map(shard -> new SqlShard(shard, merge)).toList(), options);
    }

    /**
     * A statement to be merged row by row.
     *
     * @throws IllegalArgumentException when it can't be
     */
    public static SqlSearch merged(String sql, List<LocalShard> shards, Search.Options options) {
        return new SqlSearch(MergeSql.of(sql), shards, options);
    }

    /** A statement for each shard's part. */
    public static SqlSearch parts(String sql, List<LocalShard> shards, Search.Options options) {
        return new SqlSearch(MergeSql.asItStands(sql), shards, options);
    }

    /** The rows: of no table, without a row's number. */
    public Answer run() {
        return search.run(Query.EVERYTHING.ordered(merge.order()).limited(merge.limit(), merge.offset()));
    }

    /** Takes the result of the second step, row by row. */
    public interface Rows {
        /** One row; the names are the same each time. */
        void row(List<String> names, List<@Nullable Object> values) throws java.io.IOException;
    }

    /** Collects all parts in memory, with the shard's name in {@code _shard}, and gives the rows of {@code sql} over them. */
    public List<ShardStatus> reduce(String sql, Rows out) throws java.io.IOException {
        MergeSql.select(sql);
        try (Connection memory = DriverManager.getConnection("jdbc:sqlite::memory:");
                Answer answer = run()) {
            collect(answer, memory);
            List<ShardStatus> statuses = answer.shards();
            try (Statement statement = memory.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                List<String> names = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    names.add(row.getMetaData().getColumnLabel(i));
                }
                while (row.next()) {
                    List<@Nullable Object> values = new ArrayList<>();
                    for (int i = 1; i <= names.size(); i++) {
                        values.add(OpenShard.value(row, i));
                    }
                    out.row(names, values);
                }
            }
            return statuses;
        } catch (SQLException e) {
            throw new IllegalArgumentException("--reduce: "
                    + ShardException.of(e, Deadline.after(Long.MAX_VALUE / 4)).getMessage());
        }
    }

    private static void collect(Answer answer, Connection memory) throws SQLException {
        memory.setAutoCommit(false);
        @Nullable PreparedStatement insert = null;
        List<String> names = List.of();
        while (answer.hasNext()) {
            Hit hit = answer.next();
            if (insert == null) {
                names = hit.names();
                String columns = names.stream().map(Identifiers::quote).collect(Collectors.joining(", "));
                try (Statement statement = memory.createStatement()) {
                    statement.execute(
                            "CREATE TABLE " + PARTS + "(_shard" + (names.isEmpty() ? "" : ", ") + columns + ")");
                }
                insert = memory.prepareStatement(
                        "INSERT INTO " + PARTS + " VALUES (?" + ", ?".repeat(names.size()) + ")");
            }
            if (hit.names().size() != names.size()) {
                throw new IllegalArgumentException("--map: " + hit.shard() + " gives "
                        + hit.names().size() + " columns, the shards before it " + names.size());
            }
            insert.setString(1, hit.shard());
            for (int i = 0; i < names.size(); i++) {
                insert.setObject(i + 2, hit.values().get(i));
            }
            insert.executeUpdate();
        }
        if (insert == null) {
            throw new IllegalArgumentException("--map: no shard gave a row");
        }
    }

    @Override
    public void close() {
        search.close();
    }
}
