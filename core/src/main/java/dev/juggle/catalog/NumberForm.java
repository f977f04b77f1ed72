// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.Arrays;

/**
 * Integers as sign and digits; decimals as sign, digits without zeros at either end, a point behind the first if
 * there are more, and an exponent: {@code 1.25e1}. Exact at any size, since no number is made of the digits.
 */
final class NumberForm {
    /** Digits of an exponent: what is beyond is no number that anyone means. */
    private static final int MAX_EXPONENT_DIGITS = 17;

    private NumberForm() {}

    static boolean integer(byte[] value, int offset, int end, NormalForm into) {
        int at = offset;
        boolean isNegative = at < end && value[at] == '-';
        if (at < end && (isNegative || value[at] == '+')) {
            at++;
        }
        int digits = digits(value, at, end);
        if (digits == 0 || at + digits != end) {
            return false;
        }
        while (at < end - 1 && value[at] == '0') {
            at++;
        }
        if (isNegative && value[at] != '0') {
            into.add('-');
        }
        into.add(value, at, end);
        return true;
    }

    static boolean decimal(byte[] value, int offset, int end, NormalForm into) {
        int at = offset;
        boolean isNegative = at < end && value[at] == '-';
        if (at < end && (isNegative || value[at] == '+')) {
            at++;
        }
        int whole = digits(value, at, end);
        int wholeStart = at;
        at += whole;
        int fractionStart = at + 1;
        int fraction = at < end && value[at] == '.' ? digits(value, fractionStart, end) : -1;
        at += fraction + 1;
        if (whole + Math.max(0, fraction) == 0 || fraction == 0) {
            return false;
        }
        if (isNegative) {
            into.add('-');
        }
        int first = into.length();
        into.add(value, wholeStart, wholeStart + whole);
        if (fraction > 0) {
            into.add(value, fractionStart, fractionStart + fraction);
        }
        long exponent = exponent(value, at, end);
        if (exponent == Long.MIN_VALUE) {
            return false;
        }
        strip(into, first, whole - 1L + exponent);
        return true;
    }

    /** Takes the zeros away at both ends of the digits from {@code first} on, and adds the power of ten of the first that is left. */
    private static void strip(NormalForm into, int first, long firstPower) {
        byte[] digits = into.bytes();
        int last = into.length();
        while (last > first && digits[last - 1] == '0') {
            last--;
        }
        int zeros = 0;
        while (first + zeros < last && digits[first + zeros] == '0') {
            zeros++;
        }
        if (first + zeros == last) {
            into.shorten(0);
            into.add("0e0");
            return;
        }
        System.arraycopy(digits, first + zeros, digits, first, last - first - zeros);
        into.shorten(last - zeros);
        if (last - zeros > first + 1) {
            into.add('.');
            System.arraycopy(into.bytes(), first + 1, into.bytes(), first + 2, last - zeros - first - 1);
            into.bytes()[first + 1] = '.';
        }
        long power = firstPower - zeros;
        into.add('e');
        if (power < 0) {
            into.add('-');
        }
        into.addNumber(Math.abs(power), 1);
    }

    /** The value of {@code e-12} or nothing, which is 0; the least long if it is neither. */
    private static long exponent(byte[] value, int from, int end) {
        if (from == end) {
            return 0;
        }
        int at = from + 1;
        boolean isNegative = at < end && value[at] == '-';
        if (at < end && (isNegative || value[at] == '+')) {
            at++;
        }
        int digits = digits(value, at, end);
        if ((value[from] | 0x20) != 'e' || digits == 0 || at + digits != end) {
            return Long.MIN_VALUE;
        }
        while (at < end - 1 && value[at] == '0') {
            at++;
        }
        if (end - at > MAX_EXPONENT_DIGITS) {
            return Long.MIN_VALUE;
        }
        long exponent = 0;
        for (; at < end; at++) {
            exponent = exponent * 10 + value[at] - '0';
        }
        return isNegative ? -exponent : exponent;
    }

    private static int digits(byte[] value, int from, int end) {
        int at = from;
        while (at < end && value[at] >= '0' && value[at] <= '9') {
            at++;
        }
        return at - from;
    }

    static int compareIntegers(NormalForm left, NormalForm right) {
        boolean isNegative = left.at(0) == '-';
        if (isNegative != (right.at(0) == '-')) {
            return isNegative ? -1 : 1;
        }
        int byLength = Integer.compare(left.length(), right.length());
        int order = byLength != 0
                ? byLength
                : Arrays.compareUnsigned(left.bytes(), 0, left.length(), right.bytes(), 0, right.length());
        return isNegative ? -order : order;
    }

    static int compareDecimals(NormalForm left, NormalForm right) {
        int leftSign = sign(left);
        int rightSign = sign(right);
        if (leftSign != rightSign || leftSign == 0) {
            return Integer.compare(leftSign, rightSign);
        }
        int leftExponent = exponentAt(left);
        int rightExponent = exponentAt(right);
        int order = Long.compare(
                exponent(left.bytes(), leftExponent, left.length()),
                exponent(right.bytes(), rightExponent, right.length()));
        if (order == 0) {
            int first = leftSign < 0 ? 1 : 0;
            order = Arrays.compareUnsigned(left.bytes(), first, leftExponent, right.bytes(), first, rightExponent);
        }
        return leftSign < 0 ? -order : order;
    }

    private static int sign(NormalForm form) {
        return switch (form.at(0)) {
            case '-' -> -1;
            case '0' -> 0;
            default -> 1;
        };
    }

    private static int exponentAt(NormalForm form) {
        int at = 0;
        while (form.at(at) != 'e') {
            at++;
        }
        return at;
    }
}
