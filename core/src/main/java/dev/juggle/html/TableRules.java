// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.util.Arrays;

/** The insertion modes within tables (13.2.6.4.9 to 15). */
final class TableRules {
    private final TreeBuilder b;
    private final OpenElements open;
    /** Pending table character tokens: offset, length and source of each run. */
    private int[] pending = new int[48];

    private int pendingCount;

    TableRules(TreeBuilder builder) {
        this.b = builder;
        this.open = builder.open;
    }

    /** Forgets the last document. */
    void begin() {
        pendingCount = 0;
    }

    // Characters

    /** Characters in the modes in table, in table text, in table body, in row, in column group. */
    void characters(int offset, int length) {
        if (b.mode == TreeBuilder.IN_COLUMN_GROUP) {
            charactersInColumnGroup(offset, length);
        } else if (b.mode == TreeBuilder.IN_TABLE_TEXT) {
            pend(offset, length);
        } else if (takesTableText()) {
            b.originalMode = b.mode;
            b.mode = TreeBuilder.IN_TABLE_TEXT;
            pend(offset, length);
        } else {
            fosterCharacters(offset, length);
        }
    }

    private boolean takesTableText() {
        return (open.currentFlags & (Category.FOSTERS | Category.TEMPLATE)) != 0;
    }

    private void fosterCharacters(int offset, int length) {
        b.unexpected();
        b.fosterParenting = true;
        b.bodyRules.characters(offset, length);
        b.fosterParenting = false;
    }

    private void charactersInColumnGroup(int offset, int length) {
        int space = b.leadingSpace(offset, length);
        if (space > 0) {
            b.insertCharacters(offset, space);
        }
        if (space == length) {
            return;
        }
        if (leaveColumnGroup()) {
            b.charactersByMode(offset + space, length - space);
        } else {
            charactersAfterIgnored(offset + space + 1, length - space - 1);
        }
    }

    /** The rest of a run whose characters each stand for themselves: white space is kept, others ignored. */
    private void charactersAfterIgnored(int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at != end) {
            int space = b.leadingSpace(at, end - at);
            if (space > 0) {
                b.insertCharacters(at, space);
            } else {
                b.unexpected();
            }
            at += Math.max(space, 1);
        }
    }

    /** A character U+0000 in the modes in table, in table body, in row. */
    void nullCharacter() {
        b.unexpected();
    }

    /** A character U+0000 in the mode in column group: "anything else". */
    void nullInColumnGroup() {
        leaveColumnGroup();
        b.unexpected();
    }

    private void pend(int offset, int length) {
        if (pendingCount + 3 > pending.length) {
            pending = Arrays.copyOf(pending, 2 * pending.length);
        }
        pending[pendingCount++] = offset;
        pending[pendingCount++] = length;
        pending[pendingCount++] = b.tokenSource;
    }

    /** Leaves the mode in table text: the pending characters go where they belong. */
    void flush() {
        b.mode = b.originalMode;
        boolean onlySpace = true;
        for (int run = 0; run < pendingCount && onlySpace; run += 3) {
            onlySpace = b.leadingSpace(pending[run], pending[run + 1]) == pending[run + 1];
        }
        int source = b.tokenSource;
        int count = pendingCount;
        pendingCount = 0;
        for (int run = 0; run < count; run += 3) {
            b.tokenSource = pending[run + 2];
            if (onlySpace) {
                b.insertCharacters(pending[run], pending[run + 1]);
            } else {
                fosterCharacters(pending[run], pending[run + 1]);
            }
        }
        b.tokenSource = source;
    }

    // Start tags

    /** A start tag in one of the modes of this class. */
    void startTag(int name) {
        switch (b.mode) {
            case TreeBuilder.IN_TABLE -> startTagInTable(name);
            case TreeBuilder.IN_CAPTION -> {
                if (isTablePart(name)) {
                    if (closeCaption()) {
                        b.startTagByMode();
                    }
                } else {
                    b.bodyRules.startTag(name);
                }
            }
            case TreeBuilder.IN_COLUMN_GROUP -> startTagInColumnGroup(name);
            case TreeBuilder.IN_TABLE_BODY -> startTagInBody(name);
            case TreeBuilder.IN_ROW -> startTagInRow(name);
            default -> {
                if (isTablePart(name)) {
                    closeCell();
                    b.startTagByMode();
                } else {
                    b.bodyRules.startTag(name);
                }
            }
        }
    }

    private static boolean isTablePart(int name) {
        return switch (name) {
            case Name.CAPTION, Name.COL, Name.COLGROUP, Name.TBODY, Name.TD, Name.TFOOT, Name.TH, Name.THEAD, Name.TR ->
                true;
            default -> false;
        };
    }

    private void startTagInTable(int name) {
        switch (name) {
            case Name.CAPTION -> {
                clearTo(Category.TABLE_CONTEXT);
                b.formatting.pushMarker();
                b.insertHtml(name);
                b.mode = TreeBuilder.IN_CAPTION;
            }
            case Name.COLGROUP -> {
                clearTo(Category.TABLE_CONTEXT);
                b.insertHtml(name);
                b.mode = TreeBuilder.IN_COLUMN_GROUP;
            }
            case Name.COL -> {
                clearTo(Category.TABLE_CONTEXT);
                b.insertImplied(Name.COLGROUP);
                b.mode = TreeBuilder.IN_COLUMN_GROUP;
                startTagInColumnGroup(name);
            }
            case Name.TBODY, Name.TFOOT, Name.THEAD -> {
                clearTo(Category.TABLE_CONTEXT);
                b.insertHtml(name);
                b.mode = TreeBuilder.IN_TABLE_BODY;
            }
            case Name.TD, Name.TH, Name.TR -> {
                clearTo(Category.TABLE_CONTEXT);
                b.insertImplied(Name.TBODY);
                b.mode = TreeBuilder.IN_TABLE_BODY;
                startTagInBody(name);
            }
            case Name.TABLE -> {
                b.unexpected();
                if (open.inTableScope(Name.TABLE)) {
                    open.popUntil(Name.TABLE);
                    b.resetInsertionMode();
                    b.startTagByMode();
                }
            }
            case Name.STYLE, Name.SCRIPT, Name.TEMPLATE -> b.headRules.startTagInHead(name);
            case Name.INPUT -> {
                if (b.isHiddenInput()) {
                    b.unexpected();
                    b.insertVoid(name);
                } else {
                    fosterStartTag(name);
                }
            }
            case Name.FORM -> {
                b.unexpected();
                if (!open.isOpen(Name.TEMPLATE) && b.form == 0) {
                    b.form = b.insertHtml(name);
                    open.pop();
                }
            }
            default -> fosterStartTag(name);
        }
    }

    private void fosterStartTag(int name) {
        b.unexpected();
        b.fosterParenting = true;
        b.bodyRules.startTag(name);
        b.fosterParenting = false;
    }

    private void clearTo(int context) {
        while ((open.currentFlags & context) == 0) {
            open.pop();
        }
    }

    private void startTagInColumnGroup(int name) {
        switch (name) {
            case Name.HTML -> b.bodyRules.startTag(name);
            case Name.COL -> b.insertVoid(name);
            case Name.TEMPLATE -> b.headRules.startTagInHead(name);
            default -> {
                if (leaveColumnGroup()) {
                    b.startTagByMode();
                }
            }
        }
    }

    /** "Anything else" in a column group: leaves it, unless the current node is no colgroup. */
    private boolean leaveColumnGroup() {
        if (!open.currentIs(Name.COLGROUP)) {
            b.unexpected();
            return false;
        }
        open.pop();
        b.mode = TreeBuilder.IN_TABLE;
        return true;
    }

    private void startTagInBody(int name) {
        switch (name) {
            case Name.TR -> {
                clearTo(Category.BODY_CONTEXT);
                b.insertHtml(name);
                b.mode = TreeBuilder.IN_ROW;
            }
            case Name.TH, Name.TD -> {
                b.unexpected();
                clearTo(Category.BODY_CONTEXT);
                b.insertImplied(Name.TR);
                b.mode = TreeBuilder.IN_ROW;
                startTagInRow(name);
            }
            case Name.CAPTION, Name.COL, Name.COLGROUP, Name.TBODY, Name.TFOOT, Name.THEAD -> {
                if (leaveBody()) {
                    b.startTagByMode();
                }
            }
            default -> startTagInTable(name);
        }
    }

    private boolean leaveBody() {
        if (!open.inTableScope(Name.TBODY) && !open.inTableScope(Name.THEAD) && !open.inTableScope(Name.TFOOT)) {
            b.unexpected();
            return false;
        }
        clearTo(Category.BODY_CONTEXT);
        open.pop();
        b.mode = TreeBuilder.IN_TABLE;
        return true;
    }

    private void startTagInRow(int name) {
        switch (name) {
            case Name.TH, Name.TD -> {
                clearTo(Category.ROW_CONTEXT);
                b.insertHtml(name);
                b.mode = TreeBuilder.IN_CELL;
                b.formatting.pushMarker();
            }
            case Name.CAPTION, Name.COL, Name.COLGROUP, Name.TBODY, Name.TFOOT, Name.THEAD, Name.TR -> {
                if (leaveRow()) {
                    b.startTagByMode();
                }
            }
            default -> startTagInTable(name);
        }
    }

    private boolean leaveRow() {
        if (!open.inTableScope(Name.TR)) {
            b.unexpected();
            return false;
        }
        clearTo(Category.ROW_CONTEXT);
        open.pop();
        b.mode = TreeBuilder.IN_TABLE_BODY;
        return true;
    }

    // End tags

    /** An end tag in one of the modes of this class. */
    void endTag(int name) {
        switch (b.mode) {
            case TreeBuilder.IN_TABLE -> endTagInTable(name);
            case TreeBuilder.IN_CAPTION -> endTagInCaption(name);
            case TreeBuilder.IN_COLUMN_GROUP -> endTagInColumnGroup(name);
            case TreeBuilder.IN_TABLE_BODY -> endTagInBody(name);
            case TreeBuilder.IN_ROW -> endTagInRow(name);
            default -> endTagInCell(name);
        }
    }

    private void endTagInTable(int name) {
        switch (name) {
            case Name.TABLE -> {
                if (open.inTableScope(Name.TABLE)) {
                    open.popUntil(Name.TABLE);
                    b.resetInsertionMode();
                } else {
                    b.unexpected();
                }
            }
            case Name.BODY,
                    Name.CAPTION,
                    Name.COL,
                    Name.COLGROUP,
                    Name.HTML,
                    Name.TBODY,
                    Name.TD,
                    Name.TFOOT,
                    Name.TH,
                    Name.THEAD,
                    Name.TR -> b.unexpected();
            case Name.TEMPLATE -> b.headRules.endTemplate();
            default -> {
                b.unexpected();
                b.fosterParenting = true;
                b.bodyRules.endTag(name);
                b.fosterParenting = false;
            }
        }
    }

    private void endTagInCaption(int name) {
        switch (name) {
            case Name.CAPTION -> closeCaption();
            case Name.TABLE -> {
                if (closeCaption()) {
                    b.endTagByMode();
                }
            }
            case Name.BODY,
                    Name.COL,
                    Name.COLGROUP,
                    Name.HTML,
                    Name.TBODY,
                    Name.TD,
                    Name.TFOOT,
                    Name.TH,
                    Name.THEAD,
                    Name.TR -> b.unexpected();
            default -> b.bodyRules.endTag(name);
        }
    }

    private boolean closeCaption() {
        if (!open.inTableScope(Name.CAPTION)) {
            b.unexpected();
            return false;
        }
        b.generateImpliedEndTags();
        b.unexpectedUnless(open.currentIs(Name.CAPTION));
        open.popUntil(Name.CAPTION);
        b.formatting.clearToMarker();
        b.mode = TreeBuilder.IN_TABLE;
        return true;
    }

    private void endTagInColumnGroup(int name) {
        switch (name) {
            case Name.COLGROUP -> leaveColumnGroup();
            case Name.COL -> b.unexpected();
            case Name.TEMPLATE -> b.headRules.endTemplate();
            default -> {
                if (leaveColumnGroup()) {
                    b.endTagByMode();
                }
            }
        }
    }

    private void endTagInBody(int name) {
        switch (name) {
            case Name.TBODY, Name.TFOOT, Name.THEAD -> {
                if (open.inTableScope(name)) {
                    clearTo(Category.BODY_CONTEXT);
                    open.pop();
                    b.mode = TreeBuilder.IN_TABLE;
                } else {
                    b.unexpected();
                }
            }
            case Name.TABLE -> {
                if (leaveBody()) {
                    b.endTagByMode();
                }
            }
            case Name.BODY, Name.CAPTION, Name.COL, Name.COLGROUP, Name.HTML, Name.TD, Name.TH, Name.TR ->
                b.unexpected();
            default -> endTagInTable(name);
        }
    }

    private void endTagInRow(int name) {
        switch (name) {
            case Name.TR -> leaveRow();
            case Name.TABLE -> {
                if (leaveRow()) {
                    b.endTagByMode();
                }
            }
            case Name.TBODY, Name.TFOOT, Name.THEAD -> {
                if (!open.inTableScope(name)) {
                    b.unexpected();
                } else if (open.inTableScope(Name.TR)) {
                    leaveRow();
                    b.endTagByMode();
                }
            }
            case Name.BODY, Name.CAPTION, Name.COL, Name.COLGROUP, Name.HTML, Name.TD, Name.TH -> b.unexpected();
            default -> endTagInTable(name);
        }
    }

    private void endTagInCell(int name) {
        switch (name) {
            case Name.TD, Name.TH -> {
                if (!open.inTableScope(name)) {
                    b.unexpected();
                    return;
                }
                b.generateImpliedEndTags();
                b.unexpectedUnless(open.currentIs(name));
                open.popUntil(name);
                b.formatting.clearToMarker();
                b.mode = TreeBuilder.IN_ROW;
            }
            case Name.BODY, Name.CAPTION, Name.COL, Name.COLGROUP, Name.HTML -> b.unexpected();
            case Name.TABLE, Name.TBODY, Name.TFOOT, Name.THEAD, Name.TR -> {
                if (open.inTableScope(name)) {
                    closeCell();
                    b.endTagByMode();
                } else {
                    b.unexpected();
                }
            }
            default -> b.bodyRules.endTag(name);
        }
    }

    private void closeCell() {
        b.generateImpliedEndTags();
        b.unexpectedUnless(open.currentIs(Name.TD) || open.currentIs(Name.TH));
        open.popThrough(Math.max(open.topOf(Name.TD), open.topOf(Name.TH)));
        b.formatting.clearToMarker();
        b.mode = TreeBuilder.IN_ROW;
    }
}
