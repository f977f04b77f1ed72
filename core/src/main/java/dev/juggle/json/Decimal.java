// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import java.math.BigInteger;

/*
 * The nearest double to w * 10^q, from whole numbers only: D. Lemire, "Number Parsing at a Gigabyte per Second"
 * (2021), after M. Eisel. A 64-bit w (shifted to the top) times the upper 64 bits of 10^q's 128-bit
 * approximation gives the 55 bits that decide the rounding, unless all bits below them are ones; then
 * the lower 64 bits of the power are taken in. N. Mushtak and D. Lemire, "Fast Number Parsing Without Fallback" (2023)
 * show that nothing more is ever needed for w < 2^64. A tie can only occur for q in -4..23, where the product is
 * exact; there the even neighbour is taken.
 */
/** Converts decimal numbers to the nearest double, ties to even, without allocation. */
final class Decimal {
    /** Below this power every 64-bit significand gives 0. */
    private static final int MIN_POWER = -342;
    /** Above this power every significand but 0 overflows. */
    private static final int MAX_POWER = 308;

    private static final int MANTISSA_BITS = 52;
    private static final int INFINITE_EXPONENT = 0x7FF;

    /** The bits of positive infinity. */
    static final long INFINITY = (long) INFINITE_EXPONENT << MANTISSA_BITS;

    /** For each power of ten its upper and lower 64 bits, most significant bit set. */
    private static final long[] POWERS = powers();

    /** The upper 64 bits of 10^0 down to 10^-31. */
    private static final long[] FRACTION_POWERS = fractionPowers();

    private Decimal() {}

    private static long[] fractionPowers() {
        long[] table = new long[32];
        for (int places = 0; places < table.length; places++) {
            table[places] = POWERS[(-places - MIN_POWER) * 2];
        }
        return table;
    }

    /**
     * The raw bits of the double nearest to {@code w * 10^q}.
     *
     * @param w the digits, as an unsigned number
     * @param q the power of ten
     * @return the bits, without sign; {@link #INFINITY} if it overflows
     */
    static long bits(long w, long q) {
        if (w == 0 || q < MIN_POWER) {
            return 0;
        }
        if (q > MAX_POWER) {
            return INFINITY;
        }
        int leading = Long.numberOfLeadingZeros(w);
        w <<= leading;
        int at = ((int) q - MIN_POWER) << 1;
        long power = POWERS[at];
        long upper = Math.unsignedMultiplyHigh(w, power);
        long lower = w * power;
        if ((upper & 0x1FF) == 0x1FF) {
            long more = Math.unsignedMultiplyHigh(w, POWERS[at + 1]);
            lower += more;
            upper += Long.compareUnsigned(lower, more) < 0 ? 1 : 0;
        }
        int top = (int) (upper >>> 63);
        long mantissa = upper >>> (top + 9);
        // 217706 / 65536 approximates log2(10)
        int exponent = ((217706 * (int) q) >> 16) + 63 + top - leading + 1023;
        if (exponent <= 0) {
            return subnormal(mantissa, exponent);
        }
        if (exponent >= INFINITE_EXPONENT) {
            return INFINITY;
        }
        if (lower >= 0 && lower <= 1 && q >= -4 && q <= 23 && (mantissa & 3) == 1 && mantissa << (top + 9) == upper) {
            mantissa &= ~1;
        }
        mantissa = (mantissa + (mantissa & 1)) >>> 1;
        // a carry out of the mantissa makes it 2^53: then the sum below moves on to the next exponent by itself
        long bits = ((long) (exponent - 1) << MANTISSA_BITS) + mantissa;
        return bits >= INFINITY ? INFINITY : bits;
    }

    /** As {@link #bits} for {@code w / 10^places}, with w beyond 2^53 and 1 to 16 places: for the most part without its tests. */
    static long fraction(long w, int places) {
        int leading = Long.numberOfLeadingZeros(w);
        long shifted = w << leading;
        long power = FRACTION_POWERS[places & 31];
        long upper = Math.unsignedMultiplyHigh(shifted, power);
        if ((upper & 0x1FF) == 0x1FF || (shifted * power) >>> 1 == 0) {
            return bits(w, -places);
        }
        int top = (int) (upper >>> 63);
        long mantissa = upper >>> (top + 9);
        int exponent = ((217706 * -places) >> 16) + 63 + top - leading + 1023;
        return ((long) (exponent - 1) << MANTISSA_BITS) + ((mantissa + (mantissa & 1)) >>> 1);
    }

    private static long subnormal(long mantissa, int exponent) {
        if (exponent <= -63) {
            return 0;
        }
        long shifted = mantissa >>> (1 - exponent);
        // the sum carries into the exponent field by itself when it rounds up to the smallest normal number
        return (shifted + (shifted & 1)) >>> 1;
    }

    /** Computed rather than listed: 10 KiB of constants would have to be believed. */
    private static long[] powers() {
        long[] table = new long[(MAX_POWER - MIN_POWER + 1) * 2];
        BigInteger five = BigInteger.valueOf(5);
        BigInteger power = BigInteger.ONE;
        for (int q = 0; q <= -MIN_POWER; q++) {
            if (q <= MAX_POWER) {
                put(table, q, top128(power));
            }
            if (q > 0) {
                int bits = power.bitLength();
                int shift = q <= 27 ? bits + 127 : 2 * bits + 128;
                BigInteger inverse =
                        BigInteger.ONE.shiftLeft(shift).divide(power).add(BigInteger.ONE);
                put(table, -q, top128(inverse));
            }
            power = power.multiply(five);
        }
        return table;
    }

    private static BigInteger top128(BigInteger value) {
        int excess = value.bitLength() - 128;
        return excess > 0 ? value.shiftRight(excess) : value.shiftLeft(-excess);
    }

    private static void put(long[] table, int q, BigInteger value) {
        table[(q - MIN_POWER) * 2] = value.shiftRight(64).longValue();
        table[(q - MIN_POWER) * 2 + 1] = value.longValue();
    }
}
