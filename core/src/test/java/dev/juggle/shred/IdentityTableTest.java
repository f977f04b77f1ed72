// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdentityTableTest {
    static List<Long> seeds() {
        return new Random().longs(4).boxed().toList();
    }

    /** Against a map and a queue: what is there, with what row, and what gives way. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void itKeepsTheLatestEntriesAndNoOthers(long seed) {
        Random random = new Random(seed);
        int capacity = 1 + random.nextInt(3_000);
        // few different lower halves, so that slots cluster and wrap around
        int spread = 1 + random.nextInt(5_000);
        Map<Long, Long> expected = new HashMap<>();
        ArrayDeque<Long> order = new ArrayDeque<>();
        try (IdentityTable table = IdentityTable.ofEntries(capacity)) {
            for (int n = 1; n <= 3 * capacity + 10; n++) {
                long high = random.nextLong();
                if (expected.containsKey(high)) {
                    continue;
                }
                table.add(high, low(high, spread), IdentityTable.known(n, n % 7));
                expected.put(high, (long) n);
                order.add(high);
                if (order.size() > capacity) {
                    long gone = order.remove();
                    expected.remove(gone);
                    assertEquals(0, table.find(gone, low(gone, spread)));
                }
                if (n % 500 == 0 || n > 3 * capacity) {
                    for (Map.Entry<Long, Long> entry : expected.entrySet()) {
                        long known = table.find(entry.getKey(), low(entry.getKey(), spread));
                        assertEquals(entry.getValue(), IdentityTable.row(known));
                        assertEquals(entry.getValue() % 7, IdentityTable.warnings(known));
                    }
                }
            }
            assertTrue(table.evictions() > 0);
        }
    }

    private static long low(long high, int spread) {
        return Math.floorMod(high * 31, spread) - 3L;
    }

    @Test
    void itStaysWithinItsBytes() {
        for (long bytes : new long[] {1 << 20, 2 << 20, 3_333_333, 32 << 20}) {
            try (IdentityTable table = IdentityTable.ofBytes(bytes)) {
                assertTrue(table.capacity() > bytes / 100, "no more than 100 bytes an entry");
                assertTrue(table.capacity() < bytes / 24);
            }
        }
    }

    /** A reader that sees the same count of evictions before and, with the ticket, after has seen nothing wrong. */
    @Test
    void whoReadsMeanwhileFindsAnEntryWholeOrNotAtAll() throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicReference<String> wrong = new AtomicReference<>("");
        try (IdentityTable table = IdentityTable.ofEntries(500)) {
            List<Thread> readers = new ArrayList<>();
            for (int r = 0; r < 2; r++) {
                Random random = new Random(r);
                Thread reader = new Thread(() -> {
                    while (!isOver.get()) {
                        long before = table.evictions();
                        long value = 1L + random.nextInt(20_000);
                        long known = table.find(value << 20, value * 77);
                        if (isUnchanged(table, before) && known != 0 && IdentityTable.row(known) != value) {
                            wrong.set(value + " has row " + IdentityTable.row(known));
                        }
                    }
                });
                reader.start();
                readers.add(reader);
            }
            for (long value = 1; value <= 20_000; value++) {
                synchronized (table) {
                    table.add(value << 20, value * 77, IdentityTable.known(value, 0));
                }
            }
            isOver.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
        }
        assertEquals("", wrong.get());
    }

    private static boolean isUnchanged(IdentityTable table, long before) {
        synchronized (table) {
            return table.evictions() == before;
        }
    }

    @Test
    void aHashTellsValuesApartButNotSpellings() {
        List<String> different = List.of(
                "null",
                "true",
                "false",
                "0",
                "-0",
                "0.0",
                "-0.0",
                "1",
                "1.0",
                "10",
                "72057594037927936",
                "36028797018963967",
                "36028797018963968",
                "-36028797018963968",
                "-36028797018963969",
                "1e400",
                "1e401",
                "9223372036854775808",
                "9223372036854775809",
                "\"\"",
                "\"a\"",
                "\"1\"",
                "\"aaaaaaa\"",
                "\"aaaaaaaa\"",
                "\"aaaaaaaaa\"",
                "\"\\u0000\"",
                "\"a\\u0000\"",
                "[]",
                "{}",
                "[[]]",
                "[{}]",
                "[[],[]]",
                "[[[]]]",
                "{\"a\":1,\"b\":2}",
                "{\"b\":2,\"a\":1}",
                "{\"a\":{\"b\":2}}",
                "{\"a\":[\"b\",2]}",
                "[\"a\",1]",
                "[\"ab\",\"c\"]",
                "[\"a\",\"bc\"]",
                "[\"a\",[\"bc\"]]",
                "[[\"a\"],\"bc\"]",
                "\"" + "x".repeat(9_000) + "\"",
                "\"" + "x".repeat(8_999) + "y\"");
        Set<String> hashes = new HashSet<>();
        try (IdentityTable table = IdentityTable.ofEntries(1)) {
            different.forEach(value -> assertTrue(hashes.add(hash(table, value, 1)), value));
            assertTrue(hashes.add(hash(table, "1", 2)), "another table");
            assertEquals(hash(table, "[1.0,\"A\\n\"]", 1), hash(table, " [ 100e-2 ,\"\\u0041\\u000a\"]", 1));
            try (IdentityTable other = IdentityTable.ofEntries(1)) {
                assertNotEquals(hash(table, "1", 1), hash(other, "1", 1), "the key is random");
            }
        }
    }

    private static String hash(IdentityTable table, String json, int id) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try (BumpArena arena = new BumpArena(1 << 20)) {
            long start = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, start, bytes.length);
            ParsedDocument parsed = new ParsedDocument(Limits.DEFAULT);
            new DocumentParser(Limits.DEFAULT).parse(arena, start, start + bytes.length, parsed);
            SubtreeHash hash = table.newHash();
            hash.compute(parsed.tape(), 0, id);
            return hash.high() + ":" + hash.low();
        }
    }
}
