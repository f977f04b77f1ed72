// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.catalog.Table;
import dev.juggle.catalog.TableRole;
import dev.juggle.json.SetAside;
import dev.juggle.json.Tape;
import dev.juggle.sqlite.RowSink;
import dev.juggle.sqlite.TableKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of one job after its ticket, and how far they are encoded: first those of `_juggle_files` and `_juggle_errors`,
 * then the data's tables in order of their ids. Belongs to the worker that holds the job.
 */
final class JobRows {
    /** Stretches of one file that get a row of their own in `_juggle_errors`; further ones are only counted. */
    static final int MAX_FILE_REJECTIONS = 1_000;

    private final List<Document> all;
    /** Those whose files get a row: consecutive ones. */
    private final List<Document> documents;

    private final List<TableRows> tables;
    private final RowList rows;
    private final Survey survey;
    private final ShredOptions options;
    private final List<Rejection> rejections = new ArrayList<>();
    private long firstError;
    private boolean isGrouped;
    private int batch;
    private boolean isBegun;
    private int row;
    /** How far the run at hand is encoded: the position and tape index of its next element, in a map of its next key. */
    private int runPosition;

    private int runElement;

    JobRows(List<Document> documents, List<TableRows> tables, Survey survey, ShredOptions options) {
        this.all = List.copyOf(documents);
        this.documents = documents.stream().filter(Document::hasFileRow).toList();
        this.tables = tables;
        this.rows = survey.rows();
        this.survey = survey;
        this.options = options;
        for (Document document : documents) {
            if (document.admitted) {
                collectRejections(document);
            }
        }
    }

    void firstError(long row) {
        firstError = row;
    }

    List<Rejection> rejections() {
        return List.copyOf(rejections);
    }

    /** Encodes from where it stopped; throws when the arena is full, with the sink as it was before the row that did not fit. */
    void encode(RowSink sink) {
        survey.encoder().sink(sink);
        if (!isGrouped) {
            group();
        }
        while (batch < 2 + tables.size()) {
            int size = batchSize();
            if (size > 0) {
                if (!isBegun) {
                    sink.begin(batchTable(), batchKind(), batchFirstRow());
                    isBegun = true;
                }
                for (; row < size; row++) {
                    encodeRow(sink);
                }
                sink.end();
            }
            batch++;
            row = 0;
            isBegun = false;
        }
    }

    private int batchSize() {
        return switch (batch) {
            case 0 -> documents.size();
            case 1 -> rejections.size();
            default -> tables.get(batch - 2).entries;
        };
    }

    private int batchTable() {
        return switch (batch) {
            case 0 -> CatalogLayouts.FILES;
            case 1 -> CatalogLayouts.ERRORS;
            default -> tables.get(batch - 2).table.id();
        };
    }

    private TableKind batchKind() {
        return batch < 2 ? TableKind.ROOT : CatalogLayouts.kind(tables.get(batch - 2).table);
    }

    private long batchFirstRow() {
        return switch (batch) {
            case 0 -> documents.get(0).file.id();
            case 1 -> firstError;
            default -> tables.get(batch - 2).firstRow;
        };
    }

    private void encodeRow(RowSink sink) {
        switch (batch) {
            case 0 -> putFile(documents.get(row), sink);
            case 1 -> putError(rejections.get(row), sink);
            default -> putData(tables.get(batch - 2));
        }
    }

    private void putData(TableRows table) {
        int r = rows.placed(table.firstPlaced + row);
        Document document = all.get(rows.document(r));
        Tape tape = document.parsed().tape();
        if (table.table.role() == TableRole.LINK) {
            putLinks(table, r);
            return;
        }
        if (!rows.hasPlan(r) && tape.type(rows.tapeIndex(r)) != Tape.OBJECT) {
            putRun(table, r, tape);
            return;
        }
        int i = rows.tapeIndex(r);
        Plan plan = rows.hasPlan(r) ? survey.plan(rows.plan(r)) : survey.recompile(table, tape, i, rows.position(r));
        long owner = plan.role == TableRole.ROOT ? document.file.id() : parentRow(table, r);
        survey.encoder().references(survey.entities(), rows.references(r), plan.onceLeaf.length);
        survey.encoder().encode(plan, tape, i, owner, rows.position(r));
    }

    /** The row id of an entry's parent; 0 without one. */
    private long parentRow(TableRows table, int r) {
        if (rows.parent(r) == RowList.NONE) {
            return 0;
        }
        return table.parentFirstRow + rows.ordinal(rows.parent(r));
    }

    /** Encodes an array's links from where it stopped. */
    private void putLinks(TableRows table, int r) {
        JobEntities entities = survey.entities();
        long owner = parentRow(table, r);
        int first = rows.references(r);
        int length = rows.length(r);
        while (runPosition < length) {
            survey.encoder().encodeLink(owner, runPosition, entities.row(entities.referent(first + runPosition)));
            runPosition++;
        }
        runPosition = 0;
    }

    /** Encodes a run from where it stopped. */
    private void putRun(TableRows table, int r, Tape tape) {
        RowEncoder encoder = survey.encoder();
        long owner = parentRow(table, r);
        int length = rows.length(r);
        boolean isMap = table.table.role() == TableRole.MAP;
        if (runPosition == 0) {
            runElement = rows.tapeIndex(r);
        }
        while (runPosition < length) {
            int value = isMap ? runElement + 1 : runElement;
            Plan plan = table.byKind[Kinds.ofType(tape.type(value))];
            if (plan == null) {
                throw new AssertionError("a kind without a plan");
            }
            encoder.encode(plan, tape, value, owner, isMap ? runElement : runPosition);
            runElement = tape.next(value);
            runPosition++;
        }
        runPosition = 0;
    }

    private void putFile(Document document, RowSink sink) {
        TableRows table = document.table;
        ValueRow values = new ValueRow().text(document.file.path());
        values.integerUnless(-1, document.file.sizeBytes());
        values.textOrNull(document.file.modified());
        values.textOrNull(document.isCut ? "" : document.hash).text(form(document));
        PartedFile whole = document.part == null ? null : document.part.whole();
        if (whole != null && whole.records > 0) {
            values.integer(whole.tableNumber).integer(whole.firstRow);
        } else if (table == null || document.records == 0) {
            values.none().none();
        } else {
            values.integer(table.table.number()).integer(table.firstRow + document.firstOrdinal);
        }
        if (whole != null) {
            values.integer(whole.records).integer(whole.setAside).integer(whole.warnings);
        } else {
            values.integer(document.records).integer(document.setAside()).integer(document.warnings);
        }
        values.textOrNull(document.failure);
        boolean isWhole = document.form.equals(Forms.PAGE);
        values.textOrNull(isWhole ? "" : options.selectedPath());
        if (document.parsed != null && document.parsed.sourceBytes() > 0) {
            values.blob(document.parsed.source(), document.parsed.sourceBytes());
        }
        values.put(sink);
    }

    private static String form(Document document) {
        if (document.part != null) {
            return document.part.whole().form(document.failure);
        }
        if (document.parsed == null) {
            return Forms.BROKEN;
        }
        boolean keptNothing = document.records == 0 && document.parsed.setAsideCount() > 0;
        boolean isOne = document.form.equals(Forms.SINGLE) || document.form.equals(Forms.PAGE);
        return keptNothing && isOne ? Forms.BROKEN : document.form;
    }

    private void putError(Rejection rejection, RowSink sink) {
        ValueRow values = new ValueRow().integer(rejection.file().id());
        if (rejection.stretch().isEmpty()) {
            values.none().none().none().none().text(rejection.reason()).put(sink);
            return;
        }
        SetAside stretch = rejection.stretch().get();
        values.integer(stretch.ordinal()).integer(stretch.byteOffset());
        values.integer(stretch.line()).integer(stretch.column()).text(rejection.reason());
        int kept = (int) Math.min(stretch.end() - stretch.start(), options.keptBytes());
        values.blob(Mem.bytes(stretch.start(), kept)).put(sink);
    }

    private void collectRejections(Document document) {
        FileEntry file = document.file;
        if (document.parsed != null && document.counts) {
            int most = document.part == null
                    ? MAX_FILE_REJECTIONS
                    : document.part.whole().takeErrorRows(document);
            for (SetAside stretch : document.parsed.setAside(most)) {
                rejections.add(new Rejection(file, Optional.of(stretch), stretch.message()));
            }
        }
        if (!document.failure.isEmpty()) {
            rejections.add(new Rejection(file, Optional.empty(), document.failure));
        }
    }

    /** A counting sort by table, stable, so that rows of one table keep the document's order, in which they are numbered. */
    private void group() {
        isGrouped = true;
        int next = 0;
        for (TableRows table : tables) {
            table.firstPlaced = next;
            table.placed = 0;
            table.numbered = 0;
            next += table.entries;
            table.parentFirstRow = parentFirstRow(table);
        }
        TableRows[] tableOfPlan = new TableRows[survey.planCount()];
        for (int p = 0; p < tableOfPlan.length; p++) {
            tableOfPlan[p] = byId(survey.plan(p).tableId);
        }
        for (int r = 0; r < rows.count(); r++) {
            if (rows.isLeftOut(r)) {
                continue;
            }
            TableRows table = rows.hasPlan(r) ? tableOfPlan[rows.plan(r)] : survey.table(rows.table(r));
            rows.place(table.firstPlaced + table.placed++, r);
            rows.number(r, table.numbered);
            table.numbered += rows.length(r);
        }
    }

    private long parentFirstRow(TableRows table) {
        Table parent = table.table.parent();
        return parent == null ? 0 : byId(parent.id()).firstRow;
    }

    private TableRows byId(int id) {
        int low = 0;
        int high = tables.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (tables.get(middle).table.id() < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        assert tables.get(low).table.id() == id;
        return tables.get(low);
    }
}
