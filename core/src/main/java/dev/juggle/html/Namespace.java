// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** The namespaces of elements and attributes that an HTML parser makes. */
public enum Namespace {
    /** Elements only. */
    HTML("http://www.w3.org/1999/xhtml"),
    /** Elements only. */
    MATHML("http://www.w3.org/1998/Math/MathML"),
    /** Elements only. */
    SVG("http://www.w3.org/2000/svg"),
    /** Attributes only: xlink:href and its like, on foreign elements. */
    XLINK("http://www.w3.org/1999/xlink"),
    /** Attributes only: xml:lang and xml:space, on foreign elements. */
    XML("http://www.w3.org/XML/1998/namespace"),
    /** Attributes only: xmlns and xmlns:xlink, on foreign elements. */
    XMLNS("http://www.w3.org/2000/xmlns/");

    private static final Namespace[] OF_ELEMENTS = {HTML, MATHML, SVG};

    private final String uri;

    Namespace(String uri) {
        this.uri = uri;
    }

    /** The namespace's name. */
    public String uri() {
        return uri;
    }

    static Namespace ofElement(int number) {
        return OF_ELEMENTS[number];
    }
}
