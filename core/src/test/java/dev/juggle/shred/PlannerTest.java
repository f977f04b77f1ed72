// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import dev.juggle.shred.PlanOptions.Dedup;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is decided about corpora made to be decided about. */
class PlannerTest {
    private static Map<String, String> plan(PlanOptions options, String... documents) {
        Map<String, String> decisions = new TreeMap<>();
        for (PlannedPath path : whole(options, documents).paths()) {
            decisions.put(path.path(), path.decision().label());
        }
        return decisions;
    }

    private static Map<String, String> plan(String... documents) {
        return plan(PlanOptions.of(Dedup.NONE), documents);
    }

    private static DataPlan whole(PlanOptions options, String... documents) {
        SampleStats stats = new SampleStats(List.of());
        add(stats, documents);
        stats.inputBytes(1 << 30);
        return Planner.plan(stats, options);
    }

    private static void add(SampleStats stats, String... documents) {
        add(stats, false, documents);
    }

    private static void add(SampleStats stats, boolean follow, String... documents) {
        try (BumpArena arena = new BumpArena(32 << 20)) {
            for (String json : documents) {
                byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
                arena.reset();
                long start = arena.allocate(bytes.length + Mem.PADDING_BYTES);
                Mem.copyIn(bytes, 0, start, bytes.length);
                ParsedDocument parsed = new ParsedDocument(Limits.DEFAULT);
                new DocumentParser(Limits.DEFAULT).parse(arena, start, start + bytes.length, parsed);
                assertEquals(0, parsed.setAsideCount(), json);
                stats.add("t", parsed, follow);
            }
        }
    }

    private static String each(int count, String between, IntFunction<String> of) {
        return IntStream.range(0, count).mapToObj(of).collect(Collectors.joining(between));
    }

    @Test
    void aThousandUsersAsKeysAreAMap() {
        String users = each(1_000, ",", u -> "\"user" + u + "\":{\"age\":" + u % 90 + ",\"tags\":[\"t\"]}");
        assertEquals(Map.of("$.users", "map"), plan("{\"users\":{" + users + "},\"count\":1000}"));
    }

    @Test
    void moreKeysThanAreToldApartAreAMap() {
        String words = each(10_000, ",", w -> "\"w" + w + "\":" + w);
        assertEquals(Map.of("$.words", "map"), plan("{\"words\":{" + words + "}}"));
    }

    @Test
    void keysThatAreRareInManyObjectsAreAMap() {
        String records = each(
                500,
                "\n",
                r -> "{\"id\":" + r + ",\"dependencies\":{\"lib" + r % 60 + "\":\"1." + r + "\",\"core" + r % 40
                        + "\":\"2\"}}");
        assertEquals(Map.of("$.dependencies", "map"), plan(records));
    }

    @Test
    void filesThatAreMapsAreOne() {
        String[] files = IntStream.range(0, 20)
                .mapToObj(f -> "{" + each(40, ",", k -> "\"msg." + (f * 7 + k) + "\":\"text\"") + "}")
                .toArray(String[]::new);
        assertEquals(Map.of("$", "map"), plan(files));
    }

    @Test
    void mapsOfMapsAreFoundOnEveryLevel() {
        String data = each(
                30,
                ",",
                f -> "\"feature-" + f + "\":{\"title\":\"f\",\"stats\":{"
                        + each(
                                10,
                                ",",
                                b -> "\"b" + b + "\":{" + each(6, ",", v -> "\"" + (b * 6 + v) + ".0\":\"y\"") + "}")
                        + "}}");
        assertEquals(
                Map.of("$.data", "map", "$.data.*.stats", "map", "$.data.*.stats.*", "map"),
                plan("{\"data\":{" + data + "}}"));
    }

    @Test
    void recordsAreNoMaps() {
        String records = each(
                200,
                "\n",
                r -> "{\"home\":{\"name\":\"a\",\"goals\":1},\"guest\":{\"name\":\"b\",\"goals\":2},"
                        + "\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8"
                        + (r % 3 == 0 ? ",\"i\":9" : "") + "}");
        assertEquals(Map.of(), plan(records));
    }

    @Test
    void coordinatesAreOneValueAndTagsAreRows() {
        String features = each(
                20,
                ",",
                f -> "{\"bbox\":[1,2,3," + f + "],\"geometry\":{\"coordinates\":[[[1.5,2],[3," + f
                        + "]]]},\"tags\":[\"x\",\"y\"],\"scores\":[" + each(f % 4, ",", s -> "" + s) + "]}");
        assertEquals(
                Map.of("$.features[*].bbox", "packed", "$.features[*].geometry.coordinates", "packed"),
                plan("{\"features\":[" + features + "]}"));
        PlanOptions rows = new PlanOptions(
                Dedup.NONE,
                List.of("$.features[*].bbox", "$.features[*].geometry.coordinates"),
                List.of(),
                List.of(),
                null);
        String forced = "$.features[*].geometry.coordinates";
        assertTrue(!plan(rows, "{\"features\":[" + features + "]}").containsKey(forced));
    }

    @Test
    void whatTheSampleRepeatsIsStoredOnce() {
        String record = each(
                200,
                ",",
                r -> "{\"id\":" + r + ",\"seller\":{\"name\":\"seller " + r % 5
                        + " of the great market\",\"rating\":4.5},\"note\":\"" + r
                        + " is a note that nobody else has\"}");
        PlanOptions objects = PlanOptions.of(Dedup.OBJECTS);
        assertEquals(Map.of("$.list[*].seller", "entity"), plan(objects, "{\"list\":[" + record + "]}"));
        assertEquals(
                Map.of("$.list[*]", "entity", "$.list[*].seller", "entity"),
                plan(
                        objects,
                        "{\"list\":[" + record + "]}",
                        "{\"list\":[" + record + "]}",
                        "{\"list\":[" + record + "]}"));
        assertEquals(Map.of(), plan("{\"list\":[" + record + "]}"));
    }

    @Test
    void wholeArraysThatRepeatAreStoredOnce() {
        String records = each(
                600,
                "\n",
                r -> "{\"id\":" + r + ",\"tags\":[\"tag " + r % 7 + " of seven\",\"tag " + r % 3
                        + " of three\"],\"none\":[]}");
        PlanOptions objects = PlanOptions.of(Dedup.OBJECTS);
        assertEquals(Map.of("$.tags", "entity", "$.tags[*]", "entity"), plan(objects, records));
        PlanOptions rows = new PlanOptions(Dedup.OBJECTS, List.of("$.tags"), List.of(), List.of("$.tags[*]"), null);
        assertEquals(Map.of(), plan(rows, records));
    }

    /** 3,000 values drawn from 2,000: nearly all that the sample shows differ, and next to all that all of the input shows repeat. */
    @Test
    void whatOnlyAllOfTheInputRepeatsIsEstimated() {
        Random random = new Random(5);
        String records = each(
                1_500,
                "\n",
                r -> "{\"id\":" + r + ",\"price\":{\"amount\":" + (100_000 + random.nextInt(2_000))
                        + ".5,\"unit\":\"chaos\"}}");
        PlanOptions objects = PlanOptions.of(Dedup.OBJECTS);
        assertEquals(Map.of("$.price", "entity"), plan(objects, records));
        String unique =
                each(1_500, "\n", r -> "{\"id\":" + r + ",\"price\":{\"amount\":" + r + ".5,\"unit\":\"chaos\"}}");
        assertEquals(Map.of(), plan(objects, unique));
        String rarely = each(
                1_500,
                "\n",
                r -> "{\"id\":" + r + ",\"price\":{\"amount\":" + (r < 10 ? 1_000 + r : r) + ".5,\"unit\":\"chaos\"}}");
        assertEquals(Map.of(), plan(objects, rarely), "what a few values repeat says nothing about the others");
    }

    /** Of what neighbours repeat most is not stored again: only what is new in them counts for all of the input. */
    @Test
    void onlyWhatFollowersAddCountsForAllOfTheInput() {
        Random random = new Random(7);
        IntFunction<String> listing = k -> "{\"id\":" + k + ",\"price\":{\"amount\":"
                + (100_000 + random.nextInt(1_500)) + ".5,\"unit\":\"chaos\"}}";
        String first = "{\"list\":[" + each(1_000, ",", listing) + "]}";
        SampleStats stats = new SampleStats(List.of());
        add(stats, first);
        add(stats, true, first);
        stats.inputBytes(1L << 30);
        List<PlannedPath> paths =
                Planner.plan(stats, PlanOptions.of(Dedup.OBJECTS)).paths();
        assertEquals(List.of("$.list[*]"), paths.stream().map(PlannedPath::path).toList());
    }

    @Test
    void whatSavesLessThanATableTakesIsLeft() {
        String record = each(
                40,
                ",",
                r -> "{\"id\":" + r + ",\"seller\":{\"name\":\"seller " + r % 5
                        + " of the great market\",\"rating\":4.5}}");
        SampleStats stats = new SampleStats(List.of());
        add(stats, "{\"list\":[" + record + "]}");
        assertEquals(
                List.of(), Planner.plan(stats, PlanOptions.of(Dedup.OBJECTS)).paths());
        stats.inputBytes(1 << 20);
        assertEquals(
                1, Planner.plan(stats, PlanOptions.of(Dedup.OBJECTS)).paths().size());
    }

    @Test
    void longStringsThatRepeatAreLookedUpIfAskedFor() {
        String agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/";
        String lines = each(
                2_000,
                "\n",
                l -> "{\"at\":" + l + ",\"agent\":\"" + agent + l % 20 + "\",\"id\":\""
                        + "0123456789012345678901234567890123456789".substring(0, 30) + l + "\"}");
        assertEquals(Map.of("$.agent", "lookup"), plan(PlanOptions.of(Dedup.ALL), lines));
        assertEquals(Map.of(), plan(PlanOptions.of(Dedup.OBJECTS), lines));
        PlanOptions other = new PlanOptions(Dedup.ALL, List.of(), List.of("$.id"), List.of("$.agent"), null);
        assertEquals(Map.of("$.id", "lookup"), plan(other, lines));
    }

    @Test
    void aPlanComesBackFromItsText() {
        DataPlan plan = whole(
                PlanOptions.of(Dedup.NONE),
                "{\"p\":[[1,2]],\"q\\\"\":{" + each(50, ",", k -> "\"k" + k + "\":1") + "}}");
        assertEquals(2, plan.paths().size());
        DataPlan back = PlanText.parse(PlanText.of(plan).getBytes(StandardCharsets.UTF_8));
        assertEquals(PlanText.decisions(plan), PlanText.decisions(back));
        for (PlannedPath path : plan.paths()) {
            assertEquals(path.decision(), back.layout().at("t", path.path()));
        }
    }

    @Test
    void whatIsNoPlanIsNamed() {
        assertEquals("expected an object with the member \"paths\", an array", wrong("[]"));
        assertEquals("expected a string \"path\" in entry 1", wrong("{\"paths\":[{\"table\":\"t\"}]}"));
        assertEquals(
                "expected plain, entity, map, packed or lookup as \"decision\" in entry 1, found x",
                wrong("{\"paths\":[{\"table\":\"t\",\"path\":\"$\",\"decision\":\"x\"}]}"));
        assertTrue(wrong("{").startsWith("expected "), wrong("{"));
    }

    private static String wrong(String json) {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> PlanText.parse(json.getBytes(StandardCharsets.UTF_8)));
        return String.valueOf(e.getMessage());
    }
}
