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

class SqlWriterTest {
    private static final Workload.Cuts WHOLE = new Workload.Cuts(8 << 20, 1000, 1);

    @TempDir
    Path folder;

    private Path write(String name, Workload workload, Workload.Cuts cuts) throws IOException {
        Path file = folder.resolve(name);
        workload.play(new SqlWriter(file, SqlWriter.DEFAULT_PAGE_BYTES, 4 << 20), cuts);
        return file;
    }

    @Test
    void randomWorkloadsComeBackWhole() throws Exception {
        Random random = Fuzz.random("randomWorkloadsComeBackWhole");
        for (int i = 0; i < Fuzz.rounds(25); i++) {
            Workload workload = Workload.random(random, new Workload.Size(12, 6, 40, 60, 9000));
            Path file = write("r" + i + ".db", workload, WHOLE);
            DatabaseChecks.check(file, workload, "round " + i);
        }
    }

    @Test
    void bytesDoNotDependOnCommitsAndCuts() throws Exception {
        Random random = Fuzz.random("bytesDoNotDependOnCommitsAndCuts");
        for (int i = 0; i < Fuzz.rounds(10); i++) {
            Workload workload = Workload.random(random, new Workload.Size(12, 6, 12, 200, 300));
            byte[] whole = Files.readAllBytes(write("w" + i + ".db", workload, WHOLE));
            byte[] cut = Files.readAllBytes(write("c" + i + ".db", workload, new Workload.Cuts(16 << 10, 1, 3)));
            byte[] other = Files.readAllBytes(write("o" + i + ".db", workload, new Workload.Cuts(40 << 10, 5, 2)));
            assertArrayEquals(whole, cut, "round " + i);
            assertArrayEquals(whole, other, "round " + i);
        }
    }

    @Test
    void shellReadsIt() throws Exception {
        Workload workload = Workload.random(new Random(7), new Workload.Size(10, 6, 20, 50, 300));
        Path file = write("s.db", workload, WHOLE);
        String answer = DatabaseChecks.shell(file, "PRAGMA integrity_check; PRAGMA foreign_key_check");
        Assumptions.assumeTrue(answer != null, "there is no sqlite3 shell here");
        assertEquals("ok\n", answer);
    }

    @Test
    void tableMayGrowToTheMostColumnsAndShortRowsStayShort() throws Exception {
        Workload workload = new Workload();
        List<ColumnLayout> columns = new ArrayList<>(List.of(new ColumnLayout("_row", "")));
        long id = 1;
        while (columns.size() < 2000) {
            for (int i = 0; i < 40 && columns.size() < 2000; i++) {
                columns.add(new ColumnLayout("column " + columns.size(), ""));
            }
            @Nullable Object[] longest = new @Nullable Object[columns.size()];
            longest[columns.size() - 1] = id;
            workload.add(new Workload.Job(
                    List.of(new TableLayout(0, "wide", columns)),
                    List.of(new Workload.Batch(0, id, List.of(new @Nullable Object[] {null, 5L}, longest)))));
            id += 2;
        }
        Path file = write("wide.db", workload, WHOLE);
        DatabaseChecks.check(file, workload, "wide");
    }

    @Test
    void finishedSchemaHasTypesKeysAndNoTraceOfTheWay() throws Exception {
        Workload workload = new Workload();
        List<ColumnLayout> root = List.of(new ColumnLayout("_row", ""), new ColumnLayout("na\"me", ""));
        List<ColumnLayout> child = List.of(new ColumnLayout("_row", ""), new ColumnLayout("_parent", ""));
        TableLayout childTable =
                new TableLayout(1, "kid", child, List.of(new ForeignKey("_parent", "root", "_row")), false, List.of());
        workload.add(new Workload.Job(
                List.of(new TableLayout(0, "root", root), childTable),
                List.of(
                        new Workload.Batch(0, 1, List.<@Nullable Object[]>of(new @Nullable Object[] {null, "x"})),
                        new Workload.Batch(1, 1, List.<@Nullable Object[]>of(new @Nullable Object[] {null, 1L})))));
        workload.statements.add(new IndexLayout("i", "kid", List.of("_parent")).ddl());
        Path file = write("schema.db", workload, WHOLE);
        try (Connection connection = Connections.openReadOnly(file)) {
            assertEquals(
                    List.of(
                            "CREATE TABLE \"root\" (\"_row\" INTEGER PRIMARY KEY, \"na\"\"me\" TEXT)",
                            "CREATE TABLE \"kid\" (\"_row\" INTEGER PRIMARY KEY, \"_parent\" INTEGER,"
                                    + " FOREIGN KEY (\"_parent\") REFERENCES \"root\"(\"_row\"))",
                            "CREATE INDEX \"i\" ON \"kid\"(\"_parent\")",
                            "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
                    DatabaseChecks.strings(connection, "SELECT sql FROM sqlite_schema ORDER BY rowid"));
            assertEquals(List.of("1"), DatabaseChecks.strings(connection, "PRAGMA schema_version"));
        }
    }

    @Test
    void pathMayHoldWhatLooksLikeParameters() throws Exception {
        Path nasty = Files.createDirectories(folder.resolve("a?mode=memory&x=%41 #é"));
        Workload workload = Workload.random(new Random(8), new Workload.Size(3, 2, 5, 5, 20));
        Path file = nasty.resolve("b?c=d.db");
        workload.play(new SqlWriter(file, 1024, 1 << 20), WHOLE);
        assertTrue(Files.size(file) > 0);
        DatabaseChecks.check(file, workload, "nasty path");
    }

    @Test
    void abortLeavesNothingBehind() throws Exception {
        Path file = folder.resolve("gone.db");
        SqlWriter writer = new SqlWriter(file, 4096, 1 << 20);
        writer.define(List.of(new TableLayout(0, "t", List.of(new ColumnLayout("_row", "")))));
        writer.commit();
        writer.abort();
        writer.abort();
        assertFalse(Files.exists(file));
    }

    @Test
    void fileWithContentsIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("full.db"), "something");
        assertThrows(IllegalArgumentException.class, () -> new SqlWriter(file, 4096, 1 << 20));
        assertEquals("something", Files.readString(file));
    }
}
