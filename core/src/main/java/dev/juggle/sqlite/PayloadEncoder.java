// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes payloads from Java values: for the tables about the data, where rows are few, and for
 * tests. (The rows of documents are encoded straight from the tape.) Reusable: add the values of one row in column order, then
 * {@link #writeTo}.
 *
 * <pre>{@code encoder.addRowid().addText("name").addInteger(7).writeTo(sink);}</pre>
 */
public final class PayloadEncoder {
    private static final byte[] NOTHING = {};

    private int count;
    private int[] types = new int[16];
    private long[] numbers = new long[16];
    private byte[][] bytes = new byte[16][];

    /** The key column of a table with row ids: the id itself is not part of the payload. */
    public PayloadEncoder addRowid() {
        return addNull();
    }

    /** NULL. */
    public PayloadEncoder addNull() {
        return add(Payload.NULL, 0, NOTHING);
    }

    /** An integer. */
    public PayloadEncoder addInteger(long value) {
        return add(Payload.integerType(value), value, NOTHING);
    }

    /** A real number; NaN, which SQLite does not have, is NULL. */
    public PayloadEncoder addReal(double value) {
        return Double.isNaN(value) ? addNull() : add(Payload.REAL, Double.doubleToRawLongBits(value), NOTHING);
    }

    /** Text, or NULL if there is none. Lone surrogates must not be in it. */
    public PayloadEncoder addText(@Nullable String value) {
        if (value == null) {
            return addNull();
        }
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return add(Payload.textType(utf8.length), 0, utf8);
    }

    /** A blob. The array is kept until the row is written. */
    public PayloadEncoder addBlob(byte[] value) {
        return add(Payload.blobType(value.length), 0, value);
    }

    private PayloadEncoder add(int type, long number, byte[] content) {
        if (count == types.length) {
            types = Arrays.copyOf(types, count * 2);
            numbers = Arrays.copyOf(numbers, count * 2);
            bytes = Arrays.copyOf(bytes, count * 2);
        }
        types[count] = type;
        numbers[count] = number;
        bytes[count++] = content;
        return this;
    }

    /**
     * Writes the row (without the NULLs at its end, but with at least one column) and forgets its values.
     *
     * @throws dev.juggle.arena.ArenaFullException if there is no room; the values are kept then
     */
    public void writeTo(RowSink sink) {
        int columns = count;
        while (columns > 1 && types[columns - 1] == Payload.NULL) {
            columns--;
        }
        int typeBytes = 0;
        int body = 0;
        for (int i = 0; i < columns; i++) {
            typeBytes += Varint.size(types[i]);
            body += Payload.bodyBytes(types[i]);
        }
        int header = Payload.headerBytes(typeBytes);
        long at = Varint.put(sink.reserve(header + body), header);
        for (int i = 0; i < columns; i++) {
            at = Varint.put(at, types[i]);
        }
        for (int i = 0; i < columns; i++) {
            at = putValue(at, i);
        }
        count = 0;
    }

    private long putValue(long at, int i) {
        int type = types[i];
        if (type >= Payload.BLOB) {
            Mem.copyIn(bytes[i], 0, at, bytes[i].length);
            return at + bytes[i].length;
        }
        if (type == Payload.REAL) {
            Mem.putLongBigEndian(at, numbers[i]);
            return at + 8;
        }
        return Payload.putInteger(at, type, numbers[i]);
    }
}
