// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

/**
 * One column of a table.
 *
 * @param name as it is, not quoted
 * @param declaredType {@code INTEGER}, {@code REAL}, {@code TEXT}, {@code BOOLEAN} or empty for a column
 *     without type. Only the types given to {@link DatabaseWriter#finish} count: while rows arrive
 *     a column has none, so that SQLite converts nothing
 */
public record ColumnLayout(String name, String declaredType) {}
