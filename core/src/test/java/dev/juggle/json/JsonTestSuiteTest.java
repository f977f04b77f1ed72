// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.Json.Parsed;
import dev.juggle.testing.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** JSONTestSuite (nst, MIT), which lies beside the checkout; what it leaves open is chosen in docs/json-choices.md. */
class JsonTestSuiteTest {
    private Path suite;

    @BeforeEach
    void findTheSuite() {
        var found = Project.shared("conformance/json-test-suite");
        assumeTrue(found.isPresent(), "no JSONTestSuite beside the checkout (see JUGGLE_SHARED)");
        suite = found.get();
    }

    private Map<String, byte[]> files(String folder, String prefix) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> list = Files.list(suite.resolve(folder))) {
            for (Path file : list.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(prefix)) {
                    files.put(name, Files.readAllBytes(file));
                }
            }
        }
        assertFalse(files.isEmpty(), folder + "/" + prefix);
        return files;
    }

    /** Whether the bytes are one JSON text, with nothing around it: what the suite is about. */
    private static boolean isJson(byte[] bytes) {
        try (BumpArena arena = new BumpArena(bytes.length * 12L + 4096)) {
            long start = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, start, bytes.length);
            return new JsonParser(Limits.DEFAULT).parse(arena, start, start + bytes.length, new Tape());
        }
    }

    @Test
    void whatMustBeAcceptedIs() throws IOException {
        files("test_parsing", "y_").forEach((name, bytes) -> {
            assertTrue(isJson(bytes), name);
            try (Parsed parsed = Json.parsed(bytes, Limits.DEFAULT)) {
                assertEquals("", parsed.aside(), name);
                assertEquals(1, parsed.document().valueCount(), name);
            }
        });
    }

    @Test
    void whatMustBeRejectedIs() throws IOException {
        files("test_parsing", "n_").forEach((name, bytes) -> {
            assertFalse(isJson(bytes), name);
            try (Parsed parsed = Json.parsed(bytes, Limits.DEFAULT)) {
                boolean several = parsed.document().valueCount() > 1;
                boolean empty = parsed.document().form() == ParsedDocument.Form.EMPTY;
                assertTrue(several || empty || !parsed.setAside().isEmpty(), name + " as a document");
            }
        });
    }

    @Test
    void whatIsLeftOpenIsAsChosenInTheDocs() throws IOException {
        Map<String, String> actual = new TreeMap<>();
        files("test_parsing", "i_").forEach((name, bytes) -> {
            try (Parsed parsed = Json.parsed(bytes, Limits.DEFAULT)) {
                boolean right = parsed.setAside().isEmpty();
                actual.put(name.replace(".json", ""), right ? "accepted" : "set aside");
            }
        });
        assertEquals(actual, choices("i_"));
    }

    @Test
    void whatParsersChangeIsKeptAsSaidInTheDocs() throws IOException {
        Map<String, String> actual = new TreeMap<>();
        files("test_transform", "").forEach((name, bytes) -> {
            try (Parsed parsed = Json.parsed(bytes, Limits.DEFAULT)) {
                String kept = parsed.setAside().isEmpty() ? parsed.values() : "set aside";
                actual.put(name.replace(".json", ""), kept.length() < 60 ? kept : "");
            }
        });
        Map<String, String> told = choices("number_");
        told.putAll(choices("object_"));
        told.putAll(choices("string_"));
        assertEquals(actual, told);
    }

    /** The rows of the tables in docs/json-choices.md whose first cell begins with {@code prefix}: file to choice. */
    private static Map<String, String> choices(String prefix) throws IOException {
        String docs = Files.readString(Project.root().resolve("docs/json-choices.md"));
        Matcher row = Pattern.compile("(?m)^\\| `(" + prefix + "[^`]*)` \\| `?(.*?)`? \\|.*$")
                .matcher(docs);
        Map<String, String> choices = new TreeMap<>();
        while (row.find()) {
            assertEquals(null, choices.put(row.group(1), row.group(2)), row.group(1) + " twice");
        }
        return choices;
    }
}
