// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.testing.Canonical;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Input in a folder, its way into a database in every mode, and back. */
final class Trap {
    private static final List<List<String>> WAYS = List.of(
            List.of("--reader", "producer", "--threads", "2", "--memory", "64M"),
            List.of("--reader", "single", "--threads", "1", "--memory", "64M"),
            List.of("--reader", "consumer", "--threads", "4", "--memory", "64M", "--arenas", "3", "--batch", "1"),
            List.of("--reader", "producer", "--threads", "1", "--memory", "16M", "--arenas", "2"));

    private final Path folder;
    private final Path in;
    private final Map<String, byte[]> files = new TreeMap<>();

    Trap(Path temporary) throws IOException {
        this.folder = temporary;
        this.in = Files.createDirectories(temporary.resolve("in"));
    }

    /** Puts a text file into the folder. */
    Trap file(String name, String text) throws IOException {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Puts a file into the folder. */
    Trap file(String name, byte[] bytes) throws IOException {
        files.put(name, bytes);
        Files.createDirectories(in.resolve(name).getParent());
        Files.write(in.resolve(name), bytes);
        return this;
    }

    /** Where the input lies. */
    Path input() {
        return in;
    }

    /** The database. */
    Path database() {
        return folder.resolve("out.db");
    }

    /** As {@link #ingest}, with everything laid out plainly, whatever a sample shows. */
    String ingestPlainly(int code) throws IOException, SQLException {
        Path plan = Files.writeString(folder.resolve("plain.json"), "{\"paths\":[]}");
        return ingest(code, "--plan", plan.toString());
    }

    /**
     * Ingests the folder in every mode; the databases must be the same, byte for byte, sound, and the exit code as expected.
     * Gives what the first run said.
     */
    String ingest(int code, String... more) throws IOException, SQLException {
        String said = "";
        for (int i = 0; i < WAYS.size(); i++) {
            List<String> way = WAYS.get(i);
            Path target = i == 0 ? database() : folder.resolve("other.db");
            List<Object> arguments = new ArrayList<>(List.of("ingest", in, "-o", target, "--force"));
            arguments.addAll(way);
            arguments.addAll(List.of(more));
            Ran ran = Ran.juggle(arguments.toArray());
            assertEquals(code, ran.code(), way + "\n" + ran.err());
            if (i == 0) {
                said = ran.err();
            } else {
                assertEquals(-1, Files.mismatch(database(), target), "another database with " + way);
            }
        }
        assertEquals("ok", query("PRAGMA integrity_check"));
        assertEquals("", query("PRAGMA foreign_key_check"));
        return said;
    }

    /** What a query gives: columns with a bar between them, rows with a semicolon; NULL is {@code NULL}. */
    String query(String sql) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                text.append(text.isEmpty() ? "" : ";");
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    String value = rows.getString(i);
                    text.append(i == 1 ? "" : "|").append(value == null ? "NULL" : value);
                }
            }
        }
        return text.toString();
    }

    /** Rebuilds and compares the given files with what Jackson makes of their sources; all, when none are given. */
    void comesBack(String... names) throws IOException {
        Path back = folder.resolve("back");
        Ran.juggle("rebuild", database(), back, "--force");
        for (String name : names.length == 0 ? files.keySet() : List.of(names)) {
            byte[] source = files.get(name);
            String rebuilt = Files.readString(back.resolve("in").resolve(name));
            assertEquals(
                    Canonical.of(new String(source == null ? new byte[0] : source, StandardCharsets.UTF_8)),
                    Canonical.of(rebuilt),
                    name);
        }
    }

    /** Rebuilds everything and has verify find nothing to say. */
    void comesBackClean() throws IOException {
        comesBack();
        Ran ran = Ran.juggle("verify", database());
        assertEquals(0, ran.code(), ran.out() + ran.err());
    }
}
