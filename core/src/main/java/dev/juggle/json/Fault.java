// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

/** One error on its way from where it was found to the list of stretches set aside; reused, so that errors cost no heap. */
final class Fault {
    /** What was wrong. */
    Problem problem = Problem.NONE;
    /** Absolute address of the byte that was wrong. */
    long address;
    /** Absolute address behind what was taken for the text: of the document, the line or the item. */
    long textEnd;
    /** Place of the record among those of its document, from 0. */
    long ordinal;

    /** Notes an error. */
    void note(Problem problem, long address, long textEnd) {
        this.problem = problem;
        this.address = address;
        this.textEnd = textEnd;
    }
}
