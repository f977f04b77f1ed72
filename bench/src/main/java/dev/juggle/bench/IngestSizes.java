// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How large the same data is as JSON, as a database and as CSV, each plain and packed.
 *
 * <p>{@code juggle bench sizes [MIB...]}, by default {@code 370}; also {@code juggle bench sizes FOLDER...} for other
 * JSON. Folders are packed as one tar archive, names sorted, with {@code xz -6} and {@code zstd -3} (their defaults)
 * and {@code zstd -19 --long=27}, which looks back further than one file.
 */
final class IngestSizes {
    /** What may be given. */
    static final List<String> ARGUMENTS =
            List.of("MIB...      sizes of generated corpora (370)", "FOLDER...   or folders with other JSON");

    private static final double MEBIBYTE = 1 << 20;
    private static final String TAR = "tar -C \"$1\" --sort=name --owner=0 --group=0 --mtime=@0 -cf - . | ";

    private IngestSizes() {}

    /** Measures and prints. */
    static void main(String[] arguments) throws IOException, InterruptedException {
        for (String program : new String[] {"xz", "zstd", "tar"}) {
            if (!Command.exists(program)) {
                System.err.println("juggle: " + program + " is not on the path; it is needed here.");
                System.exit(2);
            }
        }
        for (String argument : arguments.length == 0 ? new String[] {"370"} : arguments) {
            boolean isSize = argument.matches("\\d+");
            measure(isSize ? Corpora.of(Options.number("MIB ", argument)) : Path.of(argument));
        }
    }

    private static void measure(Path corpus) throws IOException, InterruptedException {
        Path database = Corpora.folder().resolve("sizes.db");
        Path csv = Corpora.folder().resolve("sizes-csv");
        Corpora.delete(database);
        deleteTree(csv);
        Command.juggle("ingest", corpus, "-o", database).orStop("juggle ingest");
        Command.juggle("export", database, csv, "--format", "csv").orStop("juggle export");
        MarkdownTable table =
                new MarkdownTable("what", "plain MiB>", "xz MiB>", "zstd -3 MiB>", "zstd -19 --long MiB>");
        addRow(table, "JSON", bytes(corpus), TAR, corpus);
        addRow(table, "database", Files.size(database), "cat \"$1\" | ", database);
        addRow(table, "CSV of every table", bytes(csv), TAR, csv);
        System.out.println(corpus.getFileName() + ":\n\n" + table);
        System.out.println("Machine: " + Command.machine() + ".");
        Corpora.delete(database);
        deleteTree(csv);
    }

    private static void addRow(MarkdownTable table, String what, long bytes, String source, Path path)
            throws IOException, InterruptedException {
        table.add(
                what,
                mebibytes(bytes),
                mebibytes(packed(source + "xz -6 -T1", path)),
                mebibytes(packed(source + "zstd -q -3", path)),
                mebibytes(packed(source + "zstd -q -19 --long=27 -T2", path)));
    }

    private static long packed(String command, Path path) throws IOException, InterruptedException {
        String count = Command.run("sh", "-c", command + " | wc -c", "sh", path)
                .orStop("packing")
                .output();
        return Long.parseLong(count.strip());
    }

    private static long bytes(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path file : entries.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    private static void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path path : entries.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / MEBIBYTE);
    }
}
