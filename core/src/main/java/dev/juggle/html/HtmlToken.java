// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Check;
import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The token in hand of a {@link TokenReader}: valid only until the next. */
public final class HtmlToken {
    private final NodeStore store;
    int name;
    int attributes;
    int attributeCount;
    boolean selfClosing;
    int offset;
    int length;
    int source;

    HtmlToken(NodeStore store) {
        this.store = store;
    }

    /** The name of a tag, in lower case. */
    public String name() {
        return store.names.spelling(name);
    }

    /** Whether this is a tag with this name (lower case). */
    public boolean isNamed(String wanted) {
        return name != 0 && store.names.find(wanted) == name;
    }

    /** How many attributes a start tag has. */
    public int attributeCount() {
        return attributeCount;
    }

    /** The name of an attribute, in lower case. */
    public String attributeName(int index) {
        return store.names.spelling(store.attributeName(attribute(index)));
    }

    /** The value of an attribute. */
    public String attributeValue(int index) {
        return store.attributeText(attribute(index));
    }

    /** The value of the attribute with this name, or null. */
    public @Nullable String attribute(String wanted) {
        int found = store.findAttribute(attributes, attributeCount, store.names.find(wanted));
        return found < 0 ? null : store.attributeText(found);
    }

    /** Whether a start tag ends with a slash. */
    public boolean isSelfClosing() {
        return selfClosing;
    }

    /** The text of characters, a comment or a processing instruction (with its target), or the name of a DOCTYPE. */
    public String text() {
        return new String(Mem.bytes(store.text(offset), Math.max(length, 0)), StandardCharsets.UTF_8);
    }

    /** Where the token begins in the input, in bytes. */
    public int sourceOffset() {
        return source;
    }

    private int attribute(int index) {
        Check.that(index >= 0 && index < attributeCount, "no attribute with this index", index);
        return attributes + index;
    }
}
