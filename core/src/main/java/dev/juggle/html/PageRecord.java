// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/*
 * The record is written section by section, each by a walk over the tree that looks for its elements; a walk is a few
 * nanoseconds a node. All text is a slice of what PageText gathered in one walk before. Nothing is allocated per node; only
 * columns of the user's own and the names of tables' columns are Java objects for the time of the call.
 */
/**
 * What there is to know about a page, as one JSON object: its title, language, description, address, encoding and text; its
 * links, images, headings and meta elements; the rows of its tables; the JSON that is embedded in it; and, if asked for,
 * values that selectors find, and its tree. The members are those of docs/mapping.md, "Pages". For one thread.
 */
public final class PageRecord {
    /** Says whether text is JSON. */
    @FunctionalInterface
    public interface JsonCheck {
        /** Whether the UTF-8 bytes are exactly one JSON value, not nested too deeply for the record. */
        boolean isValue(long address, int length);
    }

    /** A record may have so many times the bytes of its page; with its tree, so many times more. */
    private static final long MAX_RATIO = 8;

    private static final long NODES_RATIO = 64;
    private static final long SLACK_BYTES = 1 << 20;

    private static final int HREF = Name.find("href");
    private static final int REL = Name.find("rel");
    private static final int ID = Name.find("id");
    private static final int LANG = Name.find("lang");
    private static final int[] IMAGE = {
        Name.find("src"), Name.find("alt"), Name.find("width"), Name.find("height"), Name.find("title")
    };

    private static final int[] META = {
        Name.find("name"), Name.find("property"), Name.HTTP_EQUIV, Name.CHARSET, Name.CONTENT
    };
    private static final int[] SCRIPT = {ID, Name.TYPE};

    private final PageOptions options;
    private final JsonCheck json;
    private final JsonOutput out = new JsonOutput();
    private final PageTarget target = new PageTarget();
    private final PageText text;
    private final PageTables tables;
    private final PageNodes nodes;
    private NodeStore store;
    private @Nullable BumpArena arena;
    private int root;

    /**
     * A writer of records.
     *
     * @param parser whose trees will be written
     * @param options what belongs to a record
     * @param json what embedded JSON is checked with
     */
    public PageRecord(HtmlParser parser, PageOptions options, JsonCheck json) {
        this.options = options;
        this.json = json;
        this.store = parser.store();
        this.text = new PageText(store);
        this.tables = new PageTables(store, text, out);
        this.nodes = new PageNodes(text, out);
    }

    /**
     * Writes the record of a page into the arena.
     *
     * @param path the page's own, which links are followed from
     * @param pageBytes how large the page is
     * @return the record's address; it reaches up to the arena's position
     * @throws dev.juggle.arena.ArenaFullException if there is no room for it
     * @throws HtmlLimitException if it would be out of proportion to its page
     */
    public long write(HtmlTree tree, String path, BumpArena into, long pageBytes) {
        store = tree.store();
        root = tree.root();
        arena = into;
        text.gather(tree, into);
        tables.begin(store);
        out.begin(into, (MAX_RATIO + (options.hasNodes() ? NODES_RATIO : 0)) * pageBytes + SLACK_BYTES);
        byte[] pathBytes = path.getBytes(StandardCharsets.UTF_8);
        out.put("{\"path\":").string(pathBytes, pathBytes.length);
        head(tree);
        for (PageOptions.Column column : options.columns()) {
            column(tree, column);
        }
        links(pathBytes);
        images();
        headings();
        metas();
        dataTables();
        embedded();
        if (options.hasNodes()) {
            nodes.write(store, root);
        }
        out.put('}');
        into.advanceTo(out.position());
        return out.start();
    }

    private void head(HtmlTree tree) {
        out.put(",\"title\":");
        textOf(firstElement(Name.TITLE));
        out.put(",\"language\":");
        int html = tree.documentElement();
        attributeOf(html, LANG);
        out.put(",\"description\":");
        int description = meta("description");
        attributeOf(description, Name.CONTENT);
        out.put(",\"canonical\":");
        attributeOf(canonical(), HREF);
        out.put(",\"encoding\":");
        DetectedEncoding encoding = tree.encoding();
        byte[] name = (encoding == null ? Encodings.UTF_8 : encoding.name()).getBytes(StandardCharsets.US_ASCII);
        out.string(name, name.length);
        out.put(",\"text\":");
        int body = bodyOf(html);
        if (body == 0) {
            out.put("\"\"");
        } else {
            out.string(text.address(body), text.length(body));
        }
    }

    private void column(HtmlTree tree, PageOptions.Column column) {
        byte[] name = column.name().getBytes(StandardCharsets.UTF_8);
        out.put(',').string(name, name.length).put(':');
        if (!column.isList()) {
            value(column.selector().first(tree, root), column.attribute());
            return;
        }
        out.put('[');
        boolean isFirst = true;
        for (int found : column.selector().select(tree, root)) {
            if (!isFirst) {
                out.put(',');
            }
            isFirst = false;
            value(found, column.attribute());
        }
        out.put(']');
    }

    private void value(int element, String attribute) {
        if (attribute.isEmpty()) {
            if (element == 0) {
                out.put("null");
            } else {
                out.string(text.address(element), text.length(element));
            }
            return;
        }
        int name = store.names.find(attribute.toLowerCase(Locale.ROOT));
        attributeOf(element, name);
    }

    // Sections

    private void links(byte[] path) {
        int base = firstWith(Name.BASE, HREF);
        target.begin(path);
        if (base != 0) {
            int href = attribute(base, HREF);
            target.base(store.text(store.attributeOffset(href)), store.attributeLength(href));
        }
        out.put(",\"links\":[");
        long empty = out.position();
        for (int node = next(root); node != 0; node = next(node)) {
            boolean isLink = isHtml(node, Name.A) || isHtml(node, Name.AREA) || isHtml(node, Name.LINK);
            int href = isLink ? attribute(node, HREF) : -1;
            if (href >= 0) {
                begin(empty);
                link(node, href);
            }
        }
        out.put(']');
    }

    private void link(int node, int href) {
        out.put("\"element\":\"").put(Name.SPELLINGS[store.name(node)]).put("\",\"href\":");
        long address = store.text(store.attributeOffset(href));
        int length = store.attributeLength(href);
        out.string(address, length);
        out.put(",\"target\":");
        if (target.follow(address, length)) {
            out.string(target.bytes(), target.length());
        } else {
            out.put("null");
        }
        out.put(",\"rel\":");
        attributeOf(node, REL);
        out.put(",\"text\":");
        textOf(node);
        out.put('}');
    }

    private void images() {
        out.put(",\"images\":[");
        long empty = out.position();
        for (int node = next(root); node != 0; node = next(node)) {
            if (isHtml(node, Name.IMG)) {
                begin(empty);
                attributes(node, IMAGE);
            }
        }
        out.put(']');
    }

    private void headings() {
        out.put(",\"headings\":[");
        long empty = out.position();
        for (int node = next(root); node != 0; node = next(node)) {
            int level = store.name(node) - Name.H1 + 1;
            if (level >= 1 && level <= 6 && isHtml(node, store.name(node))) {
                begin(empty);
                out.put("\"level\":").number(level).put(",\"id\":");
                attributeOf(node, ID);
                out.put(",\"text\":");
                textOf(node);
                out.put('}');
            }
        }
        out.put(']');
    }

    private void metas() {
        out.put(",\"meta\":[");
        long empty = out.position();
        for (int node = next(root); node != 0; node = next(node)) {
            if (isHtml(node, Name.META)) {
                begin(empty);
                attributes(node, META);
            }
        }
        out.put(']');
    }

    private void dataTables() {
        out.put(",\"tables\":[");
        boolean isFirst = true;
        for (int node = next(root); node != 0; node = next(node)) {
            if (isHtml(node, Name.TABLE)) {
                isFirst &= !tables.write(node, isFirst);
            }
        }
        out.put(']');
    }

    // JSON in scripts

    private enum Script {
        NONE,
        LINKED_DATA,
        JSON
    }

    private void embedded() {
        scripts(",\"ld_json\":[", Script.LINKED_DATA);
        scripts(",\"json\":[", Script.JSON);
        out.put(",\"broken_json\":[");
        long empty = out.position();
        for (int node = next(root); node != 0; node = next(node)) {
            int content = script(node) == Script.NONE ? 0 : store.first(node);
            if (content != 0 && !isJson(content)) {
                begin(empty);
                attributes(node, SCRIPT);
                out.backTo(out.position() - 1);
                out.put(",\"text\":").string(store.text(store.offset(content)), store.length(content));
                out.put('}');
            }
        }
        out.put(']');
    }

    private void scripts(String start, Script wanted) {
        out.put(start);
        long empty = out.position();
        for (int node = next(root); node != 0; node = next(node)) {
            int content = script(node) == wanted ? store.first(node) : 0;
            if (content == 0 || !isJson(content)) {
                continue;
            }
            long address = store.text(store.offset(content));
            long end = address + store.length(content);
            if (wanted == Script.LINKED_DATA) {
                linkedData(address, end, empty);
            } else {
                begin(empty);
                attributes(node, SCRIPT);
                out.backTo(out.position() - 1);
                out.put(",\"data\":").put(address, end - address).put('}');
            }
        }
        out.put(']');
    }

    /** A value of linked data; of an array each element, since pages differ in whether they use one. */
    private void linkedData(long from, long to, long empty) {
        long first = from;
        long last = to;
        while (Bytes.is(Mem.getByte(first), Bytes.SPACE)) {
            first++;
        }
        while (Bytes.is(Mem.getByte(last - 1), Bytes.SPACE)) {
            last--;
        }
        if (Mem.getByte(first) == '[') {
            first++;
            last--;
            while (first < last && Bytes.is(Mem.getByte(first), Bytes.SPACE)) {
                first++;
            }
        }
        if (first < last) {
            if (out.position() > empty) {
                out.put(',');
            }
            out.put(first, last - first);
        }
    }

    private Script script(int node) {
        if (!isHtml(node, Name.SCRIPT)) {
            return Script.NONE;
        }
        int type = attribute(node, Name.TYPE);
        int content = store.first(node);
        if (type < 0 || content == 0 || store.kind(content) != NodeStore.TEXT) {
            return Script.NONE;
        }
        long address = store.text(store.attributeOffset(type));
        int length = store.attributeLength(type);
        int end = 0;
        while (end < length
                && Mem.getByte(address + end) != ';'
                && !Bytes.is(Mem.getByte(address + end), Bytes.SPACE)) {
            end++;
        }
        int offset = store.attributeOffset(type);
        if (store.equalsIgnoreCase(offset, end, "application/ld+json")) {
            return Script.LINKED_DATA;
        }
        boolean isJson = store.equalsIgnoreCase(offset, end, "application/json")
                || store.equalsIgnoreCase(offset, end, "text/json")
                || store.equalsIgnoreCase(offset, end, "importmap")
                || store.equalsIgnoreCase(offset, end, "speculationrules")
                || (end > 5 && store.equalsIgnoreCase(offset + end - 5, 5, "+json"));
        return isJson ? Script.JSON : Script.NONE;
    }

    private boolean isJson(int content) {
        BumpArena room = arena;
        if (room == null) {
            throw new AssertionError("before a page");
        }
        // the check takes room from the arena, behind what is written so far
        room.advanceTo(out.position());
        long mark = room.mark();
        try {
            return json.isValue(store.text(store.offset(content)), store.length(content));
        } finally {
            room.rollback(mark);
        }
    }

    // Elements

    /** Begins an object of a list whose first element would stand at {@code empty}. */
    private void begin(long empty) {
        out.put(out.position() == empty ? "{" : ",{");
    }

    /** Members for attributes, and the end of the object. */
    private void attributes(int node, int... names) {
        for (int index = 0; index < names.length; index++) {
            out.put(index == 0 ? "\"" : ",\"");
            String name = Name.SPELLINGS[names[index]];
            out.put(names[index] == Name.HTTP_EQUIV ? "http_equiv" : name).put("\":");
            attributeOf(node, names[index]);
        }
        out.put('}');
    }

    /** An element's attribute as a string; null if there is none, or no element. */
    private void attributeOf(int element, int name) {
        int found = element == 0 || name == 0 ? -1 : attribute(element, name);
        if (found < 0) {
            out.put("null");
        } else {
            out.string(store.text(store.attributeOffset(found)), store.attributeLength(found));
        }
    }

    /** An element's text on one line; null if there is no element. */
    private void textOf(int element) {
        if (element == 0) {
            out.put("null");
        } else {
            out.line(text.address(element), text.length(element));
        }
    }

    private int attribute(int element, int name) {
        int count = store.length(element);
        return count == 0 ? -1 : store.findAttribute(store.offset(element), count, name);
    }

    private boolean isHtml(int node, int name) {
        return store.meta(node) == NodeStore.elementMeta(name, NodeStore.HTML);
    }

    private int firstElement(int name) {
        int node = next(root);
        while (node != 0 && !isHtml(node, name)) {
            node = next(node);
        }
        return node;
    }

    private int firstWith(int name, int attribute) {
        int node = next(root);
        while (node != 0 && !(isHtml(node, name) && attribute(node, attribute) >= 0)) {
            node = next(node);
        }
        return node;
    }

    /** The first meta element of that name. */
    private int meta(String name) {
        for (int node = next(root); node != 0; node = next(node)) {
            int found = isHtml(node, Name.META) ? attribute(node, META[0]) : -1;
            if (found >= 0
                    && store.equalsIgnoreCase(store.attributeOffset(found), store.attributeLength(found), name)) {
                return node;
            }
        }
        return 0;
    }

    private int canonical() {
        for (int node = next(root); node != 0; node = next(node)) {
            int rel = isHtml(node, Name.LINK) ? attribute(node, REL) : -1;
            if (rel >= 0
                    && store.equalsIgnoreCase(store.attributeOffset(rel), store.attributeLength(rel), "canonical")
                    && attribute(node, HREF) >= 0) {
                return node;
            }
        }
        return 0;
    }

    private int bodyOf(int html) {
        for (int child = html == 0 ? 0 : store.first(html); child != 0; child = store.next(child)) {
            if (isHtml(child, Name.BODY) || isHtml(child, Name.FRAMESET)) {
                return child;
            }
        }
        return 0;
    }

    /** The next node in tree order, without the contents of templates; 0 at the end. */
    private int next(int node) {
        int kind = store.kind(node);
        int child = kind == NodeStore.ELEMENT || kind == NodeStore.DOCUMENT ? store.first(node) : 0;
        if (child != 0 && store.kind(child) != NodeStore.CONTENTS) {
            return child;
        }
        int at = node;
        while (at != root) {
            int next = store.next(at);
            if (next != 0) {
                return next;
            }
            at = store.parent(at);
        }
        return 0;
    }
}
