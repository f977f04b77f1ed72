// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The UTF-8 validator against the JDK's decoder, on every sequence (in a quick run, of three and more bytes only some). */
class Utf8Test {
    /** All that a validator can tell apart: both ends of each range of table 3-7. */
    private static final int[] EDGES = {
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFF
    };

    private final BumpArena arena = new BumpArena(64);
    private final long at = arena.allocate(64);
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer chars = CharBuffer.allocate(16);

    @AfterEach
    void close() {
        arena.close();
    }

    /** How many bytes from the start are valid, as the JDK sees it. */
    private int validByJdk(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        decoder.reset();
        chars.clear();
        decoder.decode(in, chars, true);
        return in.position();
    }

    private void compare(byte[] bytes) {
        Mem.putLong(at, 0x8080_8080_8080_8080L);
        Mem.copyIn(bytes, 0, at, bytes.length);
        int valid = validByJdk(bytes);
        if (Utf8.firstInvalid(at, at + bytes.length) - at != valid) {
            assertEquals(valid, Utf8.firstInvalid(at, at + bytes.length) - at, () -> ByteBuffer.wrap(bytes) + "");
        }
    }

    @Test
    void sequencesOfUpToThreeBytes() {
        byte[] one = new byte[1];
        byte[] two = new byte[2];
        byte[] three = new byte[3];
        // of three bytes, those that begin with an ASCII byte are the ones of two
        int step = Fuzz.isLong() ? 1 : 7;
        for (int bits = 0x80_0000; bits < 1 << 24; bits += step) {
            three[0] = (byte) (bits >> 16);
            three[1] = (byte) (bits >> 8);
            three[2] = (byte) bits;
            compare(three);
        }
        for (int bits = 0; bits < 1 << 16; bits++) {
            two[0] = (byte) (bits >> 8);
            two[1] = (byte) bits;
            compare(two);
            one[0] = (byte) bits;
            compare(one);
        }
    }

    @Test
    void everySequenceOfFourBytesFromTheEdges() {
        byte[] four = new byte[4];
        for (int a : EDGES) {
            for (int b : EDGES) {
                for (int c : EDGES) {
                    for (int d : EDGES) {
                        four[0] = (byte) a;
                        four[1] = (byte) b;
                        four[2] = (byte) c;
                        four[3] = (byte) d;
                        compare(four);
                    }
                }
            }
        }
    }

    @Test
    void sequencesOfFourBytes() {
        int step = Fuzz.isLong() ? 1 : 251;
        byte[] four = new byte[4];
        for (long bits = 0xF000_0000L; bits < 0xF900_0000L; bits += step) {
            four[0] = (byte) (bits >> 24);
            four[1] = (byte) (bits >> 16);
            four[2] = (byte) (bits >> 8);
            four[3] = (byte) bits;
            compare(four);
        }
    }

    @Test
    void everyCodePointIsWrittenAsTheJdkDoes() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (c >>> 11 == Scan.SURROGATES) {
                continue;
            }
            byte[] bytes = Character.toString(c).getBytes(StandardCharsets.UTF_8);
            long end = Utf8.put(c, at);
            if (end - at != bytes.length || Utf8.length(c) != bytes.length) {
                assertEquals(bytes.length, end - at, "length of " + c);
            }
            for (int i = 0; i < bytes.length; i++) {
                if (Mem.getByte(at + i) != bytes[i]) {
                    assertEquals(bytes[i], Mem.getByte(at + i), "byte " + i + " of " + c);
                }
            }
            if (c >= 0x80 && Utf8.codePoint(at) != c) {
                assertEquals(c, Utf8.codePoint(at));
            }
        }
    }
}
