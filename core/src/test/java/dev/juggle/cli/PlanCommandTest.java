// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans that are made, printed, edited, followed and kept. */
class PlanCommandTest {
    @TempDir
    Path folder;

    private Path in;
    private Path db;

    /** Forty snapshots of a market of listings, each with some words as keys and a line of coordinates. */
    @BeforeEach
    void create() throws IOException {
        in = Files.createDirectories(folder.resolve("market"));
        db = folder.resolve("out.db");
        Random random = new Random(1);
        for (int file = 0; file < 40; file++) {
            StringBuilder json = new StringBuilder("{\"at\":" + file + ",\"listings\":[");
            for (int k = file; k < file + 60; k++) {
                json.append(k == file ? "" : ",")
                        .append("{\"id\":" + k + ",\"seller\":{\"name\":\"seller " + k % 7
                                + " of the market\",\"stars\":4.5}")
                        .append(",\"line\":[[" + k + ",1.50],[2,-3]],\"tags\":[\"new\",\"t" + k % 5 + "\"]}");
            }
            json.append("],\"words\":{");
            for (int w = 0; w < 50; w++) {
                json.append(w == 0 ? "" : ",").append("\"w" + random.nextInt(1_000_000) + "\":" + w);
            }
            Files.writeString(in.resolve(100 + file + ".json"), json + "}}");
        }
    }

    private List<String> query(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + db);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new java.util.ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    private byte[] ingest(Object... more) throws IOException {
        Object[] all = new Object[more.length + 5];
        System.arraycopy(new Object[] {"ingest", in, "-o", db, "--force"}, 0, all, 0, 5);
        System.arraycopy(more, 0, all, 5, more.length);
        Ran ran = Ran.juggle(all);
        assertEquals(0, ran.code(), ran.err());
        Ran verified = Ran.juggle("verify", db);
        assertEquals(0, verified.code(), verified.out() + verified.err());
        return Files.readAllBytes(db);
    }

    @Test
    void thePlanSaysWhatIsDoneAndWhy() {
        Ran ran = Ran.juggle("plan", in);
        assertEquals(0, ran.code(), ran.err());
        assertTrue(ran.out().contains("$.words             map "), ran.out());
        assertTrue(ran.out().contains("$.listings[*].line  packed "), ran.out());
        assertTrue(ran.out().contains("$.listings[*]       entity "), ran.out());
    }

    @Test
    void ingestFollowsThePlanAndKeepsIt() throws Exception {
        ingest();
        assertEquals(List.of("2000"), query("SELECT count(*) FROM market_words WHERE _key LIKE 'w%'"));
        assertEquals(List.of("[[0,1.50],[2,-3]]"), query("SELECT line FROM market_listings WHERE id = 0"));
        assertEquals(List.of("99"), query("SELECT count(*) FROM market_listings"));
        String kept =
                query("SELECT value FROM _juggle_meta WHERE name = 'plan'").getFirst();
        assertTrue(kept.contains("{\"table\":\"market\",\"path\":\"$.words\",\"decision\":\"map\"}"), kept);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "objects", "all"})
    void theSamePlanIsMadeWhateverTheThreadsAndTheMemory(String dedup) throws Exception {
        byte[] one = ingest("--dedup", dedup, "--threads", 1, "--reader", "single");
        for (String reader : List.of("producer", "consumer")) {
            byte[] other = ingest("--dedup", dedup, "--threads", 3, "--reader", reader, "--memory", "32M");
            assertEquals(-1, Arrays.mismatch(one, other), reader);
        }
    }

    @Test
    void whatIsStoredOnceNeverMakesItLarger() throws Exception {
        int none = ingest("--dedup", "none").length;
        int objects = ingest("--dedup", "objects").length;
        int all = ingest("--dedup", "all").length;
        assertTrue(objects <= none, objects + " against " + none);
        assertTrue(all <= objects, all + " against " + objects);
    }

    @Test
    void anEditedPlanIsFollowed() throws Exception {
        Path plan = folder.resolve("plan.json");
        Files.writeString(plan, Ran.juggle("plan", in, "--json").out());
        byte[] sampled = ingest();
        byte[] given = ingest("--plan", plan);
        assertEquals(-1, Arrays.mismatch(sampled, given));
        Files.writeString(
                plan, Files.readString(plan).replace("\"packed\"", "\"plain\"").replace("\"map\"", "\"packed\""));
        ingest("--plan", plan);
        assertEquals(List.of("198"), query("SELECT count(*) FROM market_listings_line"));
        assertEquals(List.of("0"), query("SELECT count(*) FROM sqlite_schema WHERE name = 'market_words'"));
        Files.writeString(plan, "{}");
        Ran refused = Ran.juggle("ingest", in, "-o", db, "--force", "--plan", plan);
        assertEquals(2, refused.code());
        assertTrue(refused.err().contains("plan.json: is no plan: expected an object"), refused.err());
    }

    @Test
    void pathsCanBeForced() throws Exception {
        ingest("--table-of", "$.listings[*].line", "--no-extract", "$.listings[*].seller");
        assertEquals(List.of("198"), query("SELECT count(*) FROM market_listings_line"));
        assertEquals(List.of("7"), query("SELECT count(DISTINCT seller_name) FROM market_listings"));
    }

    @Test
    void aSampleThatMissesAMapStillLosesNothing() throws Exception {
        Path one = folder.resolve("late");
        Files.createDirectories(one);
        in = one;
        for (int file = 0; file < 60; file++) {
            Files.writeString(
                    one.resolve(100 + file + ".json"),
                    file == 13
                            ? "{\"a\":{\"x\":[[1,2],\"no number\"],\"y\":{\"z\":null}}}"
                            : "{\"a\":{\"x\":[[1,2],[3,4]]}}");
        }
        ingest("--dedup", "none");
        assertEquals(List.of("[[1,2],\"no number\"]"), query("SELECT a_x FROM late WHERE a_x LIKE '%no%'"));
    }

    @Test
    void nothingToReadIsAnError() {
        Ran ran = Ran.juggle("plan", folder.resolve("absent"));
        assertEquals(2, ran.code());
        assertTrue(ran.err().contains("absent: no such file"), ran.err());
        assertFalse(Files.exists(db));
    }
}
