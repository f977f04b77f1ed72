// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

/**
 * A reference from one column to one column of a table; all three names as they are, not quoted.
 *
 * @param column the referring column
 * @param table the table referred to (may be the same)
 * @param target the column referred to there
 */
public record ForeignKey(String column, String table, String target) {}
