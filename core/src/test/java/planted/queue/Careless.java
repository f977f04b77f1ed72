// SPDX-License-Identifier: Apache-2.0
package planted.queue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Breaks every rule that is not about arrows. */
public final class Careless {
    /** Not a fault: a constant. */
    public static final int LIMIT = Integer.parseInt("7");

    static int calls;
    static final AtomicInteger COUNT = new AtomicInteger();

    private Careless() {}

    static void fault() {
        Arena.global();
        System.out.println("heard everywhere");
        System.exit(3);
    }

    static void threads() {
        Thread thread = new Thread(() -> {});
        thread.start();
        Thread.ofVirtual().start(() -> {});
        Executors.newCachedThreadPool().close();
        if (List.of(1).parallelStream().isParallel()) {
            return;
        }
        calls = COUNT.incrementAndGet();
    }
}
