// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Check;
import java.nio.charset.StandardCharsets;

/**
 * The context element of a fragment (13.4): what {@code innerHTML} is set on.
 *
 * @param localName lower case for HTML, as in the tree for SVG and MathML
 * @param namespace 0 HTML, 1 MathML, 2 SVG
 * @param isHtmlIntegrationPoint whether a MathML annotation-xml has the encoding that makes it one
 * @param insideForm whether the context has a form among its ancestors
 * @param quirksMode the mode of the context's document
 */
public record FragmentContext(
        String localName, int namespace, boolean isHtmlIntegrationPoint, boolean insideForm, QuirksMode quirksMode) {
    /** Checks the namespace and the name. */
    public FragmentContext {
        Check.that(namespace >= 0 && namespace <= 2, "not a namespace", namespace);
        Check.that(!localName.isEmpty(), "a context element has a name");
    }

    /** An HTML element outside of forms, in a document without quirks. */
    public static FragmentContext html(String localName) {
        return new FragmentContext(localName, NodeStore.HTML, false, false, QuirksMode.NO_QUIRKS);
    }

    /** An SVG element. */
    public static FragmentContext svg(String localName) {
        return new FragmentContext(localName, NodeStore.SVG, false, false, QuirksMode.NO_QUIRKS);
    }

    /** A MathML element. */
    public static FragmentContext mathml(String localName) {
        return new FragmentContext(localName, NodeStore.MATHML, false, false, QuirksMode.NO_QUIRKS);
    }

    /** The name's number, which may be new to {@code names}. */
    int name(Names names) {
        int name = names.add(localName.toLowerCase(java.util.Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        return namespace == NodeStore.SVG && name < Name.COUNT ? Name.SVG_TAG[name] : name;
    }
}
