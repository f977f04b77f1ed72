// SPDX-License-Identifier: Apache-2.0
package dev.juggle.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one test. {@link #join} waits for all of them, fails with their stacks if one still runs after the
 * time given (so no test hangs), and throws what one of them threw.
 */
public final class Crew {
    /** What a thread does; it may throw anything. */
    @FunctionalInterface
    public interface Task {
        /** Does it. */
        void run() throws Exception;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Starts a thread that runs {@code task}. */
    public Thread start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (Throwable thrown) {
                        failure.compareAndSet(null, thrown);
                    }
                },
                name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** Whether every thread is parked. */
    public boolean areAllWaiting() {
        return threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING);
    }

    /** Waits until all threads have ended. */
    public void join(int seconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (Thread thread : threads) {
            long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
            thread.join(millis);
            if (thread.isAlive()) {
                AssertionError stuck = new AssertionError(
                        "still running: " + thread.getName() + " " + Arrays.toString(thread.getStackTrace()));
                Throwable cause = failure.get();
                if (cause != null) {
                    stuck.initCause(cause);
                }
                threads.forEach(Thread::interrupt);
                throw stuck;
            }
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new AssertionError("a thread failed: " + thrown, thrown);
        }
    }
}
