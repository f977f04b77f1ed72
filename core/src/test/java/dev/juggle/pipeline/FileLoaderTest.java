// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.shred.FileEntry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FileLoaderTest {
    @TempDir
    Path folder;

    private final FileLoader loader = new FileLoader(Channels.newChannel(InputStream.nullInputStream()));
    private final BumpArena arena = new BumpArena(1 << 20);

    @AfterEach
    void close() {
        loader.close();
        arena.close();
    }

    private static InputFile file(@Nullable Path path, long size) {
        return new InputFile(new FileEntry(1, "f", size, "", "t"), path);
    }

    private LoadedFile load(byte[] bytes) throws IOException {
        Path path = Files.write(folder.resolve("f"), bytes);
        LoadedFile loaded = new LoadedFile(file(path, bytes.length));
        loader.load(loaded, arena);
        return loaded;
    }

    private static byte[] text(LoadedFile loaded) {
        return Mem.bytes(loaded.start, (int) loaded.textBytes());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @RepeatedTest(10)
    void everyPackingGivesTheSameText() throws IOException {
        long seed = System.nanoTime();
        System.out.println("FileLoaderTest seed " + seed);
        Random random = new Random(seed);
        byte[] text = new byte[random.nextInt(3) == 0 ? random.nextInt(20) : random.nextInt(300_000)];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) ('a' + random.nextInt(4));
        }
        int cut = text.length == 0 ? 0 : random.nextInt(text.length);
        byte[] head = Arrays.copyOf(text, cut);
        byte[] tail = Arrays.copyOfRange(text, cut, text.length);
        for (byte[] packed : new byte[][] {
            text,
            RandomCorpus.gzip(text),
            join(RandomCorpus.gzip(head), RandomCorpus.gzip(tail)),
            join(RandomCorpus.gzip(head), RandomCorpus.gzip(tail), new byte[700]),
            Zstd.compress(text),
            join(Zstd.compress(head), Zstd.compress(tail))
        }) {
            LoadedFile loaded = load(packed);
            assertEquals("", loaded.failure);
            assertArrayEquals(text, text(loaded));
            assertEquals(packed.length, loaded.rawBytes);
            assertEquals(32, loaded.hash.length());
            assertTrue(arena.holds(loaded.start, loaded.textBytes() + FileLoader.TAIL_BYTES));
            arena.reset();
        }
    }

    @Test
    void hashesAreThoseOfTheXxhsumTool() throws IOException {
        // printf '' | xxhsum -H2; printf abc | xxhsum -H2
        assertEquals("99aa06d3014798d86001c324468d497f", load(bytes("")).hash);
        assertEquals("06b05ab6733a618578af5f94892f3950", load(bytes("abc")).hash);
        byte[] packed = RandomCorpus.gzip(bytes("abc"));
        String ofPacked = load(packed).hash;
        assertEquals(ofPacked, load(packed).hash);
    }

    @Test
    void brokenPackingsAreReported() throws IOException {
        byte[] gzip = RandomCorpus.gzip(bytes("{\"a\":1}".repeat(500)));
        byte[] zstd = Zstd.compress(bytes("{\"a\":1}".repeat(500)));
        byte[] wrongSum = gzip.clone();
        wrongSum[gzip.length - 6] ^= 1;
        assertEquals("broken gzip data: it ends too early", load(Arrays.copyOf(gzip, gzip.length - 9)).failure);
        assertEquals("broken gzip data: it ends too early", load(Arrays.copyOf(gzip, 7)).failure);
        assertEquals("broken gzip data: checksum or length differs", load(wrongSum).failure);
        assertEquals("broken gzip data: no header where a member begins", load(join(gzip, bytes("garbage"))).failure);
        assertTrue(load(Arrays.copyOf(zstd, zstd.length - 5)).failure.startsWith("broken zstd data: "));
        assertTrue(load(join(zstd, bytes("garbage"))).failure.startsWith("broken zstd data: "));
        assertEquals(0, arena.usedBytes());
    }

    @Test
    void aFileThatChangedSinceItWasListedIsReported() throws IOException {
        Path path = Files.write(folder.resolve("f"), new byte[100]);
        LoadedFile shrunk = new LoadedFile(file(path, 101));
        loader.load(shrunk, arena);
        assertEquals("shrank from the 101 bytes it was listed with, so it was not read", shrunk.failure);
        for (long listed : new long[] {0, 50, 99}) {
            LoadedFile grown = new LoadedFile(file(path, listed));
            loader.load(grown, arena);
            assertEquals("grew beyond the " + listed + " bytes it was listed with, so it was not read", grown.failure);
        }
        LoadedFile gone = new LoadedFile(file(folder.resolve("gone"), 5));
        loader.load(gone, arena);
        assertEquals("was removed after it was listed", gone.failure);
    }

    @Test
    void aBombIsDefused() throws IOException {
        byte[] zeros = new byte[20 << 20];
        byte[] zstd = Zstd.compress(zeros, 19);
        LoadedFile bomb = new LoadedFile(file(Files.write(folder.resolve("f"), zstd), zstd.length));
        assertThrows(ArenaFullException.class, () -> loader.load(bomb, arena));
        loader.measure(bomb);
        assertEquals("unpacks to more than 1000 times its size, so it is not read", bomb.failure);
    }

    @Test
    void whatDoesNotFitIsMeasured() throws IOException {
        byte[] text = bytes("{\"a\":[1,2,3]},\n".repeat(100_000));
        for (byte[] packed : new byte[][] {text, RandomCorpus.gzip(text), Zstd.compress(text)}) {
            arena.allocate(13);
            long used = arena.usedBytes();
            LoadedFile large = new LoadedFile(file(Files.write(folder.resolve("f"), packed), packed.length));
            assertThrows(ArenaFullException.class, () -> loader.load(large, arena));
            assertEquals(used, arena.usedBytes());
            SpaceEstimate needs = loader.measure(large);
            assertEquals("", large.failure);
            assertEquals(text.length, needs.textBytes());
            assertTrue(needs.arenaBytes() > 2L * text.length);
            arena.reset();
        }
    }

    @Test
    void standardInputIsMeasuredWhileItIsAtHand() {
        byte[] text = bytes("[1,2],".repeat(400_000));
        for (byte[] packed : new byte[][] {text, RandomCorpus.gzip(text)}) {
            try (FileLoader piped = new FileLoader(Channels.newChannel(new ByteArrayInputStream(packed)))) {
                LoadedFile large = new LoadedFile(file(null, -1));
                assertThrows(ArenaFullException.class, () -> piped.load(large, arena));
                assertEquals(text.length, piped.measure(large).textBytes());
            }
        }
    }

    @Test
    void standardInputIsUnpackedToo() {
        byte[] text = bytes("{\"a\":1}");
        for (byte[] packed : new byte[][] {text, RandomCorpus.gzip(text), Zstd.compress(text)}) {
            try (FileLoader piped = new FileLoader(Channels.newChannel(new ByteArrayInputStream(packed)))) {
                LoadedFile loaded = new LoadedFile(file(null, -1));
                piped.load(loaded, arena);
                assertArrayEquals(text, text(loaded));
            }
        }
    }
}
