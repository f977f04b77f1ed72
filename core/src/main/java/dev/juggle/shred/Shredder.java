// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.catalog.Catalog;
import dev.juggle.catalog.Decision;
import dev.juggle.json.ParsedDocument;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.TableLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One worker's way from tapes to rows, a job at a time: {@link #begin}, {@link #add} for each file, {@link #survey}, then
 * under the ticket gate {@link #ticket}, then {@link #encode}.
 *
 * <p>The idea: everything that can be done without knowing what earlier jobs found is done before the ticket. The survey
 * walks all rows and finds each one's plan among those this worker compiled before, or compiles it from what the catalog
 * knows already. If that is enough, which is the rule once the input's columns are known, the ticket only numbers shapes
 * that are new to this worker and hands out row ids, one addition for each table. If a row needs a new column, table or
 * type, the survey is done again under the ticket, where they may be made, in input order. What could fail (space in the
 * arena) is checked before: under the ticket nothing fails for the input's sake.
 *
 * <p>Rows are encoded table by table, so that a table's payloads lie together. Encoding may stop at a full arena between two
 * rows; {@link #encode} then goes on where it stopped. Belongs to one worker thread; the catalog is touched in
 * {@link #ticket} only.
 */
public final class Shredder implements AutoCloseable {
    /** What a row may take beyond its text: header, system values, page slack. */
    private static final long ROW_SLACK_BYTES = 256 << 10;

    private final Catalog catalog;
    private final ShredOptions options;
    private final Bounds bounds;
    private final boolean areStoredOnce;
    private final RowList rows;
    private final List<Document> documents = new ArrayList<>();
    private final Survey survey;
    private @Nullable BumpArena arena;
    private long rowsMark;
    private boolean surveyed;
    private List<TableLayout> changes = List.of();
    private @Nullable JobRows output;

    /**
     * A shredder for one worker.
     *
     * @param catalog shared by all workers of a run
     * @param options the same for all workers of a run
     * @param identities what the run has stored once; shared by all workers
     * @param hashSeed seeds the worker's hash tables; any random number, it does not show in the output
     */
    public Shredder(Catalog catalog, ShredOptions options, IdentityTable identities, long hashSeed) {
        this.catalog = catalog;
        this.options = options;
        this.survey = new Survey(catalog, options, identities, hashSeed);
        this.rows = survey.rows();
        this.areStoredOnce = catalog.hasDecided(Decision.ENTITY) || catalog.hasDecided(Decision.LOOKUP);
        this.bounds =
                new Bounds(catalog.hasDecided(Decision.MAP) || catalog.hasDecided(Decision.LOOKUP), areStoredOnce);
    }

    /** Begins a job whose input and tapes lie in the arena; its free space is used for row lists. */
    public void begin(BumpArena jobArena) {
        arena = jobArena;
        documents.clear();
        output = null;
        changes = List.of();
        survey.begin();
    }

    /** Adds a file of the job, in input order. */
    public void add(FileEntry file, String hash, ParsedDocument parsed) {
        documents.add(new Document(file, hash, parsed, ""));
    }

    /** Adds a file that could not be read, so that it is recorded with the reason. */
    public void addFailure(FileEntry file, String reason) {
        documents.add(new Document(file, "", null, reason));
    }

    /** Adds the one part of a document that the job carries; without {@code parsed} there is nothing in it. */
    public void addPart(PartedFile.Part part, @Nullable ParsedDocument parsed) {
        documents.add(new Document(part, parsed));
    }

    /**
     * Finds the job's rows and makes sure of the space they need, as far as this can be done out of order.
     *
     * @throws ArenaFullException if the arena is too small for this job; nothing was changed that {@link #begin} doesn't reset
     */
    public void survey() {
        BumpArena mine = arena();
        rowsMark = mine.mark();
        bound();
        long output = outputBound();
        if (areStoredOnce) {
            require(mostBytes() + output);
        }
        surveyed = survey.walk(documents, mine, false, Long.MAX_VALUE);
        if (surveyed) {
            rows.close();
            require(output);
        } else {
            mine.rollback(rowsMark);
            require(mostBytes() + output);
        }
    }

    private void require(long bytes) {
        if (bytes > arena().remainingBytes()) {
            throw new ArenaFullException(bytes, arena().remainingBytes());
        }
    }

    /** Takes the job's place in the order: new names and shapes, entities, row ids. The caller holds the ticket gate. */
    public void ticket() {
        long allowed = allowed();
        if (!surveyed || records() > allowed || !survey.settle()) {
            arena().rollback(rowsMark);
            if (!survey.walk(documents, arena(), true, allowed)) {
                throw new AssertionError("a structure stayed unknown under the ticket");
            }
            rows.close();
        }
        admit(allowed);
        survey.internShapes();
        List<TableRows> tables = survey.usedTables();
        for (TableRows table : tables) {
            table.firstRow = table.table.takeRows(table.count);
        }
        survey.storeEntities();
        catalog.takeRecords(records());
        for (Document document : documents) {
            if (document.part != null) {
                document.part.whole().add(document, document.part);
            }
        }
        catalog.publish();
        changes = CatalogLayouts.of(catalog.drainChanges());
        output = new JobRows(documents, tables, survey, options);
        output.firstError(catalog.takeErrorRows(output.rejections().size()));
    }

    /** The layouts that this job's ticket changed, for the writer to learn before it places the job's rows. */
    public List<TableLayout> changes() {
        return changes;
    }

    /**
     * Encodes the job's rows into the sink, which is attached to an arena.
     *
     * @throws ArenaFullException when it has no space for the next row; called again after a rewind, encoding goes on there
     */
    public void encode(RowSink sink) {
        rows().encode(sink);
    }

    /** Records of the job, as far as known: exact after the ticket. */
    public long records() {
        return documents.stream().mapToLong(document -> document.records).sum();
    }

    /** Rows of the job in the data's own tables; exact after the ticket. */
    public long rowCount() {
        return rows.rowCount();
    }

    /** The job's rejections, the first thousand of each file; known after the ticket. */
    public List<Rejection> rejections() {
        return rows().rejections();
    }

    /** How many records, or files as a whole, were set aside; known after the ticket. */
    public long setAside() {
        return documents.stream()
                .filter(document -> document.admitted)
                .mapToLong(Document::setAside)
                .sum();
    }

    /** Members of the job's files dropped for a later one with the same key, and values missing at {@code --path}. */
    public long warnings() {
        return documents.stream()
                .filter(document -> document.counts)
                .mapToLong(document -> document.warnings)
                .sum();
    }

    /**
     * Files of the job that are part of the output: all, unless {@code --limit} cut them off; a divided one counts with its last
     * part. Known after the ticket.
     */
    public int admittedFiles() {
        return (int) documents.stream().filter(Document::hasFileRow).count();
    }

    private JobRows rows() {
        if (output == null) {
            throw new AssertionError("before the ticket");
        }
        return output;
    }

    private BumpArena arena() {
        if (arena == null) {
            throw new AssertionError("before begin");
        }
        return arena;
    }

    /** Records that the run may still give. */
    private long left() {
        return Math.max(0, options.maxRecords() - catalog.recordsTaken());
    }

    /** Records that the job may give. */
    private long allowed() {
        long allowed = left();
        for (Document document : documents) {
            if (document.part != null) {
                allowed = document.part.whole().allowed(document.part, allowed);
            }
        }
        return allowed;
    }

    /** A file belongs to the output if the limit is not yet reached where it begins. */
    private void admit(long allowed) {
        long left = left();
        long before = 0;
        for (Document document : documents) {
            document.admitted = document.part == null
                    ? before < allowed
                    : document.part.whole().isAdmitted();
            document.counts = before < allowed;
            document.isCut = before >= left;
            before += document.records;
        }
    }

    private void bound() {
        bounds.reset();
        for (Document document : documents) {
            if (document.parsed != null) {
                bounds.add(document.parsed.tape());
            }
        }
    }

    /** No walk lists more than this takes. */
    private long mostBytes() {
        return bounds.rows() * RowList.TOTAL_BYTES
                + (areStoredOnce ? JobEntities.bytes(bounds.rows(), bounds.rows()) : 0);
    }

    /** Space that the largest row may need: its texts are no longer than their source, a real takes eight bytes. */
    private long outputBound() {
        long largest = bounds.largestValue();
        return largest + largest / 32 + ROW_SLACK_BYTES;
    }

    @Override
    public void close() {
        survey.entities().close();
    }
}
