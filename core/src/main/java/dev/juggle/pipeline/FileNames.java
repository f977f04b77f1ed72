// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** How files and folders are spelled in the database, and what their tables are called. */
final class FileNames {
    private static final List<String> PACKED = List.of(".gz", ".zst");
    private static final List<String> JSON = List.of(".json", ".ndjson", ".jsonl", ".geojson");
    private static final List<String> PAGE = List.of(".html", ".htm", ".xhtml");
    private static final char REPLACEMENT = '\ufffd';

    private FileNames() {}

    /** Whether a file of this name is taken from a folder: an ending of JSON or a page, perhaps with one for compression behind it. */
    static boolean isKnown(String name) {
        return isJson(name) || isPage(name);
    }

    /** Whether the name ends like that of a JSON file, compressed or not. */
    static boolean isJson(String name) {
        String plain = unpacked(name.toLowerCase(Locale.ROOT));
        return JSON.stream().anyMatch(plain::endsWith);
    }

    /** Whether the name ends like that of an HTML page, compressed or not. */
    static boolean isPage(String name) {
        String plain = unpacked(name.toLowerCase(Locale.ROOT));
        return PAGE.stream().anyMatch(plain::endsWith);
    }

    /** Whether the name ends like a compressed file's. */
    static boolean isPacked(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        return PACKED.stream().anyMatch(folded::endsWith);
    }

    /** A table's name from a file's: without its ending, and without that of compression. */
    static String base(String name) {
        String plain = unpacked(name);
        int dot = plain.lastIndexOf('.');
        return dot > 0 ? plain.substring(0, dot) : plain;
    }

    /** A table's name from a folder: its last part or, where that is none ({@code .}, {@code ..}), its real name. */
    static String ofFolder(Path folder) {
        String name = last(folder);
        if (!name.isEmpty() && !name.equals("..") && !name.equals(".")) {
            return name;
        }
        try {
            String real = last(folder.toRealPath());
            return real.isEmpty() ? "root" : real;
        } catch (IOException gone) {
            return "root";
        }
    }

    /** A path's last part; empty where it has none. */
    static String last(Path path) {
        Path name = path.getFileName();
        return name == null ? "" : text(name);
    }

    /**
     * A path as text with {@code /} between its parts. Linux names are bytes: those that are not UTF-8, or that the JVM could
     * not decode because of its locale, are read from the path's URI, which spells bytes as they are, and keep
     * {@code %XX} only where they are no UTF-8.
     */
    static String text(Path path) {
        String text = path.toString().replace(path.getFileSystem().getSeparator(), "/");
        boolean isPlain = text.chars().allMatch(c -> c < 0x80 && c != '?');
        if (isPlain || (isJvmUtf8() && text.indexOf(REPLACEMENT) < 0)) {
            return text;
        }
        Path absolute = path.toAbsolutePath();
        String raw = absolute.toUri().getRawPath();
        String uri = raw.endsWith("/") ? raw.substring(0, raw.length() - 1) : raw;
        List<String> parts = List.of(uri.split("/", -1));
        int count = path.getNameCount();
        StringBuilder built = new StringBuilder();
        for (int i = parts.size() - count; i < parts.size(); i++) {
            built.append(built.isEmpty() && !path.isAbsolute() ? "" : "/").append(decode(parts.get(i)));
        }
        return built.toString();
    }

    private static boolean isJvmUtf8() {
        return "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));
    }

    private static String decode(String part) {
        ByteBuffer bytes = ByteBuffer.allocate(part.length());
        for (int i = 0; i < part.length(); i++) {
            if (part.charAt(i) == '%') {
                bytes.put((byte) Integer.parseInt(part, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.put((byte) part.charAt(i));
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(bytes.flip())
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            return part;
        }
    }

    private static String unpacked(String name) {
        for (String ending : PACKED) {
            if (name.length() > ending.length()
                    && name.regionMatches(true, name.length() - ending.length(), ending, 0, ending.length())) {
                return name.substring(0, name.length() - ending.length());
            }
        }
        return name;
    }
}
