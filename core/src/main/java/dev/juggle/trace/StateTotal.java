// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/**
 * What one thread did in one state over the whole run.
 *
 * @param nanos time spent
 * @param spans how often the state was entered
 * @param bytes sum of the spans' bytes
 * @param rows sum of the spans' rows
 */
public record StateTotal(long nanos, long spans, long bytes, long rows) {
    /** Nothing yet. */
    public static final StateTotal ZERO = new StateTotal(0, 0, 0, 0);

    /** The sum of both. */
    public StateTotal plus(StateTotal other) {
        return new StateTotal(nanos + other.nanos, spans + other.spans, bytes + other.bytes, rows + other.rows);
    }
}
