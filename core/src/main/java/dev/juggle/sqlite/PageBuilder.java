// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/*
 * Cells are kept one behind the other in the order in which they came, and moved to the end of the page when
 * it is made; so it makes no difference in how many pieces they arrived. The buffers are as large as
 * what is in them: a thousand tables with a few rows each take little.
 */
/** The cells of one b-tree page under construction. On the heap, reused for page after page. */
final class PageBuilder {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final int pageBytes;
    private final int headerBytes;
    private byte[] cells = new byte[128];
    private char[] starts = new char[8];
    private int used;
    private int count;

    /** A page with the header of a leaf or of an interior page. */
    PageBuilder(PageGeometry geometry, boolean interior) {
        this.pageBytes = geometry.pageBytes();
        this.headerBytes = interior ? PageGeometry.INTERIOR_HEADER_BYTES : PageGeometry.LEAF_HEADER_BYTES;
    }

    /** Cells in the page. */
    int count() {
        return count;
    }

    /** Bytes that cells with their pointers may still take. */
    int room() {
        return pageBytes - headerBytes - used - count * PageGeometry.POINTER_BYTES;
    }

    /** Whether one more cell of {@code bytes} bytes fits. */
    boolean fits(int bytes) {
        return bytes + PageGeometry.POINTER_BYTES <= room();
    }

    /** Notes a cell of {@code bytes} bytes, which {@link #fill} or {@link #buffer} brings. */
    void add(int bytes) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = (char) used;
        used += bytes;
    }

    /** Copies the bytes of the cells noted last, {@code bytes} in all, from {@code address}. */
    void fill(long address, int bytes) {
        ensure(used);
        Mem.copyOut(address, cells, used - bytes, bytes);
    }

    /** The array that cells are in, with room for {@code bytes} more behind {@link #used}. */
    byte[] buffer(int bytes) {
        ensure(used + bytes);
        return cells;
    }

    /** Bytes of all cells. */
    int used() {
        return used;
    }

    /** Adds a cell from the heap. */
    void add(byte[] cell, int offset, int bytes) {
        ensure(used + bytes);
        System.arraycopy(cell, offset, cells, used, bytes);
        add(bytes);
    }

    /** Adds a cell of an interior page: a child and a key. */
    void add(long child, byte[] key, int offset, int bytes) {
        ensure(used + PageGeometry.PAGE_NUMBER_BYTES + bytes);
        putInt(cells, used, (int) child);
        System.arraycopy(key, offset, cells, used + PageGeometry.PAGE_NUMBER_BYTES, bytes);
        add(PageGeometry.PAGE_NUMBER_BYTES + bytes);
    }

    /** Takes the last cell out and returns its bytes. */
    byte[] removeLast() {
        int start = starts[--count];
        byte[] cell = Arrays.copyOfRange(cells, start, used);
        used = start;
        return cell;
    }

    private void ensure(int bytes) {
        if (bytes > cells.length) {
            cells = Arrays.copyOf(cells, Math.min(Math.max(bytes, cells.length * 2), Math.max(bytes, pageBytes)));
        }
    }

    /**
     * Makes the page at {@code offset} of {@code target} and empties the builder.
     *
     * @param type its type byte
     * @param right its right-most child, if it is an interior page
     */
    void finish(byte[] target, int offset, int type, long right) {
        int content = pageBytes - used;
        target[offset] = (byte) type;
        SHORT.set(target, offset + 1, (short) 0);
        SHORT.set(target, offset + 3, (short) count);
        SHORT.set(target, offset + 5, (short) content);
        target[offset + 7] = 0;
        if (headerBytes == PageGeometry.INTERIOR_HEADER_BYTES) {
            putInt(target, offset + 8, (int) right);
        }
        int at = offset + headerBytes;
        for (int i = 0; i < count; i++) {
            SHORT.set(target, at, (short) (content + starts[i]));
            at += PageGeometry.POINTER_BYTES;
        }
        Arrays.fill(target, at, offset + content, (byte) 0);
        System.arraycopy(cells, 0, target, offset + content, used);
        used = 0;
        count = 0;
    }

    /** Writes eight bytes. */
    static void putLong(byte[] target, int offset, long value) {
        LONG.set(target, offset, value);
    }

    /** Writes a page number or another four-byte field of a page. */
    static void putInt(byte[] target, int offset, int value) {
        INT.set(target, offset, value);
    }

    /** Reads a page number or another four-byte field of a page. */
    static int getInt(byte[] source, int offset) {
        return (int) INT.get(source, offset);
    }

    /** Writes a two-byte field of a page. */
    static void putShort(byte[] target, int offset, int value) {
        SHORT.set(target, offset, (short) value);
    }

    /** Reads a two-byte field of a page. */
    static int getShort(byte[] source, int offset) {
        return (short) SHORT.get(source, offset) & 0xffff;
    }
}
