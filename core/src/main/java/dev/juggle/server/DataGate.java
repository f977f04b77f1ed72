// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request for data may be answered. On this machine's own address nobody needs a token, so a page of another
 * site must not get in by a browser: the Host must be ours (DNS rebinding shows there), and Origin and Sec-Fetch-Site, if
 * sent, too. On any other address a token is asked for, compared in constant time, and only the token decides.
 */
final class DataGate {
    private final @Nullable String token;
    private final Set<String> hosts;

    DataGate(int port, @Nullable String token) {
        this.token = token;
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
    }

    /** Why the request is refused: a status and a sentence; null when it isn't. */
    record Refusal(int status, String reason) {}

    @Nullable
    Refusal refusal(HttpExchange exchange) {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return new Refusal(405, "only GET and HEAD: nothing here changes anything");
        }
        if (token != null) {
            return isToken(exchange) ? null : new Refusal(401, "a token is needed: Authorization: Bearer TOKEN");
        }
        Headers headers = exchange.getRequestHeaders();
        String host = headers.getFirst("Host");
        String origin = headers.getFirst("Origin");
        String site = headers.getFirst("Sec-Fetch-Site");
        boolean isOurs = host != null
                && hosts.contains(host.toLowerCase(Locale.ROOT))
                && (origin == null || hosts.contains(origin.replaceFirst("^http://", "")))
                && (site == null || site.equals("same-origin") || site.equals("none"));
        return isOurs ? null : new Refusal(403, "only programs and pages of this machine are answered");
    }

    private boolean isToken(HttpExchange exchange) {
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        String query = exchange.getRequestURI().getRawQuery();
        String offered = given != null && given.startsWith("Bearer ") ? given.substring(7) : fromQuery(query);
        return token != null
                && MessageDigest.isEqual(
                        offered.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private static String fromQuery(@Nullable String query) {
        int at = query == null ? -1 : ("&" + query).indexOf("&_token=");
        if (query == null || at < 0) {
            return "";
        }
        String rest = query.substring(at + "_token=".length());
        int end = rest.indexOf('&');
        return URLDecoder.decode(end < 0 ? rest : rest.substring(0, end), StandardCharsets.UTF_8);
    }
}
