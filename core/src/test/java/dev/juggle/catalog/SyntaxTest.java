// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntaxTest {
    private static final String NONE = "(none)";

    private static String normal(Syntax syntax, String text) {
        NormalForm form = new NormalForm();
        byte[] bytes = ("x" + text + "y").getBytes(StandardCharsets.UTF_8);
        return syntax.normalise(bytes, 1, bytes.length - 2, form) ? form.toString() : NONE;
    }

    private static NormalForm form(Syntax syntax, String text) {
        NormalForm form = new NormalForm();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertTrue(syntax.normalise(bytes, 0, bytes.length, form), text);
        return form;
    }

    private static int compare(Syntax syntax, String left, String right) {
        int order = Integer.signum(syntax.compare(form(syntax, left), form(syntax, right)));
        assertEquals(-order, Integer.signum(syntax.compare(form(syntax, right), form(syntax, left))));
        assertEquals(order == 0, form(syntax, left).sameAs(form(syntax, right)), left + " " + right);
        return order;
    }

    @Test
    void exactMeansBytes() {
        assertEquals(" A  b", normal(Syntax.EXACT, " A  b"));
        assertEquals(-1, compare(Syntax.EXACT, "z", "ä")); // unsigned
    }

    @Test
    void caseAndSpacingDoNotMatter() {
        assertEquals("barbara jensen", normal(Syntax.CASE_IGNORE, "Barbara  JENSEN "));
        assertEquals("a b", normal(Syntax.CASE_IGNORE, "\t a\r\nb\u007f "));
        assertEquals("strasse", normal(Syntax.CASE_IGNORE, "Straße"));
        assertEquals("οδοσ", normal(Syntax.CASE_IGNORE, "οδος"));
        assertEquals("οδοσ", normal(Syntax.CASE_IGNORE, "ΟΔΟΣ"));
        assertEquals("ab c", normal(Syntax.CASE_IGNORE, "Ａｂ\u00a0\u00a0C"));
        assertEquals("é", normal(Syntax.CASE_IGNORE, "E\u0301"));
        assertEquals("cooperaté", normal(Syntax.CASE_IGNORE, "co\u00adoperatÉ"));
        assertEquals("", normal(Syntax.CASE_IGNORE, " \u2003 "));
    }

    @Test
    void bytesThatAreNoTextHaveNoNormalForm() {
        assertFalse(Syntax.CASE_IGNORE.normalise(new byte[] {'a', (byte) 0xc3}, 0, 2, new NormalForm()));
        assertFalse(Syntax.DN.normalise(new byte[] {'a', '=', (byte) 0xff}, 0, 3, new NormalForm()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+", "1.0", "1 ", " 1", "0x1", "--1", "1e2", "١"})
    void whatIsNoIntegerHasNone(String text) {
        assertEquals(NONE, normal(Syntax.INTEGER, text));
    }

    @Test
    void integersAreOrderedByTheirValueAtAnySize() {
        Random random = Fuzz.random("SyntaxTest.integers");
        for (int round = 0; round < Fuzz.rounds(2_000); round++) {
            BigInteger left = integer(random);
            BigInteger right =
                    random.nextInt(4) == 0 ? left.add(BigInteger.valueOf(random.nextInt(3) - 1)) : integer(random);
            assertEquals(left.toString(), normal(Syntax.INTEGER, spelled(random, left)));
            assertEquals(left.compareTo(right), compare(Syntax.INTEGER, spelled(random, left), spelled(random, right)));
        }
        assertEquals("0", normal(Syntax.INTEGER, "-000"));
    }

    private static BigInteger integer(Random random) {
        BigInteger size = new BigInteger(random.nextInt(90), random);
        return random.nextBoolean() ? size : size.negate();
    }

    private static String spelled(Random random, BigInteger number) {
        String sign = number.signum() < 0 ? "-" : random.nextInt(4) == 0 ? "+" : "";
        return sign + "0".repeat(random.nextInt(3)) + number.abs();
    }

    @ParameterizedTest
    @CsvSource({
        "12.50,1.25e1",
        "1.25e1,1.25e1",
        "-0.00,0e0",
        "0,0e0",
        ".5,5e-1",
        "-1e-7,-1e-7",
        "100,1e2",
        "1E+02,1e2",
        "0.010e2,1e0"
    })
    void decimalsOfOneValueHaveOneForm(String text, String expected) {
        assertEquals(expected, normal(Syntax.DECIMAL, text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "-", "1.", "1e", "1e+", "e5", "1.5.2", "NaN", "1e123456789012345678", "1 "})
    void whatIsNoDecimalHasNone(String text) {
        assertEquals(NONE, normal(Syntax.DECIMAL, text));
    }

    @Test
    void decimalsAreOrderedByTheirValueAtAnySize() {
        Random random = Fuzz.random("SyntaxTest.decimals");
        for (int round = 0; round < Fuzz.rounds(3_000); round++) {
            BigDecimal left = decimal(random);
            BigDecimal right =
                    random.nextInt(3) == 0 ? left.multiply(BigDecimal.valueOf(1 + random.nextInt(2))) : decimal(random);
            String spelledLeft = random.nextBoolean() ? left.toString() : left.toPlainString();
            String spelledRight = random.nextBoolean()
                    ? right.toString()
                    : right.setScale(right.scale() + 2).toPlainString();
            assertEquals(
                    left.compareTo(right),
                    compare(Syntax.DECIMAL, spelledLeft, spelledRight),
                    spelledLeft + " " + spelledRight);
        }
    }

    private static BigDecimal decimal(Random random) {
        BigInteger digits = new BigInteger(random.nextInt(60), random);
        return new BigDecimal(random.nextBoolean() ? digits : digits.negate(), random.nextInt(40) - 20);
    }

    @Test
    void truthHasTwoValues() {
        assertEquals("TRUE", normal(Syntax.BOOLEAN, "true"));
        assertEquals("FALSE", normal(Syntax.BOOLEAN, "False"));
        for (String other : new String[] {"", "1", "yes", "TRUE ", "TRUEST", "TRUTH"}) {
            assertEquals(NONE, normal(Syntax.BOOLEAN, other));
        }
        assertEquals(-1, compare(Syntax.BOOLEAN, "false", "TRUE"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "20240229123045Z|20240229123045Z",
                "2024022912Z|20240229120000Z",
                "2024022912.5Z|20240229123000Z",
                "202402291230,25Z|20240229123015Z",
                "20240229123045.1200+0130|20240229110045.12Z",
                "2024-02-29T12:30:45.5-01:00|20240229133045.5Z",
                "2024-02-29 12:30Z|20240229123000Z",
                "20231231235960Z|20240101000000Z",
                "20231231233000-01|20240101003000Z",
                "00000101000000Z|00000101000000Z",
                "20240229123045.000000000000001Z|20240229123045.000000000000001Z",
            })
    void pointsInTimeHaveOneForm(String text, String expected) {
        assertEquals(expected, normal(Syntax.TIMESTAMP, text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "20240229",
                "20240229123045",
                "20230229120000Z",
                "20241301000000Z",
                "20240100000000Z",
                "2024022924Z",
                "202402291260Z",
                "20240229123045.Z",
                "20240229123045Z ",
                "2024-0229T12:30:45Z",
                "2024-02-29T12Z",
                "00000101000000+01",
                "99991231235900-0100",
                "20240229123045.0000000000000001Z",
                "2024-02-29T12:30:45+1:00"
            })
    void whatIsNoPointInTimeHasNone(String text) {
        assertEquals(NONE, normal(Syntax.TIMESTAMP, text));
    }

    @Test
    void pointsInTimeAgreeWithJavaTime() {
        Random random = Fuzz.random("SyntaxTest.pointsInTime");
        for (int round = 0; round < Fuzz.rounds(3_000); round++) {
            OffsetDateTime left = time(random);
            OffsetDateTime right = random.nextInt(3) == 0 ? left.plusNanos(random.nextInt(3) - 1) : time(random);
            OffsetDateTime shifted = right.withOffsetSameInstant(ZoneOffset.ofHoursMinutes(2, 30));
            assertEquals(
                    Integer.signum(left.toInstant().compareTo(right.toInstant())),
                    compare(Syntax.TIMESTAMP, left.toString(), shifted.toString()),
                    left + " " + right);
        }
    }

    private static OffsetDateTime time(Random random) {
        return OffsetDateTime.of(
                        1 + random.nextInt(9_990), 1, 1, 0, 0, 0, 0, ZoneOffset.ofHours(random.nextInt(19) - 9))
                .plusSeconds(random.nextInt(40_000_000))
                .plusNanos(random.nextBoolean() ? 0 : random.nextInt(1_000_000_000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "UID=User.1, OU=People ;DC=Example,dc=COM|uid=user.1,ou=people,dc=example,dc=com",
                "sn=Jensen + CN=Barbara  J|cn=barbara j+sn=jensen",
                "CN=Steve\\2C Kille|cn=steve\\, kille",
                "CN=Steve\\, Kille|cn=steve\\, kille",
                "CN=\"Steve, Kille\"|cn=steve\\, kille",
                "o=Sue\\, Grabbit and Runn|o=sue\\, grabbit and runn",
                "cn=L\\C4\\8Di\\C4\\87|cn=lčić",
                "1.3.6.1.4.1.1466.0=#04024869|1.3.6.1.4.1.1466.0=#04024869",
                "cn=\\#x|cn=\\#x",
                "cn=|cn=",
                "cn=a=b|cn=a\\=b",
            })
    void distinguishedNamesHaveOneSpelling(String text, String expected) {
        assertEquals(expected, normal(Syntax.DN, text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cn",
                "=x",
                "cn=a,",
                ",cn=a",
                "cn=a+",
                "cn=a\\",
                "cn=a\\zz",
                "cn=\"a",
                "cn=\"a\"b",
                "cn=a<b",
                "c n=a",
                "cn=#0",
                "cn=#"
            })
    void whatIsNoDistinguishedNameHasNone(String text) {
        assertEquals(NONE, normal(Syntax.DN, text));
    }

    @Test
    void theEmptyNameIsAName() {
        assertEquals("", normal(Syntax.DN, ""));
        assertEquals("", normal(Syntax.DN, "  "));
    }

    /** Random text out of what each syntax is made of: whatever has a normal form, its normal form is its own. */
    @ParameterizedTest
    @EnumSource
    void aNormalFormIsItsOwnNormalForm(Syntax syntax) {
        Random random = Fuzz.random("SyntaxTest.normalFormOf." + syntax);
        String letters = "aZbs \t=,;+\\\"#<>0123456789.-eETFZ:ßΣςǅﬀ\u0301\u00adÅ\u212bİı\u2126\u0345";
        int found = 0;
        for (int round = 0; round < Fuzz.rounds(20_000); round++) {
            StringBuilder text = new StringBuilder(syntax == Syntax.DN ? "cn=" : "");
            for (int k = random.nextInt(12); k > 0; k--) {
                text.append(
                        random.nextInt(20) == 0
                                ? Character.toString(random.nextInt(0xd800))
                                : Character.toString(letters.charAt(random.nextInt(letters.length()))));
            }
            String normal = normal(syntax, text.toString());
            if (!normal.equals(NONE)) {
                found++;
                assertEquals(normal, normal(syntax, normal), () -> "of " + text);
            }
        }
        assertTrue(found > 0 || syntax == Syntax.BOOLEAN || syntax == Syntax.TIMESTAMP, "the test finds nothing");
    }

    @Test
    void valuesInAnArenaAreNormalisedThere() {
        try (BumpArena arena = new BumpArena(256)) {
            long address = arena.allocate(200);
            byte[] text = "A".repeat(200).getBytes(StandardCharsets.UTF_8);
            Mem.copyIn(text, 0, address, text.length);
            NormalForm form = new NormalForm();
            assertTrue(Syntax.CASE_IGNORE.normalise(address, 200, form));
            assertEquals("a".repeat(200), form.toString());
            assertEquals(200, form.copy().length);
        }
    }

    @Test
    void aSyntaxIsFoundByItsName() {
        for (Syntax syntax : Syntax.values()) {
            assertSame(syntax, Syntax.of(syntax.label()));
        }
        assertNotEquals(Syntax.EXACT, Syntax.of("dn"));
    }
}
