// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Whether a file found in a folder is worth reading as JSON: by its name, or by how it begins. A page of text beside the
 * data should be left alone and not count as broken; a file that the user names is read in any case.
 */
final class JsonLook {
    private static final Pattern NAMES = Pattern.compile(
            ".*\\.(json|ndjson|jsonl|geojson|topojson|jsonld|json-seq|geojsonl|geojsons)(\\.(gz|zst))?");
    private static final int HEAD_BYTES = 512;
    private static final byte[] ZSTD_MAGIC = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

    private JsonLook() {}

    static boolean looksLikeJson(Path path) throws IOException {
        String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        if (NAMES.matcher(name).matches()) {
            return true;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), HEAD_BYTES)) {
            return beginsLikeJson(unpacked(in).readNBytes(HEAD_BYTES));
        } catch (ZipException e) {
            return false;
        }
    }

    private static InputStream unpacked(InputStream in) throws IOException {
        in.mark(4);
        byte[] magic = in.readNBytes(4);
        in.reset();
        if (magic.length == 4 && magic[0] == 0x1F && magic[1] == (byte) 0x8B) {
            return new GZIPInputStream(in);
        }
        if (Arrays.equals(magic, ZSTD_MAGIC)) {
            return new ZstdInputStream(in);
        }
        return in;
    }

    /** An opening bracket and behind it what JSON allows there; a record separator (RFC 7464) before it. */
    static boolean beginsLikeJson(byte[] head) {
        int first = next(head, 0);
        if (first >= head.length) {
            return false;
        }
        int second = next(head, first + 1);
        char after = second < head.length ? (char) (head[second] & 0xFF) : ' ';
        return switch (head[first]) {
            case '{' -> after == '"' || after == '}';
            case '[' -> "[{\"]-0123456789tfn".indexOf(after) >= 0;
            default -> false;
        };
    }

    /** Index of the next byte that is neither white space, nor a record separator, nor part of a mark or a wide character. */
    private static int next(byte[] head, int from) {
        int i = from;
        while (i < head.length && head[i] <= ' ') {
            i++;
        }
        return i;
    }
}
