// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;

/*
 * Eight characters are looked at in one load: xor with '0' makes digits 0..9, adding 0x76 to each byte carries
 * into its top bit for everything else, so the lowest set bit says how many digits there are; three
 * multiplications turn eight digits into a number, a shift beforehand makes it work for fewer. So the
 * usual number costs no branch that depends on how many digits it has.
 */
/**
 * Numbers of RFC 8259, section 6, straight from bytes to tape words. Leaves over absolute addresses that allocate nothing
 * (except {@link #rounded}, which about no real document needs). They read at most 8 bytes beyond the number.
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

    private static final long[] TENS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000};

    private Numbers() {}

    /**
     * Reads a number and writes its tape words.
     *
     * @param p address of its first byte, a digit or '-'
     * @param tape address for up to two words
     * @param base what the position in the word is relative to
     * @return bytes read times 4 plus words written (1 or 2), or {@link #NOT_A_NUMBER}
     */
    static long write(long p, long tape, long base) {
        int sign = Mem.getByte(p) == '-' ? 1 : 0;
        long w = Mem.getLong(p + sign) ^ ZEROS;
        long other = ((w + BEYOND_NINE) | w) & HIGH_BITS;
        int bits = Long.numberOfTrailingZeros(other) & 0x38;
        int after = (int) (w >>> bits) & 0xFF;
        // 1 to 7 digits, no fraction, no exponent, no leading zero, not -0
        if (bits == 0 || isFraction(after) || ((w & 0xFF) == 0 && (bits > 8 || sign != 0))) {
            return writeLong(p, tape, base);
        }
        long value = eightDigits(w << (64 - bits));
        int length = (bits >>> 3) + sign;
        Mem.putLong(tape, Tape.word(Tape.INTEGER, length, p - base));
        Mem.putLong(tape + 8, (value ^ -sign) + sign);
        return (long) length << 2 | 2;
    }

    /** Whether a character (xor '0') continues a number behind its whole part. */
    private static boolean isFraction(int after) {
        return after == ('.' ^ '0') || (after | 0x20) == ('E' ^ '0');
    }

    /** The value of eight digits 0..9, the first one in the lowest byte. */
    private static long eightDigits(long w) {
        w = w * 10 + (w >>> 8);
        return ((w & 0xFF_0000_00FFL) * 0xF_4240_0000_0064L + (w >>> 16 & 0xFF_0000_00FFL) * 0x2710_0000_0001L) >>> 32;
    }

    /** As {@link #write}, for every number. */
    private static long writeLong(long p, long tape, long base) {
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
        if (after == ('.' ^ '0')) {
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
        long words = length << 2 | 1;
        if (length - sign > EXACT_DIGITS || (digits < 0 && !(sign != 0 && digits == Long.MIN_VALUE))) {
            Mem.putLong(tape, Tape.word(Tape.BIG_INTEGER, length, p - base));
            return words;
        }
        if (digits == 0 && sign != 0) {
            Mem.putLong(tape, Tape.word(Tape.NEGATIVE_ZERO_INTEGER, length, p - base));
            return words;
        }
        Mem.putLong(tape, Tape.word(Tape.INTEGER, length, p - base));
        Mem.putLong(tape + 8, (digits ^ -sign) + sign);
        return words + 1;
    }

    /** Writes a number with fraction or exponent; {@code bits} are the double's, without sign. */
    private static long writeReal(long p, long q, long tape, long base, long bits) {
        long length = q - p;
        boolean negative = Mem.getByte(p) == '-';
        if (bits == Decimal.INFINITY) {
            Mem.putLong(tape, Tape.word(Tape.BIG_REAL, length, p - base));
            return length << 2 | 1;
        }
        if (bits == 0 && negative) {
            Mem.putLong(tape, Tape.word(Tape.NEGATIVE_ZERO_REAL, length, p - base));
            return length << 2 | 1;
        }
        Mem.putLong(tape, Tape.word(Tape.REAL, length, p - base));
        Mem.putLong(tape + 8, negative ? bits | Long.MIN_VALUE : bits);
        return length << 2 | 2;
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
