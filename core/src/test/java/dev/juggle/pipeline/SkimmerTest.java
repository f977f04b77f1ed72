// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import dev.juggle.testing.RandomJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A part of a document is a document. */
class SkimmerTest {
    static List<Long> seeds() {
        return new Random().longs(20).boxed().toList();
    }

    /** What is kept of a text that comes in pieces of so many bytes, of which only some are given. */
    private static String kept(String json, int share, int piece, int given) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try (BumpArena arena = new BumpArena(2L * bytes.length + (1 << 16))) {
            long source = arena.allocate(bytes.length + 8);
            Mem.copyIn(bytes, 0, source, bytes.length);
            int room = bytes.length + 2_048;
            long target = arena.allocate(room);
            Skimmer skimmer = new Skimmer();
            skimmer.begin(target, room, share);
            boolean hasMore = true;
            int at = 0;
            while (hasMore && at < given) {
                int count = Math.min(piece, given - at);
                hasMore = skimmer.add(source + at, count);
                at += count;
            }
            int length = skimmer.end(hasMore && given == bytes.length);
            return new String(Mem.bytes(target, length), StandardCharsets.UTF_8);
        }
    }

    private static long setAside(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try (BumpArena arena = new BumpArena(100L * bytes.length + (1 << 16))) {
            long source = arena.allocate(bytes.length + Mem.PADDING_BYTES);
            Mem.copyIn(bytes, 0, source, bytes.length);
            ParsedDocument parsed = new ParsedDocument(Limits.DEFAULT);
            new DocumentParser(Limits.DEFAULT).parse(arena, source, source + bytes.length, parsed);
            return parsed.setAsideCount();
        }
    }

    @Test
    void ofLongArraysTheBeginningIsKeptAndWhatComesBehindThem() {
        StringBuilder json = new StringBuilder("{\"a\":[0");
        for (int k = 1; k < 1_000; k++) {
            json.append(",\"]}").append(k).append('"');
        }
        json.append("],\"b\":{\"c\":1}}");
        String kept = kept(json.toString(), 100, 7, json.length());
        assertTrue(kept.startsWith("{\"a\":[0,\"]}1\",\"]}2\""), kept);
        assertTrue(kept.endsWith("\"],\"b\":{\"c\":1}}"), kept);
        assertTrue(kept.length() < 250, kept);
    }

    @Test
    void aTextThatBreaksOffIsClosed() {
        String json = "{\"a\":[{\"b\":1,\"c\":\"x,y\\\",z\"},{\"b\":2,\"c\":\"more";
        assertEquals("{\"a\":[{\"b\":1,\"c\":\"x,y\\\",z\"},{\"b\":2}]}", kept(json, 1_000, 5, json.length()));
        assertEquals("{\"a\":1}\n[2]", kept("{\"a\":1}\n[2]\n{\"c\"", 1_000, 5, 16));
    }

    @Test
    void ofManyRecordsTheFirstAreKept() {
        String lines = "{\"a\":1}\n".repeat(1_000);
        String kept = kept(lines, 50, 64, lines.length());
        assertEquals("{\"a\":1}\n".repeat(6) + "{\"a\":1}", kept);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsKeptOfADocumentIsADocument(long seed) {
        RandomJson documents = new RandomJson(seed);
        Random random = new Random(seed);
        for (int d = 0; d < 50; d++) {
            String json = documents.document();
            int bytes = json.getBytes(StandardCharsets.UTF_8).length;
            assertEquals(json, kept(json, Integer.MAX_VALUE, 1 + random.nextInt(50), bytes));
            String kept = kept(json, random.nextInt(50), 1 + random.nextInt(50), random.nextInt(bytes + 1));
            if (!kept.isBlank()) {
                assertEquals(0, setAside(kept), () -> kept + "\nof " + json);
            }
        }
    }
}
