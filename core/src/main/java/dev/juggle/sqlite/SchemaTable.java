// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.BumpArena;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The table {@code sqlite_schema} ("Database File Format", 2.6): a b-tree like others, but for its
 * root, which is page 1 and begins behind the file header.
 */
final class SchemaTable {
    private static final TableLayout LAYOUT =
            new TableLayout(0, "sqlite_schema", List.of(new ColumnLayout("type", "TEXT")));

    private record Entry(String type, String name, String table, long root, String sql) {}

    private final List<Entry> entries = new ArrayList<>();

    /** Adds a table, index or view ({@code type}); {@code root} is its root page, 0 if it has none. */
    void add(String type, String name, String table, long root, String sql) {
        entries.add(new Entry(type, name, table, root, sql));
    }

    /** Appends all its pages but the root, which becomes {@code page1}; the file header's place in it is left free. */
    void build(TreeContext context, byte[] page1) throws IOException {
        int pageBytes = context.geometry().pageBytes();
        byte[] root = new byte[pageBytes];
        try (BumpArena arena = new BumpArena(arenaBytes(pageBytes));
                BulkTable tree = new BulkTable(context, LAYOUT, new LateRows(Path.of("")))) {
            BulkSink sink = new BulkSink(context.geometry());
            long row = 1;
            for (Entry entry : entries) {
                arena.reset();
                sink.attach(arena);
                sink.begin(LAYOUT.id(), TableKind.ROOT, row++);
                new PayloadEncoder()
                        .addText(entry.type())
                        .addText(entry.name())
                        .addText(entry.table())
                        .addInteger(entry.root())
                        .addText(entry.sql())
                        .writeTo(sink);
                sink.end();
                BulkOutput output = sink.finish();
                for (int piece = 0; piece < output.pieces(); piece++) {
                    tree.place(output, piece);
                }
                context.appender().release();
            }
            tree.finishRows(root);
        }
        place(root, page1, context);
    }

    /** Enough for the longest entry, with its overflow pages. */
    private long arenaBytes(int pageBytes) {
        long longest = 0;
        for (Entry entry : entries) {
            longest = Math.max(
                    longest, 3L * (entry.sql().length() + 2L * entry.name().length()));
        }
        return longest + longest / 64 + 8L * pageBytes;
    }

    /** Moves the root behind the file header; if it is too full for that, page 1 only points to it. */
    private static void place(byte[] root, byte[] page1, TreeContext context) throws IOException {
        boolean interior = root[0] == PageGeometry.TABLE_INTERIOR;
        int header = interior ? PageGeometry.INTERIOR_HEADER_BYTES : PageGeometry.LEAF_HEADER_BYTES;
        int head = header + PageBuilder.getShort(root, 3) * PageGeometry.POINTER_BYTES;
        int content = PageBuilder.getShort(root, 5);
        int start = content == 0 ? root.length : content;
        if (FileHeader.BYTES + head <= start) {
            System.arraycopy(root, 0, page1, FileHeader.BYTES, head);
            Arrays.fill(page1, FileHeader.BYTES + head, start, (byte) 0);
            System.arraycopy(root, start, page1, start, root.length - start);
            return;
        }
        long page = context.appender().append(root, 0);
        Arrays.fill(page1, (byte) 0);
        page1[FileHeader.BYTES] = PageGeometry.TABLE_INTERIOR;
        PageBuilder.putShort(page1, FileHeader.BYTES + 5, page1.length);
        PageBuilder.putInt(page1, FileHeader.BYTES + 8, (int) page);
    }
}
