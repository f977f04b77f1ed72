// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.catalog.Kind;
import dev.juggle.catalog.TableRole;
import dev.juggle.json.Tape;
import dev.juggle.sqlite.Payload;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.Varint;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Encodes one row as a record of SQLite's file format (https://sqlite.org/fileformat2.html, section 2.1), straight from the
 * tape: first all serial types and with them the exact size, then header and body in one go. A payload ends at its last value
 * that isn't NULL, so its bytes don't depend on columns that other rows brought. Allocates nothing; belongs to one worker.
 */
final class RowEncoder {
    /** The header's own size and three types. */
    private static final int LINK_HEADER_BYTES = 4;

    private int[] leaves = new int[64];
    private int[] types = new int[64];
    private long[] references = new long[16];

    private @Nullable RowSink sink;

    /**
     * Room for the leaves of a plan, at least one; what {@link Plan#locate} fills. It never shrinks, so it has room for every
     * plan it was asked for before.
     */
    int[] leaves(int count) {
        if (count > leaves.length) {
            leaves = new int[Math.max(count, leaves.length * 2)];
        }
        return leaves;
    }

    /** Where the rows go from now on. */
    void sink(RowSink target) {
        sink = target;
    }

    /**
     * Encodes a row into the sink.
     *
     * @param i the tape index of the row's value
     * @param owner the value of `_file` or `_parent`; not written where there is neither
     * @param position the value of `_pos`; in a map the tape index of the key; written only where there is a `_parent`
     */
    void encode(Plan plan, Tape tape, int i, long owner, int position) {
        int[] leaf = leaves(plan.leafCount);
        plan.locate(tape, i, leaf);
        boolean hasOwner = plan.role.hasParent() || plan.role == TableRole.ROOT;
        boolean hasPlace = plan.role.hasParent();
        boolean hasShape = plan.role.hasShape();
        boolean isMap = plan.role == TableRole.MAP;
        int ownerType = Payload.integerType(owner);
        int placeType = isMap ? Payload.textType(tape.length(position)) : Payload.integerType(position);
        int shapeType = plan.shapeType();

        int typeBytes = 1 + dataTypes(plan, tape, leaf);
        typeBytes +=
                (hasOwner ? 1 : 0) + (hasPlace ? Varint.size(placeType) : 0) + (hasShape ? Varint.size(shapeType) : 0);
        long body = dataBytes(plan);
        body += hasOwner ? Payload.bodyBytes(ownerType) : 0;
        body += hasPlace ? Payload.bodyBytes(placeType) : 0;
        body += hasShape ? Payload.bodyBytes(shapeType) : 0;
        int header = Payload.headerBytes(typeBytes);
        long start = sink().reserve(Math.toIntExact(header + body));

        long at = Varint.put(start, header);
        Mem.putByte(at++, (byte) Payload.NULL);
        if (hasOwner) {
            Mem.putByte(at++, (byte) ownerType);
        }
        at = hasPlace ? Varint.put(at, placeType) : at;
        at = putDataTypes(plan, hasShape ? Varint.put(at, shapeType) : at);
        assert at == start + header;
        at = hasOwner ? Payload.putInteger(at, ownerType, owner) : at;
        if (isMap) {
            at = Payload.putBytes(at, tape.address(position), tape.length(position));
        } else if (hasPlace) {
            at = Payload.putInteger(at, placeType, position);
        }
        at = putData(plan, tape, leaf, hasShape ? putShape(plan, at) : at);
        assert at == start + header + body;
    }

    /** Encodes a link: the whole row, since it has no row id. */
    void encodeLink(long owner, int position, long row) {
        int ownerType = Payload.integerType(owner);
        int positionType = Payload.integerType(position);
        int rowType = Payload.integerType(row);
        int body = Payload.bodyBytes(ownerType) + Payload.bodyBytes(positionType) + Payload.bodyBytes(rowType);
        long start = sink().reserve(LINK_HEADER_BYTES + body);
        Mem.putInt(start, LINK_HEADER_BYTES | ownerType << 8 | positionType << 16 | rowType << 24);
        long at = Payload.putInteger(start + LINK_HEADER_BYTES, ownerType, owner);
        at = Payload.putInteger(at, positionType, position);
        Payload.putInteger(at, rowType, row);
    }

    /** Says which rows the next row's values that are stored once have. */
    void references(JobEntities entities, int first, int count) {
        if (count > references.length) {
            references = new long[Math.max(count, references.length * 2)];
        }
        for (int k = 0; k < count; k++) {
            references[k] = entities.row(entities.referent(first + k));
        }
    }

    private RowSink sink() {
        if (sink == null) {
            throw new AssertionError("no sink");
        }
        return sink;
    }

    private static long putShape(Plan plan, long at) {
        if (plan.shape().number() != 0) {
            return Payload.putInteger(at, plan.shapeType(), plan.shape().number());
        }
        byte[] structure = plan.shape().structure();
        Mem.copyIn(structure, 0, at, structure.length);
        return at + structure.length;
    }

    /** Finds the serial types of all stored values; gives how many bytes they take in the header, gaps included. */
    private int dataTypes(Plan plan, Tape tape, int[] leaf) {
        int count = plan.orderColumn.length;
        if (count > types.length) {
            types = Arrays.copyOf(types, Math.max(count, types.length * 2));
        }
        int bytes = 0;
        for (int k = 0; k < count; k++) {
            int type = type(plan, k, tape, leaf);
            types[k] = type;
            bytes += Varint.size(type);
        }
        return count == 0 ? 0 : bytes + plan.orderColumn[count - 1] + 1 - plan.systemColumns - count;
    }

    private long dataBytes(Plan plan) {
        long bytes = 0;
        for (int k = 0; k < plan.orderColumn.length; k++) {
            bytes += Payload.bodyBytes(types[k]);
        }
        return bytes;
    }

    private int type(Plan plan, int k, Tape tape, int[] leaf) {
        if (plan.orderKind[k] >= Kind.ENTITY) {
            return Payload.integerType(references[plan.orderLeaf[k]]);
        }
        int i = leaf[plan.orderLeaf[k]];
        return switch (plan.orderKind[k]) {
            case Kind.BOOLEAN -> tape.type(i) == Tape.TRUE ? Payload.ONE : Payload.ZERO;
            case Kind.INTEGER -> Payload.integerType(tape.longValue(i));
            case Kind.NEGATIVE_ZERO_INTEGER -> Payload.ZERO;
            case Kind.REAL, Kind.NEGATIVE_ZERO_REAL -> Payload.REAL;
            case Kind.PACKED -> Payload.textType(Math.toIntExact(JsonText.byteLength(tape, i)));
            case Kind.EXTRA -> Payload.textType(Math.toIntExact(plan.extra().byteLength(tape, leaf)));
            default -> Payload.textType(tape.length(i));
        };
    }

    private long putDataTypes(Plan plan, long to) {
        long at = to;
        int nextColumn = plan.systemColumns;
        for (int k = 0; k < plan.orderColumn.length; k++) {
            int column = plan.orderColumn[k];
            for (; nextColumn < column; nextColumn++) {
                Mem.putByte(at++, (byte) Payload.NULL);
            }
            at = Varint.put(at, types[k]);
            nextColumn++;
        }
        return at;
    }

    private long putData(Plan plan, Tape tape, int[] leaf, long to) {
        long at = to;
        for (int k = 0; k < plan.orderColumn.length; k++) {
            if (plan.orderKind[k] >= Kind.ENTITY) {
                at = Payload.putInteger(at, types[k], references[plan.orderLeaf[k]]);
                continue;
            }
            int i = leaf[plan.orderLeaf[k]];
            at = switch (plan.orderKind[k]) {
                case Kind.BOOLEAN, Kind.NEGATIVE_ZERO_INTEGER -> at;
                case Kind.INTEGER -> Payload.putInteger(at, types[k], tape.longValue(i));
                case Kind.REAL -> Payload.putReal(at, tape.doubleValue(i));
                case Kind.NEGATIVE_ZERO_REAL -> Payload.putReal(at, -0.0);
                case Kind.PACKED -> JsonText.put(at, tape, i);
                case Kind.EXTRA -> plan.extra().put(at, tape, leaf);
                default -> Payload.putBytes(at, tape.address(i), tape.length(i));
            };
        }
        return at;
    }
}
