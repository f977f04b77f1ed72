// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

/**
 * Reads one row's structure: {@code value := varint(member << 5 | kind) [OBJECT: varint(count) value*]}, the
 * varints as in SQLite's record format (big-endian groups of seven bits, at most nine bytes). Trusts nothing: a
 * structure that ends early is reported with the row it belongs to.
 */
final class ShapeReader {
    private final byte[] bytes;
    private final RowCursor row;
    private int at;

    /** A reader at the start of {@code bytes}; {@code row} stands on the row whose structure it is. */
    ShapeReader(byte[] bytes, RowCursor row) {
        this.bytes = bytes;
        this.row = row;
    }

    /** The next varint. */
    long next() {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            byte b = take();
            value = (value << 7) | (b & 0x7F);
            if (b >= 0) {
                return value;
            }
        }
        return (value << 8) | (take() & 0xFF);
    }

    /** The number of members of an object, each of which takes at least one byte here. */
    int count() {
        long count = next();
        if (count < 0 || count > bytes.length - at) {
            throw damaged("counts " + count + " members");
        }
        return (int) count;
    }

    /** To be called behind the row's value: nothing may follow. */
    void end() {
        if (at != bytes.length) {
            throw damaged("goes on behind its end");
        }
    }

    BadDatabaseException damaged(String how) {
        return new BadDatabaseException(row.place() + ": its shape " + how + ": the database is damaged");
    }

    private byte take() {
        if (at >= bytes.length) {
            throw damaged("ends early");
        }
        return bytes[at++];
    }
}
