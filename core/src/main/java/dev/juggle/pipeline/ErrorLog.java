// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.util.ArrayList;
import java.util.List;

/**
 * What is told at the end of a run: the first few things that were set aside or could not be followed, in input
 * order, one sentence each, the place first. How many there are in all is counted elsewhere, so a million broken
 * lines take no memory here. Belongs to the writer's thread, then to whoever ends the run.
 */
final class ErrorLog {
    /** How many sentences are kept. */
    static final int MOST = 20;

    private final List<String> first = new ArrayList<>();
    private long problems;

    /** Adds what a job found, while there is room. */
    void add(List<String> sentences) {
        first.addAll(sentences.subList(0, Math.min(sentences.size(), MOST - first.size())));
    }

    /** Adds what concerns no file that was read, and counts it. */
    void addProblems(List<String> sentences) {
        problems += sentences.size();
        add(sentences);
    }

    /** The first few sentences. */
    List<String> first() {
        return List.copyOf(first);
    }

    /** Paths that could not be followed or are no files. */
    long problems() {
        return problems;
    }

    /** How warnings are called in a message. */
    static String warnings(long count) {
        return count + (count == 1 ? " warning" : " warnings") + " (duplicate keys, or --path leads nowhere)";
    }
}
