// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.sqlite.ColumnLayout;
import dev.juggle.sqlite.Payload;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.TableKind;
import dev.juggle.sqlite.TableLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of the writer benchmark, encoded as payloads: {@code ONE} integer of 31 bits, or {@code TEN} columns (4 integers,
 * 2 real numbers, 4 texts, the last of them half NULL; about 115 bytes). Row i is a function of i. The same values come
 * from {@code bind_rows.c}.
 */
enum WriterRows {
    ONE(1, 1 << 17),
    TEN(10, 1 << 14);

    private static final int POOL = 512;
    private static final int[] LEAST = {18, 24, 8, 16};
    private static final int[] SPREAD = {9, 13, 9, 9};

    private final int columns;
    private final int jobRows;

    WriterRows(int columns, int jobRows) {
        this.columns = columns;
        this.jobRows = jobRows;
    }

    /** Rows that go into one job: one and a half to two MiB of payload. */
    int jobRows() {
        return jobRows;
    }

    /** The table they belong to. */
    TableLayout layout() {
        List<ColumnLayout> layouts = new ArrayList<>(List.of(new ColumnLayout("_row", "")));
        for (int i = 0; i < columns; i++) {
            layouts.add(new ColumnLayout("c" + i, ""));
        }
        return new TableLayout(0, "t", layouts);
    }

    /** Encodes rows {@code first} to {@code end - 1}, with the ids {@code first + 1} and so on. */
    void encode(RowSink sink, Texts texts, long first, long end) {
        sink.begin(0, TableKind.ROOT, first + 1);
        if (this == ONE) {
            for (long i = first; i < end; i++) {
                encodeOne(sink, i);
            }
        } else {
            for (long i = first; i < end; i++) {
                encodeTen(sink, texts, i);
            }
        }
        sink.end();
    }

    private static long mix(long seed) {
        long z = (seed ^ (seed >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    private static void encodeOne(RowSink sink, long i) {
        long value = mix(i) & 0x7fffffff;
        int type = Payload.integerType(value);
        long at = sink.reserve(3 + Payload.bodyBytes(type));
        Mem.putByte(at, (byte) 3);
        Mem.putByte(at + 1, (byte) Payload.NULL);
        Mem.putByte(at + 2, (byte) type);
        Payload.putInteger(at + 3, type, value);
    }

    /*
     * Half of the rows end before the last column, by chance: a branch on that would be guessed wrong every other time and
     * cost as much as two columns. So the last column is always written, with no bytes where it is NULL, and
     * what the header then has too much is overwritten by the body.
     */
    private static void encodeTen(RowSink sink, Texts texts, long i) {
        long v = mix(i) & 0x7fffffff;
        long h = mix(i + 77);
        int text5 = (int) (h & POOL - 1);
        int text6 = (int) (h >>> 12 & POOL - 1) + POOL;
        int text7 = (int) (h >>> 24 & POOL - 1) + 2 * POOL;
        int text9 = (int) (h >>> 36 & POOL - 1) + 3 * POOL;
        int filled = (int) (v >>> 1 & 1);
        int length9 = texts.length(text9) * filled;
        int type0 = Payload.integerType(i);
        int type1 = Payload.integerType(v % 100);
        int type2 = Payload.integerType(h);
        int type5 = Payload.textType(texts.length(text5));
        int type6 = Payload.textType(texts.length(text6));
        int type7 = Payload.textType(texts.length(text7));
        int header = 11 + filled; // every type takes a byte: no text has more than 57
        int body = Payload.bodyBytes(type0)
                + Payload.bodyBytes(type1)
                + Payload.bodyBytes(type2)
                + 2 * Long.BYTES
                + texts.length(text5)
                + texts.length(text6)
                + texts.length(text7)
                + length9;
        long start = sink.reserve(header + body);
        long end = start + header + body;
        Mem.putByte(start, (byte) header);
        Mem.putByte(start + 1, (byte) Payload.NULL);
        Mem.putByte(start + 2, (byte) type0);
        Mem.putByte(start + 3, (byte) type1);
        Mem.putByte(start + 4, (byte) type2);
        Mem.putByte(start + 5, (byte) Payload.REAL);
        Mem.putByte(start + 6, (byte) Payload.REAL);
        Mem.putByte(start + 7, (byte) type5);
        Mem.putByte(start + 8, (byte) type6);
        Mem.putByte(start + 9, (byte) type7);
        Mem.putByte(start + 10, (byte) Payload.integerType(v & 1));
        Mem.putByte(start + 11, (byte) Payload.textType(length9));
        long at = Payload.putInteger(start + header, type0, i);
        at = Payload.putInteger(at, type1, v % 100);
        at = Payload.putInteger(at, type2, h);
        at = Payload.putReal(at, v * 0.37);
        at = Payload.putReal(at, v * 1e-3 + 0.5);
        at = Payload.putBytes(at, texts.address(text5), texts.length(text5), end);
        at = Payload.putBytes(at, texts.address(text6), texts.length(text6), end);
        at = Payload.putBytes(at, texts.address(text7), texts.length(text7), end);
        Payload.putBytes(at, texts.address(text9), length9, end);
    }

    /** The pool of texts, off the heap as parsed input is. */
    static final class Texts implements AutoCloseable {
        private final BumpArena arena = new BumpArena(4L * POOL * 40);
        private final long[] addresses = new long[4 * POOL];
        private final int[] lengths = new int[4 * POOL];

        Texts() {
            for (int i = 0; i < addresses.length; i++) {
                long h = mix(i + 1L);
                int length = LEAST[i / POOL] + (int) Long.remainderUnsigned(h, SPREAD[i / POOL]);
                long at = arena.position();
                arena.advanceTo(at + length);
                for (int c = 0; c < length; c++) {
                    Mem.putByte(at + c, (byte) ('a' + Long.remainderUnsigned(mix(h + c), 26)));
                }
                addresses[i] = at;
                lengths[i] = length;
            }
        }

        private long address(int text) {
            return addresses[text];
        }

        private int length(int text) {
            return lengths[text];
        }

        @Override
        public void close() {
            arena.close();
        }
    }
}
