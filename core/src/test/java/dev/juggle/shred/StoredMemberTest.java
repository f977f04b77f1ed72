// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredMemberTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "$.a \"a\"",
                "$.a.b_2 \"b_2\"",
                "$.a[*].b \"b\"",
                "$['a.b'] \"a.b\"",
                "$['it\\'s'] \"it's\"",
                "$['q\"q'] \"q\\\"q\"",
                "$['back\\\\slash'] \"back\\\\slash\"",
                "$['tab\\tnul\\u0000'] \"tab\\tnul\\u0000\"",
                "$['\\ud800'] \"\\ud800\"",
                "$['x\\\\ud800'] \"x\\\\ud800\"",
                "$['[*]'] \"[*]\"",
                "$[''] \"\"",
                "$['\\\\\\''] \"\\\\'\"",
                "$['é'] \"é\"",
            })
    void theLastStepIsTheKeyInJsonSpelling(String path, String key) {
        assertEquals(key, StoredMember.keyOf(path));
    }
}
