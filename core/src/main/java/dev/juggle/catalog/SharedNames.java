// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A table of names that all workers read and hardly anyone changes; the subclasses differ in how readers are kept from
 * changes, and in nothing else (see {@link CatalogStrategy}).
 *
 * <p>The rules, whatever the strategy. A change is done as a whole by {@link #change}, one at a time; it is published in the
 * order of the calls, all of it or, if it throws, nothing. It moves the {@link #version} while the lock is still held, after
 * what it published: who sees the new version finds the new content. The thread that changes sees its own steps at once in the
 * {@link NameEdit}, and afterwards through its reader if it went through {@link NameReader#change}; other readers see it from
 * their next {@link NameReader#begin} at the latest. There is no other way to change anything. Old versions are garbage once
 * no reader holds them; nothing is counted and nothing freed.
 *
 * @param <V> what a name stands for; immutable, or safe for all threads by itself
 */
public abstract sealed class SharedNames<V>
        permits LockedNames, OptimisticNames, SnapshotNames, CopiedNames, ProtocolNames {
    /** Written by {@link #change} only, under the lock; its partner is the read in {@link CopiedNames}. */
    private volatile long version;

    private final Lock writing;

    /** Names whose changes are done one at a time, each with {@code writing} held. */
    SharedNames(Lock writing) {
        this.writing = writing;
    }

    /** A reader for one thread. */
    public abstract NameReader<V> reader();

    /** Makes the table with this change the current one. Called with the lock held. */
    abstract void publish(NameTable<V> next);

    /** The current table. Called with the lock held. */
    abstract NameTable<V> newest();

    /** Keeps changes out until {@link #unlock}. */
    final void lock() {
        writing.lock();
    }

    final void unlock() {
        writing.unlock();
    }

    /** How many changes there were. */
    public final long version() {
        return version;
    }

    /** How many names there are. */
    public final int size() {
        lock();
        try {
            return newest().size();
        } finally {
            unlock();
        }
    }

    /** Bytes of the table's arrays. */
    public final long heapBytes() {
        lock();
        try {
            return newest().heapBytes();
        } finally {
            unlock();
        }
    }

    /**
     * What a name stands for in the current table, under the lock: for code that edits, and for those without a reader.
     *
     * @param owner whose name it is; 0 where names have no owner
     */
    public final @Nullable V find(int owner, Key key) {
        lock();
        try {
            return newest().find(owner, key);
        } finally {
            unlock();
        }
    }

    /**
     * Changes the table; an edit without effect is no change.
     *
     * @param by puts and removes names; what it throws is passed on, and nothing is changed then
     */
    public final void change(Consumer<NameEdit<V>> by) {
        lock();
        try {
            NameEdit<V> edit = new NameEdit<>(newest());
            by.accept(edit);
            if (!edit.steps().isEmpty()) {
                publish(newest().with(edit.steps()));
                long next = version + 1;
                version = next;
            }
        } finally {
            unlock();
        }
    }
}
