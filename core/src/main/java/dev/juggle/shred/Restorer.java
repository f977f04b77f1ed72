// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Kind;
import dev.juggle.catalog.TableRole;
import java.io.OutputStream;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the documents of a Juggle database as JSON text again: rows → JSON.
 *
 * <p>The idea: it is a merge. In every table {@code _row} ascends in document order, so one cursor per table,
 * ordered by {@code _row}, gives each array's elements and each map's members just when their parent passes; nothing is looked up and nothing
 * collected, and a document of any size needs the memory of one row per level. Where a cursor does not
 * stand on the parent's rows (a file was left out), it is moved there by the index on {@code _parent}. Where rows
 * no longer ascend with their parents (someone edited the table), the table is read by look-ups instead: that
 * is found out by one pass over the table before its first row is used.
 *
 * <p>What is stored once has no place in that order: it is looked up by its row, in the order in which the input first had it, so
 * mostly the next one; and its text is kept for the times when it comes again.
 *
 * <p>What a row looks like is said by its shape; the values in the columns win over it, so that an edited value is
 * written as it is now. A row that a shape promises and that is not there is an error, never a silent gap.
 *
 * <p>Memory: at most {@link #MAX_OPEN_CURSORS} open statements (others rest and reopen where they stood), the shapes'
 * cache, the texts of what is stored once as far as {@link EntityTexts} holds them, and one frame per level of nesting. Not thread-safe.
 */
public final class Restorer implements AutoCloseable {
    /** How many statements may be open at once; each holds a few pages and its program. */
    static final int MAX_OPEN_CURSORS = 256;

    /** Levels of nesting at which a database is taken to refer to itself. */
    static final int MAX_DEPTH = 1 << 14;

    private final StoredDatabase database;
    private final ShapeStore shapes;
    private final Map<Integer, RowCursor> cursors = new HashMap<>();
    private final Map<Integer, LinkCursor> linkCursors = new HashMap<>();
    private final EntityTexts texts = new EntityTexts(EntityTexts.MAX_BYTES);
    private final OpenCursors open = new OpenCursors(MAX_OPEN_CURSORS);
    private final List<Frame> frames = new ArrayList<>();

    /** One row on its way out: its cursor and its structure. */
    private final class Row {
        final StoredTable table;
        final RowCursor cursor;
        final long id;
        final ShapeReader shape;

        Row(StoredTable table, RowCursor cursor) throws SQLException {
            this.table = table;
            this.cursor = cursor;
            this.id = cursor.row();
            this.shape = new ShapeReader(structure(table, cursor), cursor);
        }
    }

    /** One open bracket of a row. */
    private abstract static sealed class Frame {
        /** The row that it stands in. */
        final Row row;

        Frame(Row row) {
            this.row = row;
        }
    }

    /** An object: its members lie in the row's shape, and in {@code extra} those that found no column. */
    private static final class ObjectFrame extends Frame {
        private final int members;
        private final ExtraReader extra;
        private int done;

        ObjectFrame(Row row, ExtraReader extra) {
            super(row);
            this.members = row.shape.count();
            this.extra = extra;
        }
    }

    /** An array: its elements are rows of a child table. */
    private static final class ArrayFrame extends Frame {
        private final StoredTable table;
        private final RowCursor elements;
        private long done;

        ArrayFrame(Row row, StoredTable table, RowCursor elements) {
            super(row);
            this.table = table;
            this.elements = elements;
        }
    }

    /** A map: its members are rows of a child table. */
    private static final class MapFrame extends Frame {
        private final StoredTable table;
        private final RowCursor members;
        private boolean isBegun;

        MapFrame(Row row, StoredTable table, RowCursor members) {
            super(row);
            this.table = table;
            this.members = members;
        }
    }

    /** An array of what is stored once: its elements are rows of a table of links. */
    private static final class LinksFrame extends Frame {
        private final StoredTable links;
        private final StoredTable elements;
        private final LinkCursor cursor;
        private long done;

        LinksFrame(Row row, StoredTable links, StoredTable elements, LinkCursor cursor) {
            super(row);
            this.links = links;
            this.elements = elements;
            this.cursor = cursor;
        }
    }

    /** A value that is stored once, and whose text is kept: it is whole when this is the innermost frame again. */
    private static final class OnceFrame extends Frame {
        private final StoredTable table;
        /** Its row in that table. */
        private final long id;
        /** Where its text begins in the sink. */
        private final int start;

        OnceFrame(Row from, StoredTable table, long id, int start) {
            super(from);
            this.table = table;
            this.id = id;
            this.start = start;
        }
    }

    /**
     * A restorer for all documents of {@code database}, which stays the caller's to close (after this).
     *
     * @throws BadDatabaseException when its shapes can't be read
     */
    public Restorer(StoredDatabase database) {
        this.database = database;
        try {
            this.shapes = new ShapeStore(database.connection());
        } catch (SQLException e) {
            throw BadDatabaseException.of(database.path(), "read _juggle_shapes", e);
        }
    }

    /**
     * Writes one file's document. Fastest when files are asked for in input order.
     *
     * @param out takes UTF-8 text in pieces; it stays the caller's to close
     * @throws BadDatabaseException when the database contradicts itself; part of the text may be written by then
     * @throws java.io.UncheckedIOException when {@code out} fails
     */
    public void restore(StoredFile file, OutputStream out) {
        JsonSink sink = new JsonSink(out);
        FormText form = FormText.of(file);
        sink.ascii(form.opening());
        Records records = new Records(file, sink);
        long index = 0;
        for (; records.next(); index++) {
            sink.ascii(form.before(index));
            records.writeValue();
        }
        sink.ascii(form.closing(index));
        sink.flush();
    }

    /** The records of one file, one after the other, to be written to {@code out}. Only those asked for last may be used. */
    public Records records(StoredFile file, OutputStream out) {
        return new Records(file, new JsonSink(out));
    }

    /** Steps through the records of one file. */
    public final class Records {
        private final StoredFile file;
        private final JsonSink sink;
        private @Nullable RowCursor cursor;
        private long done;

        private Records(StoredFile file, JsonSink sink) {
            this.file = file;
            this.sink = sink;
        }

        /** Steps to the next record; false behind the last. A record that is missing is an error. */
        public boolean next() {
            if (done == file.records()) {
                return false;
            }
            try {
                RowCursor rows = cursorOfRecords();
                if (!rows.onRow() || rows.parent() != file.id()) {
                    throw new BadDatabaseException(database.path() + ": " + file.path() + " has "
                            + file.records() + " records, but only " + done + " of them are in table \""
                            + database.table(file.table()).name() + "\"");
                }
                done++;
                return true;
            } catch (SQLException e) {
                throw failed(e);
            }
        }

        /** {@code _row} of the record. */
        public long row() {
            return cursor == null ? 0 : cursor.row();
        }

        /** Writes the record as one JSON value without white space; once per record. */
        public void write() {
            writeValue();
            sink.flush();
        }

        private void writeValue() {
            if (cursor == null) {
                throw new IllegalStateException("next() comes first");
            }
            try {
                writeRecord(database.table(file.table()), cursor, sink);
                cursor.advance();
            } catch (SQLException e) {
                throw failed(e);
            }
        }

        private RowCursor cursorOfRecords() throws SQLException {
            if (cursor != null) {
                return cursor;
            }
            RowCursor rows = cursor(database.table(file.table()));
            if (!rows.onRow() || rows.row() != file.firstRow()) {
                rows.seekRow(file.firstRow());
            }
            cursor = rows;
            return rows;
        }
    }

    private BadDatabaseException failed(SQLException e) {
        return BadDatabaseException.of(database.path(), "read a row", e);
    }

    /** The loop: takes the innermost open bracket one step further, until the record is closed. */
    private void writeRecord(StoredTable table, RowCursor cursor, JsonSink sink) throws SQLException {
        frames.clear();
        beginRow(table, cursor, sink);
        while (!frames.isEmpty()) {
            switch (frames.getLast()) {
                case ObjectFrame object -> stepObject(object, sink);
                case ArrayFrame array -> stepArray(array, sink);
                case MapFrame map -> stepMap(map, sink);
                case LinksFrame links -> stepLinks(links, sink);
                case OnceFrame once -> endOnce(once, sink);
            }
        }
    }

    private void beginRow(StoredTable table, RowCursor cursor, JsonSink sink) throws SQLException {
        Row row = new Row(table, cursor);
        long code = row.shape.next();
        if (table.isMap()) {
            code = key(row, code, sink);
        }
        if (code >>> Kind.BITS != 0) {
            throw row.shape.damaged("does not begin with the row's own value");
        }
        if (code == Kind.OBJECT) {
            push(new ObjectFrame(row, ExtraReader.of(cursor.extra(), cursor)));
            sink.raw('{');
        } else {
            begin(row, code, sink);
        }
        endIfWhole(row);
    }

    /** Writes a map's key; gives the entry of its value. */
    private static long key(Row row, long code, JsonSink sink) throws SQLException {
        String key = row.cursor.key();
        boolean isEscaped = code == Kind.ESCAPED_KEY;
        if (!isEscaped) {
            sink.string(key);
        } else if (JsonGrammar.isStringBody(key)) {
            sink.raw('"');
            sink.utf8(key);
            sink.raw('"');
        } else {
            throw new BadDatabaseException(row.cursor.place() + ": _key is no longer a JSON string's spelling");
        }
        sink.raw(':');
        return isEscaped ? row.shape.next() : code;
    }

    /** To be called where a value of a row ended, or began: if the row has no bracket open, it is through. */
    private void endIfWhole(Row row) {
        if (frames.isEmpty() || frames.getLast().row != row) {
            row.shape.end();
        }
    }

    private void stepObject(ObjectFrame frame, JsonSink sink) throws SQLException {
        Row row = frame.row;
        if (frame.done == frame.members) {
            sink.raw('}');
            frames.removeLast();
            endIfWhole(row);
            return;
        }
        if (frame.done++ > 0) {
            sink.raw(',');
        }
        member(frame, row.shape.next(), sink);
    }

    private void member(ObjectFrame frame, long code, JsonSink sink) throws SQLException {
        Row row = frame.row;
        if ((code & Kind.MASK) == Kind.EXTRA) {
            frame.extra.next();
            sink.utf8(frame.extra.key());
            sink.raw(':');
            sink.utf8(frame.extra.value());
            return;
        }
        String key = row.table.member(code >>> Kind.BITS).key();
        sink.utf8(key);
        sink.raw(':');
        if ((code & Kind.MASK) == Kind.OBJECT) {
            push(new ObjectFrame(row, frame.extra.enter(key)));
            sink.raw('{');
        } else {
            begin(row, code, sink);
        }
    }

    private void stepArray(ArrayFrame frame, JsonSink sink) throws SQLException {
        RowCursor elements = frame.elements;
        if (frame.done > 0) {
            elements.advance();
        }
        boolean ours = elements.onRow() && elements.parent() == frame.row.id;
        if (ours ? elements.position() != frame.done : frame.done == 0) {
            throw lacks(frame.table, frame.row.id, frame.done);
        }
        if (!ours) {
            sink.raw(']');
            frames.removeLast();
            endIfWhole(frame.row);
            return;
        }
        if (frame.done++ > 0) {
            sink.raw(',');
        }
        beginRow(frame.table, elements, sink);
    }

    private void stepMap(MapFrame frame, JsonSink sink) throws SQLException {
        RowCursor members = frame.members;
        if (frame.isBegun) {
            members.advance();
        }
        boolean ours = members.onRow() && members.parent() == frame.row.id;
        if (!ours && !frame.isBegun) {
            throw new BadDatabaseException(database.path() + ": table \"" + frame.table.name()
                    + "\" lacks a row with _parent " + frame.row.id + ", which another row's shape promises");
        }
        if (!ours) {
            sink.raw('}');
            frames.removeLast();
            endIfWhole(frame.row);
            return;
        }
        if (frame.isBegun) {
            sink.raw(',');
        }
        frame.isBegun = true;
        beginRow(frame.table, members, sink);
    }

    private void stepLinks(LinksFrame frame, JsonSink sink) throws SQLException {
        LinkCursor links = frame.cursor;
        if (frame.done > 0) {
            links.advance();
        }
        boolean ours = links.isOf(frame.row.id);
        if (ours ? links.position() != frame.done : frame.done == 0) {
            throw lacks(frame.links, frame.row.id, frame.done);
        }
        if (!ours) {
            sink.raw(']');
            frames.removeLast();
            endIfWhole(frame.row);
            return;
        }
        if (frame.done++ > 0) {
            sink.raw(',');
        }
        beginOnce(frame.row, frame.elements, links.reference(), sink);
    }

    private BadDatabaseException lacks(StoredTable table, long parent, long position) {
        return new BadDatabaseException(database.path() + ": table \"" + table.name() + "\" lacks a row with _parent "
                + parent + " and _pos " + position + ", which another row's shape promises");
    }

    /** Writes a value that is stored once, or its opening bracket; of one that was written not long ago the text is still there. */
    private void beginOnce(Row from, StoredTable table, long id, JsonSink sink) throws SQLException {
        byte[] known = texts.find(table.id(), id);
        if (known != null) {
            sink.bytes(known);
            return;
        }
        RowCursor values = cursor(table);
        if (!values.findRow(id)) {
            throw new BadDatabaseException(database.path() + ": table \"" + table.name() + "\" lacks row " + id
                    + ", which " + from.cursor.place() + " refers to");
        }
        push(new OnceFrame(from, table, id, sink.hold()));
        if (table.is(TableRole.LOOKUP)) {
            StoredMember value = table.member(0);
            if (value.columnIndex() < 0) {
                throw new BadDatabaseException("table \"" + table.name() + "\" has no column for its values");
            }
            Scalars.write(Kind.TEXT, values.value(value.columnIndex()), values, value, sink);
        } else {
            beginRow(table, values, sink);
        }
    }

    private void endOnce(OnceFrame frame, JsonSink sink) {
        byte[] text = sink.release(frame.start);
        if (text != null) {
            texts.keep(frame.table.id(), frame.id, text);
        }
        frames.removeLast();
        endIfWhole(frame.row);
    }

    /** The row that a member's reference names. */
    private static long reference(Row row, StoredMember member) throws SQLException {
        int column = member.elsewhere().referenceIndex();
        if (column >= 0 && row.cursor.value(column) instanceof Number reference) {
            return reference.longValue();
        }
        throw row.shape.damaged(
                "has a value at " + member.path() + " that is stored elsewhere, and no reference to it");
    }

    /** Writes a value that is no object whole, or its opening bracket, leaving a frame for the rest. */
    private void begin(Row row, long code, JsonSink sink) throws SQLException {
        switch ((int) (code & Kind.MASK)) {
            case Kind.ARRAY -> {
                StoredMember member = row.table.member(code >>> Kind.BITS);
                StoredTable table = tableOf(row, member, member.child(), TableRole.ARRAY);
                push(new ArrayFrame(row, table, cursorAt(table, row.id)));
                sink.raw('[');
            }
            case Kind.MAP -> {
                StoredMember member = row.table.member(code >>> Kind.BITS);
                StoredTable table = tableOf(row, member, member.elsewhere().map(), TableRole.MAP);
                push(new MapFrame(row, table, cursorAt(table, row.id)));
                sink.raw('{');
            }
            case Kind.LINKS -> {
                StoredMember member = row.table.member(code >>> Kind.BITS);
                StoredTable links = tableOf(row, member, member.child(), TableRole.LINK);
                int stored = links.member(0).elsewhere().entity();
                StoredTable elements = tableOf(links, row, member, stored, TableRole.ENTITY);
                push(new LinksFrame(row, links, elements, linksAt(links, row.id)));
                sink.raw('[');
            }
            case Kind.ENTITY -> once(row, code, TableRole.ENTITY, sink);
            case Kind.LOOKUP -> once(row, code, TableRole.LOOKUP, sink);
            case Kind.EMPTY_ARRAY -> sink.ascii("[]");
            case Kind.OBJECT, Kind.EXTRA -> throw row.shape.damaged("has a member where none can be");
            default -> scalar(row, code, sink);
        }
    }

    private void push(Frame frame) {
        if (frames.size() == MAX_DEPTH) {
            throw frame.row.shape.damaged("leads " + MAX_DEPTH + " levels deep");
        }
        frames.add(frame);
    }

    private void once(Row row, long code, TableRole role, JsonSink sink) throws SQLException {
        StoredMember member = row.table.member(code >>> Kind.BITS);
        StoredTable table = tableOf(row, member, member.elsewhere().entity(), role);
        beginOnce(row, table, reference(row, member), sink);
    }

    /** The table of the elements or members of a value, {@code id} as the catalog has it. */
    private StoredTable tableOf(Row row, StoredMember member, int id, TableRole role) {
        return tableOf(row.table, row, member, id, role);
    }

    private StoredTable tableOf(StoredTable parent, Row row, StoredMember member, int id, TableRole role) {
        if (id == 0) {
            throw row.shape.damaged("has a value at " + member.path() + ", for which there is no table");
        }
        StoredTable table = database.table(id);
        if (table.parent() != parent.id() || table.id() == parent.id() || !table.is(role)) {
            throw row.shape.damaged("leads to table \"" + table.name() + "\", which belongs to another");
        }
        return table;
    }

    private LinkCursor linksAt(StoredTable table, long parent) throws SQLException {
        LinkCursor links = linkCursors.get(table.id());
        if (links == null) {
            links = new LinkCursor(database.connection(), table, open);
            linkCursors.put(table.id(), links);
        }
        links.seek(parent);
        return links;
    }

    /** The table's cursor on the first row of that parent, if there is one. */
    private RowCursor cursorAt(StoredTable table, long parent) throws SQLException {
        RowCursor rows = cursor(table);
        if (!rows.inLockstep() || !rows.onRow() || rows.parent() != parent) {
            rows.seekParent(parent);
        }
        return rows;
    }

    private static void scalar(Row row, long code, JsonSink sink) throws SQLException {
        StoredMember member = row.table.member(code >>> Kind.BITS);
        int kind = (int) (code & Kind.MASK);
        if (member.columnIndex() < 0) {
            if (kind != Kind.NULL) {
                throw row.shape.damaged("has a value at " + member.path() + ", which has no column");
            }
            sink.ascii("null");
            return;
        }
        Scalars.write(kind, row.cursor.value(member.columnIndex()), row.cursor, member, sink);
    }

    /** The structure of the row that {@code cursor} stands on: interned, or in the row itself. */
    private byte[] structure(StoredTable table, RowCursor cursor) throws SQLException {
        byte[] found = switch (cursor.shape()) {
            case byte[] inline -> inline;
            case Number number -> interned(table, cursor, number.longValue());
            case null, default -> null;
        };
        if (found == null) {
            throw new BadDatabaseException(
                    database.path() + ": " + cursor.place() + " has no shape that _juggle_shapes knows");
        }
        return found;
    }

    private byte @Nullable [] interned(StoredTable table, RowCursor cursor, long shape) throws SQLException {
        if (!cursor.remembers(shape)) {
            cursor.remember(shape, shapes.structure(table.id(), shape));
        }
        return cursor.remembered();
    }

    /** The one cursor of a table, made when it is first needed. */
    private RowCursor cursor(StoredTable table) throws SQLException {
        RowCursor known = cursors.get(table.id());
        if (known == null) {
            boolean hasParent = table.is(TableRole.ARRAY) || table.is(TableRole.MAP);
            known = new RowCursor(database.connection(), table, !hasParent || isOrdered(table), open);
            cursors.put(table.id(), known);
        }
        return known;
    }

    /** Whether rows ascend by parent and position in the order of {@code _row}, as they were written. */
    private boolean isOrdered(StoredTable table) throws SQLException {
        String place = table.isMap() ? "_row" : "_pos";
        String sql = "SELECT 1 FROM (SELECT _parent AS p, " + place + " AS i, lag(_parent) OVER w AS q, lag(" + place
                + ") OVER w AS j"
                + " FROM " + RowCursor.quoted(table.name())
                + " WINDOW w AS (ORDER BY _row)) WHERE p < q OR p = q AND i <= j LIMIT 1";
        try (PreparedStatement statement = database.connection().prepareStatement(sql);
                ResultSet disorder = statement.executeQuery()) {
            return !disorder.next();
        }
    }

    @Override
    public void close() {
        try {
            for (RowCursor cursor : cursors.values()) {
                cursor.close();
            }
            for (LinkCursor cursor : linkCursors.values()) {
                cursor.close();
            }
            shapes.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
