// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.juggle.search.JsonText;
import dev.juggle.search.LocalShard;
import dev.juggle.search.Search;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Serves databases for reading: {@code /search} over all of them, {@code /query} for SQL, each table as JSON, CSV or NDJSON, in
 * Datasette's manner where it fits. Routes and parameters stand in {@code /openapi.json}, and in docs/serve.md.
 *
 * <p><b>Threads:</b> a virtual thread per request, which waits for sockets; at most as many as {@link Limits#concurrency} work in
 * SQLite at a time, the others wait for their turn, for as long as a request may take.
 */
public final class DataServer implements AutoCloseable {
    /**
     * What a request may use.
     *
     * @param millis how long it may take
     * @param rows how many rows an answer in one piece may have
     * @param concurrency how many requests work in SQLite at a time
     */
    public record Limits(long millis, int rows, int concurrency) {}

    private final HttpServer http;
    private final ExecutorService threads;
    private final Map<String, LocalShard> databases = new LinkedHashMap<>();
    private final Search all;
    private final Map<String, Search> one = new LinkedHashMap<>();
    private final Limits limits;
    private final Semaphore turns;
    private final DataGate gate;
    private final Metrics metrics = new Metrics();

    private DataServer(HttpServer http, List<Path> files, Limits limits, @Nullable String token) {
        this.http = http;
        this.limits = limits;
        this.turns = new Semaphore(limits.concurrency(), true);
        this.gate = new DataGate(http.getAddress().getPort(), token);
        for (Path file : files) {
            String name = name(file);
            databases.put(name, new LocalShard(name, file));
        }
        this.all = new Search(databases.values(), options());
        databases.forEach((name, shard) -> one.put(name, new Search(List.of(shard), options())));
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("juggle-serve-", 0).factory());
    }

    private Search.Options options() {
        long nanos = TimeUnit.MILLISECONDS.toNanos(limits.millis());
        return new Search.Options(
                nanos,
                nanos,
                dev.juggle.search.FanOut.Mode.AUTO,
                Search.Options.standard().threads());
    }

    private String name(Path file) {
        String plain = String.valueOf(file.getFileName()).replaceFirst("\\.(db|sqlite3?|sqlite)$", "");
        String free = plain;
        for (int n = 2; databases.containsKey(free); n++) {
            free = plain + "_" + n;
        }
        return free;
    }

    /**
     * Starts serving.
     *
     * @param address where to listen; port 0 for any that is free
     * @param token what requests must show, or null on this machine's own address
     * @throws IOException if the address can't be had
     */
    public static DataServer start(List<Path> files, InetSocketAddress address, Limits limits, @Nullable String token)
            throws IOException {
        if (token == null && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("other machines are only served with a token");
        }
        // Without it small answers wait for the other side's delayed acknowledgement; read once, when first used.
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
        DataServer server = new DataServer(HttpServer.create(address, 1024), files, limits, token);
        server.http.setExecutor(server.threads);
        server.http.createContext("/", server::answer);
        server.http.start();
        return server;
    }

    /** Where it listens. */
    public URI uri() {
        InetSocketAddress address = http.getAddress();
        String host = address.getHostString();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + "/");
    }

    private void answer(HttpExchange exchange) throws IOException {
        long start = System.nanoTime();
        DataAnswer answer = new DataAnswer(exchange);
        try (exchange) {
            answered(exchange, answer);
        } finally {
            metrics.count(answer.status(), System.nanoTime() - start, answer.rows());
        }
    }

    /** Answers; a failure, too, while the exchange is still open. */
    private void answered(HttpExchange exchange, DataAnswer answer) throws IOException {
        try {
            DataGate.Refusal refusal = gate.refusal(exchange);
            if (refusal != null) {
                answer.error(refusal.status(), refusal.reason());
            } else {
                route(new Request(exchange.getRequestURI()), answer);
            }
        } catch (IllegalArgumentException e) {
            answer.error(400, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.error(503, "the server stops");
        }
    }

    private void route(Request request, DataAnswer answer) throws IOException, InterruptedException {
        switch (request.path()) {
            case "/-/health" ->
                answer.whole("application/json", "{\"ok\": true, \"databases\": " + databases.size() + "}\n");
            case "/-/metrics" -> answer.whole("text/plain; version=0.0.4; charset=utf-8", metrics.text());
            case "/openapi.json" -> answer.whole("application/json", OpenApi.text());
            default -> data(request, answer);
        }
    }

    private void data(Request request, DataAnswer answer) throws IOException, InterruptedException {
        String tag = tag(request);
        if (answer.isKnown(tag)) {
            return;
        }
        if (!turns.tryAcquire(limits.millis(), TimeUnit.MILLISECONDS)) {
            answer.error(503, "too many requests at a time");
            return;
        }
        try {
            DataRoutes routes = new DataRoutes(this::search, databases, limits, answer);
            routes.answer(request);
        } finally {
            turns.release();
        }
    }

    /** The search over one database, or over all with an empty name; null where there is none of that name. */
    private @Nullable Search search(String name) {
        return name.isEmpty() ? all : one.get(name);
    }

    /** What changes when a database's file does. */
    private String tag(Request request) throws IOException {
        long hash = request.whole().hashCode();
        for (LocalShard shard : databases.values()) {
            if (Files.exists(shard.file())) {
                hash = hash * 31 + Files.size(shard.file());
                hash = hash * 31 + Files.getLastModifiedTime(shard.file()).to(TimeUnit.NANOSECONDS);
            }
        }
        return "\"" + Long.toHexString(hash) + "\"";
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
        all.close();
        one.values().forEach(Search::close);
    }

    /** One request's answer, in one piece or streamed, packed with gzip if the other side takes it. */
    static final class DataAnswer {
        private final HttpExchange exchange;
        private @Nullable OutputStream out;
        private int status;
        private long rows;

        DataAnswer(HttpExchange exchange) {
            this.exchange = exchange;
        }

        int status() {
            return status;
        }

        long rows() {
            return rows;
        }

        void countRow() {
            rows++;
        }

        /** Whether the other side has this answer already; it was told so then. */
        boolean isKnown(String tag) throws IOException {
            exchange.getResponseHeaders().set("ETag", tag);
            exchange.getResponseHeaders().set("Vary", "Accept-Encoding");
            String known = exchange.getRequestHeaders().getFirst("If-None-Match");
            if (known == null || !known.contains(tag)) {
                return false;
            }
            status = 304;
            exchange.sendResponseHeaders(304, -1);
            return true;
        }

        void whole(String type, String text) throws IOException {
            OutputStream body = stream(200, type);
            body.write(text.getBytes(StandardCharsets.UTF_8));
            body.close();
        }

        void error(int code, String message) throws IOException {
            if (status != 0) {
                return; // the answer is under way, and will lack its end
            }
            exchange.getResponseHeaders().remove("ETag");
            StringBuilder text = new StringBuilder("{\"ok\": false, \"error\": ");
            OutputStream body = stream(code, "application/json");
            body.write(JsonText.text(text, message).append("}\n").toString().getBytes(StandardCharsets.UTF_8));
            body.close();
        }

        /** The body, to be closed when it is complete; what breaks off before shows as a broken answer. */
        OutputStream stream(int code, String type) throws IOException {
            status = code;
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            exchange.getResponseHeaders().set("Cache-Control", "no-cache");
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(code, -1);
                out = OutputStream.nullOutputStream();
                return out;
            }
            String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
            boolean packs = accepted != null && accepted.contains("gzip");
            if (packs) {
                exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            }
            exchange.sendResponseHeaders(code, 0);
            OutputStream body = new java.io.BufferedOutputStream(exchange.getResponseBody(), 1 << 14);
            out = packs ? new GZIPOutputStream(body, 1 << 13) : body;
            return out;
        }
    }
}
