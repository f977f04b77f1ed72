// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One of the databases that are searched: a file ({@link LocalShard}), or what a server holds
 * ({@link RemoteShard}). */
public interface Shard extends AutoCloseable {
    /** As it was named by the user. */
    String name();

    /** Whether asking it means waiting for a network. */
    boolean isRemote();

    /** Whether the next question finds it open. */
    boolean isWarm();

    /** Puts a query to it. */
    Cursor open(Query query, Deadline deadline) throws ShardException;

    /** Counts rows by the values of members, and in all under the empty name. */
    Counts count(Query query, List<String> members, Deadline deadline) throws ShardException;

    @Override
    void close();

    /** The rows that it finds, in the query's order. One thread at a time; {@link Deadline#cancel} comes from any. */
    interface Cursor {
        /** What the values are called, over all its tables. */
        List<String> names();

        /** Names that lead nowhere in this shard. */
        Set<String> missing();

        /** What else went wrong although rows came, or null. */
        default @Nullable String failure() {
            return null;
        }

        /** How long it may take, in microseconds, as far as SQLite's plan and the number of rows tell. */
        double estimateMicros();

        /** The next rows, at most so many; fewer mean that there are no more. */
        List<Hit> fetch(int most) throws ShardException;

        /** Wakes a thread that waits in {@link #fetch} for a network; from any thread. */
        default void cancel() {}

        /** Gives back what it holds; can be called more than once. */
        void close();
    }
}
