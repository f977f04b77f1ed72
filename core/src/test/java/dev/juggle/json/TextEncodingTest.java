// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.Json.Parsed;
import dev.juggle.testing.Fuzz;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts in other encodings, and bytes that are valid in none. */
class TextEncodingTest {
    private static final String TEXT = "{\"é\":\"日本 😀\"}\n[1, 2.5]\n\"x\\ud800\"\n";

    private static byte[] marked(String text, String encoding) {
        return ("\uFEFF" + text).getBytes(Charset.forName(encoding));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void aByteOrderMarkTellsTheEncoding(String encoding) {
        try (Parsed parsed = Json.parsed(marked(TEXT, encoding), Limits.DEFAULT)) {
            assertEquals(encoding, parsed.document().encoding().toString());
            assertEquals("{\"é\":\"日本 😀\"} [1,2.5] <x\\ud800>", parsed.values());
            assertEquals("", parsed.aside());
        }
        try (Parsed parsed = Json.parsed(marked("", encoding), Limits.DEFAULT)) {
            assertEquals(ParsedDocument.Form.EMPTY, parsed.document().form());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void anErrorHasItsPlaceInTheFileItself(String encoding) {
        String before = "{\"é😀\":1}\n{\"日\":";
        byte[] bytes = marked(before + "oops}\n3\n{4\n5", encoding);
        int offset = marked(before, encoding).length;
        int second = marked(before + "oops}\n3\n{", encoding).length;
        try (Parsed parsed = Json.parsed(bytes, Limits.DEFAULT)) {
            assertEquals("{\"é😀\":1} 3 5", parsed.values());
            assertEquals("1@2:6[{\"日\":oops}] 3@4:2[{4]", parsed.aside());
            assertEquals(offset, parsed.setAside().get(0).byteOffset());
            assertEquals(
                    "expected a value, found 'oops' (byte " + offset + ")",
                    parsed.setAside().get(0).message());
            assertEquals(second, parsed.setAside().get(1).byteOffset());
        }
    }

    @Test
    void whatIsNoCharacterBreaksOnlyItsLine() {
        byte[] lone = "\uFEFF[1]\n[\"?\"]\n[3]".getBytes(StandardCharsets.UTF_16LE);
        lone[2 + 2 * 6] = 0;
        lone[2 + 2 * 6 + 1] = (byte) 0xD8;
        try (Parsed parsed = Json.parsed(lone, Limits.DEFAULT)) {
            assertEquals("[1] [3]", parsed.values());
            assertEquals(
                    "2:3: expected valid UTF-16LE, found something else (byte 14)",
                    parsed.setAside().getFirst().describe());
        }
        byte[] odd = {(byte) 0xFE, (byte) 0xFF, 0, '1', 0};
        try (Parsed parsed = Json.parsed(odd, Limits.DEFAULT)) {
            assertEquals("", parsed.values());
            assertEquals(4, parsed.setAside().getFirst().byteOffset());
        }
        byte[] beyond = {0, 0, (byte) 0xFE, (byte) 0xFF, 0, 0, 0, '"', 0, 0x11, 0, 0, 0, 0, 0, '"'};
        try (Parsed parsed = Json.parsed(beyond, Limits.DEFAULT)) {
            assertEquals(
                    "1:2: expected valid UTF-32BE, found something else (byte 8)",
                    parsed.setAside().getFirst().describe());
        }
    }

    @Test
    void replacingDoesWhatTheJdkDoes() {
        Random random = Fuzz.random("replacingDoesWhatTheJdkDoes");
        byte[] parts = {
            'a',
            (byte) 0x80,
            (byte) 0xBF,
            (byte) 0xC0,
            (byte) 0xC3,
            (byte) 0xE0,
            (byte) 0xE2,
            (byte) 0xA0,
            (byte) 0x9F,
            (byte) 0xF0,
            (byte) 0x90,
            (byte) 0xF4,
            (byte) 0x8F,
            (byte) 0xF5,
            (byte) 0xFF
        };
        for (int round = 0; round < Fuzz.rounds(3000); round++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write('"');
            for (int i = random.nextInt(24); i >= 0; i--) {
                out.write(parts[random.nextInt(parts.length)]);
            }
            out.write('"');
            assertReplaced(out.toByteArray(), "UTF-8");
        }
        for (String encoding : new String[] {"UTF-16LE", "UTF-16BE"}) {
            String units = "\uD800\uDC00\uDBFF\uDFFFaé";
            for (int round = 0; round < Fuzz.rounds(1000); round++) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                out.writeBytes(marked("\"", encoding));
                for (int i = random.nextInt(8); i >= 0; i--) {
                    int unit = units.charAt(random.nextInt(units.length()));
                    boolean little = encoding.equals("UTF-16LE");
                    out.write(little ? unit : unit >> 8);
                    out.write(little ? unit >> 8 : unit);
                }
                out.writeBytes("\"".getBytes(Charset.forName(encoding)));
                assertReplaced(out.toByteArray(), encoding);
            }
        }
    }

    @Test
    void aSurrogateInUtf8IsThreeBrokenBytesAsInBrowsers() {
        byte[] bytes = Json.latin("\"\u00ed\u00a0\u0080\"");
        try (BumpArena arena = new BumpArena(4096)) {
            long start = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, start, bytes.length);
            ParsedDocument document = new ParsedDocument(Limits.DEFAULT);
            new DocumentParser(Limits.DEFAULT, true).parse(arena, start, start + bytes.length, document);
            assertEquals("\uFFFD\uFFFD\uFFFD", document.tape().text(0));
        }
    }

    private static void assertReplaced(byte[] bytes, String encoding) {
        String expected = decoded(bytes, encoding).replace("\uFEFF", "");
        try (BumpArena arena = new BumpArena(4096)) {
            long start = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, start, bytes.length);
            ParsedDocument document = new ParsedDocument(Limits.DEFAULT);
            new DocumentParser(Limits.DEFAULT, true).parse(arena, start, start + bytes.length, document);
            assertEquals(0, document.setAsideCount(), expected);
            assertEquals(expected, '"' + document.tape().text(0) + '"');
            assertEquals(expected.chars().filter(c -> c == 0xFFFD).count(), document.replacedCount());
        }
    }

    /** What the JDK makes of it; lone surrogates one U+FFFD each (its own decoder for UTF-16 takes what follows along). */
    private static String decoded(byte[] bytes, String encoding) {
        if (encoding.equals("UTF-8")) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        StringBuilder out = new StringBuilder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        in.order(encoding.equals("UTF-16LE") ? java.nio.ByteOrder.LITTLE_ENDIAN : java.nio.ByteOrder.BIG_ENDIAN);
        while (in.remaining() >= 2) {
            out.append(in.getChar());
        }
        return new String(
                out.toString()
                        .codePoints()
                        .map(c -> c >>> 11 == 0x1B ? 0xFFFD : c)
                        .toArray(),
                0,
                (int) out.toString().codePoints().count());
    }
}
