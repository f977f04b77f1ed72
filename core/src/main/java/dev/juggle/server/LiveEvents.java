// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import com.sun.net.httpserver.HttpExchange;
import dev.juggle.trace.PageFeed;
import dev.juggle.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The stream of server-sent events of one run, for each viewer from the beginning. Nothing is
 * buffered for a viewer: its thread writes, and while the viewer doesn't read it stands still; what
 * it then finds in the rings is what the viewer gets.
 */
final class LiveEvents {
    private static final long PERIOD_NANOS = 100_000_000;
    private static final long LOOK_NANOS = 5_000_000;

    private final Trace trace;
    /** Up when an answer begins, down when it ends; only counted, so an atomic is enough. */
    private final AtomicInteger viewers = new AtomicInteger();

    LiveEvents(Trace trace) {
        this.trace = trace;
    }

    int viewers() {
        return viewers.get();
    }

    /** Sends events until the viewer has all of a run that is over, or goes away. */
    void serve(HttpExchange exchange) throws IOException {
        viewers.incrementAndGet();
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            Gate.protect(exchange.getResponseHeaders());
            exchange.sendResponseHeaders(200, 0);
            stream(exchange.getResponseBody());
        } finally {
            viewers.decrementAndGet();
        }
    }

    private void stream(OutputStream out) throws IOException {
        final PageFeed feed = new PageFeed(trace);
        send(out, "hello", feed.hello());
        while (!Thread.currentThread().isInterrupted()) {
            final boolean last = trace.isClosed();
            send(out, "next", feed.next());
            if (last && feed.isComplete()) {
                send(out, "end", "{}");
                return;
            }
            pause();
        }
    }

    /** Waits for the next turn, or for the end of the run if that comes first. */
    private void pause() {
        final long until = System.nanoTime() + PERIOD_NANOS;
        while (!trace.isClosed() && System.nanoTime() < until) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static void send(OutputStream out, String event, String json) throws IOException {
        assert json.indexOf('\n') < 0 : "an event's data is one line";
        out.write(("event: " + event + "\ndata: " + json + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Waits until no viewer is connected, for at most so long. */
    void awaitEnd(long nanos) {
        final long until = System.nanoTime() + nanos;
        while (viewers.get() > 0 && System.nanoTime() < until) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
