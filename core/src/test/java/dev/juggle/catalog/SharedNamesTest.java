// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every strategy promises, and where they differ. */
class SharedNamesTest {
    private final BumpArena arena = new BumpArena(1 << 16);
    private final Map<String, Long> addresses = new HashMap<>();

    @AfterEach
    void close() {
        arena.close();
    }

    private @Nullable Attribute look(NameReader<Attribute> reader, String name) {
        long address = addresses.computeIfAbsent(name, text -> {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            long at = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, at, bytes.length);
            return at;
        });
        return reader.find(address, name.length());
    }

    private static Attribute generation(int number) {
        return new Attribute(
                "1.2.3",
                List.of("name", "alias", "a-name-of-more-than-thirty-two-bytes"),
                number % 2 == 0 ? Syntax.EXACT : Syntax.DN);
    }

    @ParameterizedTest
    @EnumSource
    void readersSeeAChangeFromTheirNextJobAndWhoMadeItAtOnce(CatalogStrategy strategy) {
        AttributeTable table = new AttributeTable(strategy, 1);
        NameReader<Attribute> editor = table.reader();
        NameReader<Attribute> other = table.reader();
        assertNull(look(other, "name"));
        Attribute first = generation(0);
        editor.change(edit -> {
            AttributeTable.definition(List.of(first)).accept(edit);
            assertSame(first, edit.find(0, Key.of("ALIAS")), "its own step, before it is published");
        });
        assertSame(first, look(editor, "Name"));
        assertSame(first, table.find("1.2.3"));
        other.begin();
        for (Key key : first.keys().toList()) {
            assertSame(first, look(other, key.text()));
        }
        table.remove("1.2.3");
        other.begin();
        assertNull(look(other, "alias"));
        assertEquals(0, table.names().size());
    }

    @Test
    void withinAJobSnapshotsAndCopiesStayAsTheyAre() {
        for (CatalogStrategy strategy : List.of(CatalogStrategy.SNAPSHOT, CatalogStrategy.COPY)) {
            AttributeTable table = new AttributeTable(strategy, 1);
            table.define(List.of(generation(0)));
            NameReader<Attribute> reader = table.reader();
            reader.begin();
            Attribute before = look(reader, "name");
            table.define(List.of(generation(1)));
            table.define(List.of(new Attribute("9", List.of("other"), Syntax.DN)));
            assertSame(before, look(reader, "alias"));
            assertNull(look(reader, "other"));
            reader.begin();
            assertNotSame(before, look(reader, "alias"));
            assertNotNull(look(reader, "other"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEditThatFailsChangesNothing(CatalogStrategy strategy) {
        AttributeTable table = new AttributeTable(strategy, 1);
        table.define(List.of(generation(0)));
        NameReader<Attribute> reader = table.reader();
        Attribute clash = new Attribute("7", List.of("new", "ALIAS"), Syntax.EXACT);
        assertThrows(IllegalArgumentException.class, () -> reader.change(AttributeTable.definition(List.of(clash))));
        reader.begin();
        assertNull(look(reader, "new"));
        assertNull(look(reader, "7"));
        assertEquals(1, table.version());
        table.define(List.of(new Attribute("8", List.of("unlocked-again"), Syntax.EXACT)));
        assertEquals(2, table.version());
    }

    /** The server's version moved on one path of several, and after the lock was given back. Here there is one path. */
    @Test
    void allThatChangesNamesGoesThroughChangeAndMovesTheVersionUnderTheLock() {
        Set<String> steps = Arrays.stream(NameEdit.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(method -> method.getName())
                .collect(Collectors.toSet());
        assertEquals(Set.of("find", "put", "remove"), steps, "a new way to change needs its lines below");
        Set<String> ways = Stream.of(SharedNames.class, NameReader.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> Arrays.asList(method.getParameterTypes()).contains(java.util.function.Consumer.class))
                .map(method -> method.getName())
                .collect(Collectors.toSet());
        assertEquals(Set.of("change"), ways);
        for (CatalogStrategy strategy : CatalogStrategy.values()) {
            SharedNames<Object> names = strategy.names(false, 1);
            Object value = new Object();
            moves(names, true, edit -> edit.put(0, Key.of("a"), value));
            moves(names, false, edit -> edit.put(0, Key.of("a"), value));
            moves(names, true, edit -> edit.put(0, Key.of("a"), new Object()));
            moves(names, true, edit -> edit.remove(0, Key.of("a")));
            moves(names, false, edit -> edit.remove(0, Key.of("a")));
            moves(names, false, edit -> assertNull(edit.find(0, Key.of("a"))));
        }
    }

    private static void moves(
            SharedNames<Object> names, boolean isMoved, java.util.function.Consumer<NameEdit<Object>> by) {
        long before = names.version();
        names.change(edit -> {
            by.accept(edit);
            assertEquals(before, names.version(), "nothing is published yet");
        });
        assertEquals(before + (isMoved ? 1 : 0), names.version());
    }

    /**
     * While names are redefined: what a reader finds never goes back, neither from job to job nor from a name to its alias; a
     * version seen before a job began is in it; and with snapshots and copies name, alias and OID agree within a job.
     */
    @ParameterizedTest
    @EnumSource
    void nobodyEverSeesHalfAChangeOrAnOldOne(CatalogStrategy strategy) throws Exception {
        SharedNames<Integer> names = strategy.names(true, 5);
        int changes = Fuzz.rounds(3_000);
        List<String> keys = List.of("oid", "name", "an-alias-of-more-than-thirty-two-bytes");
        long[] at = new long[keys.size()];
        for (int k = 0; k < at.length; k++) {
            byte[] bytes = keys.get(k).getBytes(StandardCharsets.UTF_8);
            at[k] = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, at[k], bytes.length);
        }
        boolean agrees = strategy == CatalogStrategy.SNAPSHOT || strategy == CatalogStrategy.COPY;
        CountDownLatch begun = new CountDownLatch(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            List<Future<?>> readers = new ArrayList<>();
            for (int r = 0; r < 2; r++) {
                readers.add(threads.submit(() -> {
                    NameReader<Integer> reader = names.reader();
                    int newest = 0;
                    begun.countDown();
                    while (newest < changes) {
                        long version = names.version();
                        reader.begin();
                        int seen = value(reader.find(at[0], keys.get(0).length()));
                        assertTrue(seen >= newest && seen >= version, () -> "went back");
                        newest = seen;
                        for (int k = 1; k < at.length; k++) {
                            int alias = value(reader.find(at[k], keys.get(k).length()));
                            assertTrue(agrees ? alias == seen : alias >= newest, () -> "half a change");
                            newest = alias;
                        }
                    }
                    return null;
                }));
            }
            begun.await();
            for (int change = 1; change <= changes; change++) {
                Integer value = change;
                names.change(edit -> keys.forEach(key -> edit.put(0, Key.of(key), value)));
                assertEquals(change, names.version());
            }
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
    }

    private static int value(@Nullable Integer found) {
        return found == null ? 0 : found;
    }

    /** Of 10,000 changes nothing is left: no table, no value, no arrays that only grow. */
    @ParameterizedTest
    @EnumSource
    void nothingIsLeftOfTenThousandChanges(CatalogStrategy strategy) throws InterruptedException {
        AttributeTable table = new AttributeTable(strategy, 1);
        table.define(List.of(new Attribute("0", List.of("stays"), Syntax.EXACT)));
        NameReader<Attribute> reader = table.reader();
        NameReader<Attribute> idle = table.reader();
        List<WeakReference<Attribute>> old = new ArrayList<>();
        for (int change = 0; change < 10_000; change++) {
            Attribute next = new Attribute("1." + change % 50, List.of("n" + change), Syntax.EXACT);
            old.add(new WeakReference<>(next));
            reader.change(AttributeTable.definition(List.of(next)));
            assertSame(next, look(reader, "1." + change % 50));
        }
        idle.begin();
        assertEquals(102, table.names().size());
        assertTrue(table.names().heapBytes() < 50_000, () -> table.names().heapBytes() + " bytes");
        for (int attempt = 0; attempt < 100 && alive(old) > 50; attempt++) {
            System.gc();
            Thread.sleep(5);
        }
        assertEquals(50, alive(old));
        assertNotNull(look(idle, "stays"));
    }

    private static long alive(List<WeakReference<Attribute>> all) {
        return all.stream().filter(one -> one.get() != null).count();
    }

    @Test
    void strategiesGiveTheSameAnswers() {
        Random random = Fuzz.random("SharedNamesTest.strategiesGiveTheSameAnswers");
        List<SharedNames<Integer>> all = Arrays.stream(CatalogStrategy.values())
                .map(strategy -> strategy.<Integer>names(true, random.nextLong()))
                .toList();
        List<NameReader<Integer>> readers =
                all.stream().map(SharedNames::reader).toList();
        long address = arena.allocate(40);
        for (int round = 0; round < 2_000; round++) {
            byte[] key =
                    ("K" + random.nextInt(200)).repeat(1 + random.nextInt(2)).getBytes(StandardCharsets.UTF_8);
            Integer value = random.nextInt();
            boolean isPut = random.nextInt(3) > 0;
            for (int k = 0; k < all.size(); k++) {
                if (isPut) {
                    readers.get(k).change(edit -> edit.put(3, new Key(key, false), value));
                } else {
                    readers.get(k).change(edit -> edit.remove(3, new Key(key, false)));
                }
            }
            byte[] wanted = ("k" + random.nextInt(200)).getBytes(StandardCharsets.UTF_8);
            Mem.copyIn(wanted, 0, address, wanted.length);
            long header = NameReader.header(3, wanted.length, false);
            Integer found = readers.get(0).find(header, address);
            for (NameReader<Integer> reader : readers) {
                assertEquals(found, reader.find(header, address));
            }
        }
    }

    @Test
    void aStrategyIsFoundByItsNameAndNoOther() {
        for (CatalogStrategy strategy : CatalogStrategy.values()) {
            assertSame(strategy, CatalogStrategy.of(strategy.label()));
        }
        IllegalArgumentException wrong =
                assertThrows(IllegalArgumentException.class, () -> CatalogStrategy.of("shared"));
        assertEquals("--catalog must be locked, optimistic, snapshot, copy, protocol, not shared", wrong.getMessage());
        assertNotEquals(CatalogStrategy.PROTOCOL, CatalogStrategy.DEFAULT);
    }
}
