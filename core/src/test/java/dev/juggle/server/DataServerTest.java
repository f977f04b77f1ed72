// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.search.Answer;
import dev.juggle.search.FilterParser;
import dev.juggle.search.Hit;
import dev.juggle.search.LocalShard;
import dev.juggle.search.Order;
import dev.juggle.search.Query;
import dev.juggle.search.RemoteShard;
import dev.juggle.search.Search;
import dev.juggle.search.Shard;
import dev.juggle.search.ShardStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The data server over a real socket: routes, limits, attempts to get round reading only, and searching it from outside. */
final class DataServerTest {
    private static final DataServer.Limits LIMITS = new DataServer.Limits(1_000, 50, 4);

    @TempDir
    private Path folder;

    private DataServer server;
    private final List<Path> files = new ArrayList<>();

    @BeforeEach
    void start() throws SQLException, IOException {
        for (int shard = 0; shard < 3; shard++) {
            Path file = folder.resolve("s" + shard + ".db");
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, price)");
                statement.execute("WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT INTO t"
                        + " SELECT i, 'n' || (i * 7 % 50) || char(0x1F600, 233), CASE WHEN i % 5 THEN i * 0.5 + "
                        + shard
                        + " END FROM n");
            }
            files.add(file);
        }
        server = DataServer.start(files, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), LIMITS, null);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** One request, spoken by hand, so that every header is ours. */
    private static String ask(DataServer asked, String path, String... headers) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), asked.uri().getPort())) {
            socket.setSoTimeout(20_000);
            StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nConnection: close\r\n");
            boolean hasHost = String.join("", headers).contains("Host:");
            request.append(hasHost ? "" : "Host: 127.0.0.1:" + asked.uri().getPort() + "\r\n");
            for (String header : headers) {
                request.append(header).append("\r\n");
            }
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String ask(String path, String... headers) throws IOException {
        return ask(server, path, headers);
    }

    private String sql(String statement) throws IOException {
        return ask("/query?db=s0&sql=" + URLEncoder.encode(statement, StandardCharsets.UTF_8));
    }

    @Test
    void tablesAreReadInDatasettesManner() throws IOException {
        String page = ask("/s0/t.json?price__gte=100&_sort_desc=id&_size=2&_facet=price__none&_col=id");
        assertTrue(page.startsWith("HTTP/1.1 200"), page);
        assertTrue(page.contains("{\"rows\": [\n{\"id\": 399},\n{\"id\": 398}\n], \"next\": \"2\""), page);
        assertTrue(ask("/s0/t.json?_next=2&price__gte=100&_sort_desc=id&_size=2&_col=id")
                .contains("{\"id\": 397}"));
        assertTrue(ask("/s0/t.json?id__in=1,2&_shape=array&_col=id").contains("[\n{\"id\": 1},\n{\"id\": 2}\n]\n"));
        assertTrue(ask("/s0/t.csv?id=1&_col=id&_col=price").contains("id,price\r\n1,0.5\r\n"));
        assertTrue(ask("/s0/t.json?_size=max").contains("\"truncated\": true"));
        assertTrue(ask("/s0.json").contains("{\"name\": \"t\", \"columns\": [\"id\", \"name\", \"price\"]}"));
        assertTrue(ask("/none/t.json").startsWith("HTTP/1.1 404"));
        assertTrue(ask("/-/health").contains("{\"ok\": true, \"databases\": 3}"));
        assertTrue(ask("/-/metrics").contains("juggle_requests_total{status=\"200\"}"));
        assertTrue(ask("/openapi.json").contains("\"/search\""));
    }

    @Test
    void anAnswerThatIsKnownIsNotSentAgain() throws IOException {
        String first = ask("/s0/t.json?id=1");
        String tag = first.lines()
                .filter(line -> line.startsWith("Etag: "))
                .findFirst()
                .orElseThrow()
                .substring(6);
        assertTrue(ask("/s0/t.json?id=1", "If-None-Match: " + tag).startsWith("HTTP/1.1 304"));
        assertTrue(ask("/s0/t.json?id=2", "If-None-Match: " + tag).startsWith("HTTP/1.1 200"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM t",
                "UPDATE t SET id = 1",
                "WITH x AS (SELECT 1) DELETE FROM t",
                "WITH x AS (SELECT 1) INSERT INTO t SELECT 9999, 'x', 1",
                "PRAGMA query_only = OFF",
                "PRAGMA writable_schema = ON",
                "ATTACH 'FOLDER/new.db' AS n",
                "VACUUM INTO 'FOLDER/new.db'",
                "SELECT 1; DELETE FROM t",
                "SELECT load_extension('x')",
                "SELECT writefile('FOLDER/new.db', 'x')",
                "SELECT readfile('/etc/passwd')",
                "SELECT zeroblob(1000000000)",
                "CREATE TEMP TABLE x(a)",
                "/* SELECT */ DROP TABLE t",
                "EXPLAIN DELETE FROM t",
                "SELECT * FROM t; --",
                "BEGIN EXCLUSIVE"
            })
    void nothingButReadingIsPossible(String statement) throws IOException {
        byte[] before = Files.readAllBytes(files.getFirst());
        String answer = sql(statement.replace("FOLDER", folder.toString()));
        boolean isHarmless = statement.endsWith("; --");
        assertTrue(answer.startsWith(isHarmless ? "HTTP/1.1 200" : "HTTP/1.1 400"), answer);
        org.junit.jupiter.api.Assertions.assertArrayEquals(before, Files.readAllBytes(files.getFirst()));
        assertTrue(Files.notExists(folder.resolve("new.db")));
    }

    @Test
    void whatTakesTooLongIsStoppedAndTheServerGoesOn() throws IOException {
        String endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
        String answer = sql(endless);
        assertTrue(answer.startsWith("HTTP/1.1 504"), answer);
        assertTrue(sql("SELECT count(*) AS n FROM t").contains("{\"n\": 400}"));
    }

    @Test
    void pagesOfOtherSitesAreRefused() throws IOException {
        assertTrue(ask("/", "Host: evil.example").startsWith("HTTP/1.1 403"));
        assertTrue(ask("/", "Origin: http://evil.example").startsWith("HTTP/1.1 403"));
        assertTrue(ask("/", "Sec-Fetch-Site: cross-site").startsWith("HTTP/1.1 403"));
        assertTrue(ask("/").startsWith("HTTP/1.1 200"));
    }

    @Test
    void aTokenIsAskedForAndSuffices() throws IOException, InterruptedException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0);
        assertThrows(IllegalArgumentException.class, () -> DataServer.start(files, any, LIMITS, null));
        try (DataServer open = DataServer.start(files, any, LIMITS, "s3cret")) {
            assertTrue(ask(open, "/").startsWith("HTTP/1.1 401"));
            assertTrue(ask(open, "/", "Authorization: Bearer wrong").startsWith("HTTP/1.1 401"));
            assertTrue(ask(open, "/", "Authorization: Bearer s3cret").startsWith("HTTP/1.1 200"));
            assertTrue(ask(open, "/?_token=s3cret").startsWith("HTTP/1.1 200"));
            String address = "http://127.0.0.1:" + open.uri().getPort();
            assertEquals(
                    1,
                    found(List.of(RemoteShard.of(address + "/s1", Map.of("q", "id=7"), "s3cret")), query("id=7", ""))
                            .size());
        }
    }

    private static Query query(String text, String order) {
        return Query.EVERYTHING
                .filtered(FilterParser.parse(text))
                .ordered(order.isEmpty() ? List.of() : Order.parse(order));
    }

    private static List<String> found(List<? extends Shard> shards, Query query) {
        List<String> hits = new ArrayList<>();
        try (Search search = new Search(shards, Search.Options.standard());
                Answer answer = search.run(query)) {
            while (answer.hasNext()) {
                Hit hit = answer.next();
                hits.add(hit.table() + hit.row() + hit.values());
            }
            answer.shards().forEach(status -> assertEquals(null, status.failure()));
        }
        return hits;
    }

    @Test
    void aServerIsAShardLikeAFile() {
        String address = "http://127.0.0.1:" + server.uri().getPort();
        for (String order : List.of("", "price desc", "name nocase, price nulls first, id desc")) {
            for (long limit : new long[] {-1, 0, 3, 50, 300}) {
                for (String text : List.of("", "price>20 name~1", "name~^n4 -price=null")) {
                    Query query = query(text, order).limited(limit, 2);
                    List<LocalShard> local = files.stream()
                            .map(file -> new LocalShard(file.toString(), file))
                            .toList();
                    List<RemoteShard> each = List.of(0, 1, 2).stream()
                            .map(i -> RemoteShard.of(address + "/s" + i, Map.of("q", text), null))
                            .toList();
                    List<String> expected = found(local, query);
                    assertEquals(expected, found(each, query), text + order + limit);
                    RemoteShard all = RemoteShard.of(address, Map.of("q", text), null);
                    assertEquals(expected, found(List.of(all), query), text + order + limit);
                }
            }
        }
    }

    @Test
    void deadAndSilentServersAreNamedAndTheRestAnswersInTime() throws IOException {
        int dead;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dead = socket.getLocalPort();
        }
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            List<Shard> shards = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int port = i % 20 == 3
                        ? dead
                        : i % 20 == 7 ? silent.getLocalPort() : server.uri().getPort();
                shards.add(RemoteShard.of("http://127.0.0.1:" + port + "/s" + i % 3, Map.of("q", "id=5"), null));
            }
            Search.Options options = new Search.Options(
                    3_000_000_000L, 60_000_000_000L, Search.Options.standard().mode(), 2);
            try (Search search = new Search(shards, options);
                    Answer answer = search.run(query("id=5", "price desc"))) {
                int hits = 0;
                while (answer.hasNext()) {
                    answer.next();
                    hits++;
                }
                List<String> failures = answer.shards().stream()
                        .map(ShardStatus::failure)
                        .filter(java.util.Objects::nonNull)
                        .map(String::valueOf)
                        .toList();
                assertEquals(90, hits, failures.toString());
                assertEquals(
                        5,
                        failures.stream().filter(one -> one.contains("refused")).count(),
                        failures.toString());
                assertEquals(
                        5,
                        failures.stream()
                                .filter(one -> one.startsWith("no answer within"))
                                .count(),
                        failures.toString());
            }
        }
    }
}
