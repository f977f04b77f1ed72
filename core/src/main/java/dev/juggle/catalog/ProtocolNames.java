// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * What the directory server does for a look-up: lock, look up, count the reference, unlock; and to give it back: lock, count
 * down, unlock. For comparison only. A collector needs no counts, so a reference is given back before it is returned: the cost
 * is the same, and nobody can forget it.
 */
final class ProtocolNames<V> extends SharedNames<V> {
    private final ReentrantReadWriteLock.ReadLock readLock;

    /** Guarded by the lock. */
    private Counted<V> counted;

    /** A table with a count for each entry. */
    private record Counted<V>(NameTable<V> table, AtomicIntegerArray references) {
        Counted(NameTable<V> table) {
            this(table, new AtomicIntegerArray(table.capacity()));
        }
    }

    ProtocolNames(NameTable<V> table) {
        this(new ReentrantReadWriteLock(), table);
    }

    private ProtocolNames(ReentrantReadWriteLock lock, NameTable<V> table) {
        super(lock.writeLock());
        this.readLock = lock.readLock();
        this.counted = new Counted<>(table);
    }

    @Override
    public NameReader<V> reader() {
        return new Reader<>(this);
    }

    @Override
    void publish(NameTable<V> next) {
        boolean isGrown = next.capacity() > counted.references.length();
        counted = isGrown ? new Counted<>(next) : new Counted<>(next, counted.references);
    }

    @Override
    NameTable<V> newest() {
        return counted.table;
    }

    private static final class Reader<V> extends NameReader<V> {
        private final ProtocolNames<V> names;

        Reader(ProtocolNames<V> names) {
            super(names);
            this.names = names;
        }

        @Override
        public @Nullable V find(long header, long address) {
            AtomicIntegerArray references;
            int entry;
            V found = null;
            names.readLock.lock();
            try {
                Counted<V> now = names.counted;
                references = now.references;
                entry = now.table.entry(header, address);
                if (entry >= 0) {
                    found = now.table.value(entry);
                    references.incrementAndGet(entry);
                }
            } finally {
                names.readLock.unlock();
            }
            names.readLock.lock();
            try {
                if (entry >= 0) {
                    references.decrementAndGet(entry);
                }
            } finally {
                names.readLock.unlock();
            }
            return found;
        }
    }
}
