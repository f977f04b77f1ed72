// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/** What limits a run: the answer of a {@link Verdict} in one word. */
public enum Limit {
    /** Bytes don't come in fast enough. */
    READING("reading"),
    /** The workers can't parse fast enough. */
    PARSING("parsing"),
    /** The step in input order, one job at a time, is busy nearly always. */
    TICKET("the ticket"),
    /** The workers can't encode fast enough. */
    ENCODING("encoding"),
    /** The writer can't place rows fast enough. */
    WRITING("writing"),
    /** The writer mostly ends batches and waits for the disk. */
    COMMITTING("committing"),
    /** Nobody is busy, because too few arenas go round. */
    ARENAS("too few arenas"),
    /** Nobody is busy, because jobs wait for a slower one before them. */
    ORDER("uneven jobs"),
    /** Jobs larger than their arena go through the reserve one by one. */
    RESERVE("documents larger than an arena"),
    /** Most of the time goes by after the last job. */
    FINISHING("finishing the database"),
    /** Two kinds of threads or more are busy nearly always. */
    BALANCED("nothing alone"),
    /** Nobody is busy and nothing is waited for in particular. */
    UNCLEAR("nothing in particular"),
    /** The run was too short to say. */
    TOO_SHORT("too short to say");

    private final String label;

    Limit(String label) {
        this.label = label;
    }

    /** The words shown to people. */
    public String label() {
        return label;
    }
}
