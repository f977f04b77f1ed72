// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.Json.Parsed;
import dev.juggle.json.ParsedDocument.Form;
import dev.juggle.json.ParsedDocument.Place;
import dev.juggle.json.RecordSplitter.Layout;
import dev.juggle.testing.Fuzz;
import dev.juggle.testing.RandomJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Documents cut into parts give what they give undivided. */
class RecordSplitterTest {
    private final Random random = Fuzz.random("RecordSplitterTest");
    private final List<Long> places = new ArrayList<>();

    private static Layout layout(String text) {
        try (BumpArena arena = new BumpArena(1 << 16)) {
            byte[] bytes = Json.utf8(text);
            long start = put(arena, bytes);
            return new RecordSplitter().open(start, start + bytes.length);
        }
    }

    private static long put(BumpArena arena, byte[] bytes) {
        long start = arena.allocate(bytes.length + 64L);
        Mem.copyIn(bytes, 0, start, bytes.length);
        return start;
    }

    /** Cuts a text at some of the places between records and writes down what its parts hold. */
    private String inParts(byte[] text, int least) {
        try (BumpArena arena = new BumpArena(64L * text.length + (1 << 20))) {
            long start = put(arena, text);
            long end = start + text.length;
            RecordSplitter splitter = new RecordSplitter();
            splitter.open(start, text[0] == '[' ? start + 1 : end);
            Form form = Objects.requireNonNull(splitter.form());
            StringBuilder values = new StringBuilder();
            StringBuilder aside = new StringBuilder();
            Place place = Place.START;
            places.clear();
            for (long from = start; from >= 0; ) {
                long to = cut(splitter, from == start, from, end, least);
                boolean isLast = to == RecordSplitter.NONE;
                DocumentPart part = new DocumentPart(form, from == start, isLast);
                ParsedDocument document = new ParsedDocument(Limits.DEFAULT);
                new DocumentParser(Limits.DEFAULT).parsePart(arena, from, isLast ? end : to, part, document);
                document.place(new Place(place.ordinal(), from - start, place.line(), place.column()));
                place = document.endPlace();
                boolean wasBroken = form == Form.ARRAY && !aside.isEmpty();
                if (!wasBroken) {
                    values.append(document.valueCount() == 0 ? "" : Json.dump(document) + " ");
                    aside.append(Json.asides(document, form != Form.ARRAY));
                }
                from = isLast ? -1 : to;
                if (!isLast) {
                    places.add(to - start);
                }
            }
            return form + " " + values.toString().strip() + "\n"
                    + aside.toString().strip();
        }
    }

    /** The first place at least so far behind {@code from}; the text comes in pieces of any length. */
    private long cut(RecordSplitter splitter, boolean isFirst, long from, long end, int least) {
        if (isFirst) {
            splitter.restart(from);
        } else {
            splitter.goOn(from);
        }
        boolean isClose = least > 1 && random.nextInt(4) == 0 && splitter.lookCloser(from);
        assertTrue(!isClose || splitter.form() == Form.LINES);
        long seen = from;
        long there = from;
        while (true) {
            long place = splitter.next(seen, there);
            if (place != RecordSplitter.NONE) {
                assertTrue(place > from && place >= seen && place <= there, "forwards, within what is there");
                if (place - from >= least) {
                    return place;
                }
                seen = place;
            } else if (there == end || splitter.closedAt() != RecordSplitter.NONE) {
                return RecordSplitter.NONE;
            } else {
                seen = there;
                there = Math.min(end, there + 1 + random.nextInt(40));
            }
        }
    }

    private static String undivided(byte[] text) {
        try (Parsed parsed = Json.parsed(text, Limits.DEFAULT)) {
            ParsedDocument document = parsed.document();
            String values = parsed.values();
            if (document.form() == Form.ARRAY) {
                values = Json.elements(document);
            }
            return document.form() + " " + values.strip() + "\n"
                    + Json.asides(document, document.form() != Form.ARRAY).strip();
        }
    }

    private void isTheSameInParts(byte[] text) {
        String expected = undivided(text);
        for (int least : new int[] {1, 2, 5, 30, 200}) {
            assertEquals(expected, inParts(text, least), () -> "cut after " + least);
        }
    }

    private byte[] document(int kind, boolean breaks) {
        RandomJson json = new RandomJson(random.nextLong());
        String between =
                List.of("\n", "\r\n", " ", "\n\n", "\u001e", ", ", ",\n", ",").get(kind);
        boolean isArray = between.startsWith(",");
        StringBuilder text = new StringBuilder(isArray ? "[" : kind == 4 ? between : "");
        int count = 3 + random.nextInt(30);
        int broken = breaks ? 2 + random.nextInt(count) : -1;
        for (int i = 0; i < count; i++) {
            String value = json.document().replace("\n", kind < 2 ? " " : "\n");
            boolean needsBracket = i < 2 || kind == 2 || kind == 3;
            String record = needsBracket ? "{\"v\":" + value + "}" : value;
            if (i == broken) {
                record = record.substring(0, random.nextInt(record.length())) + "\\";
            }
            text.append(i == 0 ? "" : between).append(record).append(kind == 4 ? "\n" : "");
        }
        return Json.utf8(text + (isArray ? "]" : "") + (random.nextBoolean() ? "\n" : ""));
    }

    @Test
    void validDocumentsGiveTheSameRecordsWhereverTheyAreCut() {
        for (int round = 0; round < Fuzz.rounds(400); round++) {
            isTheSameInParts(document(round % 8, false));
        }
    }

    @Test
    void brokenLinesAreSetAsideAlikeWhereverTheyAreCut() {
        for (int round = 0; round < Fuzz.rounds(400); round++) {
            isTheSameInParts(document(round % 2, true));
        }
    }

    @Test
    void brokenItemsOfSequencesAreSetAsideAlike() {
        for (int round = 0; round < Fuzz.rounds(200); round++) {
            isTheSameInParts(document(4, true));
        }
    }

    @Test
    void ofABrokenArrayTheElementsBeforeTheErrorStay() {
        for (int round = 0; round < Fuzz.rounds(400); round++) {
            byte[] text = document(5 + round % 3, true);
            if (undivided(text).startsWith("ARRAY")) { // else the little there is looks like lines
                isTheSameInParts(text);
            }
        }
    }

    @Test
    void thereIsAPlaceBetweenAnyTwoRecords() {
        inParts(Json.utf8("{\"a\":1}\n{\"a\":\"}\\\"{\"}\n\n[2]\n"), 1);
        assertEquals(List.of(8L, 22L), places);
        inParts(Json.utf8("[1, \"a,\\\",]\", [2,3] ,{\"a\":[],\"b\":\"[\"}]"), 1);
        assertEquals(List.of(3L, 13L, 21L), places);
        inParts(Json.utf8("{} {\"a\":\"}{\"}[[],[]]{}"), 1);
        assertEquals(4, places.size());
        inParts(Json.utf8("\u001e1\n\u001e2\n"), 1);
        assertEquals(List.of(3L), places);
    }

    @Test
    void theLayoutIsSeenFromTheBeginning() {
        assertEquals(Layout.LINES, layout("{\"a\":1}\n{\"a\":2}\n"));
        assertEquals(Layout.LINES, layout("\uFEFF \n{\n\"a\":1\n}\n{\n\"a\":2}\n"));
        assertEquals(Layout.LINES, layout("[1]\n[2]\n[3"));
        assertEquals(Layout.LINES, layout("1\n2\n3\n"));
        assertEquals(Layout.CONCATENATED, layout("{\"a\":1} {\"a\":2}\n{\"a\":2}"));
        assertEquals(Layout.SEQUENCE, layout("\u001e{}\n\u001e{}\n"));
        assertEquals(Layout.ARRAY, layout("[\n{\"a\":1},\n{\"a\":2},\n{"));
        assertEquals(Layout.ARRAY, layout("[{\"a\":1}\n,{\"a\":2}\n,{"));
        assertEquals(Layout.ARRAY, layout("[{\"a\":1}\n{\"a\":2},\n{"));
        assertEquals(Layout.WHOLE, layout("{\"a\":[{\"b\":1},\n{\"b\":2},\n{"));
        assertEquals(Layout.WHOLE, layout("{\n\"a\":[\n{\"b\":1},\n{\"b\":2},\n{"));
        assertEquals(Layout.WHOLE, layout("\"long string"));
        assertEquals(Layout.WHOLE, layout(""));
    }

    @Test
    void aFirstLineThatBreaksOffIsOneOfSeveral() {
        assertEquals(Layout.LINES, layout("{\"a\":1\n{\"a\":2}\n{\"a\":3}\n"));
        assertEquals(Layout.LINES, layout("{\"a\":1,\n{\"a\":2}\n{\"a\":3}\n"));
        assertEquals(Layout.LINES, layout("{\"a\":\"x\n{\"a\":2}\n{\"a\":3}\n"));
    }
}
