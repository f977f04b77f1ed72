// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * A folder of random JSON files from a seed: objects, arrays, lines, broken and empty ones, small ones by the hundred and a
 * few large, some packed. Keys come from a small pool, so that tables, columns and shapes keep being discovered.
 */
final class RandomCorpus {
    private static final String[] KEYS = {
        "id", "Id", "name", "tags", "a", "a_b", "b", "nested", "items", "价", "_row", "value", "x y", ""
    };

    private final Random random;
    private final StringBuilder text = new StringBuilder();

    RandomCorpus(long seed) {
        this.random = new Random(seed);
    }

    /** Writes {@code files} files into {@code folder}, in subfolders too; none larger than about {@code maxBytes}. */
    void write(Path folder, int files, int maxBytes) throws IOException {
        for (int i = 0; i < files; i++) {
            Path place = folder.resolve(random.nextInt(3) == 0 ? "sub" + random.nextInt(4) : "");
            Files.createDirectories(place);
            String name = "f" + random.nextInt(1_000_000) + "-" + i;
            byte[] bytes = document(maxBytes).getBytes(StandardCharsets.UTF_8);
            switch (random.nextInt(12)) {
                case 0 -> Files.write(place.resolve(name + ".json.gz"), gzip(bytes));
                case 1 -> Files.write(place.resolve(name + ".json.zst"), Zstd.compress(bytes));
                default -> Files.write(place.resolve(name + ".json"), bytes);
            }
        }
    }

    /** A document of a random form. */
    String document(int maxBytes) {
        text.setLength(0);
        int size = random.nextInt(8) == 0 ? random.nextInt(maxBytes) : random.nextInt(Math.min(maxBytes, 3_000));
        switch (random.nextInt(14)) {
            case 0 -> text.append(random.nextBoolean() ? "" : " \n ");
            case 1 -> value(0);
            case 2, 3, 4 -> lines(size);
            case 5, 6, 7, 8 -> array(size);
            case 9 -> {
                lines(size);
                text.append("\n{\"a\":1,}\n{\"a\":2}\n");
            }
            case 10 -> {
                array(size);
                text.setLength(Math.max(1, text.length() - 3));
            }
            default -> object(0, size);
        }
        return text.toString();
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return packed.toByteArray();
    }

    private void lines(int size) {
        do {
            object(0, 0);
            text.append('\n');
        } while (text.length() < size);
    }

    private void array(int size) {
        text.append('[');
        do {
            if (text.length() > 1) {
                text.append(random.nextInt(5) == 0 ? ",\n " : ",");
            }
            value(1);
        } while (text.length() < size);
        text.append(']');
    }

    private void object(int depth, int size) {
        text.append('{');
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "\"" : ",\"")
                    .append(KEYS[random.nextInt(KEYS.length)])
                    .append("\":");
            value(depth + 1);
        }
        if (size > 0) {
            text.append(count == 0 ? "" : ",").append("\"long\":\"");
            while (text.length() < size) {
                text.append("lorem ipsum dolor ");
            }
            text.append('"');
        }
        text.append('}');
    }

    private void value(int depth) {
        switch (random.nextInt(depth > 4 ? 8 : 11)) {
            case 0 -> text.append("null");
            case 1 -> text.append(random.nextBoolean());
            case 2, 3 -> text.append(random.nextInt(2_000) - 1_000);
            case 4 -> text.append(random.nextLong()).append("000");
            case 5 -> text.append(random.nextGaussian());
            case 6, 7 ->
                text.append('"').append("word".repeat(random.nextInt(9))).append("\\né\"");
            case 8 -> object(depth, 0);
            default -> {
                text.append('[');
                for (int i = random.nextInt(4); i > 0; i--) {
                    value(depth + 1);
                    text.append(i == 1 ? "" : ",");
                }
                text.append(']');
            }
        }
    }
}
