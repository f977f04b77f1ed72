// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * The insertion modes before and after the body: initial, before html, before head, in head, in head
 * noscript, after head, in template, after body, the frameset modes (13.2.6.4.1 to 6, 16 to 21).
 */
final class HeadRules {
    private final TreeBuilder b;

    HeadRules(TreeBuilder builder) {
        this.b = builder;
    }

    // Before the body

    /** A start tag in one of the modes up to after head. */
    void startTag(int name) {
        switch (b.mode) {
            case TreeBuilder.INITIAL -> {
                leaveInitial();
                startTag(name);
            }
            case TreeBuilder.BEFORE_HTML -> {
                if (name == Name.HTML) {
                    insertHtmlElement(b.tagAttributeCount == 0 ? b.tokenSource : b.tagAttributes);
                } else {
                    impliedHtml();
                    startTag(name);
                }
            }
            case TreeBuilder.BEFORE_HEAD -> {
                if (name == Name.HTML) {
                    b.bodyRules.startTag(name);
                } else if (name == Name.HEAD) {
                    b.head = b.insertHtml(name);
                    b.mode = TreeBuilder.IN_HEAD;
                } else {
                    impliedHead();
                    startTag(name);
                }
            }
            case TreeBuilder.IN_HEAD -> {
                if (!startTagInHead(name)) {
                    leaveHead();
                    b.startTagByMode();
                }
            }
            case TreeBuilder.IN_HEAD_NOSCRIPT -> startTagInNoscript(name);
            default -> startTagAfterHead(name);
        }
    }

    private void leaveInitial() {
        b.unexpected();
        b.quirksMode = QuirksMode.QUIRKS;
        b.mode = TreeBuilder.BEFORE_HTML;
    }

    private void insertHtmlElement(int offset) {
        int meta = NodeStore.elementMeta(Name.HTML, NodeStore.HTML);
        int node = b.store.newLastChild(b.document, meta, offset, b.tagAttributeCount);
        b.push(node, meta, Category.ofHtml(Name.HTML));
        b.mode = TreeBuilder.BEFORE_HEAD;
    }

    private void impliedHtml() {
        int meta = NodeStore.elementMeta(Name.HTML, NodeStore.HTML);
        int node = b.store.newLastChild(b.document, meta, ~b.tokenSource, 0);
        b.push(node, meta, Category.ofHtml(Name.HTML));
        b.mode = TreeBuilder.BEFORE_HEAD;
    }

    private void impliedHead() {
        b.head = b.insertImplied(Name.HEAD);
        b.mode = TreeBuilder.IN_HEAD;
    }

    private void leaveHead() {
        b.open.pop();
        b.mode = TreeBuilder.AFTER_HEAD;
    }

    private void leaveNoscript() {
        b.unexpected();
        b.open.pop();
        b.mode = TreeBuilder.IN_HEAD;
    }

    private void impliedBody() {
        b.insertImplied(Name.BODY);
        b.mode = TreeBuilder.IN_BODY;
    }

    /** A start tag by the rules of "in head"; false if it is "anything else". */
    boolean startTagInHead(int name) {
        switch (name) {
            case Name.HTML -> b.bodyRules.startTag(name);
            case Name.BASE, Name.BASEFONT, Name.BGSOUND, Name.LINK -> b.insertVoid(name);
            case Name.META -> {
                b.insertVoid(name);
                b.metaInserted();
            }
            case Name.TITLE -> b.insertTextElement(name, Tokenizer.RCDATA);
            case Name.NOFRAMES, Name.STYLE -> b.insertTextElement(name, Tokenizer.RAWTEXT);
            case Name.NOSCRIPT -> {
                if (b.scripting) {
                    b.insertTextElement(name, Tokenizer.RAWTEXT);
                } else {
                    b.insertHtml(name);
                    b.mode = TreeBuilder.IN_HEAD_NOSCRIPT;
                }
            }
            case Name.SCRIPT -> b.insertTextElement(name, Tokenizer.SCRIPT_DATA);
            case Name.TEMPLATE -> startTemplate();
            case Name.HEAD -> b.unexpected();
            default -> {
                return false;
            }
        }
        return true;
    }

    private void startTemplate() {
        b.formatting.pushMarker();
        b.framesetOk = false;
        b.mode = TreeBuilder.IN_TEMPLATE;
        b.pushTemplateMode(TreeBuilder.IN_TEMPLATE);
        int patch = b.tagAttribute(Name.FOR);
        boolean shadowRoot = b.tagAttribute(Name.SHADOWROOTMODE) >= 0;
        if (patch < 0 || shadowRoot || !startPatch(patch)) {
            int node = b.insertHtml(Name.TEMPLATE);
            b.store.newLastChild(node, NodeStore.CONTENTS << NodeStore.KIND_SHIFT, 0, 0);
        }
    }

    /** A template that patches an earlier place: it is opened but not inserted. */
    private boolean startPatch(int attribute) {
        int scope = b.insertionParent();
        int second = b.open.second();
        if (second > 0
                && scope == b.open.node(second)
                && b.store.meta(scope) == NodeStore.elementMeta(Name.BODY, NodeStore.HTML)) {
            scope = b.store.parent(scope);
        }
        int meta = NodeStore.elementMeta(Name.TEMPLATE, NodeStore.HTML);
        int node = b.store.newNode(meta, b.tagAttributes, b.tagAttributeCount);
        if (!b.patches.start(scope, node, attribute)) {
            return false;
        }
        b.store.newLastChild(node, NodeStore.CONTENTS << NodeStore.KIND_SHIFT, 0, 0);
        b.push(node, meta, Category.ofHtml(Name.TEMPLATE));
        return true;
    }

    /** The end tag of a template, in any mode. */
    void endTemplate() {
        if (!b.open.isOpen(Name.TEMPLATE)) {
            b.unexpected();
            return;
        }
        b.generateAllImpliedEndTagsThoroughly();
        b.unexpectedUnless(b.open.currentIs(Name.TEMPLATE));
        closeTemplate();
        b.resetInsertionMode();
    }

    private void closeTemplate() {
        b.patches.finish(b.open.node(b.open.topOf(Name.TEMPLATE)));
        b.open.popUntil(Name.TEMPLATE);
        b.formatting.clearToMarker();
        b.popTemplateMode();
    }

    private void startTagInNoscript(int name) {
        switch (name) {
            case Name.HTML -> b.bodyRules.startTag(name);
            case Name.BASEFONT, Name.BGSOUND, Name.LINK, Name.META, Name.NOFRAMES, Name.STYLE -> startTagInHead(name);
            case Name.HEAD, Name.NOSCRIPT -> b.unexpected();
            default -> {
                leaveNoscript();
                b.startTagByMode();
            }
        }
    }

    private void startTagAfterHead(int name) {
        switch (name) {
            case Name.HTML -> b.bodyRules.startTag(name);
            case Name.BODY -> {
                b.insertHtml(name);
                b.framesetOk = false;
                b.mode = TreeBuilder.IN_BODY;
            }
            case Name.FRAMESET -> {
                b.insertHtml(name);
                b.mode = TreeBuilder.IN_FRAMESET;
            }
            case Name.BASE,
                    Name.BASEFONT,
                    Name.BGSOUND,
                    Name.LINK,
                    Name.META,
                    Name.NOFRAMES,
                    Name.SCRIPT,
                    Name.STYLE,
                    Name.TEMPLATE,
                    Name.TITLE -> {
                b.unexpected();
                b.push(b.head, NodeStore.elementMeta(Name.HEAD, NodeStore.HTML), Category.ofHtml(Name.HEAD));
                startTagInHead(name);
                b.open.removeAt(b.open.indexOf(b.head, Name.HEAD));
            }
            case Name.HEAD -> b.unexpected();
            default -> {
                impliedBody();
                b.startTagByMode();
            }
        }
    }

    /** An end tag in one of the modes up to after head. */
    void endTag(int name) {
        switch (b.mode) {
            case TreeBuilder.INITIAL -> {
                leaveInitial();
                endTag(name);
            }
            case TreeBuilder.BEFORE_HTML -> {
                if (isHeadBodyHtmlOrBr(name)) {
                    impliedHtml();
                    endTag(name);
                } else {
                    b.unexpected();
                }
            }
            case TreeBuilder.BEFORE_HEAD -> {
                if (isHeadBodyHtmlOrBr(name)) {
                    impliedHead();
                    endTag(name);
                } else {
                    b.unexpected();
                }
            }
            case TreeBuilder.IN_HEAD -> endTagInHead(name);
            case TreeBuilder.IN_HEAD_NOSCRIPT -> {
                if (name == Name.NOSCRIPT) {
                    b.open.pop();
                    b.mode = TreeBuilder.IN_HEAD;
                } else if (name == Name.BR) {
                    leaveNoscript();
                    b.endTagByMode();
                } else {
                    b.unexpected();
                }
            }
            default -> {
                if (name == Name.TEMPLATE) {
                    endTemplate();
                } else if (name == Name.BODY || name == Name.HTML || name == Name.BR) {
                    impliedBody();
                    b.endTagByMode();
                } else {
                    b.unexpected();
                }
            }
        }
    }

    private void endTagInHead(int name) {
        switch (name) {
            case Name.HEAD -> leaveHead();
            case Name.BODY, Name.HTML, Name.BR -> {
                leaveHead();
                b.endTagByMode();
            }
            case Name.TEMPLATE -> endTemplate();
            default -> b.unexpected();
        }
    }

    private static boolean isHeadBodyHtmlOrBr(int name) {
        return name == Name.HEAD || name == Name.BODY || name == Name.HTML || name == Name.BR;
    }

    // Characters

    /** Characters in any mode of this class. */
    void characters(int offset, int length) {
        switch (b.mode) {
            case TreeBuilder.IN_FRAMESET, TreeBuilder.AFTER_FRAMESET -> insertOnlySpace(offset, length, false);
            case TreeBuilder.AFTER_AFTER_FRAMESET -> insertOnlySpace(offset, length, true);
            case TreeBuilder.AFTER_BODY, TreeBuilder.AFTER_AFTER_BODY -> {
                int space = b.leadingSpace(offset, length);
                if (space > 0) {
                    b.bodyRules.characters(offset, space);
                }
                if (space < length) {
                    b.unexpected();
                    b.mode = TreeBuilder.IN_BODY;
                    b.charactersByMode(offset + space, length - space);
                }
            }
            default -> charactersBeforeBody(offset, length);
        }
    }

    private void charactersBeforeBody(int offset, int length) {
        int space = b.leadingSpace(offset, length);
        boolean kept = b.mode == TreeBuilder.IN_HEAD
                || b.mode == TreeBuilder.IN_HEAD_NOSCRIPT
                || b.mode == TreeBuilder.AFTER_HEAD;
        if (space > 0 && kept) {
            b.insertCharacters(offset, space);
        }
        if (space == length) {
            return;
        }
        advance();
        b.charactersByMode(offset + space, length - space);
    }

    /** What "anything else" does in the modes up to after head, once. */
    private void advance() {
        switch (b.mode) {
            case TreeBuilder.INITIAL -> leaveInitial();
            case TreeBuilder.BEFORE_HTML -> impliedHtml();
            case TreeBuilder.BEFORE_HEAD -> impliedHead();
            case TreeBuilder.IN_HEAD -> leaveHead();
            case TreeBuilder.IN_HEAD_NOSCRIPT -> leaveNoscript();
            default -> impliedBody();
        }
    }

    private void insertOnlySpace(int offset, int length, boolean asInBody) {
        int at = offset;
        int end = offset + length;
        while (at != end) {
            int space = b.leadingSpace(at, end - at);
            if (space > 0 && asInBody) {
                b.bodyRules.characters(at, space);
            } else if (space > 0) {
                b.insertCharacters(at, space);
            } else {
                b.unexpected();
            }
            at += Math.max(space, 1);
        }
    }

    /** A character U+0000 in any mode of this class: it counts, but is dropped by "in body" in the end. */
    void nullCharacter() {
        switch (b.mode) {
            case TreeBuilder.AFTER_BODY, TreeBuilder.AFTER_AFTER_BODY -> b.mode = TreeBuilder.IN_BODY;
            case TreeBuilder.IN_FRAMESET, TreeBuilder.AFTER_FRAMESET, TreeBuilder.AFTER_AFTER_FRAMESET -> {
                // ignored
            }
            default -> {
                while (b.mode < TreeBuilder.IN_BODY) {
                    advance();
                }
            }
        }
        b.unexpected();
    }

    // Template, after the body, framesets

    /** A start tag in one of the modes in template, after body, and those of framesets. */
    void lateStartTag(int name) {
        switch (b.mode) {
            case TreeBuilder.IN_TEMPLATE -> startTagInTemplate(name);
            case TreeBuilder.AFTER_BODY, TreeBuilder.AFTER_AFTER_BODY -> {
                if (name == Name.HTML) {
                    b.bodyRules.startTag(name);
                } else {
                    b.unexpected();
                    b.mode = TreeBuilder.IN_BODY;
                    b.bodyRules.startTag(name);
                }
            }
            default -> startTagInFramesets(name);
        }
    }

    private void startTagInTemplate(int name) {
        switch (name) {
            case Name.BASE,
                    Name.BASEFONT,
                    Name.BGSOUND,
                    Name.LINK,
                    Name.META,
                    Name.NOFRAMES,
                    Name.SCRIPT,
                    Name.STYLE,
                    Name.TEMPLATE,
                    Name.TITLE -> startTagInHead(name);
            default -> {
                b.replaceTemplateMode(
                        switch (name) {
                            case Name.CAPTION, Name.COLGROUP, Name.TBODY, Name.TFOOT, Name.THEAD ->
                                TreeBuilder.IN_TABLE;
                            case Name.COL -> TreeBuilder.IN_COLUMN_GROUP;
                            case Name.TR -> TreeBuilder.IN_TABLE_BODY;
                            case Name.TD, Name.TH -> TreeBuilder.IN_ROW;
                            default -> TreeBuilder.IN_BODY;
                        });
                b.startTagByMode();
            }
        }
    }

    private void startTagInFramesets(int name) {
        boolean inFrameset = b.mode == TreeBuilder.IN_FRAMESET;
        if (name == Name.HTML) {
            b.bodyRules.startTag(name);
        } else if (name == Name.NOFRAMES) {
            startTagInHead(name);
        } else if (inFrameset && name == Name.FRAMESET) {
            b.insertHtml(name);
        } else if (inFrameset && name == Name.FRAME) {
            b.insertVoid(name);
        } else {
            b.unexpected();
        }
    }

    /** An end tag in one of the modes in template, after body, and those of framesets. */
    void lateEndTag(int name) {
        switch (b.mode) {
            case TreeBuilder.IN_TEMPLATE -> {
                if (name == Name.TEMPLATE) {
                    endTemplate();
                } else {
                    b.unexpected();
                }
            }
            case TreeBuilder.AFTER_BODY -> {
                if (name == Name.HTML) {
                    if (b.isFragment()) {
                        b.unexpected();
                    } else {
                        b.mode = TreeBuilder.AFTER_AFTER_BODY;
                    }
                } else {
                    b.unexpected();
                    b.mode = TreeBuilder.IN_BODY;
                    b.bodyRules.endTag(name);
                }
            }
            case TreeBuilder.AFTER_AFTER_BODY -> {
                b.unexpected();
                b.mode = TreeBuilder.IN_BODY;
                b.bodyRules.endTag(name);
            }
            case TreeBuilder.IN_FRAMESET -> endTagInFrameset(name);
            case TreeBuilder.AFTER_FRAMESET -> {
                if (name == Name.HTML) {
                    b.mode = TreeBuilder.AFTER_AFTER_FRAMESET;
                } else {
                    b.unexpected();
                }
            }
            default -> b.unexpected();
        }
    }

    private void endTagInFrameset(int name) {
        if (name != Name.FRAMESET || b.open.currentIndex() == 0) {
            b.unexpected();
            return;
        }
        b.open.pop();
        if (!b.isFragment() && !b.open.currentIs(Name.FRAMESET)) {
            b.mode = TreeBuilder.AFTER_FRAMESET;
        }
    }

    // The end

    /** The end of the input in the current mode; whether it is to be processed once more. */
    boolean endOfFile() {
        return switch (b.mode) {
            case TreeBuilder.AFTER_BODY,
                    TreeBuilder.AFTER_FRAMESET,
                    TreeBuilder.AFTER_AFTER_BODY,
                    TreeBuilder.AFTER_AFTER_FRAMESET -> false;
            case TreeBuilder.IN_FRAMESET -> {
                b.unexpectedUnless(b.open.currentIndex() == 0);
                yield false;
            }
            case TreeBuilder.TEXT -> {
                b.unexpected();
                b.open.pop();
                b.mode = b.originalMode;
                yield true;
            }
            default -> {
                if (b.mode < TreeBuilder.IN_BODY) {
                    advance();
                    yield true;
                }
                yield endOfFileInBody();
            }
        };
    }

    private boolean endOfFileInBody() {
        if (!b.hasTemplateModes() || !b.open.isOpen(Name.TEMPLATE)) {
            b.bodyRules.checkAllMayStayOpen();
            return false;
        }
        b.unexpected();
        closeTemplate();
        b.resetInsertionMode();
        return true;
    }
}
