// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.juggle.trace.HtmlPage;
import dev.juggle.trace.Trace;
import dev.juggle.trace.WebFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the live page of one run, to this machine only: it listens on 127.0.0.1, and every path
 * begins with a random token that only who sees the printed address knows. What else a page of
 * another site could try from a browser on this machine is refused by {@link Gate}.
 *
 * <pre>
 * GET /TOKEN/            the page
 * GET /TOKEN/NAME        its scripts and style sheets
 * GET /TOKEN/events      server-sent events: hello, then next ten times a second, end
 * GET /TOKEN/page.html   the run so far as one self-contained page
 * </pre>
 *
 * <p><b>Threads:</b> a virtual thread per request; one that serves events lives as long as its
 * viewer. They only read what {@link Trace} publishes.
 */
public final class Server implements AutoCloseable {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpServer http;
    private final ExecutorService threads;
    private final Gate gate;
    private final Trace trace;
    private final LiveEvents events;

    private Server(HttpServer http, Trace trace) {
        this.http = http;
        this.trace = trace;
        this.gate = new Gate(http.getAddress().getPort());
        this.events = new LiveEvents(trace);
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("juggle-page-", 0).factory());
    }

    /**
     * Starts serving a run.
     *
     * @param port the port, or 0 for any that is free
     * @throws IOException if the port can't be had
     */
    public static Server start(Trace trace, int port) throws IOException {
        // Without it small answers wait for the viewer's delayed acknowledgement. Read once, when the JDK's
        // server is first used, so it must come before.
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
        final InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        final Server server = new Server(HttpServer.create(new InetSocketAddress(here, port), 0), trace);
        server.http.setExecutor(server.threads);
        server.http.createContext("/", server::answer);
        server.http.start();
        return server;
    }

    /** The page's address, with its token. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/" + gate.token() + "/");
    }

    /** How many viewers are connected now. */
    public int viewers() {
        return events.viewers();
    }

    /**
     * Stops. If the run is over, viewers first get the rest of it, for at most two seconds, so that
     * their pages show the end.
     */
    @Override
    public void close() {
        if (trace.isClosed()) {
            events.awaitEnd(2_000_000_000L);
        }
        http.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            final String path = gate.pathBehindToken(exchange);
            if (path == null) {
                refuse(exchange, 403, "refused\n");
                return;
            }
            exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
            switch (path) {
                case "" -> send(exchange, WebFiles.PAGE, WebFiles.text(WebFiles.PAGE));
                case "events" -> events.serve(exchange);
                case "page.html" -> sendWhole(exchange);
                default -> {
                    if (WebFiles.NAMES.contains(path)) {
                        send(exchange, path, WebFiles.text(path));
                    } else {
                        refuse(exchange, 404, "no such page\n");
                    }
                }
            }
        }
    }

    private void sendWhole(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().remove("Content-Security-Policy"); // the page brings its own
        send(exchange, "page.html", HtmlPage.page(trace.timeline()));
    }

    private static void send(HttpExchange exchange, String name, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", WebFiles.type(name));
        write(exchange, 200, text);
    }

    private static void refuse(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        write(exchange, status, text);
    }

    private static void write(HttpExchange exchange, int status, String text) throws IOException {
        Gate.protect(exchange.getResponseHeaders());
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
