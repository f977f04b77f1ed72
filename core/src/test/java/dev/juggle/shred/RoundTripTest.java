// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.catalog.CatalogLimits;
import dev.juggle.catalog.Decision;
import dev.juggle.catalog.JsonPath;
import dev.juggle.catalog.LayoutPlan;
import dev.juggle.testing.RandomJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Whatever goes in comes back: random documents, with limits so small that every way out of a table is taken. */
class RoundTripTest {
    private static final ObjectMapper JACKSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .build();

    private static final CatalogLimits TINY = new CatalogLimits(5, 12, 60, 6, 10, 3, 4, 200, 2_000);

    @TempDir
    Path folder;

    static List<Long> seeds() {
        return new Random().longs(20).boxed().toList();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyDocumentComesBackEqual(long seed) throws Exception {
        roundTrip(seed, CatalogLimits.DEFAULT, LayoutPlan.NONE);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyDocumentComesBackEqualWhenTablesAreFull(long seed) throws Exception {
        roundTrip(seed, TINY, LayoutPlan.NONE);
    }

    static List<Long> fewSeeds() {
        return new Random().longs(8).boxed().toList();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("fewSeeds")
    void everyDocumentComesBackEqualWhateverThePlan(long seed) throws Exception {
        CatalogLimits limits = new Random(seed).nextBoolean() ? TINY : CatalogLimits.DEFAULT;
        roundTrip(seed, limits, randomPlan(seed, limits));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theDatabaseDoesNotDependOnHowManyWorkersThereAre(long seed) throws Exception {
        CatalogLimits limits = new Random(seed).nextBoolean() ? TINY : CatalogLimits.DEFAULT;
        doesNotDepend(seed, limits, LayoutPlan.NONE);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("fewSeeds")
    void norWithAPlan(long seed) throws Exception {
        CatalogLimits limits = new Random(seed).nextBoolean() ? TINY : CatalogLimits.DEFAULT;
        doesNotDepend(seed, limits, randomPlan(seed, limits));
    }

    private void doesNotDepend(long seed, CatalogLimits limits, LayoutPlan plan) throws Exception {
        byte[] one = database(seed, limits, plan, 1);
        assertEquals(-1, Arrays.mismatch(one, database(seed, limits, plan, 2)), "two workers");
        assertEquals(-1, Arrays.mismatch(one, database(seed, limits, plan, 5)), "five workers");
    }

    /** A plan that decides at random about every path that the documents of this seed have, those that it leads to included. */
    private LayoutPlan randomPlan(long seed, CatalogLimits limits) throws Exception {
        LayoutPlan plan = LayoutPlan.NONE;
        Map<String, Decision> decisions = new HashMap<>();
        for (int round = 0; round < 4; round++) {
            database(seed, limits, plan, 1);
            try (StoredDatabase stored = StoredDatabase.open(folder.resolve("1.db"))) {
                for (StoredTable table : stored.tables()) {
                    for (StoredMember member : table.members()) {
                        if (member != null) {
                            decisions.put(member.path(), decision(seed, member.path()));
                            String elements = JsonPath.elements(member.path());
                            decisions.put(elements, decision(seed, elements));
                        }
                    }
                }
            }
            plan = new LayoutPlan(Map.of("t", decisions));
        }
        return plan;
    }

    private static Decision decision(long seed, String path) {
        return switch (new Random(seed * 31 + path.hashCode()).nextInt(8)) {
            case 0 -> Decision.PLAIN;
            case 1 -> Decision.PACKED;
            case 2 -> Decision.MAP;
            case 3, 4 -> Decision.LOOKUP;
            default -> Decision.ENTITY;
        };
    }

    /** Twenty documents, of which some repeat earlier ones, or are made of them. */
    private static List<String> documents(long seed) {
        RandomJson random = new RandomJson(seed);
        Random dice = new Random(seed);
        List<String> documents = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int d = 0; d < 20; d++) {
            String fresh = random.document();
            if (dice.nextInt(3) > 0 || values.isEmpty()) {
                documents.add(fresh);
                values.add(random.value(4));
            } else if (dice.nextBoolean()) {
                documents.add(documents.get(dice.nextInt(d)));
            } else {
                String a = values.get(dice.nextInt(values.size()));
                String b = values.get(dice.nextInt(values.size()));
                documents.add("[{\"a\":[" + a + "," + b + "," + a + "],\"b\":" + a + "},{\"b\":" + b + ",\"a\":[" + b
                        + "]}," + a + "]");
            }
        }
        return documents;
    }

    private byte[] database(long seed, CatalogLimits limits, LayoutPlan plan, int workers) throws Exception {
        List<String> documents = documents(seed);
        Path database = folder.resolve(workers + ".db");
        Files.deleteIfExists(database);
        try (ShredBench bench = new ShredBench(database, ShredOptions.DEFAULT, limits, plan)) {
            List<String> jobs = new ArrayList<>();
            for (int d = 0; d < documents.size(); d++) {
                jobs.add(documents.get(d));
                if (jobs.size() == workers || d == documents.size() - 1) {
                    bench.jobs(jobs);
                    jobs.clear();
                }
            }
            bench.finish();
            return bench.bytes();
        }
    }

    private void roundTrip(long seed, CatalogLimits limits, LayoutPlan plan) throws Exception {
        List<String> documents = documents(seed);
        Path database = folder.resolve("t.db");
        try (ShredBench bench = new ShredBench(database, ShredOptions.DEFAULT, limits, plan)) {
            for (String json : documents) {
                bench.job(json);
            }
            bench.finish();
            assertEquals(List.of("ok"), bench.query("PRAGMA integrity_check"));
            assertEquals(List.of(), bench.query("PRAGMA foreign_key_check"));
            assertEquals(List.of("0"), bench.query("SELECT sum(set_aside) FROM _juggle_files"));
        }
        try (StoredDatabase stored = StoredDatabase.open(database);
                Restorer restorer = new Restorer(stored)) {
            stored.forEachFile(file -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                restorer.restore(file, out);
                String original = documents.get((int) file.id() - 1);
                String restored = out.toString(StandardCharsets.UTF_8);
                assertEquals(tree(original), tree(restored), () -> "restored from " + original + "\nas " + restored);
            });
        }
    }

    /**
     * As text of the tree, since -0.0 equals 0.0 where nodes are compared. Jackson refuses the lone surrogate: it is given
     * another spelling, which nothing else here has.
     */
    private static String tree(String json) {
        return JACKSON.readTree(json.replaceAll("(?<!\\\\)\\\\ud800", "LONE")).toString();
    }
}
