// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** A document went beyond a limit of {@link HtmlLimits} or of the tree's number formats. */
public final class HtmlLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a sentence that names the limit. */
    public HtmlLimitException(String message) {
        super(message);
    }
}
