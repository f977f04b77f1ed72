// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.search.LocalShard;
import dev.juggle.search.Shard;
import dev.juggle.search.Shards;
import dev.juggle.server.DataServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves databases over HTTP, for reading. */
@Command(
        name = "serve",
        description = {
            "Serves databases over HTTP for reading: search, SQL, tables as JSON, CSV and NDJSON.",
            "It listens on this machine only; --host opens it, and then every request must show a token.",
            "Routes: /search?q=…, /query?sql=…, /NAME.json, /NAME/TABLE.json?price__gte=10&_sort=price, /openapi.json,",
            "/-/health, /-/metrics. More: docs/serve.md."
        },
        footer = {
            "juggle serve shops/*.db                              # then: juggle search 'price>10' http://127.0.0.1:8710",
            "juggle serve out.db --port 9000 --time-limit 2"
        })
final class ServeCommand extends BasicCommand {
    @Parameters(arity = "1..*", paramLabel = "DB", description = "Database files, folders, globs.")
    private List<String> files = List.of();

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            order = 1,
            description = {
                "Listen on this address (default: 127.0.0.1).",
                "On any other, requests need a token: --token, $JUGGLE_TOKEN, or one that is made up and printed."
            })
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "N", order = 2, description = "The port; 0 for any (default: 8710).")
    private int port = 8710;

    @Option(names = "--token", paramLabel = "TOKEN", order = 3, description = "Ask every request for this token.")
    private @Nullable String token;

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            order = 4,
            description = "How long a request may take (default: 5).")
    private double seconds = 5;

    @Option(
            names = "--max-rows",
            paramLabel = "N",
            order = 5,
            description = {
                "Rows in one JSON answer at most (default: 1000).",
                "CSV and NDJSON are streamed and have no limit but time."
            })
    private int rows = 1000;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Path> paths = new ArrayList<>();
        for (Shard shard : Shards.of(files, Map.of(), null)) {
            if (shard instanceof LocalShard local) {
                paths.add(local.file());
            }
        }
        InetAddress address = InetAddress.getByName(host);
        String asked = token == null ? System.getenv("JUGGLE_TOKEN") : token;
        String needed = asked == null && !address.isLoopbackAddress() ? madeUp() : asked;
        int concurrency = 4 * Runtime.getRuntime().availableProcessors();
        DataServer.Limits limits = new DataServer.Limits((long) Math.max(1, seconds * 1000), rows, concurrency);
        try (DataServer server = DataServer.start(paths, new InetSocketAddress(address, port), limits, needed)) {
            terminal()
                    .say("serving " + Words.count(paths.size(), "database") + " on " + server.uri()
                            + (needed != null && asked == null ? " with the token " + needed : "")
                            + "; Ctrl-C ends it");
            Thread.currentThread().join();
        }
        return ExitCode.CLEAN;
    }

    private static String madeUp() {
        byte[] random = new byte[18];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }
}
