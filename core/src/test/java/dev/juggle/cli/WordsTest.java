// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void figuresAreReadable() {
        assertEquals("1 byte", Words.bytes(1));
        assertEquals("812 bytes", Words.bytes(812));
        assertEquals("12.4 KiB", Words.bytes(12_700));
        assertEquals("371 MiB", Words.bytes(371L << 20));
        assertEquals("1,234,567", Words.number(1_234_567));
        assertEquals(
                "1 entry, 2 entries, 0 keys",
                Words.count(1, "entry") + ", " + Words.count(2, "entry") + ", " + Words.count(0, "key"));
        assertEquals("0.41 s", Words.seconds(0.412));
        assertEquals("3 min 12 s", Words.seconds(192));
        assertEquals("2 h 5 min", Words.seconds(7_500));
    }

    @Test
    void tablesAreAligned() {
        TextTable table = new TextTable();
        table.row("é", ">1", "x");
        table.row("name", ">1,000");
        assertEquals("é         1  x\nname  1,000\n", table.text(""));
    }
}
