// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.util.List;

/**
 * What a run came to. Records read = records stored + records set aside.
 *
 * @param outcome how it ended
 * @param documents files that are in the database, the broken and empty ones included
 * @param emptyDocuments those of them with nothing in them
 * @param records records stored
 * @param setAside records, or files as a whole, that were set aside
 * @param problems paths that could not be followed or are no files
 * @param warnings duplicate keys, and documents without what {@code --path} names
 * @param tables the data's tables
 * @param rows their rows
 * @param forgotten values stored once that were forgotten, for lack of memory
 * @param storedAgain values that came again after that, and were stored again; now and then one too many
 * @param bytesRead bytes of the documents on disk
 * @param bytesUnpacked the same unpacked
 * @param databaseBytes size of the database; 0 if there is none
 * @param nanos how long it took
 * @param peakMemoryBytes the most memory the process had resident; -1 if the system doesn't tell
 * @param messages the first few things set aside or not followed, one sentence each, in input order
 */
public record IngestSummary(
        Outcome outcome,
        long documents,
        long emptyDocuments,
        long records,
        long setAside,
        long problems,
        long warnings,
        int tables,
        long rows,
        long forgotten,
        long storedAgain,
        long bytesRead,
        long bytesUnpacked,
        long databaseBytes,
        long nanos,
        long peakMemoryBytes,
        List<String> messages) {

    /** How a run can end, other than by an exception. */
    public enum Outcome {
        /** The database is there. */
        COMPLETE,
        /** {@code --fail-fast} found something; the target is as it was. The one message says what. */
        STOPPED,
        /** It was interrupted: what was finished by then is a valid database beside the target, named {@code .part}. */
        INTERRUPTED,
        /** There was no file to read; the target is as it was. */
        NOTHING_FOUND
    }

    /** Copies the list. */
    public IngestSummary {
        messages = List.copyOf(messages);
    }

    /** Whether all went in without anything to complain about; warnings count where they are errors. */
    public boolean isClean(boolean isStrict) {
        return outcome == Outcome.COMPLETE && setAside == 0 && problems == 0 && !(isStrict && warnings > 0);
    }

    /** Records read: stored and set aside. */
    public long recordsRead() {
        return records + setAside;
    }

    /** MiB of unpacked input a second. */
    public double mebibytesPerSecond() {
        return nanos == 0 ? 0 : bytesUnpacked / (double) (1 << 20) / (nanos / 1e9);
    }

    /** Things that {@link #messages} leaves out. */
    public long moreMessages() {
        return Math.max(0, setAside + problems - messages.size());
    }
}
