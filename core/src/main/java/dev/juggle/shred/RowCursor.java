// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.TableRole;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Goes through one table's rows. In <i>lockstep</i> it reads the whole table once by {@code _row}, since the rows
 * of a table lie in document order and are used up as their parents pass; by <i>look-up</i> it reads the rows of
 * one parent at a time by {@code _pos} (members of a map by {@code _row}), for a table whose order someone changed.
 *
 * <p>Its statement can be closed at any time ({@link #rest}) to give back its memory: the next access opens it
 * again at the row it stood on.
 */
final class RowCursor implements Resting, AutoCloseable {
    private final Connection connection;
    private final StoredTable table;
    private final boolean lockstep;
    private final OpenCursors openCursors;
    private final String select;
    private final String byParent;
    private final String firstOfParent;
    private final int columns;

    private @Nullable PreparedStatement statement;
    private @Nullable ResultSet rows;
    private boolean onRow;
    private long row;
    private long parent;
    private long position;
    private long rememberedShape;
    private byte @Nullable [] remembered;

    RowCursor(Connection connection, StoredTable table, boolean lockstep, OpenCursors openCursors) {
        this.openCursors = openCursors;
        this.connection = connection;
        this.table = table;
        this.lockstep = lockstep;
        this.columns = table.columns().size();
        String place = table.isMap() ? "_row" : "_pos";
        this.byParent = " WHERE _parent = ? AND " + place + " >= ? ORDER BY " + place + ", _row";
        this.firstOfParent =
                "SELECT _row FROM " + quoted(table.name()) + " WHERE _parent = ? ORDER BY " + place + " LIMIT 1";
        this.select = table.columns().stream().map(RowCursor::quoted).collect(Collectors.joining(", "))
                + systemColumns(table, place)
                + (table.hasExtra() ? ", _extra" : "")
                + (table.isMap() ? ", _key" : "")
                + " FROM " + quoted(table.name());
    }

    private static String systemColumns(StoredTable table, String place) {
        if (table.isRoot()) {
            return ", _row, _file, 0, _shape";
        }
        if (table.is(TableRole.ENTITY)) {
            return ", _row, 0, 0, _shape";
        }
        return table.is(TableRole.LOOKUP) ? ", _row, 0, 0, NULL" : ", _row, _parent, " + place + ", _shape";
    }

    /** An SQL identifier in quotes. */
    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    boolean inLockstep() {
        return lockstep;
    }

    /** Whether it stands on a row. */
    boolean onRow() {
        return onRow;
    }

    /** The row it stands on. */
    long row() {
        return row;
    }

    /** {@code _parent} of the row; {@code _file} in a root table. */
    long parent() {
        return parent;
    }

    /** {@code _pos} of the row; in a map, {@code _row} again. */
    long position() {
        return position;
    }

    /** Goes to the first row with that {@code _row} or a later one (lockstep only). */
    void seekRow(long first) throws SQLException {
        PreparedStatement prepared = statement;
        if (prepared == null) {
            open("SELECT " + select + " WHERE _row >= ? ORDER BY _row", first, null);
        } else {
            prepared.setLong(1, first);
            rows = prepared.executeQuery();
        }
        advance();
    }

    /** Goes to the row with that {@code _row} (lockstep only); false when there is none. */
    boolean findRow(long wanted) throws SQLException {
        if (onRow && row == wanted - 1) {
            advance();
        }
        if (!onRow || row != wanted) {
            seekRow(wanted);
        }
        return onRow && row == wanted;
    }

    /** Goes to the first element of that parent; {@link #onRow} tells whether there is one. */
    void seekParent(long wanted) throws SQLException {
        if (lockstep) {
            Long first = firstRowOf(wanted);
            if (first == null) {
                onRow = false;
            } else {
                seekRow(first);
            }
            return;
        }
        rest();
        open("SELECT " + select + byParent, wanted, 0L);
        advance();
    }

    private @Nullable Long firstRowOf(long wanted) throws SQLException {
        try (PreparedStatement lookup = connection.prepareStatement(firstOfParent)) {
            lookup.setLong(1, wanted);
            try (ResultSet found = lookup.executeQuery()) {
                return found.next() ? found.getLong(1) : null;
            }
        }
    }

    /** Goes to the next row, or past the last. */
    void advance() throws SQLException {
        ResultSet current = opened();
        onRow = current.next();
        if (onRow) {
            row = integer(current, columns + 1, "_row");
            parent = integer(current, columns + 2, table.isRoot() ? "_file" : "_parent");
            position = integer(current, columns + 3, "_pos");
        }
    }

    private long integer(ResultSet current, int index, String column) throws SQLException {
        long value = current.getLong(index);
        if (value == 0 && !(current.getObject(index) instanceof Number)) {
            if (column.equals("_file")) {
                return -1; // a row that someone added by hand and that belongs to no file
            }
            throw new BadDatabaseException(place() + ": " + column + " is not a number");
        }
        return value;
    }

    /** The value of a column of the row: Integer, Long, Double, String, byte[] or null. */
    @Nullable
    Object value(int columnIndex) throws SQLException {
        return opened().getObject(columnIndex + 1);
    }

    /** The row's {@code _shape}. */
    @Nullable
    Object shape() throws SQLException {
        return opened().getObject(columns + 4);
    }

    /** The row's {@code _extra}; null when the table or the row has none. */
    @Nullable
    String extra() throws SQLException {
        return table.hasExtra() ? opened().getString(columns + 5) : null;
    }

    /** The row's {@code _key}, in a map. */
    String key() throws SQLException {
        if (opened().getObject(columns + (table.hasExtra() ? 6 : 5)) instanceof String key) {
            return key;
        }
        throw new BadDatabaseException(place() + ": _key is not a text");
    }

    /** Whether the structure of that shape was the last one looked up for this table. */
    boolean remembers(long shape) {
        return remembered != null && rememberedShape == shape;
    }

    /** Keeps the structure of a shape, since the next row often has the same. */
    void remember(long shape, byte @Nullable [] structure) {
        rememberedShape = shape;
        remembered = structure;
    }

    /** The structure kept last. */
    byte @Nullable [] remembered() {
        return remembered;
    }

    /** Where it stands, for messages. */
    String place() {
        return "table \"" + table.name() + "\", row " + row;
    }

    /** The statement's rows; opened again on the row it stood on if it was put to rest. */
    private ResultSet opened() throws SQLException {
        ResultSet current = rows;
        if (current != null) {
            return current;
        }
        if (lockstep) {
            current = open("SELECT " + select + " WHERE _row >= ? ORDER BY _row", row, null);
        } else {
            current = open("SELECT " + select + byParent, parent, position);
        }
        if (onRow) {
            onRow = current.next();
        }
        return current;
    }

    private ResultSet open(String sql, long first, @Nullable Long second) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(sql);
        statement = prepared;
        prepared.setLong(1, first);
        if (second != null) {
            prepared.setLong(2, second);
        }
        ResultSet opened = prepared.executeQuery();
        rows = opened;
        openCursors.opened(this);
        return opened;
    }

    /** Gives back its statement; the place is kept. */
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
