// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * What a document may cost. The parser needs no limit to stay linear; these are for callers who will
 * not hold a tree beyond a size. Going beyond one is a {@link HtmlLimitException}.
 *
 * @param maxBytes of the document, decoded to UTF-8; at most 2³¹ - 65, since offsets have 31 bits
 * @param maxDepth of open elements
 * @param maxNodes that are made; the standard lets n bytes make more than n nodes (reopened formatting)
 * @param maxAttributes of one tag
 */
public record HtmlLimits(int maxBytes, int maxDepth, int maxNodes, int maxAttributes) {
    /** Only the limits of the number formats. */
    public static final HtmlLimits NONE =
            new HtmlLimits(Integer.MAX_VALUE - 64, Integer.MAX_VALUE, 1 << 30, Integer.MAX_VALUE);
}
