// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * What the standard's rules ask about an element, as bits: its categories (13.2.4.2) and the lists of
 * names that occur in several rules. An element carries them on the stack of open elements, so that a
 * question costs one AND.
 */
final class Category {
    /** In the "special" category. */
    static final int SPECIAL = 1;
    /** Ends the search of "has an element in scope". Such elements are special too. */
    static final int SCOPE = 1 << 1;
    /** Special, but not address, div or p: ends the search of an open li, dd or dt. */
    static final int BLOCKER = 1 << 2;
    /** Closed by "generate implied end tags". */
    static final int IMPLIED_END = 1 << 3;
    /** Closed by "generate all implied end tags thoroughly". */
    static final int IMPLIED_END_THOROUGH = 1 << 4;
    /** Kept in the list of active formatting elements. */
    static final int FORMATTING = 1 << 5;
    /** h1 to h6. */
    static final int HEADING = 1 << 6;
    /** table, tbody, tfoot, thead, tr: content that does not belong there is foster parented. */
    static final int FOSTERS = 1 << 7;
    /** table, template, html: "clear the stack back to a table context" stops here. */
    static final int TABLE_CONTEXT = 1 << 8;
    /** tbody, tfoot, thead, template, html: the same for a table body context. */
    static final int BODY_CONTEXT = 1 << 9;
    /** tr, template, html: the same for a table row context. */
    static final int ROW_CONTEXT = 1 << 10;
    /** May be open at the end of the input without an error. */
    static final int MAY_STAY_OPEN = 1 << 11;
    /** Serialises as void. */
    static final int VOID = 1 << 12;
    /** Its text is serialised as it is. */
    static final int RAW_TEXT = 1 << 13;
    /** MathML text integration point. */
    static final int MATHML_TEXT_POINT = 1 << 14;
    /** HTML integration point. */
    static final int HTML_POINT = 1 << 15;
    /** MathML annotation-xml, whatever its encoding. */
    static final int ANNOTATION_XML = 1 << 16;
    /** In SVG or MathML. */
    static final int FOREIGN = 1 << 17;
    /** A start tag that breaks out of foreign content. */
    static final int BREAKOUT = 1 << 18;
    /** template in the HTML namespace: insertions go to its contents. */
    static final int TEMPLATE = 1 << 19;

    private static final int[] HTML = new int[Name.COUNT];
    private static final int[] MATHML = new int[Name.COUNT];
    private static final int[] SVG = new int[Name.COUNT];

    static {
        set(
                HTML,
                SPECIAL | BLOCKER,
                "address applet area article aside base basefont bgsound blockquote body br button"
                        + " caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form"
                        + " frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link"
                        + " listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre"
                        + " script search section select source style summary table tbody td template textarea tfoot th"
                        + " thead title tr track ul wbr xmp");
        for (int name : new int[] {Name.ADDRESS, Name.DIV, Name.P}) {
            HTML[name] &= ~BLOCKER;
        }
        set(HTML, SCOPE, "applet caption html table td th marquee object select template");
        set(HTML, IMPLIED_END | IMPLIED_END_THOROUGH, "dd dt li optgroup option p rb rp rt rtc");
        set(HTML, IMPLIED_END_THOROUGH, "caption colgroup tbody td tfoot th thead tr");
        set(HTML, FORMATTING, "a b big code em font i nobr s small strike strong tt u");
        set(HTML, HEADING, "h1 h2 h3 h4 h5 h6");
        set(HTML, FOSTERS, "table tbody tfoot thead tr");
        set(HTML, TABLE_CONTEXT, "table template html");
        set(HTML, BODY_CONTEXT, "tbody tfoot thead template html");
        set(HTML, ROW_CONTEXT, "tr template html");
        set(HTML, MAY_STAY_OPEN, "dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr body html");
        set(
                HTML,
                VOID,
                "area base br col embed hr img input link meta source track wbr"
                        + " basefont bgsound frame keygen param");
        set(HTML, RAW_TEXT, "style script xmp iframe noembed noframes plaintext");
        set(
                HTML,
                BREAKOUT,
                "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i"
                        + " img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var");
        set(HTML, TEMPLATE, "template");
        for (int name = 0; name < Name.COUNT; name++) {
            MATHML[name] = FOREIGN;
            SVG[name] = FOREIGN;
        }
        set(MATHML, SPECIAL | BLOCKER | SCOPE | MATHML_TEXT_POINT, "mi mo mn ms mtext");
        set(MATHML, SPECIAL | BLOCKER | SCOPE | ANNOTATION_XML, "annotation-xml");
        set(SVG, SPECIAL | BLOCKER | SCOPE | HTML_POINT, "desc title");
        SVG[Name.FOREIGN_OBJECT_SVG] |= SPECIAL | BLOCKER | SCOPE | HTML_POINT;
    }

    private Category() {}

    /** The bits of an element with this name in this namespace ({@link NodeStore#HTML} and so on). */
    static int of(int name, int namespace) {
        if (namespace == 0) {
            return name < Name.COUNT ? HTML[name] : 0;
        }
        if (name >= Name.COUNT) {
            return FOREIGN;
        }
        return namespace == NodeStore.MATHML ? MATHML[name] : SVG[name];
    }

    /** The bits of an HTML element with this name. */
    static int ofHtml(int name) {
        return name < Name.COUNT ? HTML[name] : 0;
    }

    private static void set(int[] table, int bits, String names) {
        for (String name : names.split(" ", -1)) {
            table[Name.find(name)] |= bits;
        }
    }
}
