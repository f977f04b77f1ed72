// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * A database file. Keeps a few connections open for the next queries; any number of threads can ask, each gets a connection
 * of its own.
 */
public final class LocalShard implements Shard {
    private static final int IDLE = 4;

    private final String name;
    private final Path file;
    private final Deque<OpenShard> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean isClosed;

    /** The file, under the name that its hits shall show. */
    public LocalShard(String name, Path file) {
        this.name = name;
        this.file = file;
    }

    @Override
    public String name() {
        return name;
    }

    /** Where it lies. */
    public Path file() {
        return file;
    }

    @Override
    public boolean isRemote() {
        return false;
    }

    @Override
    public boolean isWarm() {
        return !idle.isEmpty();
    }

    @Override
    public Cursor open(Query query, Deadline deadline) throws ShardException {
        OpenShard shard = acquire(deadline);
        try {
            return new Rows(shard, query, deadline);
        } catch (SQLException e) {
            shard.close();
            throw ShardException.of(e, deadline);
        } catch (IllegalArgumentException e) {
            release(shard);
            throw new ShardException(String.valueOf(e.getMessage()));
        }
    }

    /** A connection that nobody else uses; to be given back. */
    OpenShard acquire(Deadline deadline) throws ShardException {
        if (deadline.isOver()) {
            throw new ShardException(deadline.reason());
        }
        OpenShard shard = idle.pollFirst();
        if (shard != null) {
            shard.begin(deadline);
            return shard;
        }
        if (!Files.exists(file)) {
            throw new ShardException("no such file");
        }
        if (Files.isDirectory(file)) {
            throw new ShardException("is a folder");
        }
        try {
            return OpenShard.open(file, deadline);
        } catch (SQLException e) {
            throw ShardException.of(e, deadline);
        }
    }

    void release(OpenShard shard) {
        if (idle.size() < IDLE && !isClosed) {
            idle.addFirst(shard);
        } else {
            shard.close();
        }
    }

    @Override
    public Counts count(Query query, List<String> members, Deadline deadline) throws ShardException {
        OpenShard shard = acquire(deadline);
        try {
            Counts counts = new Counts();
            List<SchemaTable> tables = tables(shard, query);
            for (SchemaTable table : tables) {
                count(shard, Leg.counts(shard.schema(), table, query.filter(), ""), "", counts);
                for (String member : members) {
                    Leg leg = Leg.counts(shard.schema(), table, query.filter(), member);
                    if (tables.size() == 1 || !leg.missing().contains(member)) {
                        count(shard, leg, member, counts);
                    }
                }
            }
            release(shard);
            return counts;
        } catch (SQLException e) {
            shard.close();
            throw ShardException.of(e, deadline);
        } catch (IllegalArgumentException e) {
            release(shard);
            throw new ShardException(String.valueOf(e.getMessage()));
        }
    }

    private static void count(OpenShard shard, Leg leg, String member, Counts counts) throws SQLException {
        try (ResultSet row = OpenShard.run(shard.prepare(leg.sql(), leg.table()).statement(), leg.parameters())) {
            while (row.next()) {
                if (member.isEmpty()) {
                    counts.addRows(row.getLong(2));
                } else {
                    counts.add(member, OpenShard.value(row, 1), row.getLong(2));
                }
            }
        }
    }

    /**
     * Its tables and their columns; none when it can't be read.
     *
     * @param nanos how long that may take
     */
    public Map<String, List<String>> tables(long nanos) {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        try {
            OpenShard shard = acquire(Deadline.after(nanos));
            for (SchemaTable table : shard.schema().all()) {
                tables.put(table.name(), List.copyOf(table.columns().keySet()));
            }
            release(shard);
        } catch (ShardException unreadable) {
            return Map.of();
        }
        return tables;
    }

    private static List<SchemaTable> tables(OpenShard shard, Query query) {
        List<SchemaTable> tables = shard.schema().tables(query.table());
        if (tables.isEmpty()) {
            throw new IllegalArgumentException(
                    query.table() == null ? "has no tables" : "has no table \"" + query.table() + "\"");
        }
        return tables;
    }

    @Override
    public void close() {
        isClosed = true;
        for (OpenShard shard = idle.pollFirst(); shard != null; shard = idle.pollFirst()) {
            shard.close();
        }
    }

    /** The rows of all tables that the query looks in, merged: ties in order of the tables. */
    private final class Rows implements Cursor {
        private final List<Order> order;
        private final Deadline deadline;
        private final List<Part> parts = new ArrayList<>();
        private final Set<String> missing;
        private final List<String> names;
        private final double estimateMicros;
        private @Nullable OpenShard shard;
        private long left;

        Rows(OpenShard shard, Query query, Deadline deadline) throws SQLException {
            this.shard = shard;
            this.order = query.order();
            this.deadline = deadline;
            this.left = query.perShard() < 0 ? Long.MAX_VALUE : query.perShard();
            double sum = 0;
            Set<String> all = new LinkedHashSet<>();
            @Nullable Set<String> lacking = null;
            for (SchemaTable table : tables(shard, query)) {
                Leg leg = Leg.rows(shard.schema(), table, query);
                OpenShard.Prepared prepared = shard.prepare(leg.sql(), table);
                sum += prepared.estimateMicros();
                parts.add(new Part(leg, prepared, new Hit.Source(name, table.name(), leg.names())));
                all.addAll(leg.names());
                if (lacking == null) {
                    lacking = new LinkedHashSet<>(leg.missing());
                } else {
                    lacking.retainAll(leg.missing());
                }
            }
            this.missing = lacking == null ? Set.of() : lacking;
            this.names = List.copyOf(all);
            this.estimateMicros = sum;
        }

        @Override
        public List<String> names() {
            return names;
        }

        @Override
        public Set<String> missing() {
            return missing;
        }

        @Override
        public double estimateMicros() {
            return estimateMicros;
        }

        @Override
        public List<Hit> fetch(int most) throws ShardException {
            List<Hit> hits = new ArrayList<>();
            try {
                while (hits.size() < most && left > 0) {
                    Part first = first();
                    if (first == null) {
                        left = 0;
                        break;
                    }
                    hits.add(first.take());
                    left--;
                }
            } catch (SQLException e) {
                fail();
                throw ShardException.of(e, deadline);
            }
            if (left == 0 || hits.size() < most) {
                close();
            }
            return hits;
        }

        /** The table whose next row comes first; without an order, the first that has any. */
        private @Nullable Part first() throws SQLException {
            Part first = null;
            for (Part part : parts) {
                Hit head = part.head();
                if (head != null && (first == null || Hit.compare(head, first.seen(), order) < 0)) {
                    first = part;
                    if (order.isEmpty()) {
                        break;
                    }
                }
            }
            return first;
        }

        private void fail() {
            OpenShard gone = shard;
            shard = null;
            left = 0;
            if (gone != null) {
                gone.close();
            }
        }

        @Override
        public void close() {
            OpenShard done = shard;
            shard = null;
            left = 0;
            if (done != null) {
                parts.forEach(Part::close);
                release(done);
            }
        }
    }

    /** The rows of one table, one ahead. */
    private static final class Part {
        private final Leg leg;
        private final OpenShard.Prepared prepared;
        private final Hit.Source source;
        private @Nullable ResultSet rows;
        private @Nullable Hit head;
        private boolean isDone;

        Part(Leg leg, OpenShard.Prepared prepared, Hit.Source source) {
            this.leg = leg;
            this.prepared = prepared;
            this.source = source;
        }

        @Nullable
        Hit head() throws SQLException {
            if (head == null && !isDone) {
                if (rows == null) {
                    rows = OpenShard.run(prepared.statement(), leg.parameters());
                }
                if (rows.next()) {
                    head = hit(rows);
                } else {
                    close();
                }
            }
            return head;
        }

        Hit seen() {
            if (head == null) {
                throw new IllegalStateException("no row was looked at");
            }
            return head;
        }

        Hit take() {
            Hit taken = seen();
            head = null;
            return taken;
        }

        private Hit hit(ResultSet row) throws SQLException {
            @Nullable Object[] keys = new @Nullable Object[leg.keys()];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = OpenShard.value(row, i + 2);
            }
            @Nullable Object[] values = new @Nullable Object[leg.names().size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = OpenShard.value(row, i + 2 + keys.length);
            }
            return new Hit(source, OpenShard.value(row, 1), keys, values);
        }

        void close() {
            isDone = true;
            head = null;
            try {
                if (rows != null) {
                    rows.close();
                }
            } catch (SQLException ignored) { // its connection says so again
            }
        }
    }
}
