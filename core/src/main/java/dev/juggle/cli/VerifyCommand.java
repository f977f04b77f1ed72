// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.shred.StoredDatabase;
import dev.juggle.shred.StoredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares a database with its sources, value by value. */
@Command(
        name = "verify",
        description = {
            "Compares a database with its sources, value by value.",
            "Each document is rebuilt and compared with its source: members in order, integers digit by digit,",
            "other numbers as doubles. The first difference of each file is shown. What a copy that is equal",
            "by value does not hold is counted; if there is any of it, the exit status is 1: keep those originals.",
            "Of HTML pages the records are compared, and the bytes if they were kept (ingest --keep-source)."
        },
        footer = {
            "juggle verify out.db              # sources where they were ingested from",
            "juggle verify out.db backup/data  # sources that lie elsewhere now"
        })
final class VerifyCommand extends BasicCommand {
    private static final int MOST_SHOWN = 20;

    @Parameters(index = "0", paramLabel = "DB", description = "The database.")
    private Path path;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "SOURCE",
            description = "Where the sources lie now; by default where they were ingested from.")
    private List<String> sources = List.of();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "Memory for a document and its copy; by default 512M.")
    private long memory = 2 * MemoryBudget.DEFAULT_MEMORY_BYTES;

    private long files;
    private long records;
    private long different;
    private long notCompared;
    private long shown;
    private final NotHeld notHeld = new NotHeld();

    @Override
    public Integer call() throws IOException {
        try (StoredDatabase database = StoredDatabase.open(path);
                Comparison comparison = new Comparison(database, memory, notHeld)) {
            SourceFinder finder = new SourceFinder(database, sources, path);
            finder.problems().forEach(this::cannotCompare);
            database.<IOException>forEachFile(file -> compare(comparison, file, finder.find(file)));
            finder.others().forEach(other -> cannotCompare(other + ": is not in the database"));
        }
        if (shown > MOST_SHOWN) {
            terminal().out().println("… and " + Words.number(shown - MOST_SHOWN) + " more");
        }
        terminal()
                .say(Words.count(files - different, "file") + " equal, " + Words.count(records, "record")
                        + (different == 0 ? "" : "; " + Words.count(different, "file") + " different")
                        + (notCompared == 0 ? "" : "; " + Words.number(notCompared) + " not compared"));
        notHeld.sentences().forEach(sentence -> terminal().say(sentence));
        boolean isClean = different == 0 && notCompared == 0 && notHeld.isNothing();
        return isClean ? ExitCode.CLEAN : ExitCode.FOUND;
    }

    private void compare(Comparison comparison, StoredFile file, @Nullable Path source) throws IOException {
        notHeld.add(file);
        if (file.isBroken()) {
            cannotCompare(file.path() + ": nothing of it is in the database"
                    + (file.error() == null ? "" : " (" + file.error() + ")"));
        } else if (source == null) {
            cannotCompare(file.path()
                    + (file.isStandardInput()
                            ? ": was read from standard input; give its source as SOURCE"
                            : ": its source is not there"));
        } else {
            Comparison.Result result = comparison.compare(file, source);
            records += result.records();
            if (result.failure() != null) {
                cannotCompare(source + ": " + result.failure());
                return;
            }
            files++;
            if (result.difference() != null) {
                different++;
                show(source + ": " + result.difference());
            }
        }
    }

    private void cannotCompare(String sentence) {
        notCompared++;
        show(sentence);
    }

    private void show(String line) {
        if (shown++ < MOST_SHOWN) {
            terminal().out().println(line);
        }
    }

    /** What a copy that is equal by value does not hold of its sources. */
    static final class NotHeld {
        private long numbers;
        private long dropped;
        private long setAside;
        private long selected;
        private long replaced;
        private long pages;

        /** Adds what the database says of a file. */
        void add(StoredFile file) {
            setAside += file.setAside();
            selected += file.selected() == null ? 0 : 1;
            pages += file.isPage() && !file.hasSource() ? 1 : 0;
        }

        /** Adds members that gave way to a later one with the same name. */
        void addDropped(long count) {
            dropped += count;
        }

        /** Adds numbers with more digits than a double holds. */
        void addNumbers(long count) {
            numbers += count;
        }

        /** Adds places at which U+FFFD stands for bytes that are no UTF-8. */
        void addReplaced(long count) {
            replaced += count;
        }

        boolean isNothing() {
            return numbers == 0 && dropped == 0 && setAside == 0 && selected == 0 && replaced == 0 && pages == 0;
        }

        List<String> sentences() {
            List<String> parts = new ArrayList<>();
            addPart(parts, numbers, "digits beyond a double's of", "number");
            addPart(parts, dropped, "", "duplicate member");
            addPart(parts, setAside, "", "record");
            if (setAside > 0) {
                parts.set(parts.size() - 1, parts.getLast() + " set aside");
            }
            addPart(parts, selected, "what is outside --path in", "file");
            addPart(parts, replaced, "bytes that are no UTF-8 at", "place");
            addPart(parts, pages, "the bytes (without --keep-source) of", "page");
            return parts.isEmpty()
                    ? List.of()
                    : List.of("not in the database: " + String.join(", ", parts) + "; keep the originals of these");
        }

        private static void addPart(List<String> parts, long count, String what, String thing) {
            if (count > 0) {
                parts.add((what.isEmpty() ? "" : what + " ") + Words.count(count, thing));
            }
        }
    }
}
