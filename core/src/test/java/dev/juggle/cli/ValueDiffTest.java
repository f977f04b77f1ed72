// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueDiffTest {
    private final RecordText source = new RecordText(new GrowingArena(64 << 20));
    private final RecordText copy = new RecordText(new GrowingArena(64 << 20));

    @AfterEach
    void close() {
        source.close();
        copy.close();
    }

    private ValueDiff of(String left, String right) {
        source.read(() -> put(source, left));
        copy.read(() -> put(copy, right));
        return new ValueDiff(source.document().tape(), copy.document().tape());
    }

    private static void put(OutputStream out, String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1e2|100.0",
                "0.10|1.0E-1",
                "{ \"a\" : [ 1 , { } ] }|{\"a\":[1,{}]}",
                "\"\\u00e9\"|\"é\"",
                "\"\\uD800\"|\"\\ud800\"",
                "{\"\\ud800\\n\":1}|{\"\\uD800\\u000a\":1}",
                "-0.0|-0.0",
                "123456789012345678901234567890|123456789012345678901234567890",
                "{\"k\":1,\"x\":2,\"k\":3}|{\"k\":3,\"x\":2}",
                "[]|[]",
                "1e400|1e400",
            })
    void equalValuesDiffInNothing(String left, String right) {
        assertNull(of(left, right).compare(0, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1|1.0||1|1.0",
                "0.0|-0.0||0.0|-0.0",
                "{\"a\":[1,{\"b c\":null}]}|{\"a\":[1,{\"b c\":0}]}|.a[1]['b c']|null|0",
                "[1,2]|[1]|[1]|2|nothing",
                "[1]|[1,[2, 3]]|[1]|nothing|[2, 3]",
                "{\"a\":1}|{}|.a|1|nothing",
                "{}|{\"a\":1}|.a|nothing|1",
                "{\"a\":1,\"b\":2}|{\"b\":2,\"a\":1}|.a|1|member \"b\" in its place",
                "\"a\\u0000\"|\"a\"||\"a\\u0000\"|\"a\"",
                "[]|{}||[]|{}",
                "{\"k\":1,\"k\":2}|{\"k\":1}|.k|2|1",
            })
    void differencesAreNamedWithTheirPath(String left, String right, String path, String here, String there) {
        ValueDiff.Difference difference = of(left, right).compare(0, 0);
        assertNotNull(difference);
        assertEquals(path == null ? "" : path, difference.path());
        assertEquals(here, difference.source());
        assertEquals(there, difference.copy());
    }

    @ParameterizedTest
    @CsvSource({
        "0.12345678901234567, 0", "0.123456789012345678, 1", "1000000000000000000000.0, 0", "1e-400, 1", "-1e-400, 1",
        "0.000000000000000000000000000000, 0", "0e-400, 0", "-0.0, 0", "123456789012345678901, 0", "1e400, 0"
    })
    void numbersThatADoubleDoesNotHoldAreCounted(String number, long count) {
        ValueDiff diff = of(number, number);
        diff.compare(0, 0);
        assertEquals(count, diff.longNumbers());
    }

    @Test
    void deepValuesAndLongOnesAreCompared() {
        String deep = "[".repeat(1000) + "1" + "]".repeat(1000);
        assertNull(of(deep, deep).compare(0, 0));
        String wide = "[" + "\"abcdefgh\",".repeat(400_000) + "1]";
        assertNull(of(wide, wide).compare(0, 0));
    }

    @Test
    void sizesAreRead() {
        ByteSize size = new ByteSize();
        assertEquals(64L << 20, size.convert("64M"));
        assertEquals(3L << 29, size.convert("1.5g"));
        assertEquals(300L << 20, size.convert("300MiB"));
        assertEquals(1_000_000L, size.convert("1000000"));
    }
}
