// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** The rules for parsing tags in foreign content (13.2.6.5). */
final class ForeignRules {
    private final TreeBuilder b;
    private final OpenElements open;

    ForeignRules(TreeBuilder builder) {
        this.b = builder;
        this.open = builder.open;
    }

    /** A start tag. */
    void startTag(int name) {
        if ((Category.ofHtml(name) & Category.BREAKOUT) != 0 || (name == Name.FONT && isLegacyFont())) {
            breakOut();
            b.startTagByMode();
            return;
        }
        int namespace = b.adjustedNamespace();
        int adjusted = namespace == NodeStore.SVG && name < Name.COUNT ? Name.SVG_TAG[name] : name;
        adjustAttributes(namespace);
        b.insertForeign(adjusted, namespace);
    }

    private boolean isLegacyFont() {
        return b.tagAttribute(Name.COLOR) >= 0 || b.tagAttribute(Name.FACE) >= 0 || b.tagAttribute(Name.SIZE) >= 0;
    }

    private void breakOut() {
        b.unexpected();
        int html = Category.MATHML_TEXT_POINT | Category.HTML_POINT;
        while ((open.currentFlags & Category.FOREIGN) != 0 && (open.currentFlags & html) == 0) {
            open.pop();
        }
    }

    /** Gives the attributes of the tag in hand the spelling and namespace they have in this namespace. */
    void adjustAttributes(int namespace) {
        short[] table = namespace == NodeStore.SVG ? Name.SVG_ATTRIBUTE : Name.MATHML_ATTRIBUTE;
        int end = b.tagAttributes + b.tagAttributeCount;
        for (int attribute = b.tagAttributes; attribute < end; attribute++) {
            int name = b.store.attributeName(attribute);
            if (name < Name.COUNT) {
                b.store.setAttributeName(attribute, table[name]);
            }
        }
    }

    /** An end tag. */
    void endTag(int name) {
        if (name == Name.BR || name == Name.P) {
            breakOut();
            b.endTagByMode();
            return;
        }
        int html = (open.currentFlags & Category.FOREIGN) != 0 ? open.topHtmlBelowForeign() : open.currentIndex();
        int match = open.topForeign(name);
        if (match > html) {
            b.unexpectedUnless(match == open.currentIndex());
            open.popThrough(match);
            return;
        }
        b.unexpected();
        if (html == 0 && open.currentIndex() == 0) {
            return;
        }
        b.endTagByMode();
    }
}
