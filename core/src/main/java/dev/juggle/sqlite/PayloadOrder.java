// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.Mem;
import java.math.BigDecimal;

/**
 * SQLite's order of records under the collation BINARY ("Database File Format", 2.3 and 2.4): column by column, NULL
 * before numbers before text before blobs, numbers by value, text and blobs by their bytes.
 */
final class PayloadOrder {
    private PayloadOrder() {}

    /**
     * Compares the payloads at {@code left} and {@code right}.
     *
     * @return 0 if they are equal; else the number (from 1) of the first column that differs, negative where the
     *     left one is less
     */
    static int compare(long left, long right) {
        long leftHeader = left + Varint.sizeAt(left);
        long leftEnd = left + Varint.get(left);
        long leftBody = leftEnd;
        long rightHeader = right + Varint.sizeAt(right);
        long rightEnd = right + Varint.get(right);
        long rightBody = rightEnd;
        for (int column = 1; leftHeader < leftEnd || rightHeader < rightEnd; column++) {
            int leftType = leftHeader < leftEnd ? (int) Varint.get(leftHeader) : Payload.NULL;
            int rightType = rightHeader < rightEnd ? (int) Varint.get(rightHeader) : Payload.NULL;
            int order = compare(leftBody, leftType, rightBody, rightType);
            if (order != 0) {
                return order < 0 ? -column : column;
            }
            leftHeader += Varint.size(leftType);
            rightHeader += Varint.size(rightType);
            leftBody += Payload.bodyBytes(leftType);
            rightBody += Payload.bodyBytes(rightType);
        }
        return 0;
    }

    private static int compare(long left, int leftType, long right, int rightType) {
        int leftRank = rank(leftType);
        int rightRank = rank(rightType);
        if (leftRank != rightRank) {
            return Integer.compare(leftRank, rightRank);
        }
        return switch (leftRank) {
            case 0 -> 0;
            case 1 -> compareNumbers(left, leftType, right, rightType);
            default -> compareBytes(left, Payload.bodyBytes(leftType), right, Payload.bodyBytes(rightType));
        };
    }

    private static int rank(int type) {
        if (type == Payload.NULL) {
            return 0;
        }
        return type < Payload.BLOB ? 1 : (type & 1) == 1 ? 2 : 3;
    }

    private static int compareNumbers(long left, int leftType, long right, int rightType) {
        boolean leftReal = leftType == Payload.REAL;
        boolean rightReal = rightType == Payload.REAL;
        if (!leftReal && !rightReal) {
            return Long.compare(Payload.integerAt(left, leftType), Payload.integerAt(right, rightType));
        }
        double leftDouble = leftReal ? realAt(left) : Payload.integerAt(left, leftType);
        double rightDouble = rightReal ? realAt(right) : Payload.integerAt(right, rightType);
        if (leftReal == rightReal || leftDouble != rightDouble) {
            return leftDouble < rightDouble ? -1 : leftDouble > rightDouble ? 1 : 0;
        }
        // an integer and a real number that are equal when rounded to a double
        BigDecimal exactLeft =
                leftReal ? new BigDecimal(leftDouble) : new BigDecimal(Payload.integerAt(left, leftType));
        BigDecimal exactRight =
                rightReal ? new BigDecimal(rightDouble) : new BigDecimal(Payload.integerAt(right, rightType));
        return exactLeft.compareTo(exactRight);
    }

    private static double realAt(long address) {
        return Double.longBitsToDouble(Mem.getLongBigEndian(address));
    }

    private static int compareBytes(long left, int leftBytes, long right, int rightBytes) {
        int common = Math.min(leftBytes, rightBytes);
        for (int i = 0; i < common; i++) {
            int order = Byte.compareUnsigned(Mem.getByte(left + i), Mem.getByte(right + i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(leftBytes, rightBytes);
    }
}
