// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;

/*
 * Eight characters are looked at in one load: xor with '0' makes digits 0..9, adding 0x76 to each byte carries
 * into its top bit for everything else, so the lowest set bit says how many digits there are; three
 * multiplications turn eight digits into a number, a shift beforehand makes it work for fewer. So the
 * usual number costs no branch that depends on how many digits it has, or on its sign.
 *
 * It is the number of instructions that counts here, as they run four in a cycle. So the two usual kinds have a way of
 * their own, without loops and with no test that can't fail: integers of up to 7 characters, and fractions of up to 7
 * characters before the point and 15 behind it. All others take the long way.
 */
/**
 * Numbers of RFC 8259, section 6, straight from bytes to tape words. Leaves over absolute addresses that allocate nothing
 * (except {@link #rounded}, which about no real document needs). They read at most 16 bytes beyond the number.
 */
final class Numbers {
    /** What {@link #write} returns for something that is no number. */
    static final long NOT_A_NUMBER = 0;

    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final long BEYOND_NINE = 0x7676_7676_7676_7676L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** Most digits that always fit an unsigned long. */
    private static final int EXACT_DIGITS = 19;
    /** An exponent beyond this decides for zero or infinity whatever the digits are:
     * no spelling has more than 2^28. */
    private static final int HUGE_EXPONENT = 1 << 29;

    /** A '.' among characters that were xored with '0'. */
    private static final int POINT = '.' ^ '0';
    /** A '-' among characters that were xored with '0'; of what may stand first, only '.' and '/' are greater. */
    private static final int MINUS = '-' ^ '0';
    /** The marks of all characters but the first, which is a digit or a sign. */
    private static final long BEHIND_FIRST = HIGH_BITS & ~0xFFL;

    /** Below this a long is exact as a double. */
    private static final int EXACT_BITS = 53;

    /** Powers of ten, and then nothing of meaning: with 32 of them an index of 5 bits needs no test. */
    private static final long[] TENS =
            LongStream.iterate(1, ten -> ten * 10).limit(32).toArray();

    private Numbers() {}

    /**
     * Reads a number and writes its tape words.
     *
     * @param address of its first byte, one of '-' to '9'
     * @param tape address for up to two words
     * @param base what the position in the word is relative to
     * @return the address behind the number if two words were written, minus that if it was one, or {@link #NOT_A_NUMBER}
     */
    static long write(long address, long tape, long base) {
        long p = Mem.known(address);
        long w = Mem.getLong(p) ^ ZEROS;
        int bits = Long.numberOfTrailingZeros(((w + BEYOND_NINE) | w) & BEHIND_FIRST) & 0x38;
        int after = (int) (w >>> bits) & 0xFF;
        if (bits == 0 || isFraction(after)) {
            return bits != 0 && after == POINT ? writeFraction(p, tape, base, w, bits) : writeAny(p, tape, base);
        }
        long minus = (w >>> 4) & 1;
        if (isZeroAhead(w, bits, minus)) {
            return writeAny(p, tape, base);
        }
        long value = eightDigits((w & ~(-minus & 0xFFL)) << (64 - bits));
        int length = bits >>> 3;
        Mem.putLong(tape, Tape.word(Tape.INTEGER, length, p - base));
        Mem.putLong(tape + 8, (value ^ -minus) + minus);
        return p + length;
    }

    /**
     * Whether the {@code bits >>> 3} characters in {@code w} (xored with '0') begin with a zero that is not the only one of
     * them, or with no digit behind the sign, or with '.' or '/', which may stand here. No branch tells a zero from others.
     */
    private static boolean isZeroAhead(long w, int bits, long minus) {
        int digit = (int) (w >>> (minus << 3)) & 0xFF;
        int zero = 8 - ((digit - 1) & 0xFF);
        int several = 8 - (bits | (int) minus);
        return ((zero & several) | MINUS - ((int) w & 0xFF)) < 0;
    }

    /** Whether a character (xor '0') continues a number behind its whole part. */
    private static boolean isFraction(int after) {
        return after == POINT || (after | 0x20) == ('E' ^ '0');
    }

    /** The value of eight digits 0..9, the first one in the lowest byte. */
    private static long eightDigits(long w) {
        w = w * 10 + (w >>> 8);
        return ((w & 0xFF_0000_00FFL) * 0xF_4240_0000_0064L + (w >>> 16 & 0xFF_0000_00FFL) * 0x2710_0000_0001L) >>> 32;
    }

    /**
     * As {@link #write}, for a number whose point is among its first eight characters.
     *
     * @param w these characters, xored with '0'
     * @param bits 8 times the characters before the point
     */
    private static long writeFraction(long p, long tape, long base, long w, int bits) {
        long point = Mem.known(p + (bits >>> 3));
        long behind = Mem.getLong(point + 1) ^ ZEROS;
        long other = ((behind + BEYOND_NINE) | behind) & HIGH_BITS;
        long digits;
        int places;
        if (other != 0) {
            int more = Long.numberOfTrailingZeros(other) & 0x38;
            digits = eightDigits(behind << (56 - more) << 8);
            places = more >>> 3;
            behind >>>= more;
        } else {
            digits = eightDigits(behind);
            behind = Mem.getLong(point + 9) ^ ZEROS;
            other = ((behind + BEYOND_NINE) | behind) & HIGH_BITS;
            int more = Long.numberOfTrailingZeros(other) & 0x38;
            digits = digits * TENS[more >>> 3] + eightDigits(behind << (56 - more) << 8);
            places = other == 0 ? 0 : 8 + (more >>> 3);
            behind >>>= more;
        }
        long minus = (w >>> 4) & 1;
        // no or too many places, too many digits, or an exponent
        if (((places - 1) | (EXACT_DIGITS - (bits >>> 3) - places)) < 0
                || (((int) behind & 0xFF) | 0x20) == ('E' ^ '0')
                || isZeroAhead(w, bits, minus)) {
            return writeAny(p, tape, base);
        }
        long ten = TENS[places & 31];
        digits += eightDigits((w & ~(-minus & 0xFFL)) << (64 - bits)) * ten;
        long value = digits >>> EXACT_BITS == 0
                ? Double.doubleToRawLongBits((double) digits / (double) ten)
                : Decimal.fraction(digits, places);
        long end = point + 1 + places;
        if (value == 0 && minus != 0) {
            return writeReal(p, end, tape, base, 0);
        }
        Mem.putLong(tape, Tape.word(Tape.REAL, end - p, p - base));
        Mem.putLong(tape + 8, value | (minus << 63));
        return end;
    }

    /** As {@link #write}, for every number. */
    private static long writeAny(long p, long tape, long base) {
        int sign = Mem.getByte(p) == '-' ? 1 : 0;
        long start = p + sign;
        long q = start;
        long w = Mem.getLong(q) ^ ZEROS;
        long other = ((w + BEYOND_NINE) | w) & HIGH_BITS;
        long digits = 0;
        while (other == 0) {
            digits = digits * 100_000_000 + eightDigits(w);
            q += 8;
            w = Mem.getLong(q) ^ ZEROS;
            other = ((w + BEYOND_NINE) | w) & HIGH_BITS;
        }
        int bits = Long.numberOfTrailingZeros(other) & 0x38;
        digits = digits * TENS[bits >>> 3] + eightDigits(w << (56 - bits) << 8);
        q += bits >>> 3;
        long count = q - start;
        if (count == 0 || (Mem.getByte(start) == '0' && count > 1)) {
            return NOT_A_NUMBER;
        }
        int after = (int) (w >>> bits) & 0xFF;
        if (!isFraction(after)) {
            return writeInteger(p, q, tape, base, digits);
        }
        long power = 0;
        if (after == POINT) {
            long point = ++q;
            w = Mem.getLong(q) ^ ZEROS;
            other = ((w + BEYOND_NINE) | w) & HIGH_BITS;
            while (other == 0) {
                digits = digits * 100_000_000 + eightDigits(w);
                q += 8;
                w = Mem.getLong(q) ^ ZEROS;
                other = ((w + BEYOND_NINE) | w) & HIGH_BITS;
            }
            bits = Long.numberOfTrailingZeros(other) & 0x38;
            digits = digits * TENS[bits >>> 3] + eightDigits(w << (56 - bits) << 8);
            q += bits >>> 3;
            power = point - q;
            if (power == 0) {
                return NOT_A_NUMBER;
            }
            count -= power;
            after = (int) (w >>> bits) & 0xFF;
        }
        if ((after | 0x20) == ('E' ^ '0')) {
            long exponent = exponent(q);
            if (exponent == 0) {
                return NOT_A_NUMBER;
            }
            power += (int) exponent;
            q += exponent >>> 32;
        }
        boolean many = count > EXACT_DIGITS;
        return writeReal(p, q, tape, base, many ? manyDigits(p, q, power, count) : Decimal.bits(digits, power));
    }

    /** Writes a number without fraction and exponent; {@code digits} is its value modulo 2^64. */
    private static long writeInteger(long p, long q, long tape, long base, long digits) {
        long length = q - p;
        int sign = Mem.getByte(p) == '-' ? 1 : 0;
        if (length - sign > EXACT_DIGITS || (digits < 0 && !(sign != 0 && digits == Long.MIN_VALUE))) {
            Mem.putLong(tape, Tape.word(Tape.BIG_INTEGER, length, p - base));
            return -q;
        }
        if (digits == 0 && sign != 0) {
            Mem.putLong(tape, Tape.word(Tape.NEGATIVE_ZERO_INTEGER, length, p - base));
            return -q;
        }
        Mem.putLong(tape, Tape.word(Tape.INTEGER, length, p - base));
        Mem.putLong(tape + 8, (digits ^ -sign) + sign);
        return q;
    }

    /** Writes a number with fraction or exponent; {@code bits} are the double's, without sign. */
    private static long writeReal(long p, long q, long tape, long base, long bits) {
        long length = q - p;
        boolean negative = Mem.getByte(p) == '-';
        if (bits == Decimal.INFINITY) {
            Mem.putLong(tape, Tape.word(Tape.BIG_REAL, length, p - base));
            return -q;
        }
        if (bits == 0 && negative) {
            Mem.putLong(tape, Tape.word(Tape.NEGATIVE_ZERO_REAL, length, p - base));
            return -q;
        }
        Mem.putLong(tape, Tape.word(Tape.REAL, length, p - base));
        Mem.putLong(tape + 8, negative ? bits | Long.MIN_VALUE : bits);
        return q;
    }

    /** The exponent at {@code p}, at its 'e': its length times 2^32 plus its value; 0 if there is none. */
    private static long exponent(long p) {
        long q = p + 1;
        byte c = Mem.getByte(q);
        boolean negative = c == '-';
        if (negative || c == '+') {
            q++;
        }
        long first = q;
        int exponent = 0;
        for (c = Mem.getByte(q); c >= '0' && c <= '9'; c = Mem.getByte(++q)) {
            exponent = (int) Math.min(exponent * 10L + (c - '0'), HUGE_EXPONENT);
        }
        if (q == first) {
            return 0;
        }
        return (q - p) << 32 | ((negative ? -exponent : exponent) & Tape.LOW_HALF);
    }

    /**
     * The double for a number with more than 19 digits: its first 19 significant digits and those plus one at the last
     * place enclose it, so where both round to the same double, that is the answer.
     *
     * @param count digits in whole part and fraction together
     */
    private static long manyDigits(long p, long end, long power, long count) {
        long digits = 0;
        int taken = 0;
        boolean exact = true;
        for (long q = p; count > 0; q++) {
            byte c = Mem.getByte(q);
            if (c == '-' || c == '.') {
                continue;
            }
            count--;
            if (taken < EXACT_DIGITS) {
                digits = digits * 10 + (c - '0');
                taken += digits == 0 ? 0 : 1;
                if (taken == EXACT_DIGITS) {
                    power += count;
                }
            } else {
                exact &= c == '0';
            }
        }
        long low = Decimal.bits(digits, power);
        if (exact || low == Decimal.bits(digits + 1, power)) {
            return low;
        }
        return rounded(p, end);
    }

    /** The double for the rare number whose first 19 digits don't decide how to round. Allocates. */
    private static long rounded(long p, long end) {
        byte[] text = Mem.bytes(p, Math.toIntExact(end - p));
        double value = Double.parseDouble(new String(text, StandardCharsets.ISO_8859_1));
        return Double.doubleToRawLongBits(Math.abs(value));
    }
}
