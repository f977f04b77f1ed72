// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.trace.ThreadState;
import dev.juggle.trace.TraceRecorder;
import org.jspecify.annotations.Nullable;

/** A worker's way to the reader thread. */
final class TodoQueue implements JobSource {
    private final Circuit circuit;
    private final TraceRecorder trace;

    TodoQueue(Circuit circuit, TraceRecorder trace) {
        this.circuit = circuit;
        this.trace = trace;
    }

    @Override
    public @Nullable Job next() throws InterruptedException {
        Job job = circuit.todo.poll();
        if (job == null) {
            trace.enter(ThreadState.WAIT_JOB);
            job = circuit.todo.take();
        }
        return job == null ? null : job.claim();
    }
}
