// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import dev.juggle.search.Answer;
import dev.juggle.search.Counts;
import dev.juggle.search.Filter;
import dev.juggle.search.FilterParser;
import dev.juggle.search.Hit;
import dev.juggle.search.JsonText;
import dev.juggle.search.Literal;
import dev.juggle.search.LocalShard;
import dev.juggle.search.Order;
import dev.juggle.search.Query;
import dev.juggle.search.Search;
import dev.juggle.search.SqlSearch;
import dev.juggle.search.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What requests for data mean, and how their answers look. For one request. */
final class DataRoutes {
    private static final int FACET_VALUES = 30;
    private static final int PAGE = 100;

    /** The search over a database, or over all under the empty name. */
    interface Searches {
        @Nullable
        Search of(String name);
    }

    private final Searches searches;
    private final Map<String, LocalShard> databases;
    private final DataServer.Limits limits;
    private final DataServer.DataAnswer answer;

    DataRoutes(
            Searches searches,
            Map<String, LocalShard> databases,
            DataServer.Limits limits,
            DataServer.DataAnswer answer) {
        this.searches = searches;
        this.databases = databases;
        this.limits = limits;
        this.answer = answer;
    }

    void answer(Request request) throws IOException {
        String path = request.path();
        if (path.equals("/") || path.equals("/.json")) {
            answer.whole("application/json", index());
        } else if (path.equals("/search")) {
            search(request);
        } else if (path.equals("/query")) {
            query(request);
        } else {
            resource(path.substring(1), request);
        }
    }

    private String index() {
        StringBuilder out = new StringBuilder("{\"databases\": [");
        for (String name : databases.keySet()) {
            JsonText.text(out.append(out.length() == 15 ? "" : ", ").append("{\"name\": "), name);
            JsonText.text(out.append(", \"path\": "), "/" + name + ".json").append('}');
        }
        return out.append("]}\n").toString();
    }

    private Search searchOf(@Nullable String name) {
        Search search = searches.of(name == null ? "" : name);
        if (search == null) {
            throw new IllegalArgumentException("there is no database \"" + name + "\"");
        }
        return search;
    }

    // ---- /search and /query

    private void search(Request request) throws IOException {
        Filter filter = FilterParser.parse(String.valueOf(request.text("q") == null ? "" : request.text("q")));
        String where = request.text("where");
        if (where != null && !where.isBlank()) {
            filter = new Filter.All(List.of(filter, new Filter.Where(where)));
        }
        Form form = Form.of(request.text("format"));
        boolean isAll = "all".equals(request.text("limit"));
        long limit = isAll ? -1 : request.number("limit", PAGE);
        Query query = Query.EVERYTHING
                .filtered(filter)
                .in(request.text("table"))
                .ordered(orderOf(request.text("order")))
                .limited(allowed(limit, form), request.number("offset", 0))
                .giving(names(request.text("columns")));
        try (Answer found = searchOf(request.text("db")).run(query)) {
            new Writing(form, true).write(found);
        }
    }

    private static List<Order> orderOf(@Nullable String text) {
        return text == null || text.isBlank() ? List.of() : Order.parse(text);
    }

    /** What is streamed may be long; what is one piece for the reader, too, has a limit. */
    private long allowed(long limit, Form form) {
        return form != Form.JSON ? limit : limit < 0 ? limits.rows() : Math.min(limit, limits.rows());
    }

    private void query(Request request) throws IOException {
        String sql = request.text("sql");
        if (sql == null) {
            throw new IllegalArgumentException("sql: expected a statement");
        }
        String name = request.text("db");
        List<LocalShard> shards = new ArrayList<>();
        databases.forEach((key, shard) -> {
            if (name == null || name.equals(key)) {
                shards.add(shard);
            }
        });
        if (shards.isEmpty()) {
            throw new IllegalArgumentException("there is no database \"" + name + "\"");
        }
        long nanos = TimeUnit.MILLISECONDS.toNanos(limits.millis());
        Search.Options standard = Search.Options.standard();
        Search.Options options = new Search.Options(nanos, nanos, standard.mode(), standard.threads());
        boolean isOne = shards.size() == 1;
        try (SqlSearch search = isOne
                        ? SqlSearch.parts(sql, shared(shards), options)
                        : SqlSearch.merged(sql, shared(shards), options);
                Answer found = search.run()) {
            new Writing(Form.of(request.text("format")), false).write(found);
        }
    }

    /** Shards of this request alone: the statement's search closes them. */
    private static List<LocalShard> shared(List<LocalShard> shards) {
        return shards.stream()
                .map(shard -> new LocalShard(shard.name(), shard.file()))
                .toList();
    }

    // ---- /NAME.json and /NAME/TABLE.json

    private void resource(String path, Request request) throws IOException {
        int dot = path.lastIndexOf('.');
        if (dot < 0) {
            answer.error(404, "there is no such page; /openapi.json has all");
            return;
        }
        Form form = Form.of(path.substring(dot + 1));
        String plain = path.substring(0, dot);
        int slash = plain.indexOf('/');
        String name = slash < 0 ? plain : plain.substring(0, slash);
        if (!databases.containsKey(name)) {
            answer.error(404, "there is no database \"" + name + "\"");
        } else if (slash < 0) {
            answer.whole("application/json", tables(name));
        } else {
            table(name, plain.substring(slash + 1), form, request);
        }
    }

    private String tables(String name) {
        LocalShard shard = databases.get(name);
        StringBuilder out = new StringBuilder("{\"database\": ");
        JsonText.text(out, name).append(", \"tables\": [");
        int first = out.length();
        if (shard != null) {
            shard.tables(TimeUnit.MILLISECONDS.toNanos(limits.millis())).forEach((table, columns) -> {
                JsonText.text(out.append(out.length() == first ? "" : ", ").append("{\"name\": "), table);
                out.append(", \"columns\": [");
                int start = out.length();
                columns.forEach(column -> JsonText.text(out.append(out.length() == start ? "" : ", "), column));
                out.append("]}");
            });
        }
        return out.append("]}\n").toString();
    }

    private void table(String name, String table, Form form, Request request) throws IOException {
        List<Filter> filters = new ArrayList<>();
        for (String parameter : request.plainNames()) {
            request.all(parameter).forEach(value -> filters.add(Datasette.filter(parameter, value)));
        }
        request.all("_where").forEach(sql -> filters.add(new Filter.Where(sql)));
        if (request.text("_search") != null) {
            filters.add(new Filter.Words("*", Filter.Combination.ALL, String.valueOf(request.text("_search"))));
        }
        boolean isMax = "max".equals(request.text("_size"));
        long size = isMax
                ? (form == Form.JSON ? limits.rows() : -1)
                : request.number("_size", form == Form.JSON ? PAGE : -1);
        long from = request.number("_next", 0);
        Query query = Query.EVERYTHING
                .in(table)
                .filtered(new Filter.All(filters))
                .ordered(Datasette.order(request))
                .giving(request.all("_col"));
        long most = allowed(size, form);
        Search search = searchOf(name);
        try (Answer found = search.run(query.limited(form == Form.JSON ? most + 1 : most, from))) {
            Writing writing = new Writing(form, false);
            writing.shape = String.valueOf(request.text("_shape"));
            writing.from = from;
            writing.most = form == Form.JSON ? most : -1;
            if (!request.all("_facet").isEmpty()) {
                writing.facets = search.count(query, request.all("_facet")).counts();
            }
            writing.write(found);
        }
    }

    private static List<String> names(@Nullable String text) {
        List<String> names = new ArrayList<>();
        int start = 0;
        while (text != null && start < text.length()) {
            int comma = text.indexOf(',', start);
            int end = comma < 0 ? text.length() : comma;
            names.add(text.substring(start, end));
            start = end + 1;
        }
        return names;
    }

    /** How an answer looks. */
    private enum Form {
        JSON("application/json"),
        NDJSON("application/x-ndjson"),
        CSV("text/csv; charset=utf-8"),
        WIRE("application/x-ndjson");

        private final String type;

        Form(String type) {
            this.type = type;
        }

        static Form of(@Nullable String name) {
            return switch (name == null ? "json" : name.toLowerCase(Locale.ROOT)) {
                case "json" -> JSON;
                case "ndjson" -> NDJSON;
                case "csv" -> CSV;
                case "wire" -> WIRE;
                default -> throw new IllegalArgumentException("format: expected json, ndjson or csv, found " + name);
            };
        }
    }

    /** Writes an answer. Before its first byte a failure of every shard becomes a status; later the states tell. */
    private final class Writing {
        private final Form form;
        private final boolean namesPlaces;
        private String shape = "objects";
        private long from;
        private long most = -1;
        private @Nullable Counts facets;
        private final StringBuilder line = new StringBuilder();
        private final Wire wire = new Wire();

        Writing(Form form, boolean namesPlaces) {
            this.form = form;
            this.namesPlaces = namesPlaces;
        }

        void write(Answer found) throws IOException {
            boolean any = found.hasNext();
            String failure = found.shards().stream()
                    .map(status -> status.failure() == null ? "" : status.failure())
                    .reduce((a, b) -> a.isEmpty() || b.isEmpty() ? "" : a)
                    .orElse("");
            if (!any && !failure.isEmpty()) {
                answer.error(failure.startsWith("no answer within") ? 504 : 400, failure);
                return;
            }
            List<String> names = form == Form.CSV || shape.equals("arrays") ? found.names() : List.of();
            OutputStream out = answer.stream(200, form.type);
            send(out, head(names));
            long rows = 0;
            boolean hasMore = false;
            while (found.hasNext()) {
                if (rows == most) {
                    hasMore = true;
                    break;
                }
                send(out, row(found.next(), names, rows == 0));
                answer.countRow();
                rows++;
            }
            send(out, tail(found, rows, hasMore));
            out.close();
        }

        private static void send(OutputStream out, String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }

        private String head(List<String> names) {
            line.setLength(0);
            switch (form) {
                case CSV -> {
                    List<@Nullable Object> cells = new ArrayList<>(places());
                    cells.addAll(names);
                    csv(cells);
                }
                case JSON -> line.append(shape.equals("array") ? "[" : "{\"rows\": [");
                case NDJSON, WIRE -> line.append("");
            }
            return line.toString();
        }

        private List<String> places() {
            return namesPlaces ? List.of("_shard", "_table", "_row") : List.of();
        }

        private String row(Hit hit, List<String> names, boolean isFirst) {
            line.setLength(0);
            switch (form) {
                case WIRE -> line.append(wire.hit(hit));
                case CSV -> csv(placed(hit, names));
                case NDJSON -> object(hit).append('\n');
                case JSON -> {
                    line.append(isFirst ? "\n" : ",\n");
                    if (shape.equals("arrays")) {
                        array(placed(hit, names));
                    } else {
                        object(hit);
                    }
                }
            }
            return line.toString();
        }

        private List<@Nullable Object> placed(Hit hit, List<String> names) {
            List<@Nullable Object> cells = new ArrayList<>();
            if (namesPlaces) {
                cells.add(hit.shard());
                cells.add(hit.table());
                cells.add(hit.row());
            }
            for (String name : names) {
                int at = hit.names().indexOf(name);
                cells.add(at < 0 ? null : hit.values().get(at));
            }
            return cells;
        }

        private void array(List<@Nullable Object> cells) {
            line.append('[');
            for (int i = 0; i < cells.size(); i++) {
                JsonText.value(line.append(i == 0 ? "" : ", "), cells.get(i));
            }
            line.append(']');
        }

        private StringBuilder object(Hit hit) {
            line.append('{');
            if (namesPlaces) {
                JsonText.text(line.append("\"_shard\": "), hit.shard());
                JsonText.text(line.append(", \"_table\": "), hit.table());
                JsonText.value(line.append(", \"_row\": "), hit.row());
            }
            for (int i = 0; i < hit.names().size(); i++) {
                JsonText.name(
                                line.append(i == 0 && !namesPlaces ? "" : ", "),
                                hit.names().get(i))
                        .append(' ');
                JsonText.value(line, hit.values().get(i));
            }
            return line.append('}');
        }

        private void csv(List<@Nullable Object> cells) {
            for (int i = 0; i < cells.size(); i++) {
                line.append(i == 0 ? "" : ",");
                Object value = cells.get(i);
                if (value instanceof String text && (text.isEmpty() || text.matches("(?s).*[\",\r\n].*"))) {
                    line.append('"').append(text.replace("\"", "\"\"")).append('"');
                } else if (value instanceof byte[] blob) {
                    line.append(java.util.HexFormat.of().formatHex(blob));
                } else if (value != null) {
                    line.append(value);
                }
            }
            line.append("\r\n");
        }

        private String tail(Answer found, long rows, boolean hasMore) {
            line.setLength(0);
            if (form == Form.WIRE) {
                return Wire.end(found.shards());
            }
            if (form != Form.JSON) {
                return "";
            }
            if (shape.equals("array")) {
                return "\n]\n";
            }
            line.append("\n], \"next\": ").append(hasMore ? "\"" + (from + rows) + "\"" : "null");
            line.append(", \"truncated\": ").append(hasMore);
            if (facets != null) {
                facets(facets);
            }
            return line.append(", \"shards\": ")
                    .append(Wire.states(found.shards()))
                    .append("}\n")
                    .toString();
        }

        private void facets(Counts counts) {
            line.append(", \"count\": ").append(counts.rows()).append(", \"facets\": {");
            List<String> members = counts.members();
            for (int i = 0; i < members.size(); i++) {
                JsonText.name(line.append(i == 0 ? "" : ", "), members.get(i)).append(" [");
                List<Counts.Count> values = counts.of(members.get(i), FACET_VALUES);
                for (int k = 0; k < values.size(); k++) {
                    JsonText.value(
                            line.append(k == 0 ? "" : ", ").append("{\"value\": "),
                            values.get(k).value());
                    line.append(", \"count\": ").append(values.get(k).rows()).append('}');
                }
                line.append(']');
            }
            line.append('}');
        }
    }

    /** Datasette's parameters ({@code price__gte=10}, {@code _sort_desc=price}). */
    private static final class Datasette {
        static List<Order> order(Request request) {
            String up = request.text("_sort");
            String down = request.text("_sort_desc");
            String name = up == null ? down : up;
            return name == null ? List.of() : List.of(new Order(name, up == null, false, false));
        }

        static Filter filter(String parameter, String value) {
            int at = parameter.lastIndexOf("__");
            String name = at <= 0 ? parameter : parameter.substring(0, at);
            String operator = at <= 0 ? "exact" : parameter.substring(at + 2);
            return switch (operator) {
                case "exact" -> compare(name, Filter.Relation.EQUAL, value);
                case "not" -> new Filter.Not(compare(name, Filter.Relation.EQUAL, value));
                case "contains" ->
                    new Filter.Compare(name, Filter.Relation.CONTAINS, List.of(new Literal(value, true)), true);
                case "notcontains" -> new Filter.Not(filter(name + "__contains", value));
                case "startswith" ->
                    new Filter.Compare(name, Filter.Relation.BEGINS, List.of(new Literal(value, true)), false);
                case "endswith" ->
                    new Filter.Compare(name, Filter.Relation.ENDS, List.of(new Literal(value, true)), false);
                case "gt" -> compare(name, Filter.Relation.MORE, value);
                case "gte" -> compare(name, Filter.Relation.AT_LEAST, value);
                case "lt" -> compare(name, Filter.Relation.LESS, value);
                case "lte" -> compare(name, Filter.Relation.AT_MOST, value);
                case "in" -> in(name, value);
                case "notin" -> new Filter.Not(in(name, value));
                case "isnull" -> compare(name, Filter.Relation.EQUAL, "null");
                case "notnull" -> new Filter.Not(compare(name, Filter.Relation.EQUAL, "null"));
                default -> compare(parameter, Filter.Relation.EQUAL, value);
            };
        }

        private static Filter in(String name, String value) {
            List<Literal> literals =
                    names(value).stream().map(text -> new Literal(text, false)).toList();
            return new Filter.Compare(name, Filter.Relation.EQUAL, literals, false);
        }

        private static Filter compare(String name, Filter.Relation relation, String value) {
            return new Filter.Compare(name, relation, List.of(new Literal(value, false)), false);
        }
    }
}
