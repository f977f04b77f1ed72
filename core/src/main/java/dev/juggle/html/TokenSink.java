// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * Takes the tokens as they are recognised: the tree builder, or a caller who wants no tree (see {@link
 * TokenReader}). Strings are given as stored offsets and lengths of the {@link NodeStore}; a tag's attributes as
 * a range of its attribute records.
 */
interface TokenSink {
    /**
     * A start tag. Its attributes are the records from {@code attributes} on; if there are any, the record
     * before is their header.
     */
    void startTag(int name, int attributes, int count, boolean selfClosing, int source);

    /** An end tag. */
    void endTag(int name, int source);

    /** Characters, none of them U+0000. Adjacent runs belong together. */
    void characters(int offset, int length, int source);

    /** A character U+0000, which means different things in different places. */
    void nullCharacter(int source);

    /** A comment. */
    void comment(int offset, int length, int source);

    /** A processing instruction; its target is the value of the attribute record {@code target}. */
    void processingInstruction(int target, int offset, int length, int source);

    /**
     * A DOCTYPE. The records {@code identifiers} and {@code identifiers + 1} hold the public and the system
     * identifier; a missing one has length -1, as has a missing name.
     */
    void doctype(int offset, int length, int identifiers, boolean forceQuirks, int source);

    /** The end of the input. */
    void endOfFile(int source);

    /** Whether {@code <![CDATA[} is a CDATA section here: the adjusted current node is foreign. */
    boolean allowsCdata();
}
