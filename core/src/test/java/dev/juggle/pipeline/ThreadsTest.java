// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadsTest {
    @Test
    void aThreadThatIsRefusedEndsTheRunForThoseAlreadyStarted() {
        Circuit circuit = new Circuit(2);
        Threads threads = new Threads(circuit, (name, body) -> {
            if (name.equals("worker 2")) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return Threads.startWatcher(name, body);
        });
        threads.start("worker 1", () -> assertNull(circuit.free.take(), "nothing is ever put there"));
        threads.start("worker 2", () -> {});
        threads.join();
        Throwable failure = circuit.failure();
        assertTrue(failure instanceof IOException, String.valueOf(failure));
        assertEquals(
                "the system refuses another thread (worker 2): give fewer --threads, or --reader single",
                failure.getMessage());
    }
}
