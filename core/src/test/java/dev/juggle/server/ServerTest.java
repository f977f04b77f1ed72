// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.trace.ThreadKind;
import dev.juggle.trace.ThreadState;
import dev.juggle.trace.Trace;
import dev.juggle.trace.TraceOptions;
import dev.juggle.trace.TraceRecorder;
import dev.juggle.trace.WebFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ServerTest {
    private Trace trace = Trace.OFF;
    private Server server;

    @BeforeEach
    void start() throws IOException {
        trace = Trace.start(TraceOptions.DRAWN);
        server = Server.start(trace, 0);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** The status line of a request with headers that an ordinary client wouldn't let us set. */
    private String status(String method, String path, String... headers) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.uri().getPort())) {
            final String request = method + " " + path + " HTTP/1.1\r\n" + String.join("\r\n", headers)
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            final String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.lines().findFirst().orElse("").replaceFirst("HTTP/1.1 (\\d+).*", "$1");
        }
    }

    private String host() {
        return "Host: 127.0.0.1:" + server.uri().getPort();
    }

    @Test
    void thePageAndItsFilesAreServedToWhoKnowsTheToken() throws IOException, InterruptedException {
        final HttpClient client = HttpClient.newHttpClient();
        for (String name : WebFiles.NAMES) {
            final HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(server.uri().resolve(name)).build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode(), name);
            assertEquals(WebFiles.text(name), answer.body());
            assertEquals(
                    "no-store", answer.headers().firstValue("Cache-Control").orElse(""));
        }
        final HttpResponse<String> page =
                client.send(HttpRequest.newBuilder(server.uri()).build(), HttpResponse.BodyHandlers.ofString());
        assertTrue(
                page.headers().firstValue("Content-Security-Policy").orElse("").startsWith("default-src 'none'"));
        for (String name : WebFiles.NAMES) {
            assertTrue(page.body().contains("\"" + name + "\""), "the page doesn't use " + name);
        }
    }

    @Test
    void withoutTheTokenNothingIsServed() throws IOException {
        final String path = server.uri().getPath();
        assertEquals("200", status("GET", path, host()));
        for (String wrong : List.of("/", "/events", path.substring(0, path.length() - 2) + "/", "/x" + path)) {
            assertEquals("403", status("GET", wrong, host()), wrong);
        }
        assertEquals("404", status("GET", path + "../../etc/passwd", host()));
        assertEquals("404", status("GET", path + "nothing.js", host()));
    }

    @Test
    void otherHostsOriginsSitesAndMethodsAreRefused() throws IOException {
        final String path = server.uri().getPath();
        final int port = server.uri().getPort();
        assertEquals("200", status("GET", path, "Host: localhost:" + port));
        assertEquals("200", status("GET", path, host(), "Origin: http://127.0.0.1:" + port));
        assertEquals("403", status("GET", path, "Host: evil.example:" + port));
        assertEquals("403", status("GET", path, "Host: 127.0.0.1"));
        assertEquals("403", status("GET", path, host(), "Origin: http://evil.example"));
        assertEquals("403", status("GET", path, host(), "Origin: null"));
        assertEquals("403", status("GET", path, host(), "Sec-Fetch-Site: cross-site"));
        assertEquals("403", status("POST", path, host(), "Content-Length: 0"));
    }

    @Test
    void tokensDiffer() throws IOException {
        try (Server other = Server.start(trace, 0)) {
            assertNotEquals(server.uri().getPath(), other.uri().getPath());
        }
    }

    @Test
    void eventsRunFromHelloToTheEndOfTheRun() throws Exception {
        final URI events = server.uri().resolve("events");
        final var answer = HttpClient.newHttpClient()
                .sendAsync(HttpRequest.newBuilder(events).build(), HttpResponse.BodyHandlers.ofString());
        try (TraceRecorder recorder = trace.recorder(ThreadKind.WORKER, "worker 1")) {
            recorder.enter(ThreadState.PARSING);
            while (server.viewers() == 0) {
                Thread.sleep(5);
            }
            Thread.sleep(250);
            assertFalse(answer.isDone(), "the stream ended before the run");
        }
        trace.close();
        final String text = answer.get().body();
        assertTrue(text.startsWith("event: hello\ndata: {\"live\":true"), text);
        assertTrue(text.contains("event: next\ndata: {\"now\":"), text);
        assertTrue(text.contains("\"closed\":true"), text);
        assertTrue(text.endsWith("event: end\ndata: {}\n\n"), text);
        assertEquals(0, server.viewers());
    }
}
