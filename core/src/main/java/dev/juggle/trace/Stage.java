// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/** A part of the data's way; the verdict names one of them as what limits the run. */
public enum Stage {
    /** Reading the input. */
    READ("reading"),
    /** Parsing and surveying. */
    PARSE("parsing"),
    /** The serial step in input order. */
    TICKET("the ticket"),
    /** Making payloads. */
    ENCODE("encoding"),
    /** Placing payloads and giving arenas back. */
    WRITE("writing"),
    /** Ending batches: pages to the file and to the disk. */
    COMMIT("committing"),
    /** What is done once, after the last job. */
    FINISH("finishing"),
    /** Everything else. */
    OTHER("other work");

    private final String label;

    Stage(String label) {
        this.label = label;
    }

    /** The word shown to people. */
    public String label() {
        return label;
    }
}
