// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

/** What a {@link RowSink} must know of a table to prepare its rows: how they are kept and found. */
public enum TableKind {
    /** Row ids, no parent. */
    ROOT,

    /** Row ids, and the second column is {@link TableLayout#PARENT_COLUMN}, which gets an index. */
    CHILD,

    /** WITHOUT ROWID: the payload begins with the primary key and is best given in its order. */
    KEYED
}
