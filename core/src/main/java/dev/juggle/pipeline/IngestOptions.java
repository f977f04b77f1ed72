// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.Check;
import dev.juggle.arena.MemoryBudget;
import dev.juggle.catalog.CatalogStrategy;
import dev.juggle.json.Limits;
import dev.juggle.shred.ShredOptions;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;

/**
 * What one run is to do. Of these only {@code input}, {@code shred}, {@code limits} and {@code isRepairing} shape the database;
 * the others only how it comes about.
 *
 * @param input which files, and the target
 * @param shred what of them, and how much
 * @param limits what a document may ask for
 * @param isRepairing {@code --invalid-utf8 replace}: bytes that are no UTF-8 become U+FFFD instead of an error
 * @param mode who reads
 * @param writer who writes
 * @param sharing how workers share the names of members
 * @param budget memory, threads, arenas
 * @param batch jobs between two commits; 0 for as many as there may be
 * @param isReplacing {@code --force}: whether an existing target is replaced
 * @param isFailFast whether the run ends at the first thing that has to be set aside
 * @param isStrict whether warnings count as errors
 * @param standardInput what {@code -} is read from; closed if the run is interrupted
 */
public record IngestOptions(
        InputOptions input,
        ShredOptions shred,
        Limits limits,
        boolean isRepairing,
        ReaderMode mode,
        WriterKind writer,
        CatalogStrategy sharing,
        MemoryBudget budget,
        int batch,
        boolean isReplacing,
        boolean isFailFast,
        boolean isStrict,
        ReadableByteChannel standardInput) {

    /** Checks that the batch leaves half of the arenas to the others. */
    public IngestOptions {
        Check.that(
                batch >= 0 && batch <= budget.maxBatch(),
                "--batch must be 1 to " + budget.maxBatch() + " (half of the arenas), not " + batch);
    }

    /** Everything at its default: two workers, 256 MiB, an existing target stays, nothing on standard input. */
    public static IngestOptions of(InputOptions input) {
        return new IngestOptions(
                input,
                ShredOptions.DEFAULT,
                Limits.DEFAULT,
                false,
                new ReaderMode.Producer(),
                WriterKind.BULK,
                CatalogStrategy.DEFAULT,
                new MemoryBudget(MemoryBudget.DEFAULT_MEMORY_BYTES, 2, 0),
                0,
                false,
                false,
                false,
                Channels.newChannel(java.io.InputStream.nullInputStream()));
    }

    /** The database that will be there at the end. */
    public Path target() {
        return input.output();
    }

    /** Jobs between two commits. */
    int jobsPerCommit() {
        return batch == 0 ? budget.maxBatch() : batch;
    }

    /** These options with another mode and memory. */
    public IngestOptions running(ReaderMode otherMode, MemoryBudget otherBudget, int otherBatch) {
        return new IngestOptions(
                input,
                shred,
                limits,
                isRepairing,
                otherMode,
                writer,
                sharing,
                otherBudget,
                otherBatch,
                isReplacing,
                isFailFast,
                isStrict,
                standardInput);
    }

    /** These options with others about the rows. */
    public IngestOptions shredding(ShredOptions otherShred) {
        return new IngestOptions(
                input,
                otherShred,
                limits,
                isRepairing,
                mode,
                writer,
                sharing,
                budget,
                batch,
                isReplacing,
                isFailFast,
                isStrict,
                standardInput);
    }

    /** These options with another writer. */
    public IngestOptions writing(WriterKind otherWriter) {
        return new IngestOptions(
                input,
                shred,
                limits,
                isRepairing,
                mode,
                otherWriter,
                sharing,
                budget,
                batch,
                isReplacing,
                isFailFast,
                isStrict,
                standardInput);
    }

    /** These options with another way to share the names of members. */
    public IngestOptions sharing(CatalogStrategy otherSharing) {
        return new IngestOptions(
                input,
                shred,
                limits,
                isRepairing,
                mode,
                writer,
                otherSharing,
                budget,
                batch,
                isReplacing,
                isFailFast,
                isStrict,
                standardInput);
    }
}
