// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may be answered. The server is reachable by every program and every web
 * page on this machine, so four things are asked:
 *
 * <ul>
 *   <li><b>Token</b>: the path's first part, 144 random bits, compared in constant time.
 *   <li><b>Host</b>: 127.0.0.1 or localhost with our port. A foreign name that was made to resolve to
 *       127.0.0.1 (DNS rebinding) shows here.
 *   <li><b>Origin</b> and <b>Sec-Fetch-Site</b>: if sent, our own. Another site's script shows here.
 *   <li><b>Method</b>: GET. Nothing here changes anything.
 * </ul>
 */
final class Gate {
    private static final int TOKEN_BYTES = 18;

    private final String token;
    private final Set<String> hosts;
    private final Set<String> origins;

    Gate(int port) {
        final byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        this.token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        this.origins = Set.of("http://127.0.0.1:" + port, "http://localhost:" + port);
    }

    String token() {
        return token;
    }

    /** The path behind {@code /TOKEN/}, or null if the request is refused. */
    @Nullable
    String pathBehindToken(HttpExchange exchange) {
        final Headers headers = exchange.getRequestHeaders();
        final String host = headers.getFirst("Host");
        final String origin = headers.getFirst("Origin");
        final String site = headers.getFirst("Sec-Fetch-Site");
        if (!exchange.getRequestMethod().equals("GET")
                || host == null
                || !hosts.contains(host)
                || (origin != null && !origins.contains(origin))
                || (site != null && !site.equals("same-origin") && !site.equals("none"))) {
            return null;
        }
        final String path = exchange.getRequestURI().getPath();
        final int end = path.indexOf('/', 1);
        return end > 0 && isToken(path.substring(1, end)) ? path.substring(end + 1) : null;
    }

    private boolean isToken(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /** Headers that every answer carries: nothing is kept, guessed, or passed on. */
    static void protect(Headers headers) {
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
    }
}
