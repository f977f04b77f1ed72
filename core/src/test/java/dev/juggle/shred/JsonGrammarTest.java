// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonGrammarTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0.5e+10",
                " [ ] ",
                "{}",
                "[1,[2,{\"a\":[]}]]",
                "{\"a\":{\"b\":null},\"c\":\"\\u00e9]\"}",
                "[[],[]]",
                "\"\\\\\"",
                "true",
                "[{},{}]",
                "{\"a\":[],\"b\":1}"
            })
    void acceptsJson(String text) {
        assertTrue(JsonGrammar.isValue(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "01",
                "1.",
                "-",
                "+1",
                ".5",
                "1e",
                "[",
                "[1,]",
                "[1 2]",
                "{\"a\"}",
                "{\"a\":}",
                "{,}",
                "{\"a\":1,}",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"a",
                "nul",
                "[1]]",
                "[1}",
                "NaN",
                "1 1",
                "{1:2}",
                "\"\n\""
            })
    void refusesWhatIsNot(String text) {
        assertFalse(JsonGrammar.isValue(text));
    }

    @Test
    void deepNestingIsNoRecursion() {
        assertTrue(JsonGrammar.isValue("[".repeat(60_000) + "]".repeat(60_000)));
    }

    @Test
    void findsTheEndOfOneValueAmongOthers() {
        assertEquals(9, JsonGrammar.endOfValue("x [1,\"]\"],2", 1));
        assertTrue(JsonGrammar.isStringBody("a\\ud800"));
        assertFalse(JsonGrammar.isStringBody("a\"b"));
        assertFalse(JsonGrammar.isStringBody("a\\"));
        assertTrue(JsonGrammar.isNumber("-1e400"));
        assertFalse(JsonGrammar.isNumber("1e400 "));
    }
}
