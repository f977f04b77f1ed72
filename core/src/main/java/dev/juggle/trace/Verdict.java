// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.List;

/**
 * What limits a run, said from its totals.
 *
 * @param limit the answer in one word
 * @param headline the answer in a sentence, with the figures it rests on
 * @param advice which knob would help, or that none would
 * @param details one sentence per kind of thread: how much it worked and on what, how much it
 *     waited and for what; then the run's throughput
 */
public record Verdict(Limit limit, String headline, String advice, List<String> details) {
    public Verdict {
        details = List.copyOf(details);
    }

    /** The verdict on a run that is over, or on one as it stands so far. */
    public static Verdict of(RunTotals totals) {
        return new Judge(totals).verdict();
    }

    /** All of it in lines, for a terminal. */
    public String text() {
        final StringBuilder text = new StringBuilder(headline);
        text.append('\n').append(advice).append('\n');
        details.forEach(detail -> text.append("  ").append(detail).append('\n'));
        return text.toString();
    }
}
