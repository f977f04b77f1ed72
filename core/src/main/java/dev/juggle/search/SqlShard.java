// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A database file that answers one statement of the user's, whatever the query says beside order and limit. */
final class SqlShard implements Shard {
    private static final double LONG_MICROS = 1_000;

    private final LocalShard local;
    private final MergeSql merge;

    SqlShard(LocalShard local, MergeSql merge) {
        this.local = local;
        this.merge = merge;
    }

    @Override
    public String name() {
        return local.name();
    }

    @Override
    public boolean isRemote() {
        return false;
    }

    @Override
    public boolean isWarm() {
        return local.isWarm();
    }

    @Override
    public Cursor open(Query query, Deadline deadline) throws ShardException {
        OpenShard shard = local.acquire(deadline);
        try {
            return new Rows(shard, deadline);
        } catch (SQLException e) {
            shard.close();
            throw ShardException.of(e, deadline);
        } catch (IllegalArgumentException e) {
            local.release(shard);
            throw new ShardException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Counts count(Query query, List<String> members, Deadline deadline) throws ShardException {
        throw new ShardException("a statement counts for itself");
    }

    @Override
    public void close() {
        local.close();
    }

    private final class Rows implements Cursor {
        private final PreparedStatement statement;
        private final Hit.Source source;
        private final List<Integer> keys;
        private final Deadline deadline;
        private @Nullable OpenShard shard;
        private @Nullable ResultSet rows;

        Rows(OpenShard shard, Deadline deadline) throws SQLException {
            this.shard = shard;
            this.deadline = deadline;
            MergeSql.ForShard own = merge.forShard(labels(shard));
            this.statement = shard.connection().prepareStatement(own.sql());
            this.keys = own.keys();
            ResultSetMetaData about = statement.getMetaData();
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= own.visible(); i++) {
                names.add(about.getColumnLabel(i));
            }
            this.source = new Hit.Source(local.name(), "", List.copyOf(names));
        }

        private List<String> labels(OpenShard opened) throws SQLException {
            List<String> labels = new ArrayList<>();
            try (PreparedStatement plain = opened.connection().prepareStatement(merge.text())) {
                ResultSetMetaData about = plain.getMetaData();
                for (int i = 1; i <= about.getColumnCount(); i++) {
                    labels.add(about.getColumnLabel(i));
                }
            }
            return labels;
        }

        @Override
        public List<String> names() {
            return source.names();
        }

        @Override
        public Set<String> missing() {
            return Set.of();
        }

        @Override
        public double estimateMicros() {
            return LONG_MICROS;
        }

        @Override
        public List<Hit> fetch(int most) throws ShardException {
            List<Hit> hits = new ArrayList<>();
            if (shard == null) {
                return hits;
            }
            try {
                if (rows == null) {
                    rows = statement.executeQuery();
                }
                while (hits.size() < most && rows.next()) {
                    hits.add(hit(rows));
                }
            } catch (SQLException e) {
                OpenShard gone = shard;
                shard = null;
                gone.close();
                throw ShardException.of(e, deadline);
            }
            if (hits.size() < most) {
                close();
            }
            return hits;
        }

        private Hit hit(ResultSet row) throws SQLException {
            @Nullable Object[] own = new @Nullable Object[keys.size()];
            for (int i = 0; i < own.length; i++) {
                own[i] = OpenShard.value(row, keys.get(i));
            }
            @Nullable Object[] values = new @Nullable Object[source.names().size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = OpenShard.value(row, i + 1);
            }
            return new Hit(source, null, own, values);
        }

        @Override
        public void close() {
            OpenShard done = shard;
            shard = null;
            if (done != null) {
                try {
                    statement.close();
                    local.release(done);
                } catch (SQLException e) {
                    done.close();
                }
            }
        }
    }
}
