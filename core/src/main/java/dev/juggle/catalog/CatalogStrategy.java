// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How workers share a table of names that hardly ever changes. docs/experiments.md, "Catalog", has what each costs. */
public enum CatalogStrategy {
    /** A read-write lock around each look-up. */
    LOCKED,
    /** Look-ups without the lock, done again with it if there was a change meanwhile. */
    OPTIMISTIC,
    /** Immutable versions behind one volatile reference, taken once a job: the default. */
    SNAPSHOT,
    /** A private copy for each worker, made anew when its version is old at the beginning of a job. */
    COPY,
    /** As the directory server does it: lock, count, unlock, on the way in and on the way out. For comparison only. */
    PROTOCOL;

    /** What is best by measurement. */
    public static final CatalogStrategy DEFAULT = SNAPSHOT;

    /** The name that {@code --catalog} takes. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The strategy of that name.
     *
     * @throws IllegalArgumentException with a sentence for the user if there is none
     */
    public static CatalogStrategy of(String label) {
        return Arrays.stream(values())
                .filter(strategy -> strategy.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--catalog must be "
                        + Arrays.stream(values()).map(CatalogStrategy::label).collect(Collectors.joining(", "))
                        + ", not "
                        + label));
    }

    /**
     * An empty table that is shared this way.
     *
     * @param ignoresCase whether A to Z are the same as a to z in names
     * @param seed seeds the hash; any random number, it does not show in any result
     */
    public <V> SharedNames<V> names(boolean ignoresCase, long seed) {
        NameTable<V> empty = new NameTable<>(ignoresCase, seed);
        return switch (this) {
            case LOCKED -> new LockedNames<>(empty);
            case OPTIMISTIC -> new OptimisticNames<>(empty);
            case SNAPSHOT -> new SnapshotNames<>(empty);
            case COPY -> new CopiedNames<>(empty);
            case PROTOCOL -> new ProtocolNames<>(empty);
        };
    }
}
