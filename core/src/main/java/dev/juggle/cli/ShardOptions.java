// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.search.FanOut;
import dev.juggle.search.Search;
import dev.juggle.search.Shard;
import dev.juggle.search.Shards;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What search and query ask about their shards. */
final class ShardOptions {
    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            order = 20,
            description = "How long one shard may work (default: 30).")
    private double timeout = 30;

    @Option(
            names = "--total-timeout",
            paramLabel = "SECONDS",
            order = 21,
            description = "How long all of them may take (default: 3600).")
    private double totalTimeout = 3600;

    @Option(
            names = "--require-all",
            order = 22,
            description = "A shard that fails makes the exit status 2 instead of 1.")
    private boolean requireAll;

    @Option(
            names = "--fan-out",
            paramLabel = "WAY",
            order = 23,
            description = {
                "Where local shards are worked on: auto, caller, pool or virtual.",
                "By default an estimate decides whether a hand-over to other threads pays."
            })
    private FanOut.Mode fanOut = FanOut.Mode.AUTO;

    @Option(
            names = "--threads",
            paramLabel = "N",
            order = 24,
            description = "How many threads (default: one per core).")
    private int threads;

    @Option(
            names = "--explain",
            order = 25,
            description = "Say how the work was shared out and why, and each shard's part.")
    private boolean explain;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            order = 26,
            description = "What servers that ask for a token get (default: $JUGGLE_TOKEN).")
    private @Nullable String token;

    List<Shard> shards(List<String> arguments, Map<String, String> asked) throws IOException {
        return Shards.of(arguments, asked, token == null ? System.getenv("JUGGLE_TOKEN") : token);
    }

    Search.Options options() {
        if (!(timeout > 0) || !(totalTimeout > 0)) {
            throw new Failure("--timeout and --total-timeout must be more than 0 seconds");
        }
        int cores = Search.Options.standard().threads();
        return new Search.Options(nanos(timeout), nanos(totalTimeout), fanOut, threads > 0 ? threads : cores);
    }

    private static long nanos(double seconds) {
        return (long) Math.min(seconds * 1e9, 1e17);
    }

    boolean requiresAll() {
        return requireAll;
    }

    boolean isExplained() {
        return explain;
    }
}
