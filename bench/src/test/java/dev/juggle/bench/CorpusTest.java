// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.bench.Corpus.Style;
import dev.juggle.bench.Corpus.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** The corpus is the same everywhere and what its description says. */
final class CorpusTest {
    /** Of the corpus that {@link #everyMachineGetsTheseBytes} writes. A change of the generator changes it. */
    private static final String DIGEST = "f1761c416678461bcc939f7501e745e7794dcc5fc95cfa85c019a54e6cf9c6ce";

    private final ObjectMapper json = new JsonMapper();

    @TempDir
    Path folder;

    @Test
    void everyMachineGetsTheseBytes() throws IOException, NoSuchAlgorithmException {
        Corpus.write(folder, 7, 6, 1 << 20, Style.MIXED);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (Path file : files()) {
            digest.update(Files.readAllBytes(file));
        }
        assertEquals(DIGEST, HexFormat.of().formatHex(digest.digest()));
    }

    @Test
    void sizeIsAsAsked() throws IOException {
        Totals totals = Corpus.write(folder, 1, 29, 3 << 20, Style.PRETTY);
        long bytes = 0;
        for (Path file : files()) {
            bytes += Files.size(file);
        }
        assertEquals(29, files().size());
        assertEquals(bytes, totals.bytes());
        assertTrue(Math.abs((3 << 20) - bytes) < 4096, bytes + " bytes");
    }

    @Test
    void mostOffersAreRepeatedAndNoFileIs() throws IOException {
        Corpus.write(folder, 3, 4, 2 << 20, Style.COMPACT);
        Set<JsonNode> before = new HashSet<>();
        for (Path file : files()) {
            JsonNode snapshot = json.readTree(file);
            JsonNode offers = snapshot.required("offers");
            assertEquals(snapshot.required("count").intValue(), offers.size());
            long repeated = offers.valueStream().filter(before::contains).count();
            if (!before.isEmpty()) {
                assertTrue(repeated > offers.size() * 0.6, repeated + " of " + offers.size());
                assertTrue(repeated < offers.size(), "nothing is new");
            }
            before = new HashSet<>(offers.valueStream().toList());
        }
    }

    @Test
    void whatAReaderMustCopeWithIsThere() throws IOException {
        Corpus.write(folder, 5, 3, 1 << 20, Style.MIXED);
        StringBuilder all = new StringBuilder();
        for (Path file : files()) {
            json.readTree(file);
            all.append(Files.readString(file));
        }
        for (String part : List.of(
                "[]",
                ": null",
                ":null",
                "\\\"",
                "\\\\",
                "\\n",
                "\\t",
                "\\ud83e\\ude91",
                "🪑",
                "\\u00",
                "ü",
                "\t\t\"",
                "    \"",
                "\"fragile\": true")) {
            assertTrue(all.indexOf(part) >= 0, part);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }
}
