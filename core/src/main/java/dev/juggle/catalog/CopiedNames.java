// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A private copy for each reader. It compares versions once a job, and copies anew when they differ; the old copy is garbage then.
 * What is copied are the arrays; values are immutable, and a copy of them would only take more of the cache.
 */
final class CopiedNames<V> extends SharedNames<V> {
    /** Guarded by the lock. */
    private NameTable<V> table;

    CopiedNames(NameTable<V> table) {
        super(new ReentrantLock());
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
        private final CopiedNames<V> names;
        private NameTable<V> mine;
        private long seen;

        Reader(CopiedNames<V> names) {
            super(names);
            this.names = names;
            this.mine = copy();
        }

        @Override
        public void begin() {
            if (names.version() != seen) {
                mine = copy();
            }
        }

        @Override
        public @Nullable V find(long header, long address) {
            return mine.find(header, address);
        }

        /** Table and version are read under the lock that both are written under, so they belong together. */
        private NameTable<V> copy() {
            names.lock();
            try {
                seen = names.version();
                return names.table.copy();
            } finally {
                names.unlock();
            }
        }
    }
}
