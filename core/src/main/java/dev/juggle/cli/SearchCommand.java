// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.search.Answer;
import dev.juggle.search.Counts;
import dev.juggle.search.FanOut;
import dev.juggle.search.Filter;
import dev.juggle.search.FilterParser;
import dev.juggle.search.Hit;
import dev.juggle.search.Order;
import dev.juggle.search.Query;
import dev.juggle.search.Search;
import dev.juggle.search.Sets;
import dev.juggle.search.ShardStatus;
import dev.juggle.search.Snippets;
import dev.juggle.search.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts one query to many databases and prints the merged result. */
@Command(
        name = "search",
        description = {
            "Searches many databases at once: one query, one merged result.",
            "A query is terms that all must hold: price>=10, name~^ac (begins), name~ac (includes), name~ac$ (ends),",
            "name~/regex/, country=SE,NO (one of), size=2..5, tag=null, text:\"exact phrase\", text:a+b (all words),",
            "text:a,b (any); a word alone is looked for in every text; - before a term negates it. Names are paths",
            "(seller.country), whatever tables they became. Put -- before a query that begins with a minus. An empty query ('') takes every row. More: docs/search.md.",
            "A shard that fails is named with its reason, and the rest answers."
        },
        footer = {
            "juggle search 'price>=10 seller.country=SE,NO' shops/*.db --order 'price desc' --limit 20",
            "juggle search '\"green tea\" -tag=old' a.db b.db --snippets --columns id,name"
        })
final class SearchCommand extends BasicCommand {
    private static final int FACET_VALUES = 30;

    @Parameters(index = "0", paramLabel = "QUERY", description = "What to look for; see above.")
    private String text;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SHARD",
            description = {
                "Database files, folders, globs, or http:// addresses.",
                "An address is that of a juggle serve: http://HOST:PORT for all its databases, …/NAME for one."
            })
    private List<String> shards = List.of();

    @Option(names = "--table", paramLabel = "NAME", order = 1, description = "Look in this table only.")
    private @Nullable String table;

    @Option(
            names = "--where",
            paramLabel = "SQL",
            order = 2,
            description = {
                "A condition in SQL that must hold, too.",
                "Names that are no columns of the table are taken for paths: seller.country, or seller_country."
            })
    private @Nullable String where;

    @Option(
            names = "--order",
            paramLabel = "KEYS",
            order = 3,
            description = {
                "The order: 'price desc, name nocase'.",
                "NULLs and missing members come last, or with 'nulls first' first; equal ones in order of the shards."
            })
    private @Nullable String order;

    @Option(
            names = "--limit",
            paramLabel = "N",
            order = 4,
            description = "At most so many hits; all for all (default: 100).")
    private String limit = "100";

    @Option(names = "--offset", paramLabel = "N", order = 5, description = "Leave out the first so many.")
    private long offset;

    @Option(
            names = "--columns",
            split = ",",
            paramLabel = "PATH",
            order = 6,
            description = "Show these, with commas between.")
    private List<String> columns = List.of();

    @Option(
            names = "--snippets",
            arity = "0..1",
            fallbackValue = "60",
            paramLabel = "WIDTH",
            order = 7,
            description = "Show what was found in its surroundings, so many characters wide.")
    private int snippets;

    @Option(
            names = "--facet",
            split = ",",
            paramLabel = "PATH",
            order = 8,
            description = "Count the rows found by the values of this member; repeatable.")
    private List<String> facets = List.of();

    @Option(names = "--count", order = 9, description = "Only say how many rows there are.")
    private boolean count;

    @Option(
            names = "--union",
            paramLabel = "QUERY",
            order = 10,
            description = "Add the rows of this query; repeatable.")
    private List<String> unions = List.of();

    @Option(
            names = "--intersect",
            paramLabel = "QUERY",
            order = 11,
            description = "Only rows that this query has, too.")
    private List<String> intersections = List.of();

    @Option(names = "--except", paramLabel = "QUERY", order = 12, description = "Without the rows of this query.")
    private List<String> differences = List.of();

    @Option(
            names = "--key",
            paramLabel = "PATH",
            order = 13,
            description = {
                "Rows that agree in this member are the same, for --union and the like.",
                "Without it a row is only the same as itself."
            })
    private @Nullable String key;

    @ArgGroup(exclusive = false, order = 20)
    private ShardOptions shardOptions = new ShardOptions();

    @ArgGroup(exclusive = false, order = 30)
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        Filter first = filter();
        Sets sets = new Sets(parse(unions), parse(intersections), parse(differences), key);
        if (key != null && sets.isEmpty()) {
            throw new Failure("--key is for --union, --intersect and --except");
        }
        Query query = new Query(
                table,
                sets.over(first),
                order == null ? List.of() : Order.parse(order),
                limit(),
                offset,
                columns,
                null);
        if (query.limit() >= 0) {
            query = query.limited(query.limit() + 1, query.offset()); // one more, to know whether there are more
        }
        try (Search search = new Search(shardOptions.shards(shards, asked(sets)), shardOptions.options())) {
            if (count || !facets.isEmpty()) {
                if (key != null) {
                    throw new Failure("--count and --facet count rows, which --key can't do");
                }
                return counts(search, query);
            }
            if (key != null) {
                try (Sets.Found found = sets.run(search, query.filtered(first))) {
                    explain(found.fanOut());
                    List<String> names = output.needsNames() ? found.names() : List.of();
                    HitPrinter printer = printer();
                    long hits = print(printer, query, names, found);
                    return end(printer, hits, found.shards(), search);
                }
            }
            try (Answer answer = search.run(query)) {
                explain(answer.fanOut());
                List<String> names = output.needsNames() ? answer.names() : List.of();
                HitPrinter printer = printer();
                long hits = print(printer, query, names, answer);
                return end(printer, hits, answer.shards(), search);
            }
        }
    }

    /** What servers are asked; nothing where sets make more of the query than its text says. */
    private Map<String, String> asked(Sets sets) {
        if (!sets.isEmpty()) {
            return Map.of();
        }
        return where == null ? Map.of("q", text) : Map.of("q", text, "where", where);
    }

    private Filter filter() {
        Filter parsed = FilterParser.parse(text);
        return where == null ? parsed : new Filter.All(List.of(parsed, new Filter.Where(where)));
    }

    private static List<Filter> parse(List<String> queries) {
        return queries.stream().map(FilterParser::parse).toList();
    }

    private long limit() {
        if (limit.equals("all")) {
            return -1;
        }
        if (!limit.matches("[0-9]{1,18}")) {
            throw new Failure("--limit: expected a number or all, found " + limit);
        }
        return Long.parseLong(limit);
    }

    private void explain(FanOut fanOut) {
        if (shardOptions.isExplained()) {
            terminal().say(fanOut.mode().name().toLowerCase(java.util.Locale.ROOT) + ": " + fanOut.reason());
        }
    }

    private HitPrinter printer() {
        return HitPrinter.of(output.format(), terminal(), output.isCut(terminal()));
    }

    private long print(HitPrinter printer, Query query, List<String> names, Iterator<Hit> hits) throws IOException {
        boolean colours = output.isColoured(terminal());
        Snippets marker = snippets <= 0
                ? null
                : new Snippets(query.filter(), snippets, colours ? "\u001b[1m" : "«", colours ? "\u001b[0m" : "»");
        List<String> header = new ArrayList<>(List.of("_shard", "_table", "_row"));
        if (marker != null) {
            header.add("_snippet");
        }
        header.addAll(names);
        printer.begin(header);
        Map<List<String>, List<String>> known = new HashMap<>();
        long rows = 0;
        while (hits.hasNext()) {
            if (rows == query.limit() - 1) {
                terminal().say("the first " + Words.count(rows, "hit") + "; --limit all shows all");
                break;
            }
            Hit hit = hits.next();
            List<@Nullable Object> values = new ArrayList<>();
            values.add(hit.shard());
            values.add(hit.table());
            values.add(hit.row());
            if (marker != null) {
                values.add(marker.of(hit));
            }
            values.addAll(hit.values());
            List<String> own = known.computeIfAbsent(hit.names(), all -> {
                List<String> line = new ArrayList<>(header.subList(0, marker == null ? 3 : 4));
                line.addAll(all);
                return line;
            });
            printer.row(own, values);
            rows++;
        }
        return rows;
    }

    private int end(HitPrinter printer, long hits, List<ShardStatus> statuses, Search search) throws IOException {
        printer.end("\"shards\": " + Wire.states(statuses));
        ShardReport report = new ShardReport(statuses, search.shards().size());
        report.say(terminal(), shardOptions.isExplained());
        return report.exitCode(shardOptions.requiresAll(), hits);
    }

    private int counts(Search search, Query query) throws IOException {
        Search.Counted counted = search.count(query, facets);
        HitPrinter printer = printer();
        if (facets.isEmpty()) {
            List<String> names = List.of("rows");
            printer.begin(names);
            printer.row(names, List.of(counted.counts().rows()));
        } else {
            facetRows(printer, counted.counts());
        }
        return end(printer, counted.counts().rows(), counted.shards(), search);
    }

    private void facetRows(HitPrinter printer, Counts counts) throws IOException {
        List<String> names = List.of("facet", "value", "rows");
        printer.begin(names);
        for (String facet : counts.members()) {
            for (Counts.Count count : counts.of(facet, FACET_VALUES)) {
                List<@Nullable Object> values = new ArrayList<>();
                values.add(facet);
                values.add(count.value());
                values.add(count.rows());
                printer.row(names, values);
            }
            if (counts.isCut(facet)) {
                terminal().say(facet + ": has too many values to tell all apart; the counts are of some of them");
            }
        }
    }
}
