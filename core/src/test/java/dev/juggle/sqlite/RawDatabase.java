// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A naive reader of SQLite files, for tests: it walks b-trees page by page and puts each cell's
 * payload together, overflow pages included, as the file-format document says and with no regard to speed.
 */
final class RawDatabase {
    /** A row as it lies in the file. */
    @SuppressWarnings("ArrayRecordComponent") // compared by content where it matters
    record Cell(long rowid, byte[] payload) {}

    private final ByteBuffer file;
    private final int pageBytes;

    RawDatabase(Path path) throws IOException {
        file = ByteBuffer.wrap(Files.readAllBytes(path));
        int size = file.getShort(16) & 0xffff;
        pageBytes = size == 1 ? 65536 : size;
    }

    int pageBytes() {
        return pageBytes;
    }

    /** Root page of each table and index, by name. */
    Map<String, Integer> roots() {
        Map<String, Integer> roots = new LinkedHashMap<>();
        for (Cell cell : cells(1)) {
            List<Object> values = values(cell.payload());
            roots.put((String) values.get(1), ((Long) values.get(3)).intValue());
        }
        return roots;
    }

    /** Root page of one table or index. */
    int root(String name) {
        return Objects.requireNonNull(roots().get(name));
    }

    /** All cells of the b-tree with the root page {@code root}, in order. */
    List<Cell> cells(int root) {
        List<Cell> cells = new ArrayList<>();
        walk(root, cells);
        return cells;
    }

    private void walk(int page, List<Cell> cells) {
        int base = (page - 1) * pageBytes;
        int header = base + (page == 1 ? 100 : 0);
        int type = file.get(header);
        boolean interior = type == 2 || type == 5;
        int count = file.getShort(header + 3) & 0xffff;
        for (int i = 0; i < count; i++) {
            int at = base + (file.getShort(header + (interior ? 12 : 8) + 2 * i) & 0xffff);
            if (interior) {
                walk(file.getInt(at), cells);
                at += 4;
            }
            if (type != 5) {
                cells.add(cell(type, at));
            }
        }
        if (interior) {
            walk(file.getInt(header + 8), cells);
        }
    }

    private Cell cell(int type, int start) {
        long[] varint = varint(start);
        int bytes = (int) varint[0];
        int at = start + (int) varint[1];
        long rowid = 0;
        if (type == 13) {
            varint = varint(at);
            rowid = varint[0];
            at += (int) varint[1];
        }
        int most = type == 13 ? pageBytes - 35 : (pageBytes - 12) * 64 / 255 - 23;
        int least = (pageBytes - 12) * 32 / 255 - 23;
        int local = bytes;
        if (bytes > most) {
            int k = least + (bytes - least) % (pageBytes - 4);
            local = k <= most ? k : least;
        }
        byte[] payload = new byte[bytes];
        file.get(at, payload, 0, local);
        int next = local < bytes ? file.getInt(at + local) : 0;
        for (int done = local; done < bytes; ) {
            int from = (next - 1) * pageBytes;
            int some = Math.min(pageBytes - 4, bytes - done);
            file.get(from + 4, payload, done, some);
            next = file.getInt(from);
            done += some;
        }
        if (next != 0) {
            throw new AssertionError("an overflow chain that goes on behind its payload");
        }
        return new Cell(rowid, payload);
    }

    private long[] varint(int at) {
        return varint(file, at);
    }

    private static long[] varint(ByteBuffer bytes, int at) {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            int b = bytes.get(at + i);
            value = value << 7 | (b & 0x7f);
            if (b >= 0) {
                return new long[] {value, i + 1};
            }
        }
        return new long[] {value << 8 | (bytes.get(at + 8) & 0xff), 9};
    }

    /** The columns of a payload: null, Long, Double, String or byte[]. */
    static List<Object> values(byte[] payload) {
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        long[] header = varint(bytes, 0);
        int at = (int) header[1];
        int body = (int) header[0];
        List<Object> values = new ArrayList<>();
        while (at < header[0]) {
            long[] type = varint(bytes, at);
            at += (int) type[1];
            int t = (int) type[0];
            int size = t >= 12 ? (t - 12) / 2 : new int[] {0, 1, 2, 3, 4, 6, 8, 8, 0, 0}[t];
            long number = 0;
            for (int i = 0; t < 12 && i < size; i++) {
                number = (i == 0 ? bytes.get(body) : number << 8 | (bytes.get(body + i) & 0xff));
            }
            byte[] content = new byte[t >= 12 ? size : 0];
            bytes.get(body, content);
            values.add(
                    switch (t) {
                        case 0 -> null;
                        case 7 -> Double.longBitsToDouble(number);
                        case 8, 9 -> (long) t - 8;
                        default -> t < 7 ? number : t % 2 == 0 ? content : new String(content, StandardCharsets.UTF_8);
                    });
            body += size;
        }
        return values;
    }
}
