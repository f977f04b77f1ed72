// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/** A copy of the samples taken so far, oldest first. */
public final class Samples {
    private final long[] words;
    private final long[] capacities;

    /** Takes over {@code words}, {@link SampleRing#COLUMNS} per sample, and a capacity per gauge. */
    Samples(long[] words, long[] capacities) {
        assert words.length % SampleRing.COLUMNS == 0;
        assert capacities.length == Gauge.COUNT;
        this.words = words;
        this.capacities = capacities;
    }

    /** How many samples there are. */
    public int count() {
        return words.length / SampleRing.COLUMNS;
    }

    /** When the sample was taken, from the run's start. */
    public long nanos(int index) {
        return words[index * SampleRing.COLUMNS + SampleRing.TIME];
    }

    /** Bytes read since the start. */
    public long bytes(int index) {
        return words[index * SampleRing.COLUMNS + SampleRing.BYTES];
    }

    /** Rows placed since the start. */
    public long rows(int index) {
        return words[index * SampleRing.COLUMNS + SampleRing.ROWS];
    }

    /** What a gauge showed. */
    public long value(int index, Gauge gauge) {
        return words[index * SampleRing.COLUMNS + SampleRing.GAUGES + gauge.index()];
    }

    /** The mean of a gauge over the run, by samples; 0 if there are none. */
    public double mean(Gauge gauge) {
        double sum = 0;
        for (int i = 0; i < count(); i++) {
            sum += value(i, gauge);
        }
        return count() == 0 ? 0 : sum / count();
    }

    /** The most a gauge can show, or 0 where there is no such number. */
    public long capacity(Gauge gauge) {
        return capacities[gauge.index()];
    }

    long[] words() {
        return words;
    }
}
