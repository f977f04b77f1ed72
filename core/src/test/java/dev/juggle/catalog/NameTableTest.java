// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NameTableTest {
    private final BumpArena arena = new BumpArena(1 << 16);

    private record Name(int owner, String key, boolean escaped) {
        NameTable.Step<Integer> step(@Nullable Integer value) {
            return new NameTable.Step<>(owner, new Key(key.getBytes(StandardCharsets.UTF_8), escaped), value);
        }
    }

    @AfterEach
    void close() {
        arena.close();
    }

    /** Looks the name up at the very end of an arena, where reading behind the key would show. */
    private <V> @Nullable V look(NameTable<V> table, Name name) {
        byte[] bytes = name.key.getBytes(StandardCharsets.UTF_8);
        arena.reset();
        long address = arena.allocateTop(bytes.length);
        Mem.copyIn(bytes, 0, address, bytes.length);
        V found = table.find(NameTable.header(name.owner, bytes.length, name.escaped), address);
        assertSame(found, table.find(name.owner, new Key(bytes, name.escaped)));
        return found;
    }

    @Test
    void everyVersionKeepsWhatItHadWhateverComesAfterIt() {
        Random random = Fuzz.random("NameTableTest.everyVersionKeepsWhatItHad");
        for (int round = 0; round < Fuzz.rounds(20); round++) {
            boolean ignoresCase = random.nextBoolean();
            List<Name> pool = pool(random);
            NameTable<Integer> table = new NameTable<>(ignoresCase, random.nextLong());
            Map<Name, Integer> model = new HashMap<>();
            List<NameTable<Integer>> versions = new ArrayList<>();
            List<Map<Name, Integer>> models = new ArrayList<>();
            for (int change = 0; change < 60; change++) {
                table = table.with(steps(random, pool, ignoresCase, model));
                assertEquals(model.size(), table.size());
                if (random.nextInt(5) == 0) {
                    versions.add(random.nextBoolean() ? table : table.copy());
                    models.add(new HashMap<>(model));
                }
            }
            for (int k = 0; k < versions.size(); k++) {
                for (Name name : pool) {
                    assertEquals(models.get(k).get(folded(name, ignoresCase)), look(versions.get(k), name), name.key);
                }
            }
        }
    }

    private static List<NameTable.Step<Integer>> steps(
            Random random, List<Name> pool, boolean ignoresCase, Map<Name, Integer> model) {
        List<NameTable.Step<Integer>> steps = new ArrayList<>();
        for (int k = random.nextInt(12); k >= 0; k--) {
            Name name = pool.get(random.nextInt(pool.size()));
            Integer value = random.nextInt(4) == 0 ? null : random.nextInt();
            steps.add(name.step(value));
            if (value == null) {
                model.remove(folded(name, ignoresCase));
            } else {
                model.put(folded(name, ignoresCase), value);
            }
        }
        return steps;
    }

    private static Name folded(Name name, boolean ignoresCase) {
        return ignoresCase ? new Name(name.owner, asciiLower(name.key), name.escaped) : name;
    }

    private static String asciiLower(String text) {
        StringBuilder lower = new StringBuilder();
        text.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + 32 : c)));
        return lower.toString();
    }

    /** Names of every length around the limits of words, alike but for a byte, some beyond ASCII, of several owners. */
    private static List<Name> pool(Random random) {
        List<Name> pool = new ArrayList<>();
        for (int length = 0; length <= 70; length++) {
            for (int k = 0; k < 4; k++) {
                StringBuilder key = new StringBuilder("@[`{AZaz".repeat(9).substring(0, length));
                if (length > 0) {
                    key.setCharAt(random.nextInt(length), "aAzZÀà\u0000\u007f".charAt(random.nextInt(8)));
                }
                pool.add(new Name(random.nextInt(3), key.toString(), random.nextInt(8) == 0));
            }
        }
        return pool;
    }

    @Test
    void caseIsFoldedForLettersOfAsciiOnly() {
        NameTable<Integer> table = new NameTable<Integer>(true, 1)
                .with(List.of(new Name(0, "Straße@[`{", false).step(1), new Name(0, "ÄB", false).step(2)));
        assertEquals(1, look(table, new Name(0, "sTRAßE@[`{", false)));
        assertNull(look(table, new Name(0, "straße`[`{", false)));
        assertNull(look(table, new Name(0, "straße@{`{", false)));
        assertEquals(2, look(table, new Name(0, "Äb", false)));
        assertNull(look(table, new Name(0, "äb", false)));
    }

    @Test
    void theSameBytesStandForSomethingElseWithAnotherOwnerOrWhenTheyAreASpelling() {
        NameTable<Integer> table = new NameTable<Integer>(false, 7)
                .with(List.of(
                        new Name(0, "k", false).step(1),
                        new Name(1, "k", false).step(2),
                        new Name(1, "k", true).step(3),
                        new Name(-1, "k", false).step(4)));
        assertEquals(1, look(table, new Name(0, "k", false)));
        assertEquals(2, look(table, new Name(1, "k", false)));
        assertEquals(3, look(table, new Name(1, "k", true)));
        assertEquals(4, look(table, new Name(-1, "k", false)));
        assertNull(look(table, new Name(2, "k", false)));
        assertNull(look(table, new Name(0, "k\0", false)));
    }

    /** Names that come and go leave nothing behind; names that only come never copy the whole table for one. */
    @Test
    void removedNamesGiveTheirRoomBack() {
        NameTable<Integer> table = new NameTable<>(false, 3);
        for (int k = 0; k < 10_000; k++) {
            table = table.with(List.of(new Name(0, "name" + k, false).step(k)));
            if (k >= 20) {
                table = table.with(List.of(new Name(0, "name" + (k - 20), false).step(null)));
            }
        }
        assertEquals(20, table.size());
        assertTrue(table.capacity() <= 64, () -> "grew without need");
        assertEquals(9_999, look(table, new Name(0, "name9999", false)));
    }

    @Test
    void anAdditionSharesTheArraysOfTheVersionBefore() {
        NameTable<Integer> table = new NameTable<>(false, 3);
        int rebuilt = 0;
        for (int k = 0; k < 10_000; k++) {
            int before = table.capacity();
            table = table.with(List.of(new Name(0, "name" + k, false).step(k)));
            rebuilt += table.capacity() == before ? 0 : 1;
        }
        assertEquals(10_000, table.entries());
        assertTrue(rebuilt <= 14, "the arrays were made anew " + rebuilt + " times");
    }

    @Test
    void aChangeThatFailsHalfWayLeavesTheTableUsable() {
        NameTable<Integer> table = new NameTable<Integer>(false, 3).with(List.of(new Name(0, "a", false).step(1)));
        NameTable<Integer> lost = table.with(List.of(new Name(0, "b", false).step(2))); // made, and never published
        NameTable<Integer> next = table.with(List.of(new Name(0, "c", false).step(3)));
        assertEquals(2, look(lost, new Name(0, "b", false)));
        assertNull(look(next, new Name(0, "b", false)));
        assertEquals(3, look(next, new Name(0, "c", false)));
        assertNull(look(lost, new Name(0, "c", false)));
    }
}
