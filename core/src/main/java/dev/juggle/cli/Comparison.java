// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.json.Limits;
import dev.juggle.json.Losses;
import dev.juggle.json.ParsedDocument;
import dev.juggle.json.Tape;
import dev.juggle.json.TapeDiff;
import dev.juggle.pipeline.SourceReader;
import dev.juggle.shred.BadDatabaseException;
import dev.juggle.shred.PageRules;
import dev.juggle.shred.Restorer;
import dev.juggle.shred.Selection;
import dev.juggle.shred.ShredOptions;
import dev.juggle.shred.StoredDatabase;
import dev.juggle.shred.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Compares documents of a database with their sources. A source is held whole, as text and tape; of the copy one record at a
 * time. Both lie in memory that grows as far as it is allowed to.
 */
final class Comparison implements AutoCloseable {
    private final StoredDatabase database;
    private final Restorer restorer;
    private final SourceReader reader;
    private final VerifyCommand.NotHeld notHeld;
    private final GrowingArena sourceMemory;
    private final RecordText copy;
    private final TapeDiff diff = new TapeDiff();
    private final ParsedDocument source = new ParsedDocument(Limits.DEFAULT);

    /**
     * What came of one file.
     *
     * @param records how many records were found equal
     * @param difference place and values of the first difference; null if there is none
     * @param failure why it could not be compared; null if it could
     */
    record Result(
            long records,
            @Nullable String difference,
            @Nullable String failure) {}

    Comparison(StoredDatabase database, long memoryBytes, VerifyCommand.NotHeld notHeld) {
        boolean repairs = "replace".equals(database.meta("invalid_utf8"));
        this.restorer = new Restorer(database);
        this.database = database;
        this.reader = new SourceReader(Limits.DEFAULT, repairs, PageRules.of(database::meta));
        this.notHeld = notHeld;
        this.sourceMemory = new GrowingArena(memoryBytes / 3 * 2);
        this.copy = new RecordText(new GrowingArena(memoryBytes / 3));
    }

    /** Compares one file with its source. */
    Result compare(StoredFile file, Path path) throws IOException {
        String failure = read(path, file.path());
        if (!failure.isEmpty()) {
            return new Result(0, null, failure);
        }
        Records records = new Records(source, file);
        String form = records.form();
        if (!form.equalsIgnoreCase(file.form())) {
            return new Result(0, "is " + form + ", the database says " + file.form(), null);
        }
        try {
            Result result = compare(file, records);
            return result.difference() == null && file.hasSource() && !isSourceEqual(file)
                    ? new Result(result.records(), "has other bytes than the database", null)
                    : result;
        } catch (BadDatabaseException damaged) {
            return new Result(0, "cannot be rebuilt: " + damaged.getMessage(), null);
        }
    }

    private boolean isSourceEqual(StoredFile file) throws IOException {
        try (InputStream stored = database.source(file)) {
            return reader.isText(stored);
        }
    }

    private Result compare(StoredFile file, Records records) throws IOException {
        Restorer.Records restored = restorer.records(file, copy);
        Losses losses = new Losses();
        long index = 0;
        for (int i = records.next(); i >= 0; i = records.next(), index++) {
            if (!restored.next()) {
                return new Result(index, "has more than the " + index + " records in the database", null);
            }
            if (!copy.read(restored::write)) {
                return new Result(index, null, "record " + index + " needs more memory than --memory allows");
            }
            TapeDiff.Difference difference =
                    diff.first(source.tape(), i, copy.document().tape(), 0);
            if (difference != null) {
                return new Result(
                        index,
                        place(records, index) + difference.path().substring(1) + " is " + difference.left()
                                + ", in the database " + difference.right(),
                        null);
            }
            losses.add(source.tape(), i);
        }
        if (!file.hasSource()) {
            notHeld.addNumbers(losses.manyDigits() + losses.tooSmall());
            notHeld.addDropped(losses.duplicateMembers());
            notHeld.addReplaced(source.replacedCount());
        }
        return restored.next()
                ? new Result(index, "has " + index + " records, the database more", null)
                : new Result(index, null, null);
    }

    private static String place(Records records, long index) {
        return switch (records.form()) {
            case "array" -> "$[" + index + "]";
            case "single", "page" -> "$";
            default -> "value " + (index + 1) + ": $";
        };
    }

    /** Reads and parses a source; gives why it can't be compared, empty if it can. */
    private String read(Path path, String stored) throws IOException {
        while (true) {
            try {
                sourceMemory.reset();
                return reader.read(path, stored, sourceMemory.arena(), source);
            } catch (ArenaFullException full) {
                if (!sourceMemory.grow()) {
                    return "needs more memory than --memory allows";
                }
            }
        }
    }

    @Override
    public void close() {
        restorer.close();
        reader.close();
        sourceMemory.close();
        copy.close();
    }

    /** The records of a source, chosen as at ingest. */
    private static final class Records {
        private final Tape tape;
        private final List<String> selection;
        private final boolean isOneValue;
        private final String form;
        private int top;
        private int element = -1;
        private int end = -1;

        Records(ParsedDocument document, StoredFile file) {
            String selected = file.selected();
            this.tape = document.tape();
            this.selection = selected == null
                    ? List.of()
                    : ShredOptions.DEFAULT.withPath(selected).selection();
            ParsedDocument.Form found = document.form();
            this.isOneValue = found == ParsedDocument.Form.SINGLE || found == ParsedDocument.Form.ARRAY;
            this.form = isOneValue ? formOfValue(found) : label(found);
        }

        private static String label(ParsedDocument.Form form) {
            return form.name().toLowerCase(Locale.ROOT);
        }

        /** The form of what was selected; where the path leads nowhere, that of the document. */
        private String formOfValue(ParsedDocument.Form whole) {
            int value = tape.wordCount() == 0 ? Selection.ABSENT : Selection.find(tape, 0, selection);
            return value == Selection.ABSENT ? label(whole) : isArray(value) ? "array" : "single";
        }

        private boolean isArray(int i) {
            return tape.type(i) == Tape.ARRAY || tape.type(i) == Tape.EMPTY_ARRAY;
        }

        String form() {
            return form;
        }

        /** The next record's index on the tape, or -1. */
        int next() {
            while (element < 0 || element >= end) {
                if (top >= tape.wordCount()) {
                    return -1;
                }
                int value = Selection.find(tape, top, selection);
                top = tape.next(top);
                if (value == Selection.ABSENT) {
                    continue;
                }
                boolean opens = isOneValue && isArray(value);
                element = opens ? value + 2 : value;
                end = opens ? tape.next(value) : value + 1;
            }
            int record = element;
            element = tape.next(record);
            return record;
        }
    }
}
