// SPDX-License-Identifier: Apache-2.0
/**
 * What the tables look like: tables, columns, shapes and the number of every member, as found so
 * far. Its stored form are the {@code _juggle_*} tables; docs/mapping.md says what they hold, down to
 * the bytes of a shape's structure.
 *
 * <p><b>Threads.</b> One shared truth, changed and read only inside a job's ticket, and by the thread
 * that ends the run. What workers need of it is compiled into their own plans
 * ({@code shred}); numbers once given never change, so a plan never grows stale.
 *
 * <p><b>Memory.</b> Bounded by {@link dev.juggle.catalog.CatalogLimits}: so many tables, members, shapes and
 * characters of paths, whatever the input; beyond, values go to {@code _extra}, arrays are packed and rows carry
 * their own structure.
 *
 * <p><b>Start at</b> {@link dev.juggle.catalog.Catalog}.
 */
@NullMarked
package dev.juggle.catalog;

import org.jspecify.annotations.NullMarked;
