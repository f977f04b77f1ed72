// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code juggle serve} holds: all its databases, or the one that the address names. The server sorts and limits; this
 * reads its hits as the merge needs them, through a blocking socket, so it wants a thread of its own: a virtual one.
 */
public final class RemoteShard implements Shard {
    private static final int MAX_LINE = 64 << 20;

    private final String name;
    private final URI uri;
    private final Map<String, String> asked;
    private final @Nullable String token;

    private RemoteShard(String name, URI uri, Map<String, String> asked, @Nullable String token) {
        this.name = name;
        this.uri = uri;
        this.asked = Map.copyOf(asked);
        this.token = token;
    }

    /**
     * The server at an address, {@code http://HOST:PORT} or {@code http://HOST:PORT/NAME}.
     *
     * @param asked the query as it was written: {@code q}, and {@code where} if there is one; empty for what can't be sent
     * @param token for a server that asks for one, or null
     */
    public static RemoteShard of(String address, Map<String, String> asked, @Nullable String token) {
        try {
            return new RemoteShard(address, URI.create(address), asked, token);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(address + ": is not an address");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public boolean isWarm() {
        return true;
    }

    @Override
    public Cursor open(Query query, Deadline deadline) throws ShardException {
        if (asked.isEmpty() || query.key() != null) {
            throw new ShardException("a server can't be asked this: only a query in the search language, without sets");
        }
        Map<String, String> parameters = new HashMap<>(asked);
        parameters.put("format", "wire");
        parameters.put("order", Order.text(query.order()));
        parameters.put("limit", query.perShard() < 0 ? "all" : Long.toString(query.perShard()));
        if (query.table() != null) {
            parameters.put("table", query.table());
        }
        if (!query.columns().isEmpty()) {
            parameters.put("columns", String.join(",", query.columns()));
        }
        String database = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
        if (!database.isEmpty()) {
            parameters.put("db", database);
        }
        StringBuilder address = new StringBuilder("http://" + uri.getAuthority() + "/search");
        char between = '?';
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            address.append(between).append(parameter.getKey()).append('=');
            address.append(URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8));
            between = '&';
        }
        return new Lines(URI.create(address.toString()), query.perShard(), deadline);
    }

    @Override
    public Counts count(Query query, List<String> members, Deadline deadline) throws ShardException {
        throw new ShardException("a server can't be asked for counts yet");
    }

    @Override
    public void close() {
        // its connections end with their answers
    }

    private final class Lines implements Cursor {
        private final HttpURLConnection http;
        private final BufferedReader in;
        private final Deadline deadline;
        private final Map<Long, Hit.Source> sources = new HashMap<>();
        private final Set<String> names = new LinkedHashSet<>();
        private final Set<String> missing = new LinkedHashSet<>();
        private @Nullable String failure;
        private boolean isDone;
        private long left;

        Lines(URI address, long most, Deadline deadline) throws ShardException {
            this.deadline = deadline;
            this.left = most < 0 ? Long.MAX_VALUE : most;
            try {
                http = (HttpURLConnection) address.toURL().openConnection();
                http.setConnectTimeout(millis());
                http.setReadTimeout(millis());
                http.setInstanceFollowRedirects(false);
                if (token != null) {
                    http.setRequestProperty("Authorization", "Bearer " + token);
                }
                int status = http.getResponseCode();
                if (status != HttpURLConnection.HTTP_OK) {
                    throw new ShardException("the server refuses: " + status + " " + said(http.getErrorStream()));
                }
                in = new BufferedReader(new InputStreamReader(http.getInputStream(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw failure(e);
            }
        }

        private int millis() {
            return Math.clamp(deadline.remainingNanos() / 1_000_000, 1, Integer.MAX_VALUE);
        }

        private static String said(@Nullable InputStream error) throws IOException {
            if (error == null) {
                return "";
            }
            try (error) {
                return new String(error.readNBytes(200), StandardCharsets.UTF_8).strip();
            }
        }

        private ShardException failure(IOException e) {
            String message = String.valueOf(e.getMessage());
            return new ShardException(
                    e instanceof SocketTimeoutException || deadline.isOver()
                            ? deadline.reason()
                            : "no answer: " + message);
        }

        @Override
        public List<String> names() {
            return List.copyOf(names);
        }

        @Override
        public Set<String> missing() {
            return missing;
        }

        @Override
        public @Nullable String failure() {
            return failure;
        }

        @Override
        public double estimateMicros() {
            return 0;
        }

        @Override
        public List<Hit> fetch(int most) throws ShardException {
            List<Hit> hits = new ArrayList<>();
            try {
                while (!isDone && (hits.size() < most || left == 0)) { // the end says what became of its shards
                    http.setReadTimeout(millis());
                    String line = in.readLine();
                    if (line == null || line.length() > MAX_LINE) {
                        throw new ShardException("the answer broke off");
                    }
                    take(JsonValue.read(line), hits);
                }
                return hits;
            } catch (IOException e) {
                close();
                throw failure(e);
            } catch (IllegalArgumentException | ClassCastException | IndexOutOfBoundsException e) {
                close();
                throw new ShardException("is not a juggle serve: " + e.getMessage());
            }
        }

        private void take(@Nullable Object line, List<Hit> hits) {
            if (line instanceof List<?> hit) {
                Hit.Source source = sources.get((Long) hit.get(0));
                if (source == null) {
                    throw new IllegalArgumentException("a hit without a source");
                }
                left--;
                hits.add(new Hit(
                        source, hit.get(1), ((List<?>) hit.get(2)).toArray(), ((List<?>) hit.get(3)).toArray()));
            } else if (line instanceof Map<?, ?> map && map.get("source") instanceof Long number) {
                List<String> own = new ArrayList<>();
                ((List<?>) java.util.Objects.requireNonNullElse(map.get("names"), List.of()))
                        .forEach(one -> own.add(String.valueOf(one)));
                names.addAll(own);
                String shard = name + " " + map.get("shard");
                sources.put(number, new Hit.Source(shard, String.valueOf(map.get("table")), List.copyOf(own)));
            } else if (line instanceof Map<?, ?> map && map.get("end") instanceof List<?> states) {
                isDone = true;
                end(states);
            } else {
                throw new IllegalArgumentException("an unknown line");
            }
        }

        private void end(List<?> states) {
            close();
            List<String> failures = new ArrayList<>();
            for (Object state : states) {
                if (state instanceof Map<?, ?> map) {
                    if (map.get("error") != null) {
                        failures.add(map.get("shard") + ": " + map.get("error"));
                    }
                    if (map.get("missing") instanceof List<?> all) {
                        all.forEach(one -> missing.add(String.valueOf(one)));
                    }
                }
            }
            if (!failures.isEmpty()) {
                failure = String.join("; ", failures);
            }
        }

        @Override
        public void cancel() {
            http.disconnect();
        }

        @Override
        public void close() {
            boolean wasDone = isDone;
            isDone = true;
            if (!wasDone) {
                http.disconnect();
            }
        }
    }
}
