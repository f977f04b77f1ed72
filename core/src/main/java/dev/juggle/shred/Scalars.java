// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a column holds as JSON. The shape's kind decides between spellings that share a storage class (a
 * boolean is an INTEGER, packed JSON is a TEXT); where the column holds something else than the kind says, someone
 * edited the value, and the value is what counts.
 */
final class Scalars {
    private Scalars() {}

    /** Writes {@code value}, as SQLite gave it, which the shape calls a {@code kind}. */
    static void write(int kind, @Nullable Object value, RowCursor cursor, StoredMember member, JsonSink sink) {
        switch (value) {
            case null -> sink.ascii("null");
            case Double real -> real(kind, real, cursor, member, sink);
            case Number integer -> integer(kind, integer.longValue(), sink);
            case String text -> text(kind, text, cursor, member, sink);
            default -> throw damaged(cursor, member, "holds a BLOB");
        }
    }

    private static void integer(int kind, long value, JsonSink sink) {
        if (kind == Kind.BOOLEAN && (value & ~1L) == 0) {
            sink.ascii(value == 1 ? "true" : "false");
        } else if (kind == Kind.NEGATIVE_ZERO_INTEGER && value == 0) {
            sink.ascii("-0");
        } else if (kind == Kind.NEGATIVE_ZERO_REAL && value == 0) {
            sink.ascii("-0.0");
        } else {
            sink.ascii(Long.toString(value));
        }
    }

    private static void real(int kind, double value, RowCursor cursor, StoredMember member, JsonSink sink) {
        if (!Double.isFinite(value)) {
            throw damaged(cursor, member, "holds " + value + ", which JSON has no number for");
        }
        sink.ascii(kind == Kind.NEGATIVE_ZERO_REAL && value == 0 ? "-0.0" : Double.toString(value));
    }

    private static void text(int kind, String value, RowCursor cursor, StoredMember member, JsonSink sink) {
        switch (kind) {
            case Kind.BIG_INTEGER, Kind.BIG_REAL -> {
                if (JsonGrammar.isNumber(value)) {
                    sink.ascii(value);
                } else {
                    sink.string(value);
                }
            }
            case Kind.ESCAPED_TEXT -> {
                if (!JsonGrammar.isStringBody(value)) {
                    throw damaged(cursor, member, "is no longer a JSON string's spelling");
                }
                sink.raw('"');
                sink.utf8(value);
                sink.raw('"');
            }
            case Kind.PACKED -> {
                if (!JsonGrammar.isValue(value)) {
                    throw damaged(cursor, member, "is no longer JSON");
                }
                sink.utf8(value);
            }
            default -> sink.string(value);
        }
    }

    private static BadDatabaseException damaged(RowCursor cursor, StoredMember member, String how) {
        return new BadDatabaseException(
                cursor.place() + ", column \"" + member.column() + "\" (" + member.path() + "): " + how);
    }
}
