// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The threads of one kind added together. Shares are of their time until the last job: what comes
 * after it ({@link ThreadState#FINISHING}) is judged by itself.
 *
 * @param kind which threads
 * @param threads how many there are
 * @param states their totals by state
 */
record KindTotals(ThreadKind kind, int threads, List<StateTotal> states) {
    /** The totals of all threads of a kind in a run; no threads if there are none. */
    static KindTotals of(ThreadKind kind, List<ThreadTotals> all) {
        final List<ThreadTotals> mine = all.stream()
                .filter(thread -> thread.kind() == kind && thread.lifetime().nanos() > 0)
                .toList();
        final List<StateTotal> states = new ArrayList<>();
        for (int i = 0; i < ThreadState.COUNT; i++) {
            final ThreadState state = ThreadState.of(i);
            states.add(mine.stream().map(thread -> thread.of(state)).reduce(StateTotal.ZERO, StateTotal::plus));
        }
        return new KindTotals(kind, mine.size(), states);
    }

    long nanos(ThreadState state) {
        return states.get(state.index()).nanos();
    }

    /** The share of a state in these threads' time, 0 to 1. */
    double share(ThreadState state) {
        final long all = lifeNanos();
        return all == 0 || state == ThreadState.FINISHING ? 0 : (double) nanos(state) / all;
    }

    /** The share of work of one stage. */
    double share(Stage stage) {
        return sum(state -> state.isWork() && state.stage() == stage);
    }

    /** The share of all work. */
    double workShare() {
        return sum(ThreadState::isWork);
    }

    /** The share of all waiting. */
    double waitShare() {
        return sum(state -> !state.isWork());
    }

    /** The stage that these threads work on most. */
    Stage mainStage() {
        Stage best = Stage.OTHER;
        for (Stage stage : Stage.values()) {
            best = share(stage) > share(best) ? stage : best;
        }
        return best;
    }

    /** The states of work, or of waiting, that took at least 1 % of the time, the longest first. */
    List<ThreadState> mainStates(boolean work) {
        final List<ThreadState> found = new ArrayList<>();
        for (int i = 0; i < ThreadState.COUNT; i++) {
            final ThreadState state = ThreadState.of(i);
            if (state.isWork() == work && share(state) >= 0.005) {
                found.add(state);
            }
        }
        found.sort(Comparator.comparingDouble(state -> -share(state)));
        return found;
    }

    private long lifeNanos() {
        return states.stream().mapToLong(StateTotal::nanos).sum() - nanos(ThreadState.FINISHING);
    }

    private double sum(Predicate<ThreadState> which) {
        double sum = 0;
        for (int i = 0; i < ThreadState.COUNT; i++) {
            sum += which.test(ThreadState.of(i)) ? share(ThreadState.of(i)) : 0;
        }
        return sum;
    }
}
