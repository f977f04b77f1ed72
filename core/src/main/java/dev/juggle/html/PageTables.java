// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/*
 * A table of data becomes rows as people read it: the last row of its head names the columns, and a cell that spans columns
 * or rows stands in each place that it covers. Spans can be far larger than the page (65,534 rows of 1,000 columns for
 * twenty bytes), so what they repeat is counted over the page, and beyond the count a cell stands in one place only: the time
 * stays in proportion to the page.
 */
/** Writes the tables of data of a page as JSON. Tables with tables in them, and those for presentation, are layout. */
final class PageTables {
    private static final int ID = Name.find("id");
    private static final int ROLE = Name.find("role");
    private static final int COLSPAN = Name.find("colspan");
    private static final int ROWSPAN = Name.find("rowspan");
    private static final int MAX_COLUMNS = 1000;
    private static final int MAX_ROWS = 65534;
    private static final int MAX_NAME_BYTES = 120;
    private static final int REPEATS_PER_NODE = 4;

    private final PageText text;
    private final JsonOutput out;
    private NodeStore store;
    private long repeats;
    /** For each column the cell of a row above that reaches down here, and for how many rows more. */
    private final int[] reachingCell = new int[MAX_COLUMNS];

    private final int[] reachingRows = new int[MAX_COLUMNS];
    /** Behind the last column that may be reached. */
    private int reachEnd;
    /** The cells of the row at hand by column, 0 for none. */
    private final int[] cells = new int[MAX_COLUMNS];

    private int width;
    private final List<byte[]> names = new ArrayList<>();

    PageTables(NodeStore store, PageText text, JsonOutput out) {
        this.store = store;
        this.text = text;
        this.out = out;
    }

    /** Begins a page. */
    void begin(NodeStore pageStore) {
        store = pageStore;
        repeats = 1000 + (long) REPEATS_PER_NODE * store.nodeCount();
    }

    /** Writes a table as an object if it holds data; whether it does. */
    boolean write(int table, boolean isFirst) {
        if (text.hasTables(table) || isForPresentation(table)) {
            return false;
        }
        int head = headRow(table);
        if (head == 0 && !hasColumns(table)) {
            return false;
        }
        out.put(isFirst ? "{\"id\":" : ",{\"id\":");
        attribute(table, ID);
        out.put(",\"caption\":");
        int caption = child(table, Name.CAPTION);
        if (caption == 0) {
            out.put("null");
        } else {
            out.line(text.address(caption), text.length(caption));
        }
        out.put(",\"rows\":[");
        rows(table, head);
        out.put("]}");
        return true;
    }

    private boolean isForPresentation(int table) {
        int role = store.length(table) == 0 ? -1 : store.findAttribute(store.offset(table), store.length(table), ROLE);
        return role >= 0
                && (store.equalsIgnoreCase(store.attributeOffset(role), store.attributeLength(role), "presentation")
                        || store.equalsIgnoreCase(store.attributeOffset(role), store.attributeLength(role), "none"));
    }

    private void attribute(int element, int name) {
        int found = store.length(element) == 0
                ? -1
                : store.findAttribute(store.offset(element), store.length(element), name);
        if (found < 0) {
            out.put("null");
        } else {
            out.string(store.text(store.attributeOffset(found)), store.attributeLength(found));
        }
    }

    private void rows(int table, int head) {
        forgetReach();
        names.clear();
        boolean isHead = head != 0;
        boolean isFirst = true;
        int section = table;
        for (int row = nextRow(table, 0); row != 0; row = nextRow(table, row)) {
            if (store.parent(row) != section) {
                section = store.parent(row);
                forgetReach();
            }
            lay(row);
            if (isHead) {
                isHead = row != head;
                if (!isHead) {
                    nameColumns();
                }
                continue;
            }
            if (width > 0) {
                out.put(isFirst ? "{" : ",{");
                isFirst = false;
                writeRow();
                out.put('}');
            }
        }
    }

    private void writeRow() {
        boolean isFirst = true;
        for (int column = 0; column < width; column++) {
            int cell = cells[column];
            if (cell != 0) {
                if (!isFirst) {
                    out.put(',');
                }
                isFirst = false;
                byte[] name = name(column);
                out.string(name, name.length).put(':').line(text.address(cell), text.length(cell));
            }
        }
    }

    /** Finds out which cell stands in which column of a row, those that reach down from above included. */
    private void lay(int row) {
        int column = 0;
        for (int cell = store.first(row); cell != 0; cell = store.next(cell)) {
            if (!isCell(cell)) {
                continue;
            }
            column = reach(column);
            int columns = span(cell, COLSPAN, MAX_COLUMNS);
            int rows = span(cell, ROWSPAN, MAX_ROWS);
            for (int covered = 0; covered < columns && column < MAX_COLUMNS; covered++) {
                if (covered > 0 && repeats-- <= 0) {
                    break;
                }
                cells[column] = cell;
                reachingCell[column] = cell;
                reachingRows[column] = rows - 1;
                column++;
            }
            reachEnd = rows > 1 ? Math.max(reachEnd, column) : reachEnd;
        }
        width = rest(column);
    }

    /** Fills columns that cells from above reach down to; the first one that is free. */
    private int reach(int from) {
        int column = from;
        while (column < MAX_COLUMNS && reachingRows[column] > 0 && repeats-- > 0) {
            reachingRows[column]--;
            cells[column] = reachingCell[column];
            column++;
        }
        return column;
    }

    /** What reaches down behind the row's last cell; how wide the row is with it. */
    private int rest(int from) {
        int end = from;
        for (int column = from; column < reachEnd && repeats-- > 0; column++) {
            boolean isReached = reachingRows[column] > 0;
            cells[column] = isReached ? reachingCell[column] : 0;
            if (isReached) {
                reachingRows[column]--;
                end = column + 1;
            }
        }
        return end;
    }

    private void forgetReach() {
        Arrays.fill(reachingRows, 0, reachEnd, 0);
        reachEnd = 0;
    }

    private int span(int cell, int name, int most) {
        int found = store.length(cell) == 0 ? -1 : store.findAttribute(store.offset(cell), store.length(cell), name);
        if (found < 0) {
            return 1;
        }
        long address = store.text(store.attributeOffset(found));
        long value = 0;
        for (int index = 0; index < store.attributeLength(found); index++) {
            int digit = Mem.getByte(address + index) - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = Math.min(10 * value + digit, most);
        }
        return value > 0 ? (int) value : name == ROWSPAN ? most : 1;
    }

    // Names

    /** The row that names the columns: the last one of the head or, without a head, the first if it has only th. */
    private int headRow(int table) {
        int last = 0;
        int first = nextRow(table, 0);
        for (int row = first; row != 0 && isIn(row, Name.THEAD); row = nextRow(table, row)) {
            last = row;
        }
        return last != 0 ? last : first != 0 && hasOnlyHeads(first) ? first : 0;
    }

    private boolean hasOnlyHeads(int row) {
        boolean hasAny = false;
        for (int cell = store.first(row); cell != 0; cell = store.next(cell)) {
            if (is(cell, Name.TD)) {
                return false;
            }
            hasAny |= is(cell, Name.TH);
        }
        return hasAny;
    }

    private boolean hasColumns(int table) {
        for (int row = nextRow(table, 0); row != 0; row = nextRow(table, row)) {
            int count = 0;
            for (int cell = store.first(row); cell != 0; cell = store.next(cell)) {
                count += isCell(cell) ? 1 : 0;
            }
            if (count > 1) {
                return true;
            }
        }
        return false;
    }

    private void nameColumns() {
        Map<String, Integer> uses = new HashMap<>();
        for (int column = 0; column < width; column++) {
            String plain = cells[column] == 0 ? "" : spelled(cells[column]);
            String name = plain.isEmpty() ? "column_" + (column + 1) : plain;
            int use = uses.merge(name, 1, Integer::sum);
            String unique = name;
            while (use > 1) {
                unique = name + " " + use;
                if (uses.putIfAbsent(unique, 1) == null) {
                    break;
                }
                use = uses.merge(name, 1, Integer::sum);
            }
            names.add(unique.getBytes(StandardCharsets.UTF_8));
        }
    }

    private String spelled(int cell) {
        long length = Math.min(text.length(cell), MAX_NAME_BYTES);
        long address = text.address(cell);
        while (length < text.length(cell) && length > 0 && (Mem.getByte(address + length) & 0xc0) == 0x80) {
            length--;
        }
        String name = new String(Mem.bytes(address, (int) length), StandardCharsets.UTF_8);
        return name.replaceAll("[\\t\\n\\f\\r ]+", " ").strip();
    }

    private byte[] name(int column) {
        while (names.size() <= column) {
            names.add(("column_" + (names.size() + 1)).getBytes(StandardCharsets.US_ASCII));
        }
        return names.get(column);
    }

    // The tree

    /** The row after {@code row}, or the first one for 0: children of the table or of its sections; 0 at the end. */
    private int nextRow(int table, int row) {
        int at = row == 0 ? store.first(table) : store.next(row);
        int parent = row == 0 ? table : store.parent(row);
        while (true) {
            while (at == 0) {
                if (parent == table) {
                    return 0;
                }
                at = store.next(parent);
                parent = table;
            }
            if (is(at, Name.TR)) {
                return at;
            }
            boolean isSection = parent == table && (is(at, Name.TBODY) || is(at, Name.THEAD) || is(at, Name.TFOOT));
            if (isSection && store.first(at) != 0) {
                parent = at;
                at = store.first(at);
            } else {
                at = store.next(at);
            }
        }
    }

    private int child(int table, int name) {
        for (int child = store.first(table); child != 0; child = store.next(child)) {
            if (is(child, name)) {
                return child;
            }
        }
        return 0;
    }

    private boolean isIn(int row, int name) {
        return is(store.parent(row), name);
    }

    private boolean isCell(int node) {
        return is(node, Name.TD) || is(node, Name.TH);
    }

    private boolean is(int node, int name) {
        return store.meta(node) == NodeStore.elementMeta(name, NodeStore.HTML);
    }
}
