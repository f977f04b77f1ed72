// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * SQLite's order of values, which a merge must share with the shards to the last detail: NULL, then numbers by value
 * (an integer and a real compared exactly), then texts by their UTF-8 bytes, which is by code point, then blobs
 * (sqlite.org/datatype3.html, section 4).
 */
final class Values {
    private Values() {}

    /** Compares two values, neither of them null. */
    static int compare(Object a, Object b, boolean ignoresCase) {
        int rank = rank(a);
        int other = rank(b);
        if (rank != other) {
            return Integer.compare(rank, other);
        }
        return switch (rank) {
            case 1 -> numbers((Number) a, (Number) b);
            case 2 -> texts((String) a, (String) b, ignoresCase);
            default -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
        };
    }

    /** Whether two values are the same to SQLite's {@code IS}. */
    static boolean same(@Nullable Object a, @Nullable Object b) {
        return a == null ? b == null : b != null && compare(a, b, false) == 0;
    }

    private static int rank(Object value) {
        return value instanceof Number ? 1 : value instanceof String ? 2 : 3;
    }

    private static int numbers(Number a, Number b) {
        boolean isReal = a instanceof Double;
        boolean isOtherReal = b instanceof Double;
        if (isReal && isOtherReal) {
            double left = a.doubleValue();
            double right = b.doubleValue();
            return left < right ? -1 : left > right ? 1 : 0; // -0.0 equals 0.0, and there is no NaN
        }
        if (!isReal && !isOtherReal) {
            return Long.compare(a.longValue(), b.longValue());
        }
        return isReal
                ? -integerWithReal(b.longValue(), a.doubleValue())
                : integerWithReal(a.longValue(), b.doubleValue());
    }

    private static int integerWithReal(long integer, double real) {
        if (real < -0x1p63) {
            return 1;
        }
        if (real >= 0x1p63) {
            return -1;
        }
        int whole = Long.compare(integer, (long) real);
        double same = (double) integer; // exact where it matters: beyond 2^53 a real has no fraction
        return whole != 0 ? whole : same < real ? -1 : same > real ? 1 : 0;
    }

    /** By code point: UTF-16 order is the same but for surrogates, which must come after U+E000 to U+FFFF. */
    private static int texts(String a, String b, boolean ignoresCase) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char left = ignoresCase ? lower(a.charAt(i)) : a.charAt(i);
            char right = ignoresCase ? lower(b.charAt(i)) : b.charAt(i);
            if (left != right) {
                return Integer.compare(place(left), place(right));
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private static int place(char c) {
        return Character.isSurrogate(c) ? c + 0x10000 : c;
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }
}
