// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.testing.Fuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bulk writer against SQLite, which must find its files sound, and against the SQL writer. */
class BulkWriterTest {
    private static final Workload.Cuts WHOLE = new Workload.Cuts(8 << 20, 1000, 1);
    private static final long CACHE_BYTES = 1 << 20;

    @TempDir
    Path folder;

    /** One round of a random test. */
    private interface Round {
        void run(Random random, int pageBytes, String context) throws Exception;
    }

    private static void rounds(String name, int quick, Round round) throws Exception {
        Random seeds = Fuzz.random(name);
        for (int i = 0; i < Fuzz.rounds(quick); i++) {
            long seed = seeds.nextLong();
            Random random = new Random(seed);
            int pageBytes = 512 << random.nextInt(8);
            round.run(random, pageBytes, name + " round " + i + ", pages of " + pageBytes);
        }
    }

    private Path bulk(String name, Workload workload, int pageBytes, Workload.Cuts cuts) throws IOException {
        Path file = folder.resolve(name);
        Files.deleteIfExists(file);
        workload.play(new BulkWriter(file, pageBytes, CACHE_BYTES), cuts);
        return file;
    }

    private Path sql(String name, Workload workload) throws IOException {
        Path file = folder.resolve(name);
        Files.deleteIfExists(file);
        workload.play(new SqlWriter(file, 4096, CACHE_BYTES), WHOLE);
        return file;
    }

    @Test
    void aThousandRandomDatabasesAreSound() throws Exception {
        rounds("aThousandRandomDatabasesAreSound", 1000, (random, pageBytes, context) -> {
            Workload.Size size = new Workload.Size(4, 4, 12, 1 + random.nextInt(120), 1 + random.nextInt(3000));
            Workload workload = Workload.random(random, size);
            Path file = bulk("s.db", workload, pageBytes, WHOLE);
            DatabaseChecks.check(file, workload, context);
        });
    }

    @Test
    void largerRandomDatabasesAreSoundAndCutsDoNotShow() throws Exception {
        rounds("largerRandomDatabasesAreSoundAndCutsDoNotShow", 40, (random, pageBytes, context) -> {
            Workload workload = Workload.random(random, new Workload.Size(10, 6, 12, 900, 300));
            int small = Math.min(pageBytes, 2048);
            Path whole = bulk("w.db", workload, small, WHOLE);
            DatabaseChecks.check(whole, workload, context);
            Path cut = bulk("c.db", workload, small, new Workload.Cuts(20 << 10, 1, 3));
            Path other = bulk("o.db", workload, small, new Workload.Cuts(40 << 10, 5, 2));
            assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(cut), context);
            assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(other), context);
        });
    }

    @Test
    void rowsParentsAndKeysOutOfOrderAreAllThere() throws Exception {
        rounds("rowsParentsAndKeysOutOfOrderAreAllThere", 60, (random, pageBytes, context) -> {
            Workload workload = Workload.random(random, new Workload.Size(8, 6, 10, 300, 2000, true));
            int small = Math.min(pageBytes, 2048);
            Path whole = bulk("w.db", workload, small, WHOLE);
            DatabaseChecks.check(whole, workload, context);
            Path cut = bulk("c.db", workload, small, new Workload.Cuts(90 << 10, 1, 3));
            assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(cut), context);
            assertFalse(Files.exists(folder.resolve("w.db.late")));
        });
    }

    @Test
    void holdsWhatTheSqlWriterWrites() throws Exception {
        rounds("holdsWhatTheSqlWriterWrites", 25, (random, pageBytes, context) -> {
            boolean disorderly = random.nextInt(3) == 0;
            Workload workload = Workload.random(random, new Workload.Size(8, 6, 30, 150, 5000, disorderly));
            workload.statements.add("CREATE INDEX \"by\" ON "
                    + Identifiers.quote(workload.layout(0).name()) + "(\"_row\" DESC)");
            Path theirs = sql("sql.db", workload);
            Path ours = bulk("bulk.db", workload, pageBytes, WHOLE);
            assertEquals(DatabaseChecks.dump(theirs), DatabaseChecks.dump(ours), context);
            DatabaseChecks.check(ours, workload, context);
        });
    }

    @Test
    void statisticsAreWhatAnalyzeWrites() throws Exception {
        rounds("statisticsAreWhatAnalyzeWrites", 30, (random, pageBytes, context) -> {
            boolean disorderly = random.nextInt(3) == 0;
            Workload workload = Workload.random(random, new Workload.Size(9, 8, 8, 400, 60, disorderly));
            Path file = bulk("a.db", workload, pageBytes, WHOLE);
            String figures = "SELECT tbl || '|' || coalesce(idx, '') || '|' || stat FROM sqlite_stat1 ORDER BY 1";
            try (Connection connection = Connections.open(file)) {
                List<String> ours = DatabaseChecks.strings(connection, figures);
                Connections.run(connection, "DELETE FROM sqlite_stat1", "ANALYZE");
                assertEquals(DatabaseChecks.strings(connection, figures), ours, context);
            }
        });
    }

    @Test
    void liveOnUnderSqlite() throws Exception {
        rounds("liveOnUnderSqlite", 15, (random, pageBytes, context) -> {
            Workload workload = Workload.random(random, new Workload.Size(8, 5, 12, 400, 3000));
            Path file = bulk("l.db", workload, pageBytes, WHOLE);
            String table = Identifiers.quote(workload.layout(0).name());
            try (Connection connection = Connections.open(file)) {
                assertEquals(List.of("ok"), DatabaseChecks.strings(connection, "PRAGMA quick_check"), context);
                for (int i = 0; i < 40; i++) {
                    Connections.run(connection, change(random, table));
                }
                assertEquals(List.of("ok"), DatabaseChecks.strings(connection, "PRAGMA integrity_check"), context);
                Connections.run(connection, "VACUUM");
                assertEquals(List.of("ok"), DatabaseChecks.strings(connection, "PRAGMA integrity_check"), context);
            }
        });
    }

    private static String change(Random random, String table) {
        int id = random.nextInt(600);
        return switch (random.nextInt(3)) {
            case 0 -> "INSERT OR REPLACE INTO " + table + "(_row) VALUES (" + id + ")";
            case 1 -> "DELETE FROM " + table + " WHERE _row BETWEEN " + id + " AND " + (id + random.nextInt(9));
            default -> "UPDATE " + table + " SET _row = _row + 100000 WHERE _row = " + id;
        };
    }

    @Test
    void liveOnUnderTheSystemsShell() throws Exception {
        Random random = Fuzz.random("liveOnUnderTheSystemsShell");
        for (int i = 0; i < Fuzz.rounds(6); i++) {
            Workload workload = Workload.random(random, new Workload.Size(8, 5, 12, 400, 3000));
            Path file = bulk("sh.db", workload, 512 << i % 8, WHOLE);
            String table = Identifiers.quote(workload.layout(0).name());
            StringBuilder script = new StringBuilder("PRAGMA integrity_check; PRAGMA quick_check;");
            for (int change = 0; change < 40; change++) {
                script.append(change(random, table)).append("; ");
            }
            script.append("PRAGMA integrity_check; VACUUM; PRAGMA integrity_check;");
            String answer = DatabaseChecks.shell(file, script.toString());
            Assumptions.assumeTrue(answer != null, "there is no sqlite3 shell here");
            assertEquals("ok\n".repeat(4), answer, "round " + i);
        }
    }

    @Test
    void payloadsAroundEveryThresholdOfEveryPageSize() throws Exception {
        for (int pageBytes = 512; pageBytes <= 65536; pageBytes *= 2) {
            Workload workload = thresholds(new PageGeometry(pageBytes));
            Path file = bulk("t.db", workload, pageBytes, WHOLE);
            DatabaseChecks.check(file, workload, "pages of " + pageBytes);
        }
    }

    /** Rows whose payloads have just as many bytes as make a difference, loose and in packed leaves, with and without row ids. */
    private static Workload thresholds(PageGeometry geometry) {
        List<Integer> sizes = new ArrayList<>();
        int overflow = geometry.overflowBytes();
        int least = (geometry.pageBytes() - 12) * 32 / 255 - 23;
        for (int most : List.of(geometry.maxTableLocal(), geometry.maxIndexLocal(), least)) {
            for (int chain : List.of(0, 1, 2, 3)) {
                for (int near = -3; near <= 5; near++) {
                    sizes.add(most + chain * overflow + near);
                }
            }
        }
        ColumnLayout content = new ColumnLayout("content", "");
        TableLayout rows = new TableLayout(0, "rows", List.of(new ColumnLayout("_row", ""), content));
        List<ColumnLayout> keyed = List.of(new ColumnLayout("_parent", ""), new ColumnLayout("_pos", ""), content);
        TableLayout records = new TableLayout(1, "records", keyed, List.of(), true, List.of("_parent", "_pos"));
        Workload workload = new Workload();
        long id = 1;
        for (int times = 1; times <= 3; times++) {
            List<@Nullable Object[]> rowList = new ArrayList<>();
            List<@Nullable Object[]> recordList = new ArrayList<>();
            for (int i = 0; i < sizes.size() * times; i++) {
                byte[] blob = blob(sizes.get(i % sizes.size()));
                rowList.add(new @Nullable Object[] {null, blob});
                recordList.add(new @Nullable Object[] {1L, 1000L * times + i, blob});
            }
            workload.add(new Workload.Job(
                    times == 1 ? List.of(rows, records) : List.of(),
                    List.of(new Workload.Batch(0, id, rowList), new Workload.Batch(1, 1, recordList))));
            id += rowList.size();
        }
        return workload;
    }

    /** A blob that makes a payload of {@code payload} bytes or two less, with one or two small integers before it. */
    private static byte[] blob(int payload) {
        int bytes = Math.max(1, payload - 5);
        byte[] blob = new byte[bytes];
        new Random(payload).nextBytes(blob);
        return blob;
    }

    @Test
    void valuesOfSeveralMegabytes() throws Exception {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int bytes : new int[] {3, 5_000_000, 0, 70_000, 2_000_000, 11}) {
            rows.add(new @Nullable Object[] {null, "x".repeat(bytes), 7L});
        }
        List<ColumnLayout> columns =
                List.of(new ColumnLayout("_row", ""), new ColumnLayout("a", ""), new ColumnLayout("b", ""));
        Workload workload = new Workload();
        workload.add(
                new Workload.Job(List.of(new TableLayout(0, "t", columns)), List.of(new Workload.Batch(0, 1, rows))));
        for (int pageBytes : new int[] {512, 4096, 65536}) {
            Path file = bulk("m.db", workload, pageBytes, WHOLE);
            DatabaseChecks.check(file, workload, "pages of " + pageBytes);
            Path cut = bulk("n.db", workload, pageBytes, new Workload.Cuts(5_400_000, 1, 1));
            assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(cut), "pages of " + pageBytes);
        }
    }

    @Test
    void emptyTablesManyTablesAndTheMostColumns() throws Exception {
        Workload workload = new Workload();
        List<TableLayout> layouts = new ArrayList<>();
        for (int t = 0; t < 1000; t++) {
            List<ColumnLayout> columns = new ArrayList<>(List.of(new ColumnLayout("_row", "")));
            for (int c = 1; c < (t == 500 ? 2000 : 3); c++) {
                columns.add(new ColumnLayout("column " + c + " of table " + t, ""));
            }
            layouts.add(new TableLayout(t, "table " + t, columns));
        }
        @Nullable Object[] wide = new @Nullable Object[2000];
        wide[1] = "first";
        wide[1999] = "last";
        workload.add(new Workload.Job(
                layouts,
                List.of(
                        new Workload.Batch(500, 1, List.<@Nullable Object[]>of(wide)),
                        new Workload.Batch(999, 1, List.<@Nullable Object[]>of(new @Nullable Object[] {null, 1L})))));
        for (int pageBytes : new int[] {512, 4096, 65536}) {
            Path file = bulk("e.db", workload, pageBytes, WHOLE);
            DatabaseChecks.check(file, workload, "pages of " + pageBytes);
        }
    }

    @Test
    void databaseWithoutTablesIsOne() throws Exception {
        Path file = bulk("none.db", new Workload(), 1024, WHOLE);
        assertEquals(2 * 1024, Files.size(file), "the schema, and the statistics of no table");
        DatabaseChecks.check(file, new Workload(), "no tables");
    }

    @Test
    void schemaThatJustFillsPageOne() throws Exception {
        for (int length = 280; length < 420; length++) {
            Workload workload = new Workload();
            List<ColumnLayout> columns =
                    List.of(new ColumnLayout("_row", ""), new ColumnLayout("c".repeat(length), ""));
            workload.add(new Workload.Job(List.of(new TableLayout(0, "t", columns)), List.of()));
            Path file = bulk("f.db", workload, 512, WHOLE);
            DatabaseChecks.check(file, workload, "a name of " + length);
        }
    }

    @Test
    void smallJobsWasteNoPages() throws Exception {
        ColumnLayout x = new ColumnLayout("x", "");
        Workload many = new Workload();
        Workload one = new Workload();
        List<@Nullable Object[]> all = new ArrayList<>();
        TableLayout table = new TableLayout(0, "t", List.of(new ColumnLayout("_row", ""), x));
        for (long id = 1; id <= 4000; id++) {
            @Nullable Object[] row = {null, "row " + id};
            all.add(row);
            many.add(new Workload.Job(
                    id == 1 ? List.of(table) : List.of(),
                    List.of(new Workload.Batch(0, id, List.<@Nullable Object[]>of(row)))));
        }
        one.add(new Workload.Job(List.of(table), List.of(new Workload.Batch(0, 1, all))));
        long pages = Files.size(bulk("many.db", many, 512, WHOLE)) / 512;
        long least = Files.size(bulk("one.db", one, 512, WHOLE)) / 512;
        assertTrue(pages <= least, pages + " pages for small jobs, " + least + " for a large one");
        assertTrue(least - pages <= 2, pages + " pages for small jobs, " + least + " for a large one");
    }

    @Test
    void twoRowsWithOneKeyAreRefused() {
        List<ColumnLayout> columns = List.of(new ColumnLayout("_parent", ""), new ColumnLayout("_pos", ""));
        TableLayout table = new TableLayout(0, "keyed", columns, List.of(), true, List.of("_parent", "_pos"));
        for (int apart = 0; apart < 2; apart++) {
            List<@Nullable Object[]> rows =
                    new ArrayList<>(List.<@Nullable Object[]>of(new @Nullable Object[] {1L, 1L}));
            Workload workload = new Workload();
            if (apart == 0) {
                rows.add(new @Nullable Object[] {1L, 1L});
            }
            workload.add(new Workload.Job(List.of(table), List.of(new Workload.Batch(0, 1, rows))));
            workload.add(new Workload.Job(List.of(), List.of(new Workload.Batch(0, 1, rows))));
            IOException refused = assertThrows(IOException.class, () -> bulk("d.db", workload, 4096, WHOLE));
            assertEquals("two rows of keyed have the same primary key", refused.getMessage());
        }
    }

    @Test
    void linksInTheOrderOfTheirKeyComeFromManyJobsAndNoneIsLate() throws Exception {
        Workload workload = links(new Random(4), 9, 4000);
        Path theirs = sql("sql.db", workload);
        for (int pageBytes : new int[] {512, 4096}) {
            Path file = folder.resolve("links.db");
            Files.deleteIfExists(file);
            workload.play(new BulkWriter(file, pageBytes, CACHE_BYTES), WHOLE, () -> {
                assertFalse(Files.exists(folder.resolve("links.db.late")), "a link was late");
            });
            DatabaseChecks.check(file, workload, "pages of " + pageBytes);
            assertEquals(DatabaseChecks.dump(theirs), DatabaseChecks.dump(file));
            Path cut = bulk("cut.db", workload, pageBytes, new Workload.Cuts(50 << 10, 1, 3));
            assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(cut), "pages of " + pageBytes);
        }
    }

    /** A root, an entity and the link table between them: rows of three integers, as they come from a pile of documents. */
    private static Workload links(Random random, int jobs, int jobParents) {
        ColumnLayout row = new ColumnLayout("_row", "");
        TableLayout root = new TableLayout(0, "root", List.of(row));
        TableLayout entity = new TableLayout(1, "root_item", List.of(row, new ColumnLayout("name", "")));
        TableLayout link = new TableLayout(
                2,
                "root_items",
                List.of(new ColumnLayout("_parent", ""), new ColumnLayout("_pos", ""), new ColumnLayout("_ref", "")),
                List.of(new ForeignKey("_parent", "root", "_row"), new ForeignKey("_ref", "root_item", "_row")),
                true,
                List.of("_parent", "_pos"));
        Workload workload = new Workload();
        long parents = 0;
        long items = 0;
        for (int job = 0; job < jobs; job++) {
            List<@Nullable Object[]> roots = new ArrayList<>();
            List<@Nullable Object[]> entities = new ArrayList<>();
            List<@Nullable Object[]> links = new ArrayList<>();
            long firstItem = items + 1;
            long firstParent = parents + 1;
            for (int i = 0; i < jobParents; i++) {
                roots.add(new @Nullable Object[] {null});
                parents++;
                int count = random.nextInt(4) == 0 ? random.nextInt(12) : 0;
                for (long position = 0; position < count; position++) {
                    if (items == 0 || random.nextInt(5) == 0) {
                        items++;
                        entities.add(new @Nullable Object[] {null, "item " + items});
                    }
                    links.add(new @Nullable Object[] {parents, position, 1 + random.nextLong(items)});
                }
            }
            workload.add(new Workload.Job(
                    job == 0 ? List.of(root, entity, link) : List.of(),
                    List.of(
                            new Workload.Batch(0, firstParent, roots),
                            new Workload.Batch(1, firstItem, entities),
                            new Workload.Batch(2, 1, links))));
        }
        return workload;
    }

    @Test
    void finishedFileSaysWhatSqliteWouldSay() throws Exception {
        Workload workload = Workload.random(new Random(3), new Workload.Size(5, 4, 8, 50, 100));
        Path file = bulk("h.db", workload, 8192, WHOLE);
        try (Connection connection = Connections.openReadOnly(file)) {
            assertEquals(List.of("8192"), DatabaseChecks.strings(connection, "PRAGMA page_size"));
            assertEquals(
                    List.of("" + Files.size(file) / 8192), DatabaseChecks.strings(connection, "PRAGMA page_count"));
            assertEquals(List.of("UTF-8"), DatabaseChecks.strings(connection, "PRAGMA encoding"));
            assertEquals(List.of("1"), DatabaseChecks.strings(connection, "PRAGMA schema_version"));
            assertEquals(List.of("0"), DatabaseChecks.strings(connection, "PRAGMA freelist_count"));
            assertEquals(List.of("0"), DatabaseChecks.strings(connection, "PRAGMA auto_vacuum"));
            assertEquals(List.of("delete"), DatabaseChecks.strings(connection, "PRAGMA journal_mode"));
        }
    }

    @Test
    void fileWithContentsIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("full.db"), "something");
        assertThrows(IllegalArgumentException.class, () -> new BulkWriter(file, 4096, CACHE_BYTES));
        assertEquals("something", Files.readString(file));
    }
}
