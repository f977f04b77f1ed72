// SPDX-License-Identifier: Apache-2.0
/**
 * What the tables look like: tables, columns, shapes and the number of every member, as found so
 * far. Its stored form are the {@code _juggle_*} tables.
 *
 * <p><b>Threads.</b> One shared truth, changed only inside a job's ticket; snapshots are
 * immutable; each worker keeps a private copy and renews it when its version is stale, so reading
 * takes no lock.
 *
 * <p><b>Memory.</b> Bounded by the number of different names and shapes, not by the number of
 * records; {@code MemoryBudget} has a line for it.
 *
 * <p><b>Start at</b> {@code Catalog}.
 */
@NullMarked
package dev.juggle.catalog;

import org.jspecify.annotations.NullMarked;
