// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.util.ArrayList;
import java.util.List;

/**
 * The threads of one run. Whatever ends one of them other than its work being done ends the run. They are daemons, so that
 * none of them can keep a process alive whose main thread is gone. Belongs to the thread that runs the run.
 */
final class Threads {
    /** What a thread does. */
    @FunctionalInterface
    interface Task {
        /** Does it. */
        void run() throws Exception;
    }

    private final Circuit circuit;
    private final List<Thread> started = new ArrayList<>();

    Threads(Circuit circuit) {
        this.circuit = circuit;
    }

    /** Starts a thread that the run waits for. */
    void start(String name, Task task) {
        started.add(startWatcher(name, () -> guard(task)));
    }

    /** Starts a thread that only looks on: it ends by itself, and nobody waits for it. */
    static Thread startWatcher(String name, Runnable body) {
        return Thread.ofPlatform().name(name).daemon().start(body);
    }

    /** Does a part of the run on the caller's thread. */
    void guard(Task task) {
        try {
            task.run();
        } catch (RunEndedException home) {
            // another thread's failure is the cause, and noted
        } catch (Throwable thrown) {
            circuit.fail(thrown);
        }
    }

    /** Waits for all threads. An interrupt of the waiting thread ends the run, but not the wait: they use memory that is freed next. */
    void join() {
        for (Thread thread : started) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException interrupted) {
                    circuit.fail(interrupted);
                }
            }
        }
    }
}
