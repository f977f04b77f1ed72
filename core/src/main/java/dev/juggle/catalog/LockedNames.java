// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** A read-write lock around each look-up: two atomic writes to a word that all readers share. */
final class LockedNames<V> extends SharedNames<V> {
    private final ReentrantReadWriteLock.ReadLock readLock;

    /** Guarded by the lock. */
    private NameTable<V> table;

    LockedNames(NameTable<V> table) {
        this(new ReentrantReadWriteLock(), table);
    }

    private LockedNames(ReentrantReadWriteLock lock, NameTable<V> table) {
        super(lock.writeLock());
        this.readLock = lock.readLock();
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
        private final LockedNames<V> names;

        Reader(LockedNames<V> names) {
            super(names);
            this.names = names;
        }

        @Override
        public @Nullable V find(long header, long address) {
            names.readLock.lock();
            try {
                return names.table.find(header, address);
            } finally {
                names.readLock.unlock();
            }
        }
    }
}
