// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** The kinds of nodes in a tree. */
public enum NodeKind {
    /** An element, with attributes and children. */
    ELEMENT,
    /** Character data. */
    TEXT,
    /** A comment. */
    COMMENT,
    /** The DOCTYPE. */
    DOCTYPE,
    /** The root of a parsed document. */
    DOCUMENT,
    /** The root of a parsed fragment, or the contents of a template: the only child of its template. */
    FRAGMENT,
    /** A processing instruction, with a target and data. */
    PROCESSING_INSTRUCTION;

    private static final NodeKind[] KINDS = values();

    static NodeKind of(int kind) {
        return KINDS[kind - NodeStore.ELEMENT];
    }
}
