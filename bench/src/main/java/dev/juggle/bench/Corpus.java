// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.bench.JsonText.Layout;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The corpus of the experiments: a pile of JSON files as a program leaves them that polls an API every quarter of an
 * hour. {@code juggle bench corpus OUT SEED FILES MIB [compact|pretty|mixed]} writes it; the same arguments give the same
 * bytes on every machine, since all chance comes from one {@link SplitMix64} and no clock, locale or hash order plays
 * a part.
 *
 * <p>Each file is one object: some facts about the snapshot and the array {@code offers}, thousands of which are
 * repeated from the file before (see {@link FreightExchange}). What a reader must cope with: objects three levels
 * deep, arrays of strings and of objects, empty arrays, null beside absent, whole beside fractional numbers, integers
 * beyond 2⁵³ ({@code cursor}) and beyond 2⁶³ ({@code digest}), text beyond ASCII as UTF-8 and as escapes with
 * surrogate pairs, and the short escapes. {@code mixed} changes the layout from file to file.
 *
 * <p>Files are written one after the other; memory grows with the size of one file, not of the pile.
 */
final class Corpus {
    /** What may be given. */
    static final List<String> ARGUMENTS = List.of(
            "OUT SEED FILES MIB [compact|pretty|mixed]   the folder to write, the seed of all chance, how many files,",
            "                                            how many MiB together, and the layout (compact)");

    private static final Instant START = Instant.parse("2025-01-06T00:00:00Z");
    private static final int SECONDS_BETWEEN = 900;
    private static final List<Layout> MIXED_LAYOUTS = List.of(Layout.COMPACT, Layout.SPACES, Layout.TABS);
    /** About what a file holds beside its offers. */
    private static final int FRAME_BYTES = 360;

    /** What was written. */
    record Totals(int files, long bytes, long offers) {}

    /** Which layout each file has. */
    enum Style {
        /** No white space. */
        COMPACT,
        /** Two spaces a level. */
        PRETTY,
        /** Compact, spaces, tabs, by turns. */
        MIXED;

        private Layout layout(int file) {
            return switch (this) {
                case COMPACT -> Layout.COMPACT;
                case PRETTY -> Layout.SPACES;
                case MIXED -> MIXED_LAYOUTS.get(file % MIXED_LAYOUTS.size());
            };
        }
    }

    private final Path folder;
    private final SplitMix64 random;
    private final int files;
    private final long bytes;
    private final Style style;

    private Corpus(Path folder, long seed, int files, long bytes, Style style) {
        this.folder = folder;
        this.random = new SplitMix64(seed);
        this.files = files;
        this.bytes = bytes;
        this.style = style;
    }

    /** Writes a corpus as the arguments say, and one line about it to standard output. */
    static void main(String[] arguments) throws IOException {
        if (arguments.length < 4 || arguments.length > 5) {
            throw new Options.WrongUse("OUT SEED FILES MIB are needed");
        }
        Totals totals = write(
                Path.of(arguments[0]),
                Options.number("SEED ", arguments[1]),
                (int) Options.number("FILES ", arguments[2]),
                Math.round(Double.parseDouble(arguments[3]) * (1 << 20)),
                style(arguments.length == 5 ? arguments[4] : "compact"));
        System.out.printf(
                Locale.ROOT,
                "%,d files, %,d bytes (%.1f MiB), %,d offers%n",
                totals.files,
                totals.bytes,
                totals.bytes / (double) (1 << 20),
                totals.offers);
    }

    private static Style style(String name) {
        for (Style style : Style.values()) {
            if (style.name().equalsIgnoreCase(name)) {
                return style;
            }
        }
        throw new Options.WrongUse("there is no layout " + name);
    }

    /**
     * Writes {@code files} files that take {@code bytes} bytes together (within a kilobyte, unless that is too little
     * for so many files) into {@code folder}, which is made if it is missing.
     */
    static Totals write(Path folder, long seed, int files, long bytes, Style style) throws IOException {
        Files.createDirectories(folder);
        return new Corpus(folder, seed, files, bytes, style).run();
    }

    private Totals run() throws IOException {
        FreightExchange exchange = new FreightExchange(random);
        long totalWeight = 0;
        for (int file = 0; file < files; file++) {
            totalWeight += weight(file);
        }
        long now = START.getEpochSecond();
        long written = 0;
        long weight = 0;
        long offers = 0;
        for (int file = 0; file < files; file++) {
            weight += weight(file);
            // What is too much in one file is taken from the next, so that the sum is right.
            long due = bytes / totalWeight * weight + bytes % totalWeight * weight / totalWeight - written;
            exchange.advance(now, due - FRAME_BYTES, style.layout(file));
            written += writeFile(exchange, file, now);
            offers += exchange.open().size();
            now += SECONDS_BETWEEN + random.below(20);
        }
        return new Totals(files, written, offers);
    }

    /** File sizes rise and fall by a third, slowly, so that neighbours stay alike. In 90ths of the smallest step. */
    private static long weight(int file) {
        int place = file % 80;
        return 90 + 3L * (place < 40 ? place - 20 : 60 - place) / 2;
    }

    private long writeFile(FreightExchange exchange, int file, long now) throws IOException {
        Layout layout = style.layout(file);
        Path path = folder.resolve(String.format(Locale.ROOT, "snapshot-%05d.json", file + 1));
        JsonText json = new JsonText(layout, 0);
        long bytes = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 16)) {
            writeFrame(json, file, now, exchange.open().size());
            json.key("offers").open('[');
            for (FreightOffer offer : exchange.open()) {
                json.element().raw(offer.text(layout));
                bytes += json.lengthBytes();
                json.drainTo(out);
            }
            json.close(']').close('}').raw("\n");
            bytes += json.lengthBytes();
            json.drainTo(out);
        }
        return bytes;
    }

    private void writeFrame(JsonText json, int file, long now, int offers) {
        json.open('{').key("page").number(file + 1L);
        json.key("feed").open('{').key("url").string("https://freight.example/v2/offers", false);
        json.key("zone").string(file % 3 == 0 ? "north" : file % 3 == 1 ? "south" : "ferry", false);
        json.key("licence")
                .string("Frachtbörse – nur für Mitglieder", file % 2 == 0)
                .close('}');
        json.key("taken").string(Instant.ofEpochSecond(now).toString(), false);
        json.key("cursor").number((1L << 53) + 1 + file * 1_000_003L + random.below(1000));
        json.key("digest").raw(Long.toUnsignedString(random.bits() | 1L << 63));
        json.key("count").number(offers);
        if (file % 11 == 0) {
            json.key("notices")
                    .open('[')
                    .element()
                    .string("zone slow: page " + file % 7 + " is old", false)
                    .close(']');
        } else if (file % 5 != 0) {
            json.key("notices").raw("null");
        }
    }
}
