// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request's path and parameters, decoded. */
final class Request {
    private final URI uri;
    private final Map<String, List<String>> parameters = new LinkedHashMap<>();

    Request(URI uri) {
        this.uri = uri;
        String query = uri.getRawQuery();
        int start = 0;
        while (query != null && start < query.length()) {
            int end = query.indexOf('&', start) < 0 ? query.length() : query.indexOf('&', start);
            String pair = query.substring(start, end);
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            parameters.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            start = end + 1;
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    String path() {
        return uri.getPath();
    }

    /** Path and query as they were sent: what an answer depends on. */
    String whole() {
        return uri.toString();
    }

    @Nullable
    String text(String name) {
        List<String> values = parameters.get(name);
        return values == null ? null : values.getFirst();
    }

    List<String> all(String name) {
        return parameters.getOrDefault(name, List.of());
    }

    /** The names that don't begin with an underscore. */
    List<String> plainNames() {
        return parameters.keySet().stream()
                .filter(name -> !name.startsWith("_"))
                .toList();
    }

    /** A number of rows or a place among them. */
    long number(String name, long otherwise) {
        String text = text(name);
        if (text == null || text.isEmpty()) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,15}")) {
            throw new IllegalArgumentException(name + ": expected a number, found " + text);
        }
        return Long.parseLong(text);
    }
}
