// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/** A look-up without the lock, done again with it if there was a change meanwhile: two reads of the lock's word, no write. */
final class OptimisticNames<V> extends SharedNames<V> {
    private final StampedLock lock;

    /** Guarded by the lock, or by a stamp that is validated after the look-up; a table is immutable, so a stale one does no harm. */
    private NameTable<V> table;

    OptimisticNames(NameTable<V> table) {
        this(new StampedLock(), table);
    }

    private OptimisticNames(StampedLock lock, NameTable<V> table) {
        super(lock.asWriteLock());
        this.lock = lock;
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

    private @Nullable V findLocked(long header, long address) {
        long stamp = lock.readLock();
        try {
            return table.find(header, address);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    private static final class Reader<V> extends NameReader<V> {
        private final OptimisticNames<V> names;

        Reader(OptimisticNames<V> names) {
            super(names);
            this.names = names;
        }

        @Override
        public @Nullable V find(long header, long address) {
            long stamp = names.lock.tryOptimisticRead();
            if (stamp != 0) {
                V found = names.table.find(header, address);
                if (names.lock.validate(stamp)) {
                    return found;
                }
            }
            return names.findLocked(header, address);
        }
    }
}
