// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.json.Json.Parsed;
import dev.juggle.json.ParsedDocument.Form;
import org.junit.jupiter.api.Test;

/** The forms a document can have, and what becomes of broken ones. */
class DocumentParserTest {
    private static void is(String text, Form form, String values, String aside) {
        is(Json.utf8(text), form, values, aside);
    }

    private static void is(byte[] text, Form form, String values, String aside) {
        try (Parsed parsed = Json.parsed(text, Limits.DEFAULT)) {
            assertEquals(form + " " + values, parsed.document().form() + " " + parsed.values());
            assertEquals(aside, parsed.aside());
        }
    }

    private static String message(String text) {
        try (Parsed parsed = Json.parsed(text)) {
            assertEquals(1, parsed.document().setAsideCount(), text);
            return parsed.setAside().getFirst().describe();
        }
    }

    @Test
    void emptyAndWhiteSpaceOnlyDocumentsHaveNoRecords() {
        is("", Form.EMPTY, "", "");
        is(" ", Form.EMPTY, "", "");
        is("\r\n\t \n", Form.EMPTY, "", "");
        is("\uFEFF", Form.EMPTY, "", "");
        is("\uFEFF \n", Form.EMPTY, "", "");
    }

    @Test
    void oneValueIsSingleAnArrayIsAnArray() {
        is("{}", Form.SINGLE, "{}", "");
        is("[]", Form.ARRAY, "[]", "");
        is("\"hi\"", Form.SINGLE, "\"hi\"", "");
        is("42", Form.SINGLE, "42", "");
        is(" null\n", Form.SINGLE, "null", "");
        is("true", Form.SINGLE, "true", "");
        is("{\n\t\"a\": [1, {\"b\": 2.5}]\n}\n", Form.SINGLE, "{\"a\":[1,{\"b\":2.5}]}", "");
        is("\uFEFF[1]", Form.ARRAY, "[1]", "");
    }

    @Test
    void severalValuesAreLines() {
        is("{\"a\":1}{\"a\":2}\n{\"a\":3}", Form.LINES, "{\"a\":1} {\"a\":2} {\"a\":3}", "");
        is("1 2\n\"x\"[]", Form.LINES, "1 2 \"x\" []", "");
        is("[][]", Form.LINES, "[] []", "");
        is("{\n\"a\":1\n}\n{\n\"a\":2\n}\n", Form.LINES, "{\"a\":1} {\"a\":2}", "");
    }

    @Test
    void carriageReturnsBlankLinesAndNoLastLineEndAreFine() {
        is("{\"a\":1}\r\n\r\n{\"a\":2}\r\n{\"a\":3}", Form.LINES, "{\"a\":1} {\"a\":2} {\"a\":3}", "");
        is("\n\n1\n\n\n2\n\n", Form.LINES, "1 2", "");
    }

    @Test
    void oneArrayWithAnObjectALineIsOneArray() {
        is("[\n{\"id\":\"Q1\"},\n{\"id\":\"Q2\"}\n]", Form.ARRAY, "[{\"id\":\"Q1\"},{\"id\":\"Q2\"}]", "");
    }

    @Test
    void aBrokenLineInTheMiddleIsSetAsideAlone() {
        is("{\"a\":1}\n{\"a\":}\n{\"a\":3}\n", Form.LINES, "{\"a\":1} {\"a\":3}", "1@2:6[{\"a\":}]");
        is("{\"a\":1}\r\n{\"a\":tru}\r\n{\"a\":3}", Form.LINES, "{\"a\":1} {\"a\":3}", "1@2:6[{\"a\":tru}]");
        is("1\nx\n2\ny\n3", Form.LINES, "1 2 3", "1@2:1[x] 3@4:1[y]");
    }

    @Test
    void theFirstLineMayBeBroken() {
        is("{\"a\":}\n{\"a\":2}\n{\"a\":3}\n", Form.LINES, "{\"a\":2} {\"a\":3}", "0@1:6[{\"a\":}]");
        is("# made by hand\n{\"a\":2}\n", Form.LINES, "{\"a\":2}", "0@1:1[# made by hand]");
        is("[1,\n[2]\n[3]\n", Form.LINES, "[2] [3]", "0@1:4[[1,]");
    }

    @Test
    void aLineCutOffDoesNotSwallowTheNext() {
        is("{\"a\":1}\n{\"a\":[1,\n{\"a\":3}\n", Form.LINES, "{\"a\":1} {\"a\":3}", "1@2:9[{\"a\":[1,]");
        is("{\"a\":[1,\n{\"a\":2}\n{\"a\":3}\n", Form.LINES, "{\"a\":2} {\"a\":3}", "0@1:9[{\"a\":[1,]");
        is("{\"a\":1,\n{\"a\":2}\n", Form.LINES, "{\"a\":2}", "0@1:8[{\"a\":1,]");
        is("{\"a\":1}\n{\"a\":\"cut\n{\"a\":3}\n", Form.LINES, "{\"a\":1} {\"a\":3}", "1@2:10[{\"a\":\"cut]");
        is("{\"a\":1}\n{\"a\":2", Form.LINES, "{\"a\":1}", "1@2:7[{\"a\":2]");
    }

    @Test
    void somethingBehindAValueBreaksItsLine() {
        is("{\"a\":1}\n{\"a\":2} x\n{\"a\":3}\n", Form.LINES, "{\"a\":1} {\"a\":3}", "1@2:9[{\"a\":2} x]");
        is("1\n2x\n3\n", Form.LINES, "1 3", "1@2:2[2x]");
        is("{\"a\":1},\n{\"a\":2},\n{\"a\":3}\n", Form.LINES, "{\"a\":3}", "0@1:8[{\"a\":1},] 1@2:8[{\"a\":2},]");
    }

    @Test
    void concatenatedValuesBeforeABrokenOneStay() {
        is("{\"a\":1}{\"a\":2}{\"a\":", Form.LINES, "{\"a\":1} {\"a\":2}", "2@1:20[{\"a\":]");
        is("{\"a\":1} {bad}", Form.LINES, "{\"a\":1}", "1@1:10[{bad}]");
    }

    @Test
    void aBrokenPrettyPrintedDocumentIsSetAsideAsAWhole() {
        String text = "{\n  \"a\": 1,\n  \"b\": oops,\n  \"c\": {\n    \"d\": 2\n  }\n}";
        is(text + "\n", Form.SINGLE, "", "0@3:8[" + text + "]");
        is("{\n\"a\": 1,\n}", Form.SINGLE, "", "0@3:1[{\n\"a\": 1,\n}]");
        is("{\n\"a\":\n{\n\"b\": 1 2\n}\n}", Form.SINGLE, "", "0@4:8[{\n\"a\":\n{\n\"b\": 1 2\n}\n}]");
    }

    @Test
    void aBrokenOneAmongPrettyPrintedOnesEndsWhereTheNextBegins() {
        is(
                "{\n  \"a\": 1\n}\n{\n  \"a\": ,\n  \"b\": 2\n}\n{\n  \"a\": 3\n}\n",
                Form.LINES,
                "{\"a\":1} {\"a\":3}",
                "1@5:8[{\n  \"a\": ,\n  \"b\": 2\n}]");
        is(
                "{\n  \"a\": 1\n}\n{\n  \"a\": [2\n{\n  \"a\": 3\n}\n",
                Form.LINES,
                "{\"a\":1} {\"a\":3}",
                "1@5:10[{\n  \"a\": [2]");
    }

    @Test
    void aBrokenArrayKeepsTheElementsBefore() {
        is("[1,2,x,4]", Form.ARRAY, "[1,2]", "2@1:6[,x,4]]");
        is("[\n{\"a\":1},\n{\"a\":2},\n{\"a\":}\n]", Form.ARRAY, "[{\"a\":1},{\"a\":2}]", "2@4:6[,\n{\"a\":}\n]]");
        is("[{\"a\":1},{\"a\":2}", Form.ARRAY, "[{\"a\":1},{\"a\":2}]", "2@1:17[]");
        is("[[1],[2", Form.ARRAY, "[[1]]", "1@1:8[,[2]");
        is("[1,23", Form.ARRAY, "[1]", "1@1:6[,23]");
        is("[1,tru]", Form.ARRAY, "[1]", "1@1:4[,tru]]");
        is("[1,true false]", Form.ARRAY, "[1,true]", "2@1:9[false]]");
        is("[1,]", Form.ARRAY, "[1]", "1@1:4[,]]");
        is("[1,2] x", Form.ARRAY, "[1,2]", "2@1:7[x]");
        is("[x,1]", Form.SINGLE, "", "0@1:2[[x,1]]");
        is("[", Form.SINGLE, "", "0@1:2[[]");
    }

    @Test
    void aTextSequenceIsReadItemByItem() {
        is("\u001e{\"a\":1}\n\u001e{\"a\":2}\n", Form.SEQUENCE, "{\"a\":1} {\"a\":2}", "");
        is("\u001e{\"a\":1}\u001e\u001e\n\u001e[2]", Form.SEQUENCE, "{\"a\":1} [2]", "");
        is("\u001e{\n\"a\":1\n}\n\u001e7\n", Form.SEQUENCE, "{\"a\":1} 7", "");
        is("\u001e", Form.SEQUENCE, "", "");
    }

    @Test
    void aBrokenItemOfATextSequenceIsSetAsideAlone() {
        is("\u001e1\n\u001e{\"a\":\n\u001e3\n", Form.SEQUENCE, "1 3", "1@3:1[{\"a\":]");
        is("\u001e1\n\u001e{\"a\":\"x\u001e3\n", Form.SEQUENCE, "1 3", "1@2:9[{\"a\":\"x]");
        is("\u001e1\n\u001e2 2\n\u001e3\n", Form.SEQUENCE, "1 3", "1@2:4[2 2]");
        is("\u001e1\n\u001e23\u001e3", Form.SEQUENCE, "1", "1@2:4[23] 2@2:6[3]");
    }

    @Test
    void invalidUtf8IsSetAside() {
        is(Json.latin("{\"t\":\"\u00ff\u00fe\"}"), Form.SINGLE, "", "0@1:7[{\"t\":\"\ufffd\ufffd\"}]");
        is(Json.latin("1\n\"\u00c3(\"\n2"), Form.LINES, "1 2", "1@2:2[\"\ufffd(\"]");
    }

    @Test
    void messagesSayWhatWasExpectedAndFound() {
        assertEquals(
                "1:6: expected a value, found 'NaN' (JSON has no such number) (byte 5)",
                message("{\"a\":NaN,\"b\":1}"));
        assertEquals(
                "1:6: expected a value, found 'Infinity' (JSON has no such number) (byte 5)",
                message("{\"a\":Infinity}"));
        assertEquals(
                "1:6: expected a value, found '-Infinity' (JSON has no such number) (byte 5)",
                message("{\"a\":-Infinity}"));
        assertEquals(
                "1:8: expected a member name in double quotes after ',', found '}' (no comma may stand before it) (byte 7)",
                message("{\"a\":1,}"));
        assertEquals(
                "1:9: expected the end of the line or another value, found '//' (JSON has no comments) (byte 8)",
                message("{\"a\":1} // c"));
        assertEquals("1:6: expected a number without leading zeros, found '007' (byte 5)", message("{\"a\":007}"));
        assertEquals(
                "1:2: expected a member name in double quotes or '}', found ''' (strings stand in double quotes) (byte 1)",
                message("{'a':1}"));
        assertEquals(
                "1:2: expected a member name in double quotes or '}', found 'a' (names stand in double quotes) (byte 1)",
                message("{a:1}"));
        assertEquals("1:8: expected ',' or '}' after a member, found '\"' (byte 7)", message("{\"a\":1 \"b\":2}"));
        assertEquals("1:7: expected ',' or '}' after a member, found the end (byte 6)", message("{\"a\":1"));
        assertEquals(
                "1:3: expected the rest of a string, up to its '\"', found the end of the line (byte 2)",
                message("\"a\nb\""));
        assertEquals(
                "1:3: expected an escape instead of a control character in a string, found '\\u0001' (byte 2)",
                message("\"a\u0001\""));
        assertEquals("1:2: expected one of \"\\/bfnrtu after '\\', found '\\x' (byte 1)", message("\"\\x\""));
        assertEquals("1:2: expected four hexadecimal digits after '\\u', found '\\u' (byte 1)", message("\"\\u00g0\""));
        assertEquals("2:7: expected ',' or '}' after a member, found 'é' (byte 9)", message("{\n \"ü\":1é}"));
        assertEquals(
                "1:1: expected a value, found 'True' (JSON's literals are true, false and null) (byte 0)",
                message("True"));
        assertEquals(
                "2:4: expected a value, found ']' (no comma may stand before it) (byte 11)",
                message("{\"a\":1}\n[1,]\n"));
    }

    @Test
    void depthIsLimited() {
        String deep = "[".repeat(1000) + "]".repeat(1000);
        is(deep, Form.ARRAY, deep, "");
        assertTrue(
                message("[".repeat(100_000) + "]".repeat(100_000)).contains("expected at most 1024 levels of nesting"));
        assertFalse(message("{\"a\":".repeat(100_000)).isEmpty());
        String lines = "1\n" + "[".repeat(2000) + "]".repeat(2000) + "\n2\n";
        try (Parsed parsed = Json.parsed(lines)) {
            assertEquals("1 2", parsed.values());
        }
    }

    @Test
    void aMillionErrorsAreFine() {
        String lines = "{\"a\":1}\n" + "[1,\n".repeat(100_000) + "{\"a\":2}\n";
        try (Parsed parsed = Json.parsed(lines)) {
            assertEquals("{\"a\":1} {\"a\":2}", parsed.values());
            assertEquals(100_000, parsed.document().setAsideCount());
            assertEquals(
                    "100001:4",
                    parsed.setAside().getLast().line() + ":"
                            + parsed.setAside().getLast().column());
        }
    }
}
