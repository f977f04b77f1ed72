// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/** A number of the run that is sampled beside the threads' states. Append only (file format). */
public enum Gauge {
    /** Jobs in the todo queue; its capacity is the queue's. */
    TODO_QUEUE("todo queue"),
    /** Jobs in the done queue; its capacity is the queue's. */
    DONE_QUEUE("done queue"),
    /** Arenas in the free queue; its capacity is the number of arenas. */
    FREE_ARENAS("free arenas"),
    /** Records set aside so far; a count without capacity. */
    SET_ASIDE("set aside");

    private static final Gauge[] ALL = values();

    /** How many gauges there are. */
    public static final int COUNT = ALL.length;

    private final String label;

    Gauge(String label) {
        this.label = label;
    }

    /** The gauge with this index. */
    public static Gauge of(int index) {
        return ALL[index];
    }

    /** Its place among the constants, which is also its number in trace files. */
    @SuppressWarnings("EnumOrdinal") // constants are only ever appended
    public int index() {
        return ordinal();
    }

    /** The words shown to people. */
    public String label() {
        return label;
    }
}
