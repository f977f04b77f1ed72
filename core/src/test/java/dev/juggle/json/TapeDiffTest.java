// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.json.Json.Parsed;
import dev.juggle.testing.Fuzz;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What counts as the same value, how a difference is named, and what a copy loses. */
class TapeDiffTest {
    private static void same(String left, String right) {
        assertEquals("same", diff(left, right), left + " | " + right);
    }

    private static void differ(String left, String right, String expected) {
        assertEquals(expected, diff(left, right));
    }

    private static String diff(String left, String right) {
        try (Parsed a = Json.parsed(left);
                Parsed b = Json.parsed(right)) {
            var difference =
                    new TapeDiff().first(a.document().tape(), 0, b.document().tape(), 0);
            return difference == null ? "same" : difference.describe();
        }
    }

    @Test
    void spellingDoesNotCount() {
        same(" { \"a\" : [ 1 , 2 ] } ", "{\"a\":[1,2]}");
        same("\"\\u0041\\/\\n\"", "\"A/\\u000a\"");
        same("\"\\ud800x\"", "\"\\uD800\\u0078\"");
        same("\"a\\u0000\\/\"", "\"\\u0061\\u0000/\"");
        same("[1.0,1e2,1.10]", "[1.000,100.0,1.1]");
        same("-0.0", "-0e9");
        same("\"\\ud83d\\ude00\"", "\"😀\"");
    }

    @Test
    void valuesCountToTheLastBit() {
        differ("1", "1.0", "$: 1 | 1.0");
        differ("0", "-0", "$: 0 | -0");
        differ("0.0", "-0.0", "$: 0.0 | -0.0");
        differ("[0.1]", "[0.10000000000000002]", "$[0]: 0.1 | 0.10000000000000002");
        differ("123456789012345678901", "123456789012345678902", "$: 123456789012345678901 | 123456789012345678902");
        differ("1e400", "1e401", "$: 1e400 | 1e401");
        differ("\"é\"", "\"e\\u0301\"", "$: \"é\" | \"e\u0301\"");
        differ("null", "false", "$: null | false");
        differ("[]", "{}", "$: an array of 0 elements | an object of 0 members");
        differ("\"1\"", "1", "$: \"1\" | 1");
        differ("\"\\ud800\"", "\"\\ud801\"", "$: \"\\ud800\" | \"\\ud801\"");
    }

    @Test
    void theFirstDifferenceIsNamedByItsPath() {
        differ("{\"a\":{\"b c\":[0,{\"d\":1}]}}", "{\"a\":{\"b c\":[0,{\"d\":2}]}}", "$.a['b c'][1].d: 1 | 2");
        differ("[1,2]", "[1,2,3]", "$[2]: nothing | 3");
        differ("[1,2]", "[]", "$: an array of 2 elements | an array of 0 elements");
        differ("{\"a\":1,\"b\":2}", "{\"a\":1}", "$.b: 2 | nothing");
        differ("{\"a\":1}", "{\"a\":1,\"b\":[2]}", "$.b: nothing | an array of 1 element");
        differ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", "$: \"a\" as member 1 | \"b\" as member 1");
        differ("{\"it's\\n\\u0000\\ud800\":1}", "{\"it's\\n\\u0000\\ud800\":2}", "$['it\\'s\\n\\u0000\\ud800']: 1 | 2");
        differ("{\"\":1}", "{\"\":2}", "$['']: 1 | 2");
        differ("\"" + "x".repeat(60) + "\"", "\"y\"", "$: \"" + "x".repeat(40) + "…\" | \"y\"");
    }

    @Test
    void ofANameGivenTwiceTheLastValueCountsAtTheFirstPlace() {
        same("{\"k\":1,\"k\":2}", "{\"k\":2}");
        same("{\"k\":1,\"j\":3,\"k\":2}", "{\"k\":2,\"j\":3}");
        same("{\"k\":1,\"k\":2}", "{\"k\":9,\"\\u006b\":2}");
        same("{\"k\":{\"a\":1},\"k\":{\"a\":2}}", "{\"k\":[],\"k\":{\"a\":2}}");
        differ("{\"k\":1,\"k\":2}", "{\"k\":1}", "$.k: 2 | 1");
        differ("{\"k\":1,\"j\":3,\"k\":2}", "{\"j\":3,\"k\":2}", "$: \"k\" as member 1 | \"j\" as member 1");
        differ("[{\"k\":[1],\"k\":[2]},3]", "[{\"k\":[5],\"k\":[2]},4]", "$[1]: 3 | 4");
    }

    @Test
    void deeplyNestedDuplicatesTakeNoLonger() {
        String left = "1";
        String right = "2";
        for (int i = 0; i < 1000; i++) {
            left = "{\"a\":0,\"a\":" + left + "}";
            right = "{\"a\":" + right + "}";
        }
        assertEquals("$" + ".a".repeat(1000) + ": 1 | 2", diff(left, right));
        assertEquals("$" + ".a".repeat(1000) + ": 1 | 2", diff(left, left.replace("1", "2")));
    }

    @Test
    void everyTextEqualsItself() {
        JsonTexts texts = new JsonTexts(Fuzz.random("everyTextEqualsItself"));
        for (int round = 0; round < Fuzz.rounds(2000); round++) {
            String text = new String(texts.valid(), StandardCharsets.UTF_8);
            same(text, text);
        }
    }

    @Test
    void lossesAreCounted() {
        assertLosses("[1.5,1e5,123456789012345678901,-0.0,0.0,0e5,\"1e-400\"]", 0, 0, 0);
        assertLosses(
                "[1.23456789012345678,0.12345678901234567,1.50000000000000000000000,100000000000000000000.0]", 1, 0, 0);
        assertLosses("[1e400,-1e999,1e-400,-1e-400,4.9e-324]", 0, 2, 0);
        assertLosses("{\"a\":1,\"b\":{\"a\":1,\"a\":2,\"\\u0061\":3},\"b\":0}", 0, 0, 3);
        StringBuilder many = new StringBuilder("{");
        for (int i = 0; i < 100; i++) {
            many.append("\"k" + i % 60 + "\":" + i + ",");
        }
        assertLosses(many + "\"z\":1.000000000000000000001}", 1, 0, 40);
    }

    private static void assertLosses(String text, long digits, long range, long duplicates) {
        try (Parsed parsed = Json.parsed(text)) {
            Losses losses = new Losses();
            losses.add(parsed.document().tape(), 0);
            assertEquals(
                    digits + " " + range + " " + duplicates,
                    losses.manyDigits() + " " + losses.tooSmall() + " " + losses.duplicateMembers(),
                    text);
        }
    }
}
