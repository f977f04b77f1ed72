// SPDX-License-Identifier: Apache-2.0
/**
 * What the tables look like: tables, columns, shapes and the number of every member, as found so
 * far. Its stored form are the {@code _juggle_*} tables; docs/mapping.md says what they hold, down to
 * the bytes of a shape's structure. And how names are looked up by all workers at a time
 * ({@link dev.juggle.catalog.SharedNames}, in five ways: {@link dev.juggle.catalog.CatalogStrategy}), and what values mean
 * ({@link dev.juggle.catalog.Syntax}, {@link dev.juggle.catalog.AttributeTable}).
 *
 * <p><b>Threads.</b> One shared truth, changed and read only inside a job's ticket, and by the thread
 * that ends the run. What workers need of it is compiled into their own plans
 * ({@code shred}), from members they look up in {@link dev.juggle.catalog.Catalog#names}, published at a ticket's end; numbers once
 * given never change, so a plan never grows stale.
 * {@link dev.juggle.catalog.SharedNames} are for any thread, each with a reader of its own.
 *
 * <p><b>Memory.</b> Bounded by {@link dev.juggle.catalog.CatalogLimits}: so many tables, members, shapes and
 * characters of paths, whatever the input; beyond, values go to {@code _extra}, arrays are packed and rows carry
 * their own structure. A table of names takes 72 bytes a name, rounded up to a power of two; old versions are left to the
 * collector.
 *
 * <p><b>Start at</b> {@link dev.juggle.catalog.Catalog}.
 */
@NullMarked
package dev.juggle.catalog;

import org.jspecify.annotations.NullMarked;
