// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

/**
 * Reads {@code 20240229123045.5+0130} (RFC 4517, 3.3.13) and {@code 2024-02-29T12:30:45.5+01:30} (RFC 3339); the normal form
 * is the first one in UTC, with seconds, and without zeros at the fraction's end: {@code 20240229110045.5Z}. A fraction
 * is of the last unit given, as RFC 4517 has it: {@code 2024022912.5Z} is half past. Second 60 is the next minute's first.
 */
final class TimestampReader {
    private static final int MAX_FRACTION_DIGITS = 15;
    private static final int[] MONTH_DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    private static final int BAD = -1;

    private final byte[] value;
    private final int end;
    private int at;
    private boolean isBad;

    TimestampReader(byte[] value, int offset, int end) {
        this.value = value;
        this.at = offset;
        this.end = end;
    }

    boolean normalise(NormalForm into) {
        int year = number(4);
        boolean isExtended = take('-');
        int month = number(2);
        isBad |= isExtended && !take('-');
        int day = number(2);
        isBad |= isExtended && !take('T') && !take('t') && !take(' ');
        int hour = number(2);
        int unitSeconds = 3_600;
        int minute = 0;
        int second = 0;
        if (isExtended ? require(':') : isDigit()) {
            minute = number(2);
            unitSeconds = 60;
            if (isExtended ? take(':') : isDigit()) {
                second = number(2);
                unitSeconds = 1;
            }
        }
        isBad |= month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 60;
        isBad = isBad || day > MONTH_DAYS[month - 1] || (month == 2 && day == 29 && !isLeap(year));
        if (isBad) {
            return false;
        }
        long seconds = days(year, month, day) * 86_400 + hour * 3_600L + minute * 60L + second;
        return fraction(seconds, unitSeconds, isExtended, into);
    }

    private boolean fraction(long wholeSeconds, int unitSeconds, boolean isExtended, NormalForm into) {
        long seconds = wholeSeconds;
        long fraction = 0;
        int digits = 0;
        if (take('.') || take(',')) {
            int start = at;
            int last = at;
            while (isDigit()) {
                if (value[at++] != '0') {
                    last = at;
                }
            }
            digits = last - start;
            if (at == start || digits > MAX_FRACTION_DIGITS) {
                return false;
            }
            for (int i = start; i < last; i++) {
                fraction = fraction * 10 + value[i] - '0';
            }
            long scale = power(digits);
            seconds += fraction * unitSeconds / scale;
            fraction = fraction * unitSeconds % scale;
        }
        seconds -= offset(isExtended);
        if (isBad || at != end) {
            return false;
        }
        return write(seconds, fraction, digits, into);
    }

    /** Seconds that the zone is ahead of UTC. */
    private long offset(boolean isExtended) {
        if (take('Z') || take('z')) {
            return 0;
        }
        boolean isBehind = take('-');
        if (!isBehind && !take('+')) {
            isBad = true;
            return 0;
        }
        int hours = number(2);
        int minutes = 0;
        if (isExtended ? take(':') : isDigit()) {
            minutes = number(2);
        }
        isBad |= hours > 23 || minutes > 59;
        long ahead = hours * 3_600L + minutes * 60L;
        return isBehind ? -ahead : ahead;
    }

    private static boolean write(long seconds, long fraction, int digits, NormalForm into) {
        long days = Math.floorDiv(seconds, 86_400);
        long ofDay = Math.floorMod(seconds, 86_400);
        if (days < days(0, 1, 1) || days > days(9999, 12, 31)) {
            return false;
        }
        date(days, into);
        into.addNumber(ofDay / 3_600, 2);
        into.addNumber(ofDay / 60 % 60, 2);
        into.addNumber(ofDay % 60, 2);
        if (fraction > 0) {
            into.add('.');
            into.addNumber(fraction, digits);
            while (into.at(into.length() - 1) == '0') {
                into.shorten(into.length() - 1);
            }
        }
        into.add('Z');
        return true;
    }

    /** Days since 1970-01-01; years begin in March here, so that the leap day is the last (Hinnant, "chrono-compatible date algorithms"). */
    private static long days(int year, int month, int day) {
        long y = month <= 2 ? year - 1L : year;
        long era = Math.floorDiv(y, 400);
        long ofEra = Math.floorMod(y, 400);
        long ofYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468;
    }

    private static void date(long days, NormalForm into) {
        long shifted = days + 719_468;
        long era = Math.floorDiv(shifted, 146_097);
        long dayOfEra = Math.floorMod(shifted, 146_097);
        long ofEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * ofEra + ofEra / 4 - ofEra / 100);
        long month = (5 * dayOfYear + 2) / 153;
        into.addNumber(era * 400 + ofEra + (month >= 10 ? 1 : 0), 4);
        into.addNumber(month < 10 ? month + 3 : month - 9, 2);
        into.addNumber(dayOfYear - (153 * month + 2) / 5 + 1, 2);
    }

    private static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    private static long power(int digits) {
        long power = 1;
        for (int d = 0; d < digits; d++) {
            power *= 10;
        }
        return power;
    }

    private boolean isDigit() {
        return at < end && value[at] >= '0' && value[at] <= '9';
    }

    private int number(int digits) {
        int number = 0;
        for (int d = 0; d < digits; d++) {
            if (!isDigit()) {
                isBad = true;
                return BAD;
            }
            number = number * 10 + value[at++] - '0';
        }
        return number;
    }

    private boolean take(char wanted) {
        boolean isThere = at < end && value[at] == wanted;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private boolean require(char wanted) {
        boolean isThere = take(wanted);
        isBad |= !isThere;
        return isThere;
    }
}
