// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What repeats in the input, what is stored of it, and that it comes back. */
class RepetitionTest {
    @TempDir
    Path folder;

    private Path in;
    private Path db;

    @BeforeEach
    void create() throws IOException {
        in = Files.createDirectories(folder.resolve("in"));
        db = folder.resolve("out.db");
    }

    private byte[] ingest(Object... more) throws IOException {
        List<Object> all = new ArrayList<>(List.of("ingest", in, "-o", db, "--force"));
        all.addAll(List.of(more));
        Ran ran = Ran.juggle(all.toArray());
        assertEquals(0, ran.code(), ran.err());
        return Files.readAllBytes(db);
    }

    private void comesBack() {
        Ran verified = Ran.juggle("verify", db);
        assertEquals(0, verified.code(), verified.out() + verified.err());
    }

    private String plan(Object... more) {
        List<Object> all = new ArrayList<>(List.of("plan", in));
        all.addAll(List.of(more));
        Ran ran = Ran.juggle(all.toArray());
        assertEquals(0, ran.code(), ran.err());
        return ran.out();
    }

    private long lines(int count, java.util.function.IntFunction<String> line) throws IOException {
        String text = IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n"));
        Files.writeString(in.resolve("lines.ndjson"), text);
        return text.length();
    }

    @Test
    void ofUniqueStringsThereIsNoLookUp() throws Exception {
        Random random = new Random(3);
        long text = lines(
                100_000,
                l -> "{\"s\":\"" + Long.toHexString(random.nextLong() | Long.MIN_VALUE)
                        + Long.toHexString(random.nextLong() | Long.MIN_VALUE)
                        + Integer.toHexString(random.nextInt() | Integer.MIN_VALUE) + "\"}");
        for (String dedup : List.of("objects", "all")) {
            assertTrue(!plan("--dedup", dedup).contains("$"), plan("--dedup", dedup));
            int size = ingest("--dedup", dedup).length;
            assertTrue(size <= 1.15 * text, size + " bytes of " + text);
        }
    }

    @Test
    void twentyUserAgentsTakeAFifthOfTheirLog() throws Exception {
        String agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/";
        String rest = "x".repeat(148 - agent.length());
        long text = lines(
                100_000,
                l -> "{\"at\":" + (1_700_000_000L + l) + ",\"status\":" + (l % 9 == 0 ? 404 : 200) + ",\"bytes\":"
                        + l * 7919L % 100_000 + ",\"agent\":\"" + agent + rest + (10 + l * 31L % 20) + "\"}");
        int size = ingest("--dedup", "all").length;
        assertTrue(size <= 0.2 * text, size + " bytes of " + text);
    }

    static List<Long> seeds() {
        Long own = Long.getLong("juggle.seed");
        return own != null ? List.of(own) : List.of(1L, 2L, 3L, System.nanoTime());
    }

    /** Documents of values that are taken from a few, so that every kind of them is stored once somewhere. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatRepeatsComesBackWhateverIsStoredOnce(long seed) throws Exception {
        Random random = new Random(seed);
        List<String> pool = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            pool.add(value(random, pool, 0));
        }
        for (int file = 0; file < 6; file++) {
            String records = IntStream.range(0, 200)
                    .mapToObj(_ -> "{\"id\":" + random.nextInt(9_999) + ",\"a\":" + pick(random, pool) + ",\"b\":["
                            + pick(random, pool) + "," + pick(random, pool) + "],\"c\":\"a text of some length, number "
                            + random.nextInt(5) + "\",\"tags\":[\"tag number " + random.nextInt(4) + "\",\"tag number "
                            + random.nextInt(4) + "\"]}")
                    .collect(Collectors.joining(","));
            Files.writeString(in.resolve("f" + file + ".json"), "{\"list\":[" + records + "]}");
        }
        for (String dedup : List.of("none", "objects", "all")) {
            byte[] one = ingest("--dedup", dedup, "--threads", 1, "--reader", "single");
            comesBack();
            byte[] two = ingest("--dedup", dedup, "--threads", 2, "--reader", "consumer");
            assertEquals(-1, Arrays.mismatch(one, two), dedup);
        }
        assertTrue(plan().contains("$.list[*].tags "), plan());
    }

    private static String pick(Random random, List<String> pool) {
        return pool.get((int) (pool.size() * random.nextDouble() * random.nextDouble()));
    }

    private static String value(Random random, List<String> pool, int depth) {
        return switch (random.nextInt(depth > 2 || pool.isEmpty() ? 4 : 9)) {
            case 0 -> "null";
            case 1 -> Integer.toString(random.nextInt(1_000));
            case 2 -> "\"text " + random.nextInt(100) + " \\u0000\"";
            case 3 -> random.nextInt(40) + ".50";
            case 4, 5 ->
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(_ -> random.nextBoolean() ? pick(random, pool) : value(random, pool, depth + 1))
                        .collect(Collectors.joining(",", "[", "]"));
            default ->
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(m -> "\"m" + (m * 3 + random.nextInt(3)) + "\":"
                                + (random.nextBoolean() ? pick(random, pool) : value(random, pool, depth + 1)))
                        .collect(Collectors.joining(",", "{", "}"));
        };
    }
}
