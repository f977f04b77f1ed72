// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/*
 * The insertion modes are spread over classes by what they are about (HeadRules, BodyRules, TableRules, ForeignRules);
 * this class has the state they share, the dispatcher, and the insertion of nodes.
 *
 * In the fragment case the standard parses below an html element and redirects what would go into it to a fragment.
 * Here the stack's lowest entry *is* the fragment (its stack entry says "html"), so there is nothing to redirect.
 */
/** The tree construction stage (13.2.6). */
final class TreeBuilder implements TokenSink {
    static final int INITIAL = 0;
    static final int BEFORE_HTML = 1;
    static final int BEFORE_HEAD = 2;
    static final int IN_HEAD = 3;
    static final int IN_HEAD_NOSCRIPT = 4;
    static final int AFTER_HEAD = 5;
    static final int IN_BODY = 6;
    static final int TEXT = 7;
    static final int IN_TABLE = 8;
    static final int IN_TABLE_TEXT = 9;
    static final int IN_CAPTION = 10;
    static final int IN_COLUMN_GROUP = 11;
    static final int IN_TABLE_BODY = 12;
    static final int IN_ROW = 13;
    static final int IN_CELL = 14;
    static final int IN_TEMPLATE = 15;
    static final int AFTER_BODY = 16;
    static final int IN_FRAMESET = 17;
    static final int AFTER_FRAMESET = 18;
    static final int AFTER_AFTER_BODY = 19;
    static final int AFTER_AFTER_FRAMESET = 20;

    /** The elements whose presence on the stack decides the insertion mode when it is reset. */
    private static final int[] DECIDE_MODE = {
        Name.TD,
        Name.TH,
        Name.TR,
        Name.TBODY,
        Name.THEAD,
        Name.TFOOT,
        Name.CAPTION,
        Name.COLGROUP,
        Name.TABLE,
        Name.TEMPLATE,
        Name.HEAD,
        Name.BODY,
        Name.FRAMESET
    };

    final NodeStore store;
    final OpenElements open;
    final ActiveFormatting formatting;
    final Tokenizer tokenizer;
    final HeadRules headRules;
    final BodyRules bodyRules;
    final TableRules tableRules;
    final ForeignRules foreignRules;
    final Patches patches;
    final MergedAttributes mergedHtml;
    final MergedAttributes mergedBody;

    private @Nullable ParseErrorHandler errors;
    private @Nullable EncodingWatch encodingWatch;
    private int maxDepth;

    // The document.
    int document;
    QuirksMode quirksMode = QuirksMode.NO_QUIRKS;
    boolean scripting;

    // The fragment's context element; contextMeta 0: a whole document.
    int contextMeta;
    private int contextFlags;
    private boolean contextIsForeign;

    // The parse state (13.2.4).
    int mode;
    int originalMode;
    int head;
    int form;
    boolean framesetOk;
    boolean fosterParenting;
    boolean sawSelectedContent;
    private boolean ignoreLineFeed;
    private int[] templateModes = new int[16];
    private int templateDepth;

    // The tag in hand.
    int tagName;
    int tagAttributes;
    int tagAttributeCount;
    boolean tagSelfClosing;
    int tokenSource;

    // Where the next node goes; set by locate().
    private int locationParent;
    private int locationBefore;

    TreeBuilder(NodeStore store) {
        this.store = store;
        this.open = new OpenElements(store);
        this.formatting = new ActiveFormatting(store);
        this.tokenizer = new Tokenizer(store, this);
        this.headRules = new HeadRules(this);
        this.bodyRules = new BodyRules(this);
        this.tableRules = new TableRules(this);
        this.foreignRules = new ForeignRules(this);
        this.patches = new Patches(store);
        this.mergedHtml = new MergedAttributes(store);
        this.mergedBody = new MergedAttributes(store);
    }

    /** Builds the tree of the store's input. The store must have begun. Returns the document's or fragment's node. */
    int build(HtmlOptions options, @Nullable ParseErrorHandler handler, @Nullable EncodingWatch watch) {
        begin(options, handler, watch);
        document = store.newNode(NodeStore.DOCUMENT << NodeStore.KIND_SHIFT, 0, 0);
        quirksMode = QuirksMode.NO_QUIRKS;
        mode = INITIAL;
        run(Tokenizer.DATA, options);
        return document;
    }

    /** Builds the tree of a fragment in the context of an element (13.4); the node of the fragment. */
    int buildFragment(HtmlOptions options, @Nullable ParseErrorHandler handler, FragmentContext context) {
        begin(options, handler, null);
        document = store.newNode(NodeStore.CONTENTS << NodeStore.KIND_SHIFT, 0, 0);
        quirksMode = context.quirksMode();
        int name = context.name(store.names);
        contextMeta = NodeStore.elementMeta(name, context.namespace());
        contextFlags = Category.of(name, context.namespace());
        if (context.isHtmlIntegrationPoint()) {
            contextFlags |= Category.HTML_POINT;
        }
        contextIsForeign = context.namespace() != NodeStore.HTML;
        open.push(document, NodeStore.elementMeta(Name.HTML, NodeStore.HTML), Category.ofHtml(Name.HTML));
        boolean html = context.namespace() == NodeStore.HTML;
        if (html && name == Name.TEMPLATE) {
            pushTemplateMode(IN_TEMPLATE);
        }
        resetInsertionMode();
        if (context.insideForm() || (html && name == Name.FORM)) {
            form = document;
        }
        run(html ? initialState(name) : Tokenizer.DATA, options);
        return document;
    }

    private int initialState(int context) {
        return switch (context) {
            case Name.TITLE, Name.TEXTAREA -> Tokenizer.RCDATA;
            case Name.STYLE, Name.XMP, Name.IFRAME, Name.NOEMBED, Name.NOFRAMES -> Tokenizer.RAWTEXT;
            case Name.SCRIPT -> Tokenizer.SCRIPT_DATA;
            case Name.NOSCRIPT -> scripting ? Tokenizer.RAWTEXT : Tokenizer.DATA;
            case Name.PLAINTEXT -> Tokenizer.PLAINTEXT;
            default -> Tokenizer.DATA;
        };
    }

    private void begin(HtmlOptions options, @Nullable ParseErrorHandler handler, @Nullable EncodingWatch watch) {
        errors = handler;
        encodingWatch = watch;
        tokenizer.errors = handler;
        scripting = options.scripting();
        maxDepth = options.limits().maxDepth();
        contextMeta = 0;
        contextFlags = 0;
        contextIsForeign = false;
        head = 0;
        form = 0;
        framesetOk = true;
        fosterParenting = false;
        ignoreLineFeed = false;
        sawSelectedContent = false;
        templateDepth = 0;
        tableRules.begin();
        patches.begin();
        mergedHtml.begin();
        mergedBody.begin();
    }

    private void run(int state, HtmlOptions options) {
        try {
            tokenizer.run(state, 0, options.processingInstructions(), options.limits());
        } finally {
            open.clear();
            formatting.clear();
        }
        if (sawSelectedContent) {
            new SelectedContent(store).fill(document);
        }
    }

    // Tokens

    @Override
    public void startTag(int name, int attributes, int count, boolean selfClosing, int source) {
        ignoreLineFeed = false;
        tagName = name;
        tagAttributes = attributes;
        tagAttributeCount = count;
        tagSelfClosing = selfClosing;
        tokenSource = source;
        if (mode == IN_BODY && (open.currentFlags & Category.FOREIGN) == 0 && !contextIsForeign) {
            bodyRules.startTag(name);
        } else if (isForeignStartTag(name)) {
            flushTableText();
            foreignRules.startTag(name);
        } else {
            startTagByMode();
        }
        if (tagSelfClosing) {
            error(ParseError.NON_VOID_HTML_ELEMENT_START_TAG_WITH_TRAILING_SOLIDUS, source);
        }
    }

    /** Processes the start tag in hand by the rules of the current insertion mode. */
    void startTagByMode() {
        int name = tagName;
        switch (mode) {
            case INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD -> headRules.startTag(name);
            case IN_BODY -> bodyRules.startTag(name);
            case TEXT -> throw new AssertionError("a start tag within text");
            case IN_TABLE_TEXT -> {
                flushTableText();
                startTagByMode();
            }
            case IN_TEMPLATE, AFTER_BODY, IN_FRAMESET, AFTER_FRAMESET, AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET ->
                headRules.lateStartTag(name);
            default -> tableRules.startTag(name);
        }
    }

    @Override
    public void endTag(int name, int source) {
        ignoreLineFeed = false;
        tagName = name;
        tagAttributes = 0;
        tagAttributeCount = 0;
        tagSelfClosing = false;
        tokenSource = source;
        if ((open.currentFlags & Category.FOREIGN) != 0 || (contextIsForeign && open.currentIndex() == 0)) {
            flushTableText();
            foreignRules.endTag(name);
        } else if (mode == IN_BODY) {
            bodyRules.endTag(name);
        } else {
            endTagByMode();
        }
    }

    /** Processes the end tag in hand by the rules of the current insertion mode. */
    void endTagByMode() {
        int name = tagName;
        switch (mode) {
            case INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD -> headRules.endTag(name);
            case IN_BODY -> bodyRules.endTag(name);
            case TEXT -> {
                open.pop();
                mode = originalMode;
            }
            case IN_TABLE_TEXT -> {
                flushTableText();
                endTagByMode();
            }
            case IN_TEMPLATE, AFTER_BODY, IN_FRAMESET, AFTER_FRAMESET, AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET ->
                headRules.lateEndTag(name);
            default -> tableRules.endTag(name);
        }
    }

    @Override
    public void characters(int offset, int length, int source) {
        int start = offset;
        int count = length;
        tokenSource = source;
        if (ignoreLineFeed) {
            ignoreLineFeed = false;
            if (Mem.getByte(store.text(start)) == '\n') {
                start++;
                if (--count == 0) {
                    return;
                }
            }
        }
        if (isForeignContent(true)) {
            flushTableText();
            insertCharacters(start, count);
            if (framesetOk && leadingSpace(start, count) < count) {
                framesetOk = false;
            }
        } else {
            charactersByMode(start, count);
        }
    }

    /** Processes characters by the rules of the current insertion mode. */
    void charactersByMode(int offset, int length) {
        switch (mode) {
            case IN_BODY, IN_CAPTION, IN_CELL, IN_TEMPLATE -> bodyRules.characters(offset, length);
            case TEXT -> insertCharacters(offset, length);
            case IN_TABLE, IN_TABLE_BODY, IN_ROW, IN_TABLE_TEXT, IN_COLUMN_GROUP ->
                tableRules.characters(offset, length);
            default -> headRules.characters(offset, length);
        }
    }

    @Override
    public void nullCharacter(int source) {
        ignoreLineFeed = false;
        tokenSource = source;
        if (isForeignContent(true)) {
            int replacement = store.decodedEnd();
            store.appendCodePoint(0xfffd);
            insertCharacters(replacement, store.decodedSince(replacement));
            return;
        }
        switch (mode) {
            case IN_BODY, IN_CAPTION, IN_CELL, IN_TEMPLATE, IN_TABLE_TEXT -> unexpected();
            case IN_TABLE, IN_TABLE_BODY, IN_ROW -> tableRules.nullCharacter();
            case IN_COLUMN_GROUP -> tableRules.nullInColumnGroup();
            default -> headRules.nullCharacter();
        }
    }

    @Override
    public void comment(int offset, int length, int source) {
        ignoreLineFeed = false;
        tokenSource = source;
        int node = store.newNode(NodeStore.COMMENT << NodeStore.KIND_SHIFT, offset, length);
        store.setFirstAndLast(node, source, 0);
        insertLeaf(node);
    }

    @Override
    public void processingInstruction(int target, int offset, int length, int source) {
        ignoreLineFeed = false;
        tokenSource = source;
        int node = store.newNode(NodeStore.PROCESSING_INSTRUCTION << NodeStore.KIND_SHIFT, offset, length);
        store.setFirstAndLast(node, source, target);
        insertLeaf(node);
        patches.seen(node);
    }

    /** Inserts a comment or processing instruction where the insertion mode wants it. */
    private void insertLeaf(int node) {
        flushTableText();
        int parent = 0;
        if (!isForeignContent(false)) {
            parent = switch (mode) {
                case INITIAL, BEFORE_HTML, AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET -> document;
                case AFTER_BODY -> open.node(0);
                default -> 0;
            };
        }
        if (parent != 0) {
            store.insert(node, parent, 0);
        } else {
            locate();
            store.insert(node, locationParent, locationBefore);
        }
    }

    @Override
    public void doctype(int offset, int length, int identifiers, boolean forceQuirks, int source) {
        ignoreLineFeed = false;
        tokenSource = source;
        flushTableText();
        if (mode != INITIAL) {
            unexpected();
            return;
        }
        int publicLength = store.attributeLength(identifiers);
        int systemLength = store.attributeLength(identifiers + 1);
        boolean html = length >= 0 && store.equalsIgnoreCase(offset, length, "html");
        if (!html
                || publicLength >= 0
                || (systemLength >= 0
                        && !store.equalsIgnoreCase(
                                store.attributeOffset(identifiers + 1), systemLength, "about:legacy-compat"))) {
            unexpected();
        }
        int node = store.newNode(NodeStore.DOCTYPE << NodeStore.KIND_SHIFT, offset, Math.max(length, 0));
        store.setFirstAndLast(node, source, identifiers);
        store.insert(node, document, 0);
        quirksMode = QuirksMode.of(store, html, identifiers, forceQuirks);
        mode = BEFORE_HTML;
    }

    @Override
    public void endOfFile(int source) {
        ignoreLineFeed = false;
        tagName = 0;
        tagAttributeCount = 0;
        tokenSource = source;
        flushTableText();
        boolean again = true;
        while (again) {
            again = headRules.endOfFile();
        }
    }

    @Override
    public boolean allowsCdata() {
        return ((open.currentFlags & Category.FOREIGN) != 0 && !(contextMeta != 0 && open.currentIndex() == 0))
                || (contextIsForeign && open.currentIndex() == 0);
    }

    // The dispatcher (13.2.6)

    private int adjustedCurrentFlags() {
        return contextMeta != 0 && open.currentIndex() == 0 ? contextFlags : open.currentFlags;
    }

    /** Whether the rules for foreign content apply to a character ({@code true}) or to any other token but tags. */
    private boolean isForeignContent(boolean character) {
        if ((open.currentFlags & Category.FOREIGN) == 0 && !contextIsForeign) {
            return false;
        }
        int flags = adjustedCurrentFlags();
        if ((flags & Category.FOREIGN) == 0 || open.currentIndex() < 0) {
            return false;
        }
        return !character || (flags & (Category.MATHML_TEXT_POINT | Category.HTML_POINT)) == 0;
    }

    private boolean isForeignStartTag(int name) {
        int flags = adjustedCurrentFlags();
        if ((flags & Category.FOREIGN) == 0 || open.currentIndex() < 0) {
            return false;
        }
        if ((flags & Category.HTML_POINT) != 0) {
            return false;
        }
        if ((flags & Category.MATHML_TEXT_POINT) != 0) {
            return name == Name.MGLYPH || name == Name.MALIGNMARK;
        }
        return (flags & Category.ANNOTATION_XML) == 0 || name != Name.SVG;
    }

    /** Namespace of the adjusted current node. */
    int adjustedNamespace() {
        int meta = contextMeta != 0 && open.currentIndex() == 0 ? contextMeta : open.currentMeta;
        return (meta >>> NodeStore.NAMESPACE_SHIFT) & 3;
    }

    boolean isFragment() {
        return contextMeta != 0;
    }

    /** Whether the fragment's context is an HTML element with this name. */
    boolean contextIs(int name) {
        return contextMeta == NodeStore.elementMeta(name, NodeStore.HTML);
    }

    // Insertion (13.2.6.1)

    /** Inserts an HTML element for the tag in hand and pushes it; its node. */
    int insertHtml(int name) {
        return insertHtml(name, tagAttributes, tagAttributeCount);
    }

    /** Inserts an HTML element without attributes that the token in hand implies, and pushes it. */
    int insertImplied(int name) {
        int meta = NodeStore.elementMeta(name, NodeStore.HTML);
        int node = insert(meta, ~tokenSource, 0);
        push(node, meta, Category.ofHtml(name));
        return node;
    }

    private int insertHtml(int name, int attributes, int count) {
        int meta = NodeStore.elementMeta(name, NodeStore.HTML);
        int node = insert(meta, count == 0 ? tokenSource : attributes, count);
        push(node, meta, Category.ofHtml(name));
        return node;
    }

    /** Inserts an HTML element for the tag in hand that is popped at once: it never gets onto the stack. */
    int insertVoid(int name) {
        tagSelfClosing = false;
        int meta = NodeStore.elementMeta(name, NodeStore.HTML);
        return insert(meta, tagAttributeCount == 0 ? tokenSource : tagAttributes, tagAttributeCount);
    }

    /** Inserts a formatting element for the tag in hand, and pushes it onto the stack and the list. */
    void insertFormatting(int name) {
        int node = insertHtml(name);
        store.setMeta(node, open.currentMeta | NodeStore.OPEN_BIT);
        formatting.push(node);
    }

    /** Inserts an element of a foreign namespace for the tag in hand; pushes it unless it is self-closing. */
    void insertForeign(int name, int namespace) {
        int flags = Category.of(name, namespace);
        if ((flags & Category.ANNOTATION_XML) != 0 && hasHtmlEncoding()) {
            flags |= Category.HTML_POINT;
        }
        int meta = NodeStore.elementMeta(name, namespace);
        int node = insert(meta, tagAttributeCount == 0 ? tokenSource : tagAttributes, tagAttributeCount);
        if (tagSelfClosing) {
            tagSelfClosing = false;
        } else {
            push(node, meta, flags);
        }
    }

    private boolean hasHtmlEncoding() {
        int encoding = tagAttribute(Name.ENCODING);
        if (encoding < 0) {
            return false;
        }
        int offset = store.attributeOffset(encoding);
        int length = store.attributeLength(encoding);
        return store.equalsIgnoreCase(offset, length, "text/html")
                || store.equalsIgnoreCase(offset, length, "application/xhtml+xml");
    }

    private int insert(int meta, int offset, int length) {
        if ((open.currentFlags & (Category.TEMPLATE | Category.FOSTERS)) == 0) {
            return store.newLastChild(open.currentNode, meta, offset, length);
        }
        locate();
        if (locationBefore == 0) {
            return store.newLastChild(locationParent, meta, offset, length);
        }
        int node = store.newNode(meta, offset, length);
        store.insert(node, locationParent, locationBefore);
        return node;
    }

    /** Pushes an element onto the stack of open elements. */
    void push(int node, int meta, int flags) {
        open.push(node, meta, flags);
        if (open.currentIndex() >= maxDepth) {
            throw new HtmlLimitException("more than " + maxDepth + " open elements");
        }
    }

    /** Inserts characters at the appropriate place, into the text that is there if there is one. */
    void insertCharacters(int offset, int length) {
        if ((open.currentFlags & (Category.TEMPLATE | Category.FOSTERS)) == 0) {
            store.appendText(open.currentNode, offset, length, tokenSource);
            return;
        }
        locate();
        if (locationBefore == 0) {
            store.appendText(locationParent, offset, length, tokenSource);
        } else {
            store.insertText(locationParent, locationBefore, offset, length, tokenSource);
        }
    }

    /** Finds the appropriate place for inserting a node, with the current node as the target. */
    private void locate() {
        locate(open.currentNode, open.currentFlags);
    }

    /** Finds the appropriate place with an override target. */
    private void locate(int target, int flags) {
        locationBefore = 0;
        if (fosterParenting && (flags & Category.FOSTERS) != 0) {
            locateFoster();
        } else if ((flags & Category.TEMPLATE) != 0) {
            locateInTemplate(target);
        } else {
            locationParent = target;
        }
    }

    private void locateFoster() {
        int template = open.topOf(Name.TEMPLATE);
        int table = open.topOf(Name.TABLE);
        if (template > table) {
            locateInTemplate(open.node(template));
        } else if (table < 0) {
            locationParent = open.node(0);
        } else if (store.parent(open.node(table)) != 0) {
            locationParent = store.parent(open.node(table));
            locationBefore = open.node(table);
        } else {
            int above = open.below(table);
            if ((open.flags(above) & Category.TEMPLATE) != 0) {
                locateInTemplate(open.node(above));
            } else {
                locationParent = open.node(above);
            }
        }
    }

    private void locateInTemplate(int template) {
        int target = patches.target(template);
        if (target == 0) {
            locationParent = store.first(template);
            return;
        }
        locationParent = target;
        int end = patches.end(template);
        if (end != 0 && store.parent(end) == target) {
            locationBefore = end;
        }
    }

    /** Moves a node without a parent to the appropriate place with this target. */
    void insertAt(int node, int target, int flags) {
        locate(target, flags);
        store.insert(node, locationParent, locationBefore);
    }

    /** The node that contains the appropriate place for inserting a node. */
    int insertionParent() {
        locate();
        return locationParent;
    }

    /** A copy of an element as its token would make it: the attributes are shared, not copied. */
    int cloneElement(int node) {
        return store.newNode(store.meta(node) & NodeStore.IDENTITY_MASK, store.offset(node), store.length(node));
    }

    /** Record of an attribute of the tag in hand, or -1. */
    int tagAttribute(int name) {
        return store.findAttribute(tagAttributes, tagAttributeCount, name);
    }

    /** Whether the tag in hand has a type attribute that says "hidden". */
    boolean isHiddenInput() {
        int type = tagAttribute(Name.TYPE);
        return type >= 0 && store.equalsIgnoreCase(store.attributeOffset(type), store.attributeLength(type), "hidden");
    }

    // Implied end tags

    void generateImpliedEndTags() {
        while ((open.currentFlags & Category.IMPLIED_END) != 0) {
            open.pop();
        }
    }

    void generateImpliedEndTagsExcept(int name) {
        while ((open.currentFlags & Category.IMPLIED_END) != 0 && !open.currentIs(name)) {
            open.pop();
        }
    }

    void generateAllImpliedEndTagsThoroughly() {
        while ((open.currentFlags & Category.IMPLIED_END_THOROUGH) != 0) {
            open.pop();
        }
    }

    // Modes

    /** Generic raw text or RCDATA element: inserts it, and its text follows in the tokenizer's new state. */
    void insertTextElement(int name, int tokenizerState) {
        insertHtml(name);
        tokenizer.switchTo(tokenizerState);
        originalMode = mode;
        mode = TEXT;
    }

    void ignoreNextLineFeed() {
        ignoreLineFeed = true;
    }

    void pushTemplateMode(int templateMode) {
        if (templateDepth == templateModes.length) {
            templateModes = Arrays.copyOf(templateModes, 2 * templateDepth);
        }
        templateModes[templateDepth++] = templateMode;
    }

    void popTemplateMode() {
        templateDepth--;
    }

    boolean hasTemplateModes() {
        return templateDepth > 0;
    }

    /** In a template, the first telling tag decides how its content is read. */
    void replaceTemplateMode(int newMode) {
        templateModes[templateDepth - 1] = newMode;
        mode = newMode;
    }

    /** "Reset the insertion mode appropriately" (13.2.4.1): the topmost of these elements decides. */
    void resetInsertionMode() {
        int index = 0;
        for (int name : DECIDE_MODE) {
            index = Math.max(index, open.topOf(name));
        }
        boolean last = index == 0;
        int found = modeFor(last && contextMeta != 0 ? contextMeta : open.meta(index), last);
        mode = found < 0 ? IN_BODY : found;
    }

    private int modeFor(int meta, boolean last) {
        if (((meta >>> NodeStore.NAMESPACE_SHIFT) & 3) != NodeStore.HTML) {
            return -1;
        }
        return switch (meta & NodeStore.NAME_MASK) {
            case Name.TD, Name.TH -> last ? -1 : IN_CELL;
            case Name.TR -> IN_ROW;
            case Name.TBODY, Name.THEAD, Name.TFOOT -> IN_TABLE_BODY;
            case Name.CAPTION -> IN_CAPTION;
            case Name.COLGROUP -> IN_COLUMN_GROUP;
            case Name.TABLE -> IN_TABLE;
            case Name.TEMPLATE -> templateModes[templateDepth - 1];
            case Name.HEAD -> last ? -1 : IN_HEAD;
            case Name.BODY -> IN_BODY;
            case Name.FRAMESET -> IN_FRAMESET;
            case Name.HTML -> head == 0 ? BEFORE_HEAD : AFTER_HEAD;
            default -> -1;
        };
    }

    private void flushTableText() {
        if (mode == IN_TABLE_TEXT) {
            tableRules.flush();
        }
    }

    // Errors and the like

    /** Reports that the token in hand was not expected. */
    void unexpected() {
        error(ParseError.TREE_CONSTRUCTION, tokenSource);
    }

    /** Reports that the token in hand was not expected, if so. */
    void unexpectedUnless(boolean expected) {
        if (!expected) {
            unexpected();
        }
    }

    private void error(ParseError error, int offset) {
        if (errors != null) {
            errors.report(error, offset);
        }
    }

    /** A meta element was inserted for the tag in hand: it may name another encoding. */
    void metaInserted() {
        if (encodingWatch != null && encodingWatch.declares(store, tagAttributes, tagAttributeCount)) {
            tokenizer.stop();
        }
    }

    /** How many of the first bytes of this text are white space. */
    int leadingSpace(int offset, int length) {
        long address = store.text(offset);
        int count = 0;
        while (count < length && Bytes.is(Mem.getByte(address + count), Bytes.SPACE)) {
            count++;
        }
        return count;
    }
}
