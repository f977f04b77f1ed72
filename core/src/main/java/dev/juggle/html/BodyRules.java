// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** The insertion mode "in body" (13.2.6.4.7), to which most others defer. */
final class BodyRules {
    private final TreeBuilder b;
    private final OpenElements open;
    private final ActiveFormatting formatting;
    private final AdoptionAgency adoptionAgency;

    BodyRules(TreeBuilder builder) {
        this.b = builder;
        this.open = builder.open;
        this.formatting = builder.formatting;
        this.adoptionAgency = new AdoptionAgency(builder);
    }

    // Characters

    /** Characters, none of them U+0000. */
    void characters(int offset, int length) {
        if (formatting.last() != 0) {
            reconstructFormatting();
        }
        b.insertCharacters(offset, length);
        if (b.framesetOk && b.leadingSpace(offset, length) < length) {
            b.framesetOk = false;
        }
    }

    /** "Reconstruct the active formatting elements" (13.2.4.3). */
    void reconstructFormatting() {
        int slot = formatting.last();
        if (slot == 0 || isMarkerOrOpen(slot)) {
            return;
        }
        int earlier = formatting.previous(slot);
        while (earlier != 0 && !isMarkerOrOpen(earlier)) {
            slot = earlier;
            earlier = formatting.previous(slot);
        }
        for (; slot != 0; slot = formatting.next(slot)) {
            int original = formatting.node(slot);
            int meta = b.store.meta(original) & NodeStore.IDENTITY_MASK;
            int clone = b.cloneElement(original);
            b.insertAt(clone, open.currentNode, open.currentFlags);
            b.push(clone, meta, Category.ofHtml(meta & NodeStore.NAME_MASK));
            b.store.setMeta(clone, meta | NodeStore.OPEN_BIT);
            formatting.replace(slot, clone);
        }
    }

    private boolean isMarkerOrOpen(int slot) {
        int node = formatting.node(slot);
        return node == 0 || b.store.meta(node) < 0;
    }

    // Start tags

    /** A start tag. */
    void startTag(int name) {
        switch (name) {
            case Name.A -> startA();
            case Name.B,
                    Name.BIG,
                    Name.CODE,
                    Name.EM,
                    Name.FONT,
                    Name.I,
                    Name.S,
                    Name.SMALL,
                    Name.STRIKE,
                    Name.STRONG,
                    Name.TT,
                    Name.U -> {
                reconstructFormatting();
                b.insertFormatting(name);
            }
            case Name.ADDRESS,
                    Name.ARTICLE,
                    Name.ASIDE,
                    Name.BLOCKQUOTE,
                    Name.CENTER,
                    Name.DETAILS,
                    Name.DIALOG,
                    Name.DIR,
                    Name.DIV,
                    Name.DL,
                    Name.FIELDSET,
                    Name.FIGCAPTION,
                    Name.FIGURE,
                    Name.FOOTER,
                    Name.HEADER,
                    Name.HGROUP,
                    Name.MAIN,
                    Name.MENU,
                    Name.NAV,
                    Name.OL,
                    Name.P,
                    Name.SEARCH,
                    Name.SECTION,
                    Name.SUMMARY,
                    Name.UL -> {
                closePInButtonScope();
                b.insertHtml(name);
            }
            case Name.LI -> startListItem(open.topOf(Name.LI), name);
            case Name.DD, Name.DT -> startListItem(Math.max(open.topOf(Name.DD), open.topOf(Name.DT)), name);
            case Name.AREA, Name.BR, Name.EMBED, Name.IMG, Name.KEYGEN, Name.WBR -> insertVoidInline(name);
            case Name.IMAGE -> {
                b.unexpected();
                insertVoidInline(Name.IMG);
            }
            default -> {
                if (name < Name.COUNT) {
                    rarerStartTag(name);
                } else {
                    ordinaryStartTag(name);
                }
            }
        }
    }

    private void rarerStartTag(int name) {
        switch (name) {
            case Name.H1, Name.H2, Name.H3, Name.H4, Name.H5, Name.H6 -> startHeading(name);
            case Name.TABLE -> startTable(name);
            case Name.INPUT -> startInput(name);
            case Name.PRE, Name.LISTING -> {
                closePInButtonScope();
                b.insertHtml(name);
                b.ignoreNextLineFeed();
                b.framesetOk = false;
            }
            case Name.FORM -> startForm(name);
            case Name.BUTTON -> startButton(name);
            case Name.OPTION, Name.OPTGROUP -> startOption(name);
            case Name.SELECT -> startSelect(name);
            case Name.PARAM, Name.SOURCE, Name.TRACK -> b.insertVoid(name);
            case Name.HR -> startHr(name);
            case Name.RB, Name.RTC, Name.RP, Name.RT -> startRuby(name);
            case Name.NOBR -> startNobr(name);
            case Name.BASE,
                    Name.BASEFONT,
                    Name.BGSOUND,
                    Name.LINK,
                    Name.META,
                    Name.NOFRAMES,
                    Name.SCRIPT,
                    Name.STYLE,
                    Name.TEMPLATE,
                    Name.TITLE -> b.headRules.startTagInHead(name);
            case Name.TEXTAREA -> {
                b.insertTextElement(name, Tokenizer.RCDATA);
                b.ignoreNextLineFeed();
                b.framesetOk = false;
            }
            case Name.APPLET, Name.MARQUEE, Name.OBJECT -> {
                reconstructFormatting();
                b.insertHtml(name);
                formatting.pushMarker();
                b.framesetOk = false;
            }
            case Name.MATH -> startForeign(Name.MATH, NodeStore.MATHML);
            case Name.SVG -> startForeign(Name.SVG, NodeStore.SVG);
            case Name.CAPTION,
                    Name.COL,
                    Name.COLGROUP,
                    Name.FRAME,
                    Name.HEAD,
                    Name.TBODY,
                    Name.TD,
                    Name.TFOOT,
                    Name.TH,
                    Name.THEAD,
                    Name.TR -> ignored();
            default -> rarestStartTag(name);
        }
    }

    private void rarestStartTag(int name) {
        switch (name) {
            case Name.HTML -> {
                ignored();
                if (!open.isOpen(Name.TEMPLATE) && !b.isFragment()) {
                    b.mergedHtml.merge(open.node(0), b.tagAttributes, b.tagAttributeCount);
                }
            }
            case Name.BODY -> {
                ignored();
                int body = open.second();
                if (body > 0 && isHtml(body, Name.BODY) && !open.isOpen(Name.TEMPLATE)) {
                    b.framesetOk = false;
                    b.mergedBody.merge(open.node(body), b.tagAttributes, b.tagAttributeCount);
                }
            }
            case Name.FRAMESET -> startFrameset(name);
            case Name.PLAINTEXT -> {
                closePInButtonScope();
                b.insertHtml(name);
                b.tokenizer.switchTo(Tokenizer.PLAINTEXT);
            }
            case Name.XMP -> {
                closePInButtonScope();
                reconstructFormatting();
                b.framesetOk = false;
                b.insertTextElement(name, Tokenizer.RAWTEXT);
            }
            case Name.IFRAME -> {
                b.framesetOk = false;
                b.insertTextElement(name, Tokenizer.RAWTEXT);
            }
            case Name.SELECTEDCONTENT -> {
                ordinaryStartTag(name);
                b.sawSelectedContent = true;
            }
            case Name.NOEMBED -> b.insertTextElement(name, Tokenizer.RAWTEXT);
            case Name.NOSCRIPT -> {
                if (b.scripting) {
                    b.insertTextElement(name, Tokenizer.RAWTEXT);
                } else {
                    ordinaryStartTag(name);
                }
            }
            default -> ordinaryStartTag(name);
        }
    }

    private void ordinaryStartTag(int name) {
        reconstructFormatting();
        b.insertHtml(name);
    }

    private void ignored() {
        b.unexpected();
    }

    private boolean isHtml(int index, int name) {
        return open.meta(index) == NodeStore.elementMeta(name, NodeStore.HTML);
    }

    private void insertVoidInline(int name) {
        reconstructFormatting();
        b.insertVoid(name);
        b.framesetOk = false;
    }

    private void closePInButtonScope() {
        if (open.inButtonScope(Name.P)) {
            closeP();
        }
    }

    private void closeP() {
        b.generateImpliedEndTagsExcept(Name.P);
        b.unexpectedUnless(open.currentIs(Name.P));
        open.popUntil(Name.P);
    }

    private void startHeading(int name) {
        closePInButtonScope();
        if ((open.currentFlags & Category.HEADING) != 0) {
            b.unexpected();
            open.pop();
        }
        b.insertHtml(name);
    }

    private void startTable(int name) {
        if (b.quirksMode != QuirksMode.QUIRKS) {
            closePInButtonScope();
        }
        b.insertHtml(name);
        b.framesetOk = false;
        b.mode = TreeBuilder.IN_TABLE;
    }

    /** li, dd, dt: the topmost open one is closed, unless a special element other than address, div or p is above. */
    private void startListItem(int openItem, int name) {
        b.framesetOk = false;
        if (openItem >= 0 && openItem >= open.topBlocker()) {
            int item = open.meta(openItem) & NodeStore.NAME_MASK;
            b.generateImpliedEndTagsExcept(item);
            b.unexpectedUnless(open.currentIndex() == openItem);
            open.popThrough(openItem);
        }
        closePInButtonScope();
        b.insertHtml(name);
    }

    private void startForm(int name) {
        boolean inTemplate = open.isOpen(Name.TEMPLATE);
        if (b.form != 0 && !inTemplate) {
            ignored();
            return;
        }
        closePInButtonScope();
        int node = b.insertHtml(name);
        if (!inTemplate) {
            b.form = node;
        }
    }

    private void startButton(int name) {
        if (open.inScope(Name.BUTTON)) {
            b.unexpected();
            b.generateImpliedEndTags();
            open.popUntil(Name.BUTTON);
        }
        reconstructFormatting();
        b.insertHtml(name);
        b.framesetOk = false;
    }

    private void startA() {
        int slot = formatting.lastOf(Name.A);
        if (slot != 0) {
            b.unexpected();
            int node = formatting.node(slot);
            adoptionAgency.run(Name.A);
            int listed = formatting.find(node, Name.A);
            if (listed != 0) {
                formatting.remove(listed);
            }
            int index = open.indexOf(node, Name.A);
            if (index >= 0) {
                open.removeAt(index);
            }
        }
        reconstructFormatting();
        b.insertFormatting(Name.A);
    }

    private void startNobr(int name) {
        reconstructFormatting();
        if (open.inScope(Name.NOBR)) {
            b.unexpected();
            adoptionAgency.run(name);
            reconstructFormatting();
        }
        b.insertFormatting(name);
    }

    private void startInput(int name) {
        if (b.contextIs(Name.SELECT)) {
            ignored();
            return;
        }
        if (open.inScope(Name.SELECT)) {
            b.unexpected();
            open.popUntil(Name.SELECT);
        }
        reconstructFormatting();
        b.insertVoid(name);
        if (!b.isHiddenInput()) {
            b.framesetOk = false;
        }
    }

    private void startHr(int name) {
        closePInButtonScope();
        if (open.inScope(Name.SELECT)) {
            b.generateImpliedEndTags();
            b.unexpectedUnless(!open.inScope(Name.OPTION) && !open.inScope(Name.OPTGROUP));
        }
        b.insertVoid(name);
        b.framesetOk = false;
    }

    private void startSelect(int name) {
        if (b.contextIs(Name.SELECT)) {
            ignored();
        } else if (open.inScope(Name.SELECT)) {
            ignored();
            open.popUntil(Name.SELECT);
        } else {
            reconstructFormatting();
            b.insertHtml(name);
            b.framesetOk = false;
        }
    }

    private void startOption(int name) {
        boolean option = name == Name.OPTION;
        if (open.inScope(Name.SELECT)) {
            if (option) {
                b.generateImpliedEndTagsExcept(Name.OPTGROUP);
            } else {
                b.generateImpliedEndTags();
            }
            b.unexpectedUnless(!open.inScope(Name.OPTION) && (option || !open.inScope(Name.OPTGROUP)));
        } else if (open.currentIs(Name.OPTION)) {
            open.pop();
        }
        reconstructFormatting();
        b.insertHtml(name);
    }

    private void startRuby(int name) {
        if (open.inScope(Name.RUBY)) {
            if (name == Name.RB || name == Name.RTC) {
                b.generateImpliedEndTags();
            } else {
                b.generateImpliedEndTagsExcept(Name.RTC);
            }
            b.unexpectedUnless(open.currentIs(Name.RUBY) || open.currentIs(Name.RTC));
        }
        b.insertHtml(name);
    }

    private void startForeign(int name, int namespace) {
        reconstructFormatting();
        b.foreignRules.adjustAttributes(namespace);
        b.insertForeign(name, namespace);
    }

    private void startFrameset(int name) {
        ignored();
        int body = open.second();
        if (body < 0 || !isHtml(body, Name.BODY) || !b.framesetOk) {
            return;
        }
        b.store.remove(open.node(body));
        open.popThrough(1);
        b.insertHtml(name);
        b.mode = TreeBuilder.IN_FRAMESET;
    }

    // End tags

    /** An end tag. */
    void endTag(int name) {
        switch (name) {
            case Name.ADDRESS,
                    Name.ARTICLE,
                    Name.ASIDE,
                    Name.BLOCKQUOTE,
                    Name.BUTTON,
                    Name.CENTER,
                    Name.DETAILS,
                    Name.DIALOG,
                    Name.DIR,
                    Name.DIV,
                    Name.DL,
                    Name.FIELDSET,
                    Name.FIGCAPTION,
                    Name.FIGURE,
                    Name.FOOTER,
                    Name.HEADER,
                    Name.HGROUP,
                    Name.LISTING,
                    Name.MAIN,
                    Name.MENU,
                    Name.NAV,
                    Name.OL,
                    Name.PRE,
                    Name.SEARCH,
                    Name.SECTION,
                    Name.SELECT,
                    Name.SUMMARY,
                    Name.UL -> endBlock(name);
            case Name.A,
                    Name.B,
                    Name.BIG,
                    Name.CODE,
                    Name.EM,
                    Name.FONT,
                    Name.I,
                    Name.NOBR,
                    Name.S,
                    Name.SMALL,
                    Name.STRIKE,
                    Name.STRONG,
                    Name.TT,
                    Name.U -> adoptionAgency.run(name);
            case Name.P -> {
                if (!open.inButtonScope(Name.P)) {
                    b.unexpected();
                    b.insertImplied(Name.P);
                }
                closeP();
            }
            default -> rarerEndTag(name);
        }
    }

    private void rarerEndTag(int name) {
        switch (name) {
            case Name.LI -> endItem(name, open.inListItemScope(name));
            case Name.DD, Name.DT -> endItem(name, open.inScope(name));
            case Name.H1, Name.H2, Name.H3, Name.H4, Name.H5, Name.H6 -> endHeading(name);
            case Name.APPLET, Name.MARQUEE, Name.OBJECT -> {
                if (endBlock(name)) {
                    formatting.clearToMarker();
                }
            }
            case Name.BODY -> endBody();
            case Name.HTML -> {
                if (endBody()) {
                    b.endTagByMode();
                }
            }
            case Name.FORM -> endForm();
            case Name.BR -> {
                b.unexpected();
                insertVoidInline(Name.BR);
            }
            case Name.TEMPLATE -> b.headRules.endTemplate();
            default -> anyOtherEndTag(name);
        }
    }

    /** Closes the topmost element with this name if it is in scope; whether it was. */
    private boolean endBlock(int name) {
        if (!open.inScope(name)) {
            ignored();
            return false;
        }
        b.generateImpliedEndTags();
        b.unexpectedUnless(open.currentIs(name));
        open.popUntil(name);
        return true;
    }

    private void endItem(int name, boolean inScope) {
        if (!inScope) {
            ignored();
            return;
        }
        b.generateImpliedEndTagsExcept(name);
        b.unexpectedUnless(open.currentIs(name));
        open.popUntil(name);
    }

    private void endHeading(int name) {
        int index = -1;
        for (int heading = Name.H1; heading <= Name.H6; heading++) {
            index = Math.max(index, open.topOf(heading));
        }
        if (index < 0 || !open.indexInScope(index)) {
            ignored();
            return;
        }
        b.generateImpliedEndTags();
        b.unexpectedUnless(open.currentIs(name));
        open.popThrough(index);
    }

    private boolean endBody() {
        if (!open.inScope(Name.BODY)) {
            ignored();
            return false;
        }
        checkAllMayStayOpen();
        b.mode = TreeBuilder.AFTER_BODY;
        return true;
    }

    /** Reports an error if an element is open that may not be at the end. Only done if somebody asks. */
    void checkAllMayStayOpen() {
        if (b.tokenizer.errors == null) {
            return;
        }
        for (int index = open.currentIndex(); index >= 0; index--) {
            if (open.node(index) != 0 && (open.flags(index) & Category.MAY_STAY_OPEN) == 0) {
                b.unexpected();
                return;
            }
        }
    }

    private void endForm() {
        if (open.isOpen(Name.TEMPLATE)) {
            endBlock(Name.FORM);
            return;
        }
        int node = b.form;
        b.form = 0;
        int index = node == 0 ? -1 : open.indexOf(node, Name.FORM);
        if (index < 0 || !open.indexInScope(index)) {
            ignored();
            return;
        }
        b.generateImpliedEndTags();
        b.unexpectedUnless(open.currentNode == node);
        open.removeAt(index);
    }

    /** "Any other end tag". */
    void anyOtherEndTag(int name) {
        int index = open.topOf(name);
        if (index < 0 || index < open.topSpecial()) {
            ignored();
            return;
        }
        b.generateImpliedEndTagsExcept(name);
        b.unexpectedUnless(open.currentIndex() == index);
        open.popThrough(index);
    }
}
