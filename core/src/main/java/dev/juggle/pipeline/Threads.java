// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

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
    private final BiFunction<String, Runnable, Thread> starter;
    private final List<Thread> started = new ArrayList<>();

    Threads(Circuit circuit) {
        this(circuit, Threads::startWatcher);
    }

    Threads(Circuit circuit, BiFunction<String, Runnable, Thread> starter) {
        this.circuit = circuit;
        this.starter = starter;
    }

    /** Starts a thread that the run waits for. If the system refuses another thread, the run ends. */
    void start(String name, Task task) {
        try {
            started.add(starter.apply(name, () -> guard(task)));
        } catch (OutOfMemoryError refused) {
            circuit.fail(new IOException(
                    "the system refuses another thread (" + name + "): give fewer --threads, or --reader single",
                    refused));
        }
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
