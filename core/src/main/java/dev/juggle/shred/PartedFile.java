// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.json.ParsedDocument;
import dev.juggle.json.ParsedDocument.Place;

/*
 * The parts of a document are jobs like any others. What they have in common is only known in their order, so it is kept
 * here and touched by whoever holds the ticket gate, part after part; the gate orders what one worker did before what the
 * next one does. The last part writes the file's row, after its ticket, when no other part looks here any more.
 */
/** A file whose document is divided among several jobs, and what the parts came to so far. */
public final class PartedFile {
    final FileEntry file;
    private Place next = Place.START;
    private boolean isAdmitted;
    private boolean isBroken;
    private int errorRows;

    private String form = Forms.EMPTY;

    long records;
    long setAside;
    long warnings;
    /** The number of the root table of its records; 0 while it has none. */
    long tableNumber;
    /** The row id of its first record. */
    long firstRow;

    /** A file none of whose parts was begun. */
    public PartedFile(FileEntry file) {
        this.file = file;
    }

    /**
     * One part.
     *
     * @param whole what it is a part of
     * @param isFirst whether it is the first
     * @param isLast whether it is the last, and the one that writes the file's row
     * @param byteOffset where it begins in the document
     * @param hash the file's hash, for the last part; empty otherwise, and where it is not known
     * @param failure why the document can't be read on, for the last part; empty if it was read to its end
     */
    public record Part(
            PartedFile whole, boolean isFirst, boolean isLast, long byteOffset, String hash, String failure) {}

    /** How many more records the part may give: none once the document turned out broken. */
    long allowed(Part part, long allowed) {
        if (part.isFirst) {
            isAdmitted = allowed > 0;
        }
        return isBroken ? 0 : allowed;
    }

    /** Whether the file is part of the output at all. */
    boolean isAdmitted() {
        return isAdmitted;
    }

    /** What the file holds, as stored. */
    String form(String failure) {
        boolean isBrokenOff = !failure.isEmpty() || form.equals(Forms.ARRAY);
        return records == 0 && isBrokenOff ? Forms.BROKEN : form;
    }

    /** How many of a part's stretches set aside get a row of their own. */
    int takeErrorRows(Document document) {
        int rows = (int) Math.min(
                JobRows.MAX_FILE_REJECTIONS - errorRows, document.parsed().setAsideCount());
        errorRows += rows;
        return rows;
    }

    /** Adds what a part came to; the next one begins where it ends. */
    void add(Document document, Part part) {
        setAside += document.failure.isEmpty() ? 0 : 1;
        ParsedDocument parsed = document.parsed;
        if (parsed == null) {
            return;
        }
        parsed.place(new Place(next.ordinal(), part.byteOffset, next.line(), next.column()));
        next = parsed.endPlace();
        if (!document.counts) {
            return;
        }
        if (document.table != null && tableNumber == 0) {
            tableNumber = document.table.table.number();
            firstRow = document.table.firstRow + document.firstOrdinal;
        }
        records += document.records;
        warnings += document.warnings;
        setAside += parsed.setAsideCount();
        form = Forms.stored(parsed.form());
        boolean breaksOff = parsed.setAsideCount() > 0 && !parsed.isRefused();
        isBroken |= parsed.form() == ParsedDocument.Form.ARRAY && breaksOff;
    }
}
