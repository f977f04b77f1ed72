// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * How a document is parsed.
 *
 * @param scripting whether noscript elements hold text (as where scripts run) or markup. No script is ever run
 * @param processingInstructions whether {@code <?name data>} is a processing instruction, as the standard has it
 *     since June 2026, or a comment, as before
 * @param limits what a document may cost
 */
public record HtmlOptions(boolean scripting, boolean processingInstructions, HtmlLimits limits) {
    /** No scripting, the current standard, no limits. */
    public static final HtmlOptions DEFAULT = new HtmlOptions(false, true, HtmlLimits.NONE);

    /** The same with scripting on or off. */
    public HtmlOptions withScripting(boolean enabled) {
        return new HtmlOptions(enabled, processingInstructions, limits);
    }

    /** The same with processing instructions on or off. */
    public HtmlOptions withProcessingInstructions(boolean enabled) {
        return new HtmlOptions(scripting, enabled, limits);
    }

    /** The same with these limits. */
    public HtmlOptions withLimits(HtmlLimits newLimits) {
        return new HtmlOptions(scripting, processingInstructions, newLimits);
    }
}
