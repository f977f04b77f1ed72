// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.search.Answer;
import dev.juggle.search.Hit;
import dev.juggle.search.LocalShard;
import dev.juggle.search.Shard;
import dev.juggle.search.ShardStatus;
import dev.juggle.search.SqlSearch;
import dev.juggle.search.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs SQL on many databases and merges the rows. */
@Command(
        name = "query",
        description = {
            "Runs SQL on every shard and merges the rows by its ORDER BY and LIMIT.",
            "What can't be merged row by row (aggregates, DISTINCT, GROUP BY, windows, UNION) is refused; say it in two",
            "steps: --map runs on each shard, --reduce over the table \"shards\" with all rows of the first step."
        },
        footer = {
            "juggle query 'SELECT name, price FROM items ORDER BY price DESC LIMIT 5' shops/*.db",
            "juggle query --map 'SELECT count(*) AS n FROM items' --reduce 'SELECT sum(n) FROM shards' shops/*.db"
        })
final class QueryCommand extends BasicCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "[SQL] SHARD",
            description = {
                "One query (SELECT, WITH or VALUES), then database files, folders, globs.",
                "With --map there are only shards."
            })
    private List<String> arguments = List.of();

    @Option(names = "--map", paramLabel = "SQL", order = 1, description = "What each shard gives; for --reduce.")
    private @Nullable String map;

    @Option(
            names = "--reduce",
            paramLabel = "SQL",
            order = 2,
            description = "What is made of it, from the table shards (its column _shard names the shard).")
    private @Nullable String reduce;

    @ArgGroup(exclusive = false, order = 20)
    private ShardOptions shardOptions = new ShardOptions();

    @ArgGroup(exclusive = false, order = 30)
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        if ((map == null) != (reduce == null)) {
            throw new Failure("--map and --reduce belong together");
        }
        List<String> named = map == null ? arguments.subList(1, arguments.size()) : arguments;
        if (named.isEmpty()) {
            throw new Failure("expected shards behind the SQL; see juggle query -h");
        }
        List<LocalShard> shards = new ArrayList<>();
        for (Shard shard : shardOptions.shards(named, Map.of())) {
            if (shard instanceof LocalShard local) {
                shards.add(local);
            } else {
                throw new Failure(shard.name() + ": SQL runs on files only; a server has /query of its own");
            }
        }
        HitPrinter printer = HitPrinter.of(output.format(), terminal(), output.isCut(terminal()));
        if (map != null && reduce != null) {
            try (SqlSearch search = SqlSearch.parts(map, shards, shardOptions.options())) {
                return reduced(search, reduce, printer, shards.size());
            }
        }
        try (SqlSearch search = SqlSearch.merged(arguments.getFirst(), shards, shardOptions.options())) {
            return merged(search, printer, shards.size());
        }
    }

    private int reduced(SqlSearch search, String sql, HitPrinter printer, int shards) throws IOException {
        long[] rows = {0};
        List<ShardStatus> statuses = search.reduce(sql, (names, values) -> {
            if (rows[0]++ == 0) {
                printer.begin(names);
            }
            printer.row(names, values);
        });
        return end(printer, rows[0], statuses, shards);
    }

    private int merged(SqlSearch search, HitPrinter printer, int shards) throws IOException {
        long rows = 0;
        try (Answer answer = search.run()) {
            List<String> header = new ArrayList<>(List.of("_shard"));
            header.addAll(answer.names());
            printer.begin(header);
            while (answer.hasNext()) {
                Hit hit = answer.next();
                List<String> names = new ArrayList<>(List.of("_shard"));
                names.addAll(hit.names());
                List<@Nullable Object> values = new ArrayList<>();
                values.add(hit.shard());
                values.addAll(hit.values());
                printer.row(names, values);
                rows++;
            }
            return end(printer, rows, answer.shards(), shards);
        }
    }

    private int end(HitPrinter printer, long rows, List<ShardStatus> statuses, int shards) throws IOException {
        printer.end("\"shards\": " + Wire.states(statuses));
        ShardReport report = new ShardReport(statuses, shards);
        report.say(terminal(), shardOptions.isExplained());
        return report.exitCode(shardOptions.requiresAll(), rows);
    }
}
