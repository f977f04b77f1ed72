// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values on the tape, limits, and that memory around a text neither matters nor is harmed. */
class JsonParserTest {
    private static final List<String> SAMPLES = List.of(
            "{}",
            "[ ]",
            "\"\"",
            "-0.0",
            "[1,2.5,-3e2,\"x\\n\\u00e9 and more\",true,false,null,{},[]]",
            "{\"a\":{\"b\":[{\"c\":\"\\ud83d\\ude00\"},{\"c\":\"plain and longer than a word\"}]},\"d\\t\":\"\\\\\"}",
            "{\"\\ud800\":\"\\u0000\",\"日本\":[\"語\\/\",[[[1]]]]}");

    private static String parsed(BumpArena arena, long start, long end) {
        JsonParser parser = new JsonParser(Limits.DEFAULT);
        Tape tape = new Tape();
        if (!parser.parse(arena, start, end, tape)) {
            return parser.problem() + " at " + (parser.problemAddress() - start);
        }
        assertEquals(tape.wordCount(), tape.next(0));
        StringBuilder out = new StringBuilder();
        Json.dump(tape, 0, out);
        return out.toString();
    }

    private static String parsed(byte[] bytes) {
        try (BumpArena arena = new BumpArena(bytes.length * 12L + 4096)) {
            long start = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, start, bytes.length);
            return parsed(arena, start, start + bytes.length);
        }
    }

    @Test
    void everyKindOfValueHasItsType() {
        String text =
                "[null,true,false,0,-1,9223372036854775807,-0,9223372036854775808,0.1,-0e1,1e400,\"a\",\"\\u0000\",\"\\t\",{},[],[1]]";
        assertEquals(
                "[null,true,false,0,-1,9223372036854775807,<-0>,<9223372036854775808>,0.1,<-0.0>,<1e400>,\"a\",<\\u0000>,\"\\u0009\",{},[],[1]]",
                parsed(Json.utf8(text)));
    }

    @Test
    void duplicateNamesStayInOrder() {
        assertEquals("{\"k\":1,\"j\":2,\"k\":3}", parsed(Json.utf8("{\"k\":1,\"j\":2,\"\\u006b\":3}")));
    }

    @Test
    void containersKnowTheirSource() {
        byte[] bytes = Json.utf8(" [ {\"a\" : [ ] } , 2 ] ");
        try (BumpArena arena = new BumpArena(4096)) {
            long start = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, start, bytes.length);
            Tape tape = new Tape();
            assertTrue(new JsonParser(Limits.DEFAULT).parse(arena, start, start + bytes.length, tape));
            assertEquals("1 21", (tape.startAddress(0) - start) + " " + (tape.endAddress(0) - start));
            assertEquals("3 15", (tape.startAddress(2) - start) + " " + (tape.endAddress(2) - start));
            int empty = tape.next(tape.firstChild(2));
            assertEquals("10 13", (tape.startAddress(empty) - start) + " " + (tape.endAddress(empty) - start));
        }
    }

    @Test
    void limitsHoldExactly() {
        Limits limits = new Limits(3, 10, 4, 5, 60);
        assertLimit(limits, "[[[1]]]", "[[[[1]]]]", Problem.DEPTH);
        assertLimit(limits, "[[[]]]", "[[[{\"a\":1}]]]", Problem.DEPTH);
        assertLimit(limits, "\"0123456789\"", "\"01234567890\"", Problem.STRING_LENGTH);
        assertLimit(limits, "[\"01234567\\n\"]", "[\"012345678\\n\"]", Problem.STRING_LENGTH);
        assertLimit(limits, "[\"\\ud8001234\"]", "[\"\\ud80012345\"]", Problem.STRING_LENGTH);
        assertLimit(limits, "[1234567890]", "[12345678901]", Problem.STRING_LENGTH);
        assertLimit(limits, "{\"abcd\":1}", "{\"abcde\":1}", Problem.NAME_LENGTH);
        assertLimit(limits, "{\"ab\\n\":1}", "{\"abc\\n\":1}", Problem.NAME_LENGTH);
        assertLimit(limits, "[1,2,3,4,5]", "[1,2,3,4,5,6]", Problem.CHILD_COUNT);
        assertLimit(limits, "[1,2,3,4,[5]]", "[1,2,3,4,5,6,[7]]", Problem.CHILD_COUNT);
        assertLimit(limits, " ".repeat(59) + "1", " ".repeat(60) + "1", Problem.DOCUMENT_LENGTH);
    }

    private static void assertLimit(Limits limits, String within, String beyond, Problem problem) {
        JsonParser parser = new JsonParser(limits);
        for (String text : new String[] {within, beyond}) {
            byte[] bytes = Json.utf8(text);
            try (BumpArena arena = new BumpArena(4096)) {
                long start = arena.allocate(bytes.length);
                Mem.copyIn(bytes, 0, start, bytes.length);
                parser.parse(arena, start, start + bytes.length, new Tape());
                assertEquals(text.equals(within) ? Problem.NONE : problem, parser.problem(), text);
            }
        }
    }

    /** What lies behind a text: things that would continue a number, a string, white space, a character. */
    private static final String[] BEHIND = {
        "0", "9e", "\"", " ", "\n", ".5", "}", "]", ",1", "\u0080", "\u00bf", "\\", "a", "\0", "\u001e"
    };

    @Test
    void whatLiesBehindATextDoesNotMatter() {
        for (String sample : SAMPLES) {
            byte[] whole = Json.utf8(sample);
            for (int length = 0; length <= whole.length; length++) {
                byte[] bytes = java.util.Arrays.copyOf(whole, length);
                String expected = parsed(bytes);
                for (String behind : BEHIND) {
                    try (BumpArena arena = new BumpArena(4096)) {
                        byte[] around = Json.latin(behind.repeat(100));
                        Mem.copyIn(around, 0, arena.base(), around.length);
                        long start = arena.allocate(length);
                        Mem.copyIn(bytes, 0, start, length);
                        assertEquals(expected, parsed(arena, start, start + length), () -> sample + " then " + behind);
                        byte[] after = Mem.bytes(start, length);
                        assertArrayEquals(bytes, after, "the text itself");
                    }
                }
            }
        }
    }

    @Test
    void aFullArenaLeavesEverythingAsItWas() {
        DocumentParser documents = new DocumentParser(Limits.DEFAULT);
        String broken = "{\"a\":\"\\t\"}\n{\"b\":\n[1,\"\\u00e9\\u00e9\"]\nx\n{\"c\":2}\n";
        for (String sample : SAMPLES) {
            assertTrue(capacityNeeded(Json.utf8(sample), null) > 0);
            assertTrue(capacityNeeded(Json.utf8(sample), documents) > 0);
        }
        assertTrue(capacityNeeded(Json.utf8(broken), documents) > 0);
        assertTrue(capacityNeeded(Json.utf8("[1,\"\\n\",{\"a\":2},x]"), documents) > 0);
        assertTrue(capacityNeeded(("\uFEFF" + broken).getBytes(java.nio.charset.StandardCharsets.UTF_16BE), documents)
                > 0);
    }

    /** Parses with every free space from 0 bytes up to the first that is enough, and one more; returns that. */
    private static long capacityNeeded(byte[] bytes, @Nullable DocumentParser documents) {
        @Nullable String expected = null;
        try (BumpArena arena = new BumpArena(8192)) {
            for (long free = 0; free < 4096; free++) {
                arena.reset();
                long start = arena.allocate(bytes.length);
                Mem.copyIn(bytes, 0, start, bytes.length);
                arena.allocateTop(arena.remainingBytes() - free);
                long stamp = 0x5A5A_5A5A_5A5A_5A5AL;
                Mem.putLong(arena.limit(), stamp);
                long mark = arena.mark();
                boolean done = false;
                try {
                    String result = result(arena, start, bytes.length, documents);
                    done = true;
                    assertEquals(expected == null ? result : expected, result);
                    if (expected != null) {
                        return free;
                    }
                    expected = result;
                } catch (ArenaFullException full) {
                    assertEquals(mark, arena.mark(), "an arena that was full");
                    assertEquals(null, expected, "enough space is not enough with one byte more");
                }
                assertArrayEquals(bytes, Mem.bytes(start, bytes.length), "the text with " + free + " bytes free");
                assertEquals(stamp, Mem.getLong(start + bytes.length + free), "what lies above");
                assertTrue(done || free < 4095);
            }
        }
        return 0;
    }

    private static String result(BumpArena arena, long start, int length, @Nullable DocumentParser documents) {
        if (documents == null) {
            return parsed(arena, start, start + length);
        }
        ParsedDocument document = new ParsedDocument(Limits.DEFAULT);
        documents.parse(arena, start, start + length, document);
        return document.form() + new Json.Parsed(arena, document).values() + new Json.Parsed(arena, document).aside();
    }

    @Test
    void anInstanceIsReusableAfterAnError() {
        Random random = Fuzz.random("anInstanceIsReusableAfterAnError");
        JsonTexts texts = new JsonTexts(random);
        JsonParser parser = new JsonParser(Limits.DEFAULT);
        Tape tape = new Tape();
        try (BumpArena arena = new BumpArena(1 << 16)) {
            for (int round = 0; round < 2000; round++) {
                byte[] text = texts.valid();
                boolean damage = random.nextBoolean();
                byte[] bytes = damage ? texts.damaged(text) : text;
                arena.reset();
                long start = arena.allocate(bytes.length);
                Mem.copyIn(bytes, 0, start, bytes.length);
                boolean right = parser.parse(arena, start, start + bytes.length, tape);
                assertTrue(damage || right, () -> new String(text, java.nio.charset.StandardCharsets.UTF_8));
            }
        }
    }
}
