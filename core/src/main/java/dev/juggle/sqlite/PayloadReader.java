// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;

/**
 * Reads the columns of one payload, first to last. Reusable: {@link #wrap} it around the next
 * payload; it copies nothing and holds only addresses.
 *
 * <pre>{@code
 * for (reader.wrap(address); reader.next(); ) { switch on reader.serialType() … }
 * }</pre>
 */
public final class PayloadReader {
    private long headerAt;
    private long headerEnd;
    private long bodyAt;
    private long nextBodyAt;
    private int serialType;
    private int column;

    /** Stands before the first column of the payload that begins at {@code address}. */
    public void wrap(long address) {
        headerEnd = address + Varint.get(address);
        headerAt = address + Varint.sizeAt(address);
        bodyAt = headerEnd;
        nextBodyAt = headerEnd;
        serialType = Payload.NULL;
        column = -1;
    }

    /** Goes on to the next column; false behind the last one that the payload holds. */
    public boolean next() {
        if (headerAt >= headerEnd) {
            return false;
        }
        int first = Mem.getByte(headerAt);
        if (first >= 0) {
            serialType = first;
            headerAt++;
        } else {
            serialType = (int) Varint.get(headerAt);
            headerAt += Varint.sizeAt(headerAt);
        }
        bodyAt = nextBodyAt;
        nextBodyAt = bodyAt + Payload.bodyBytes(serialType);
        column++;
        return true;
    }

    /** The column's number, from 0. */
    public int column() {
        return column;
    }

    /** The column's serial type: see {@link Payload}. */
    public int serialType() {
        return serialType;
    }

    /** Whether the column holds an integer. */
    public boolean isInteger() {
        return serialType != Payload.NULL && serialType <= Payload.ONE && serialType != Payload.REAL;
    }

    /** Whether the column holds text. */
    public boolean isText() {
        return serialType >= Payload.TEXT && (serialType & 1) == 1;
    }

    /** Whether the column holds a blob. */
    public boolean isBlob() {
        return serialType >= Payload.BLOB && (serialType & 1) == 0;
    }

    /** The integer, where {@link #isInteger}. */
    public long longValue() {
        return Payload.integerAt(bodyAt, serialType);
    }

    /** The real number, where the serial type is {@link Payload#REAL}. */
    public double doubleValue() {
        return Double.longBitsToDouble(Mem.getLongBigEndian(bodyAt));
    }

    /** Address of the value's bytes. */
    public long address() {
        return bodyAt;
    }

    /** How many bytes the value takes. */
    public int length() {
        return Payload.bodyBytes(serialType);
    }

    /** Address behind the columns read so far; behind the last one it is the payload's end. */
    public long end() {
        return nextBodyAt;
    }
}
