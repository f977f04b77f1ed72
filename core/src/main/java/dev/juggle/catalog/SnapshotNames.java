// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Immutable tables behind one volatile reference, which a reader takes once a job. */
final class SnapshotNames<V> extends SharedNames<V> {
    /** Written under the lock; its partner is the read in {@link Reader#begin}. */
    private volatile NameTable<V> table;

    SnapshotNames(NameTable<V> table) {
        super(new ReentrantLock()); // only those who change take it
        this.table = table;
    }

    @Override
    public NameReader<V> reader() {
        return new Reader<>(this);
    }

    @Override
    void publish(NameTable<V> next) {
        table = next;
    }

    @Override
    NameTable<V> newest() {
        return table;
    }

    private static final class Reader<V> extends NameReader<V> {
        private final SnapshotNames<V> names;
        private NameTable<V> mine;

        Reader(SnapshotNames<V> names) {
            super(names);
            this.names = names;
            this.mine = names.table;
        }

        @Override
        public void begin() {
            mine = names.table;
        }

        @Override
        public @Nullable V find(long header, long address) {
            return mine.find(header, address);
        }
    }
}
