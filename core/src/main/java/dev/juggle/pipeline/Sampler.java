// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.ParsedDocument;
import dev.juggle.shred.SampleStats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeSet;

/**
 * Looks at a part of the input before a run: pairs of files that follow one another, spread over the whole of each root
 * table's, and of each the parts that a {@link Skimmer} keeps. Pairs show what neighbours repeat, and the pairs together
 * what all do. Which files and which of their bytes depends on the listing and their content alone, never on memory,
 * threads or time.
 */
final class Sampler implements AutoCloseable {
    /** Files of the input that are looked at in the listing. */
    static final int LISTED_FILES = 10_000;

    private static final int SAMPLED_FILES = 48;
    private static final int PAIRS = 8;
    /** Bytes that are kept and counted, all files together, about. */
    private static final int KEPT_BYTES = 2 << 20;

    private static final int MOST_KEPT_BYTES = 256 << 10;
    private static final int FEWEST_KEPT_BYTES = 24 << 10;
    /** Bytes of one file, and of all, that are read at most. */
    private static final long READ_BYTES = 32 << 20;

    private static final long ALL_READ_BYTES = 64 << 20;
    private static final int PIECE_BYTES = 128 << 10;
    /** A dense text of numbers takes four times as much on a tape. */
    private static final int ARENA_BYTES = 16 << 20;

    private final IngestOptions options;
    private final FileLoader loader;
    private final BumpArena arena = new BumpArena(ARENA_BYTES);
    private final Skimmer skimmer = new Skimmer();
    private long read;

    /** A file of the sample, and whether it is the neighbour of the one before. */
    private record Chosen(InputFile file, boolean follows) {}

    /** A sampler that reads as a run with these options does. */
    Sampler(IngestOptions options) {
        this.options = options;
        this.loader = new FileLoader(options.standardInput());
    }

    /** What a sample of these files shows; nothing of standard input, which can be read only once. */
    SampleStats sample(List<InputFile> files) {
        SampleStats stats = new SampleStats(options.shred().selection());
        stats.inputBytes(files.stream()
                .mapToLong(InputFile::sizeBytes)
                .filter(bytes -> bytes > 0)
                .sum());
        List<Chosen> chosen = choose(files);
        int share = Math.clamp(KEPT_BYTES / Math.max(1, chosen.size()), FEWEST_KEPT_BYTES, MOST_KEPT_BYTES);
        DocumentParser parser = new DocumentParser(options.limits(), options.isRepairing());
        ParsedDocument document = new ParsedDocument(options.limits());
        for (Chosen file : chosen) {
            if (read < ALL_READ_BYTES) {
                add(file, share, parser, document, stats);
            }
        }
        return stats;
    }

    @Override
    public void close() {
        loader.close();
        arena.close();
    }

    private void add(Chosen chosen, int share, DocumentParser parser, ParsedDocument document, SampleStats stats) {
        InputFile file = chosen.file();
        arena.reset();
        try {
            int room = 4 * share;
            long piece = arena.allocate(PIECE_BYTES);
            long text = arena.allocate(room + FileLoader.TAIL_BYTES);
            skimmer.begin(text, room, share);
            FileLoader.Pieces pieces = new FileLoader.Pieces(piece, PIECE_BYTES, READ_BYTES, skimmer::add);
            boolean isWhole = loader.skim(file, pieces);
            read += pieces.bytes();
            int kept = skimmer.end(isWhole);
            if (!isPage(text, kept)) {
                parser.parse(arena, text, text + kept, document);
                stats.add(file.entry().table(), document, chosen.follows());
            }
        } catch (ArenaFullException tooDense) {
            // the other files have to tell
        }
    }

    /** Whether it begins as HTML does; such pages have tables of their own. */
    private static boolean isPage(long text, int bytes) {
        int at = 0;
        while (at < bytes && Mem.getByte(text + at) >= 0 && Mem.getByte(text + at) <= ' ') {
            at++;
        }
        return at < bytes && Mem.getByte(text + at) == '<';
    }

    /** Pairs of neighbours, spread over the files of each root table. */
    private static List<Chosen> choose(List<InputFile> files) {
        Map<String, List<InputFile>> byTable = new LinkedHashMap<>();
        for (InputFile file : files) {
            if (file.file() != null && file.sizeBytes() > 0) {
                byTable.computeIfAbsent(file.entry().table(), _ -> new ArrayList<>())
                        .add(file);
            }
        }
        int pairs = Math.clamp(SAMPLED_FILES / 2 / Math.max(1, byTable.size()), 1, PAIRS);
        List<Chosen> chosen = new ArrayList<>();
        for (List<InputFile> ofTable : byTable.values()) {
            SequencedSet<Integer> indexes = new TreeSet<>();
            for (int pair = 0; pair < pairs; pair++) {
                int first = (int) ((long) pair * ofTable.size() / pairs);
                indexes.add(first);
                indexes.add(Math.min(first + 1, ofTable.size() - 1));
            }
            if (chosen.size() < SAMPLED_FILES) {
                indexes.forEach(index -> chosen.add(new Chosen(ofTable.get(index), indexes.contains(index - 1))));
            }
        }
        return chosen;
    }
}
