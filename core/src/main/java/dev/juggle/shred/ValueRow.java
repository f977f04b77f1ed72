// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.sqlite.Payload;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.Varint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Encodes a row given as Java values, for the tables about the data, whose rows are few. A row's own id is not among the
 * values; it stands as NULL before them.
 */
final class ValueRow {
    private final List<Object> values = new ArrayList<>();
    private int lastPresent;

    ValueRow integer(long value) {
        return add(value);
    }

    ValueRow text(String value) {
        return add(value);
    }

    /** NULL when the text is empty. */
    ValueRow textOrNull(String value) {
        return value.isEmpty() ? none() : text(value);
    }

    ValueRow blob(byte[] value) {
        return add((Object) value);
    }

    /** Bytes in memory, which stay where they are until the row is put. */
    ValueRow blob(long address, long length) {
        return add(new Stretch(address, Math.toIntExact(length)));
    }

    private record Stretch(long address, int length) {}

    ValueRow none() {
        values.add(Optional.empty());
        return this;
    }

    /** NULL when the number is the one that stands for none. */
    ValueRow integerUnless(long none, long value) {
        return value == none ? none() : integer(value);
    }

    private ValueRow add(Object value) {
        values.add(value);
        lastPresent = values.size();
        return this;
    }

    /** Writes the row to the sink. */
    void put(RowSink sink) {
        int typeBytes = 1;
        long body = 0;
        for (Object value : values.subList(0, lastPresent)) {
            int type = type(value);
            typeBytes += Varint.size(type);
            body += Payload.bodyBytes(type);
        }
        int header = Payload.headerBytes(typeBytes);
        long at = Varint.put(sink.reserve(Math.toIntExact(header + body)), header);
        Mem.putByte(at++, (byte) Payload.NULL);
        for (Object value : values.subList(0, lastPresent)) {
            at = Varint.put(at, type(value));
        }
        for (Object value : values.subList(0, lastPresent)) {
            at = putBody(at, value);
        }
    }

    private static int type(Object value) {
        return switch (value) {
            case Long integer -> Payload.integerType(integer);
            case String text -> Payload.textType(utf8(text).length);
            case byte[] blob -> Payload.blobType(blob.length);
            case Stretch stretch -> Payload.blobType(stretch.length);
            default -> Payload.NULL;
        };
    }

    private static long putBody(long at, Object value) {
        return switch (value) {
            case Long integer -> Payload.putInteger(at, Payload.integerType(integer), integer);
            case String text -> put(at, utf8(text));
            case byte[] blob -> put(at, blob);
            case Stretch stretch -> {
                Mem.copy(stretch.address, at, stretch.length);
                yield at + stretch.length;
            }
            default -> at;
        };
    }

    private static long put(long at, byte[] bytes) {
        Mem.copyIn(bytes, 0, at, bytes.length);
        return at + bytes.length;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
