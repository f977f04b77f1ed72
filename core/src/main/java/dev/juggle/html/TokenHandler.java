// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** Takes tokens from a {@link TokenReader}. Each method says whether to go on; false stops the reading. */
public interface TokenHandler {
    /** A start tag. */
    default boolean startTag(HtmlToken tag) {
        return true;
    }

    /** An end tag. */
    default boolean endTag(HtmlToken tag) {
        return true;
    }

    /** Characters; a run of text may come in several pieces. */
    default boolean characters(HtmlToken text) {
        return true;
    }

    /** A comment. */
    default boolean comment(HtmlToken comment) {
        return true;
    }

    /** A processing instruction. */
    default boolean processingInstruction(HtmlToken instruction) {
        return true;
    }

    /** A DOCTYPE. */
    default boolean doctype(HtmlToken doctype) {
        return true;
    }
}
