// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thread's running totals at one moment. They never drop, however short the ring of spans is,
 * and include the span that runs at that moment.
 *
 * @param kind what the thread is for
 * @param name its name as shown
 * @param lifetime from when to when it recorded
 * @param running what it does now, null after its end or before its start
 * @param states one entry per {@link ThreadState}, by index
 */
public record ThreadTotals(
        ThreadKind kind,
        String name,
        Lifetime lifetime,
        @Nullable Running running,
        List<StateTotal> states) {
    public ThreadTotals {
        states = List.copyOf(states);
        if (states.size() != ThreadState.COUNT) {
            throw new IllegalArgumentException("one total per state, not " + states.size());
        }
    }

    /** The total of one state. */
    public StateTotal of(ThreadState state) {
        return states.get(state.index());
    }

    /** Time spent in work of any kind. */
    public long workNanos() {
        return sum(true);
    }

    /** Time spent waiting for anything. */
    public long waitNanos() {
        return sum(false);
    }

    private long sum(boolean work) {
        long sum = 0;
        for (int i = 0; i < ThreadState.COUNT; i++) {
            sum += ThreadState.of(i).isWork() == work ? states.get(i).nanos() : 0;
        }
        return sum;
    }
}
