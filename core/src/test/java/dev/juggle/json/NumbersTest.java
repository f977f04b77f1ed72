// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Numbers against the JDK's own conversions and RFC 8259's grammar. */
class NumbersTest {
    private static final Pattern GRAMMAR = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private final BumpArena arena = new BumpArena(8192);
    private final long text = arena.allocate(4096);
    private final long words = arena.allocate(64);
    private final Tape tape = new Tape().wrap(arena.base(), words, 2);

    @AfterEach
    void close() {
        arena.close();
    }

    /** Checks one spelling, with the byte behind it being {@code behind}. */
    private void check(String spelling, char behind) {
        byte[] bytes = (spelling + behind).getBytes(StandardCharsets.ISO_8859_1);
        Mem.copyIn(bytes, 0, text, bytes.length);
        // what lies further behind must not matter
        Mem.putLong(text + bytes.length, 0x3931_3931_3965_2E31L);
        long result = Numbers.write(text, words, arena.base());
        if (!GRAMMAR.matcher(spelling).matches()) {
            assertEquals(Numbers.NOT_A_NUMBER, result, spelling);
            return;
        }
        assertEquals(spelling.length(), Math.abs(result) - text, spelling);
        String expected = expected(spelling);
        StringBuilder actual = new StringBuilder(Tape.typeName(tape.type(0)));
        if (tape.type(0) == Tape.INTEGER) {
            actual.append(' ').append(tape.longValue(0));
        } else if (tape.type(0) == Tape.REAL) {
            actual.append(' ').append(Long.toHexString(Double.doubleToRawLongBits(tape.doubleValue(0))));
        }
        if (!expected.contentEquals(actual)) {
            assertEquals(expected, actual.toString(), spelling);
        }
        assertEquals(tape.type(0) == Tape.INTEGER || tape.type(0) == Tape.REAL, result > 0, spelling);
        assertEquals(text, tape.address(0));
        assertEquals(spelling.length(), tape.length(0));
    }

    private void check(String spelling) {
        check(spelling, ',');
    }

    private static String expected(String spelling) {
        boolean integer = spelling.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
        if (integer) {
            BigInteger value = new BigInteger(spelling);
            if (spelling.equals("-0")) {
                return "-0";
            }
            boolean fits = value.compareTo(MIN) >= 0 && value.compareTo(MAX) <= 0;
            return fits ? "integer " + value : "big integer";
        }
        double value = Double.parseDouble(spelling);
        if (Double.isInfinite(value)) {
            return "big real";
        }
        long bits = Double.doubleToRawLongBits(value);
        return bits == Long.MIN_VALUE ? "-0.0" : "real " + Long.toHexString(bits);
    }

    @Test
    void integersOfEveryLength() {
        Random random = Fuzz.random("integersOfEveryLength");
        for (int round = 0; round < Fuzz.rounds(200_000); round++) {
            StringBuilder spelling = new StringBuilder(random.nextBoolean() ? "-" : "");
            for (int i = random.nextInt(24); i >= 0; i--) {
                spelling.append((char) ('0' + random.nextInt(10)));
            }
            check(spelling.toString(), " ,]}\n\0".charAt(random.nextInt(6)));
        }
        for (BigInteger edge :
                new BigInteger[] {MIN, MAX, BigInteger.TWO.pow(64), BigInteger.TEN.pow(18), BigInteger.TEN.pow(19)}) {
            for (int d = -3; d <= 3; d++) {
                check(edge.add(BigInteger.valueOf(d)).toString());
                check(edge.negate().add(BigInteger.valueOf(d)).toString());
            }
        }
        check("0");
        check("-0");
    }

    @Test
    void whatTheGrammarRejects() {
        for (String wrong : new String[] {
            "-",
            "01",
            "-01",
            "00",
            "1.",
            "-1.",
            "1.e5",
            "1e",
            "1e+",
            "1E-",
            "0.",
            "0.e1",
            "-a",
            "--1",
            "1.-5",
            "00.5",
            "-00",
            "012345678",
            "0123456789012345678",
            "1234567890.",
            "12345678e"
        }) {
            for (char behind : ",]} \n\0x.e\"-".toCharArray()) {
                check(wrong, behind == '.' || behind == 'e' || behind == '-' ? ',' : behind);
            }
        }
    }

    @Test
    void theShortestSpellingOfEveryDouble() {
        Random random = Fuzz.random("theShortestSpellingOfEveryDouble");
        for (int round = 0; round < Fuzz.rounds(300_000); round++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                check(Double.toString(value));
            }
        }
    }

    @Test
    void decimalsOfEveryShape() {
        Random random = Fuzz.random("decimalsOfEveryShape");
        for (int round = 0; round < Fuzz.rounds(300_000); round++) {
            StringBuilder spelling = new StringBuilder(random.nextBoolean() ? "-" : "");
            digits(random, spelling, 1 + random.nextInt(random.nextInt(8) == 0 ? 30 : 6));
            if (random.nextInt(4) != 0) {
                digits(random, spelling.append('.'), random.nextInt(random.nextInt(8) == 0 ? 40 : 20));
            }
            if (random.nextInt(3) == 0) {
                spelling.append(random.nextBoolean() ? 'e' : 'E')
                        .append(new String[] {"", "+", "-"}[random.nextInt(3)]);
                digits(random, spelling, random.nextInt(5));
            }
            check(spelling.toString(), ",]} \n\0".charAt(random.nextInt(6)));
        }
    }

    private static void digits(Random random, StringBuilder out, int count) {
        boolean zeros = random.nextInt(6) == 0;
        for (int i = 0; i < count; i++) {
            out.append((char) ('0' + (zeros ? 0 : random.nextInt(10))));
        }
    }

    @Test
    void halfWaysBetweenNeighbours() {
        Random random = Fuzz.random("halfWaysBetweenNeighbours");
        for (int round = 0; round < Fuzz.rounds(2_000); round++) {
            long bits = random.nextLong() & Long.MAX_VALUE;
            if (random.nextInt(4) == 0) {
                bits = random.nextLong() & (1L << 53) - 1;
            }
            double value = Double.longBitsToDouble(bits);
            if (!Double.isFinite(value) || !Double.isFinite(Math.nextUp(value))) {
                continue;
            }
            BigDecimal middle = new BigDecimal(value)
                    .add(new BigDecimal(Math.nextUp(value)))
                    .divide(BigDecimal.TWO);
            around(middle.toPlainString());
            around(middle.toString().replace("E", "e"));
        }
    }

    /** A decimal, cut off at various lengths, and a little more and less than it. */
    private void around(String spelling) {
        if (spelling.length() > 3000) {
            return;
        }
        check(spelling);
        int e = spelling.indexOf('e');
        String digits = e < 0 ? spelling : spelling.substring(0, e);
        String exponent = e < 0 ? "" : spelling.substring(e);
        if (digits.indexOf('.') < 0) {
            digits += ".0";
        }
        check(digits + "1" + exponent);
        check(digits + "000000000000000000000" + exponent);
        for (int length : new int[] {17, 18, 19, 20, 21, 22, 25}) {
            if (length < digits.length() && digits.charAt(length - 1) != '.') {
                check(digits.substring(0, length) + (digits.indexOf('.') < length ? "" : ".0") + exponent);
            }
        }
    }

    @Test
    void hardCases() {
        for (String hard : new String[] {
            "2.2250738585072011e-308",
            "2.2250738585072012e-308",
            "2.2250738585072014e-308",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.47e-324",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1.797693134862315807e308",
            "1.797693134862315808e308",
            "9007199254740993.0",
            "9007199254740992.5",
            "1e22",
            "1e23",
            "1e-22",
            "8.5e22",
            "0.1",
            "0.3",
            "5e-324",
            "1e309",
            "-1e-400",
            "-0.0",
            "-0e5",
            "0e99999999999999999999",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "123456789012345678901234567890e-10",
            "0.000000000000000000000000000000000000000000000000001e51",
            "9223372036854775807.5",
            "18446744073709551615e0",
            "18446744073709551616e0",
            "9999999999999999999e-1",
            "6.631236846766476e-316",
            "3.2378839133029012895883524125015321748630094e-316",
            "1.0000000000000002220446049250313080847263336181640625",
            "1.00000000000000011102230246251565404236316680908203125",
            "7.2057594037927933e16",
            "-65.613616999999977",
            "43.420273000000009"
        }) {
            check(hard);
            check("-" + hard.replace("-", "").replace("e", "e-"));
        }
    }

    @Test
    void everyPowerOfTenAndTwo() {
        for (int e = -400; e <= 400; e++) {
            for (String digits :
                    new String[] {"1", "9", "1.5", "9007199254740993", "18446744073709551615", "5.0000000000000001"}) {
                check(digits + "e" + e);
            }
        }
        for (int e = -1074; e <= 1023; e++) {
            check(new BigDecimal(Math.scalb(1.0, e)).toString().replace("E", "e") + (e < 0 ? "" : ".0"));
        }
    }
}
