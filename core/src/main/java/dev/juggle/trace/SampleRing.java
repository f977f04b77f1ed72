// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.Arrays;

/**
 * The samples of the gauges over the whole run in fixed memory. When it is full every second sample
 * is dropped and from then on only every second (fourth, …) one is kept, so a long run is drawn
 * coarser rather than cut off.
 *
 * <p><b>Threads:</b> guarded by its own lock; adding happens about twenty times a second.
 */
final class SampleRing {
    static final int TIME = 0;
    static final int BYTES = 1;
    static final int ROWS = 2;
    static final int GAUGES = 3;
    static final int COLUMNS = GAUGES + Gauge.COUNT;

    private final long[] words;
    private final int capacity;
    private int count;
    private long step = 1;
    private long offered;

    SampleRing(int capacity) {
        this.capacity = capacity;
        this.words = new long[capacity * COLUMNS];
    }

    /** Adds one sample, {@link #COLUMNS} values; keeps it if it is the step's turn. */
    synchronized void add(long[] sample) {
        assert sample.length == COLUMNS;
        if (offered++ % step != 0) {
            return;
        }
        if (count == capacity) {
            thin();
        }
        System.arraycopy(sample, 0, words, count * COLUMNS, COLUMNS);
        count++;
    }

    private void thin() {
        for (int i = 0; i < capacity / 2; i++) {
            System.arraycopy(words, 2 * i * COLUMNS, words, i * COLUMNS, COLUMNS);
        }
        count = capacity / 2;
        step *= 2;
    }

    /** The samples kept that were taken after a time, {@link #COLUMNS} values each, oldest first. */
    synchronized long[] copyAfter(long nanos) {
        int from = count;
        while (from > 0 && words[(from - 1) * COLUMNS + TIME] > nanos) {
            from--;
        }
        return Arrays.copyOfRange(words, from * COLUMNS, count * COLUMNS);
    }
}
