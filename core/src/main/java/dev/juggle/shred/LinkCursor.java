// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a table of links by its key, {@code _parent} and {@code _pos}: rows of one parent lie together, and parents in the
 * order in which they pass, so it mostly stands where the next array begins.
 */
final class LinkCursor implements Resting, AutoCloseable {
    private final Connection connection;
    private final StoredTable table;
    private final OpenCursors openCursors;
    private final String select;

    private @Nullable PreparedStatement statement;
    private @Nullable ResultSet rows;
    private boolean onRow;
    private long parent = Long.MIN_VALUE;
    private long position;
    private long reference;

    LinkCursor(Connection connection, StoredTable table, OpenCursors openCursors) {
        this.connection = connection;
        this.table = table;
        this.openCursors = openCursors;
        this.select = "SELECT _parent, _pos, _ref FROM " + RowCursor.quoted(table.name())
                + " WHERE (_parent, _pos) >= (?, ?) ORDER BY _parent, _pos";
    }

    /** Goes to the first link of that parent; {@link #isOf} tells whether there is one. */
    void seek(long wanted) throws SQLException {
        if (!isOf(wanted) || position != 0) {
            rest();
            open(wanted, 0);
            advance();
        }
    }

    /** Whether it stands on a link of that parent. */
    boolean isOf(long wanted) {
        return onRow && parent == wanted;
    }

    /** {@code _pos} of the link. */
    long position() {
        return position;
    }

    /** {@code _ref} of the link. */
    long reference() {
        return reference;
    }

    /** Where it stands, for messages. */
    String place() {
        return "table \"" + table.name() + "\", _parent " + parent + ", _pos " + position;
    }

    /** Goes to the next link, or past the last. */
    void advance() throws SQLException {
        ResultSet current = rows;
        if (current == null) {
            current = open(parent, position + 1);
        }
        onRow = current.next();
        if (onRow) {
            parent = current.getLong(1);
            position = current.getLong(2);
            reference = current.getLong(3);
        }
    }

    private ResultSet open(long fromParent, long fromPosition) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(select);
        statement = prepared;
        prepared.setLong(1, fromParent);
        prepared.setLong(2, fromPosition);
        ResultSet opened = prepared.executeQuery();
        rows = opened;
        openCursors.opened(this);
        return opened;
    }

    @Override
    public void rest() throws SQLException {
        if (statement != null) {
            statement.close();
        }
        statement = null;
        rows = null;
        openCursors.closed(this);
    }

    @Override
    public void close() throws SQLException {
        rest();
    }
}
