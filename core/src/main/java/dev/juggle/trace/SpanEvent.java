// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/**
 * A span as a JFR event, one event type per state. JDK Mission Control shows them as lanes of their
 * threads; {@code jfr print --events 'juggle.*'} lists them. Events are only made while a recording
 * runs, and then on the spot: JFR takes an event's times from {@code begin} and {@code commit} on
 * the thread itself, so a span can't be handed to it afterwards.
 */
@Category("Juggle")
@Description("One stretch of what one thread of an ingest run did")
@Enabled
@StackTrace(false)
abstract class SpanEvent extends Event {
    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Rows")
    long rows;

    /** Ends the event and gives it to the recording if it is longer than the type's threshold. */
    void commit(long spanBytes, long spanRows) {
        bytes = spanBytes;
        rows = spanRows;
        commit();
    }
}
