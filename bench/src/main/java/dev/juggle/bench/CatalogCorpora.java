// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The corpora of {@link CatalogBench}: made when first needed, the same bytes everywhere. */
final class CatalogCorpora {
    /** Records of the wide corpus; each with members of its own choice out of {@link #WIDE_NAMES}. */
    static final int WIDE_RECORDS = 20_000;

    private static final int WIDE_NAMES = 1_500;
    private static final int WIDE_MEMBERS = 60;
    private static final int WIDE_FILES = 50;

    private CatalogCorpora() {}

    /** Records that all differ in structure: about 60 of 1,500 names each, so that every member is looked up. */
    static Path wide() throws IOException {
        Path corpus = Corpora.folder().resolve("wide");
        if (!Files.isDirectory(corpus)) {
            Path part = Files.createDirectories(Corpora.folder().resolve("wide.part"));
            SplitMix64 random = new SplitMix64(4_598);
            List<String> names = new ArrayList<>();
            for (int k = 0; k < WIDE_NAMES; k++) {
                names.add("attribute" + Integer.toString(k * 7_919 % 46_656, 36) + k);
            }
            for (int file = 0; file < WIDE_FILES; file++) {
                writeWide(part.resolve(String.format(Locale.ROOT, "wide-%03d.ndjson", file)), names, random);
            }
            Files.move(part, corpus);
        }
        return corpus;
    }

    private static void writeWide(Path file, List<String> names, SplitMix64 random) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int record = 0; record < WIDE_RECORDS / WIDE_FILES; record++) {
                char sign = '{';
                for (int name = random.below(2 * WIDE_NAMES / WIDE_MEMBERS);
                        name < WIDE_NAMES;
                        name += 1 + random.below(2 * WIDE_NAMES / WIDE_MEMBERS)) {
                    out.write(sign + "\"" + names.get(name) + "\":" + random.below(100_000));
                    sign = ',';
                }
                out.write(sign == '{' ? "{}\n" : "}\n");
            }
        }
    }

    /** Files of one record each, the k-th with a member that no other has. */
    static Path columns(int files) throws IOException {
        Path corpus = Corpora.folder().resolve("columns-" + files);
        if (!Files.isDirectory(corpus)) {
            Path part = Files.createDirectories(Corpora.folder().resolve("columns-" + files + ".part"));
            for (int file = 0; file < files; file++) {
                Files.writeString(
                        part.resolve(String.format(Locale.ROOT, "%05d.json", file)),
                        "{\"id\":" + file + ",\"name\":\"file " + file + "\",\"member" + file + "\":" + file * 7
                                + "}\n");
            }
            Files.move(part, corpus);
        }
        return corpus;
    }
}
