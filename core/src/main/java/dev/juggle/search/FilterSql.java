// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import dev.juggle.search.Filter.Combination;
import dev.juggle.search.SchemaTable.Affinity;
import dev.juggle.sqlite.Identifiers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Filters as SQL for one table of one shard; docs/search.md has the table of what becomes what. A value compares as what it is:
 * a number with numbers, a text with texts, so a row is found in whichever layout it lies. Where an affinity would convert
 * what it is compared with, the SQL is written so that it has nothing to convert, and that an index can be used.
 */
final class FilterSql {
    private final ShardSchema schema;
    private final SchemaTable root;
    private final StringBuilder sql = new StringBuilder();
    private final List<Object> parameters = new ArrayList<>();
    private final Set<String> missing = new LinkedHashSet<>();
    private int aliases;

    FilterSql(ShardSchema schema, SchemaTable root) {
        this.schema = schema;
        this.root = root;
    }

    /** The alias of the table that the query is about. */
    static final String ROOT = "t";

    StringBuilder sql() {
        return sql;
    }

    List<Object> parameters() {
        return parameters;
    }

    /** Names that lead nowhere in this table. */
    Set<String> missing() {
        return missing;
    }

    /** Appends the condition for {@code filter}. */
    void write(Filter filter) {
        switch (filter) {
            case Filter.All all -> join(all.filters(), " AND ", "1");
            case Filter.Any any -> join(any.filters(), " OR ", "0");
            case Filter.Not not -> {
                sql.append('(');
                write(not.filter());
                sql.append(") IS NOT TRUE");
            }
            case Filter.Compare compare -> compare(compare);
            case Filter.Words words -> words(words);
            case Filter.Where where ->
                sql.append('(').append(where(where.sql())).append(')');
        }
    }

    private void join(List<Filter> filters, String between, String none) {
        if (filters.isEmpty()) {
            sql.append(none);
            return;
        }
        for (int i = 0; i < filters.size(); i++) {
            sql.append(i == 0 ? "(" : between + "(");
            write(filters.get(i));
            sql.append(')');
        }
    }

    // ---- where a member is

    /** What is asked of a value, once it is known where it is. */
    private interface Test {
        void write(SchemaTable table, String alias, Place.Column column);
    }

    private List<Place> places(String name) {
        List<Place> places = schema.resolve(root, name);
        if (places.isEmpty()) {
            missing.add(name);
        }
        return places;
    }

    /** True where one of the places has a value that meets the test. */
    private void anyPlace(List<Place> places, Test test) {
        if (places.isEmpty()) {
            sql.append("NULL");
        }
        for (int i = 0; i < places.size(); i++) {
            sql.append(i == 0 ? "" : " OR ");
            at(places.get(i), root, ROOT, test);
        }
    }

    private void at(Place place, SchemaTable table, String alias, Test test) {
        switch (place) {
            case Place.Column column -> {
                sql.append('(');
                test.write(table, alias, column);
                sql.append(')');
            }
            case Place.Elsewhere there -> {
                String inner = "x" + ++aliases;
                boolean isReference = there.column() != null;
                sql.append(alias).append('.').append(isReference ? quoted(there.column()) : "_row");
                sql.append(" IN (SELECT ").append(inner).append(isReference ? "._row" : "._parent");
                sql.append(" FROM ")
                        .append(quoted(there.table().name()))
                        .append(" AS ")
                        .append(inner);
                sql.append(" WHERE ");
                if (there.key() != null) {
                    sql.append(inner)
                            .append("._key = ")
                            .append(Identifiers.literal(there.key()))
                            .append(" AND ");
                }
                at(there.inner(), there.table(), inner, test);
                sql.append(')');
            }
        }
    }

    /** The values at these places as one expression: of several values their JSON array, of none NULL. */
    String value(List<Place> places) {
        if (places.isEmpty()) {
            return "NULL";
        }
        List<String> all = places.stream().map(place -> value(place, ROOT)).toList();
        return all.size() == 1 ? all.getFirst() : "coalesce(" + String.join(", ", all) + ")";
    }

    /** The value of a member, by name. */
    String valueOf(String name) {
        return value(places(name));
    }

    private String value(Place place, String alias) {
        return switch (place) {
            case Place.Column column -> alias + "." + quoted(column.name());
            case Place.Elsewhere there -> {
                String inner = "v" + ++aliases;
                String from = " FROM " + quoted(there.table().name()) + " AS " + inner + " WHERE " + inner;
                String value = value(there.inner(), inner);
                if (there.column() != null) {
                    yield "(SELECT " + value + from + "._row = " + alias + "." + quoted(there.column()) + ")";
                }
                String mine = from + "._parent = " + alias + "._row";
                if (!there.isMany()) {
                    yield "(SELECT " + value + mine + " AND " + inner + "._key = "
                            + Identifiers.literal(String.valueOf(there.key())) + ")";
                }
                String order = there.table().columns().containsKey("_pos") ? "._pos" : "._row";
                yield "(SELECT json_group_array(v) FROM (SELECT " + value + " AS v" + mine + " ORDER BY " + inner
                        + order + ") HAVING count(*) > 0)";
            }
        };
    }

    // ---- values

    private void compare(Filter.Compare filter) {
        List<Place> places = places(filter.name());
        List<Literal> values =
                filter.values().stream().filter(value -> !value.isNull()).toList();
        boolean asksForNull = values.size() < filter.values().size();
        if (asksForNull) {
            sql.append("NOT coalesce((");
            anyPlace(
                    places,
                    (_, alias, column) -> sql.append(expression(alias, column)).append(" IS NOT NULL"));
            sql.append("), 0)");
        }
        if (!values.isEmpty()) {
            sql.append(asksForNull ? " OR (" : "(");
            anyPlace(places, (_, alias, column) -> oneOf(filter, values, expression(alias, column), column.affinity()));
            sql.append(')');
        }
    }

    private void oneOf(Filter.Compare filter, List<Literal> values, String expression, Affinity affinity) {
        switch (filter.relation()) {
            case EQUAL -> equal(values, expression, affinity);
            case LESS, AT_MOST, MORE, AT_LEAST, BETWEEN -> range(filter, expression, affinity);
            default -> {
                String guarded = affinity == Affinity.TEXT ? "" : "typeof(" + expression + ") = 'text' AND ";
                String plain = affinity == Affinity.NUMBER ? "+" + expression : expression;
                for (int i = 0; i < values.size(); i++) {
                    sql.append(i == 0 ? "(" : " OR (").append(guarded);
                    part(filter, values.get(i).text(), plain);
                    sql.append(')');
                }
            }
        }
    }

    private void equal(List<Literal> values, String expression, Affinity affinity) {
        List<Object> wanted = new ArrayList<>();
        for (Literal value : values) {
            Number number = value.number();
            boolean looksLikeNumber = new Literal(value.text(), false).number() != null;
            if (number != null && affinity != Affinity.TEXT) {
                wanted.add(number);
            }
            if (affinity != Affinity.NUMBER || !looksLikeNumber) {
                wanted.add(value.text());
            }
        }
        if (wanted.isEmpty()) {
            sql.append('0');
        } else if (wanted.size() == 1) {
            sql.append(expression).append(" = ?");
        } else {
            sql.append(expression)
                    .append(" IN (?")
                    .append(", ?".repeat(wanted.size() - 1))
                    .append(')');
        }
        parameters.addAll(wanted);
    }

    private void range(Filter.Compare filter, String expression, Affinity affinity) {
        Literal first = filter.values().getFirst();
        Literal last = filter.values().getLast();
        Number low = first.number();
        Number high = last.number();
        boolean hasNumbers = low != null && high != null && affinity != Affinity.TEXT;
        boolean hasTexts = affinity != Affinity.NUMBER
                || (new Literal(first.text(), false).number() == null
                        && new Literal(last.text(), false).number() == null);
        if (hasNumbers) {
            sql.append('(');
            // Every text is more than every number, so the empty one keeps texts out.
            bounds(filter.relation(), expression, List.of(low, high), List.of("", " AND " + expression + " < ''"));
            sql.append(')');
        }
        if (hasTexts) {
            sql.append(hasNumbers ? " OR (" : "(");
            List<Object> texts = List.of(first.text(), last.text());
            bounds(
                    filter.relation(),
                    expression,
                    texts,
                    List.of(" AND " + expression + " >= ''", " AND " + expression + " < x''"));
            sql.append(')');
        }
        if (!hasNumbers && !hasTexts) {
            sql.append('0');
        }
    }

    /** The comparison, and behind it what shuts out other kinds of values below or above. */
    private void bounds(Filter.Relation relation, String expression, List<?> limits, List<String> walls) {
        String sign = switch (relation) {
            case LESS -> " < ?";
            case AT_MOST -> " <= ?";
            case MORE -> " > ?";
            case AT_LEAST -> " >= ?";
            default -> " BETWEEN ? AND ?";
        };
        sql.append(expression).append(sign);
        parameters.add(limits.getFirst());
        switch (relation) {
            case LESS, AT_MOST -> sql.append(walls.getFirst());
            case MORE, AT_LEAST -> sql.append(walls.getLast());
            default -> parameters.add(limits.getLast());
        }
    }

    private void part(Filter.Compare filter, String text, String expression) {
        boolean ignoresCase = filter.ignoresCase();
        switch (filter.relation()) {
            case CONTAINS -> {
                sql.append(ignoresCase ? expression + " LIKE ? ESCAPE '\\'" : "instr(" + expression + ", ?) > 0");
                parameters.add(ignoresCase ? "%" + escaped(text) + "%" : text);
            }
            case BEGINS -> begins(text, expression, ignoresCase);
            case ENDS -> {
                if (ignoresCase) {
                    sql.append(expression).append(" LIKE ? ESCAPE '\\'");
                    parameters.add("%" + escaped(text));
                } else if (text.isEmpty()) {
                    sql.append(expression).append(" IS NOT NULL");
                } else {
                    int length = text.codePointCount(0, text.length());
                    sql.append("length(").append(expression).append(") >= ").append(length);
                    sql.append(" AND substr(")
                            .append(expression)
                            .append(", -")
                            .append(length)
                            .append(") = ?");
                    parameters.add(text);
                }
            }
            default -> {
                Functions.compile(text); // an error is told once, and not by each shard
                sql.append(Functions.MATCHES).append("(?, ").append(expression).append(')');
                parameters.add(ignoresCase ? "(?iu)" + text : text);
            }
        }
    }

    private void begins(String text, String expression, boolean ignoresCase) {
        if (ignoresCase) {
            sql.append(expression).append(" LIKE ? ESCAPE '\\'");
            parameters.add(escaped(text) + "%");
            return;
        }
        sql.append(expression).append(" >= ? AND ").append(expression);
        parameters.add(text);
        String next = next(text);
        if (next == null) {
            sql.append(" < x''");
        } else {
            sql.append(" < ?");
            parameters.add(next);
        }
    }

    /** The first text, by code points, behind all that begin with {@code text}; null if there is none. */
    static @Nullable String next(String text) {
        int length = text.length();
        while (length > 0) {
            int last = text.codePointBefore(length);
            length -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int above = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return text.substring(0, length) + Character.toString(above);
            }
        }
        return null;
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }

    private static String expression(String alias, Place.Column column) {
        return alias + "." + quoted(column.name());
    }

    private static String quoted(@Nullable String name) {
        return Identifiers.quote(String.valueOf(name));
    }

    // ---- words

    private void words(Filter.Words filter) {
        boolean isAnywhere = filter.name().equals("*");
        if (filter.combination() == Combination.EXPRESSION) {
            expression(filter, isAnywhere);
            return;
        }
        List<List<String>> phrases = Words.phrases(filter.combination(), filter.text());
        if (phrases.isEmpty()) {
            sql.append('0');
            return;
        }
        if (isAnywhere && root.words() != null) {
            indexed(root, ROOT, null, Words.match(phrases, filter.combination()));
            return;
        }
        List<Place> places = isAnywhere ? texts() : places(filter.name());
        String between = filter.combination() == Combination.ANY ? " OR " : " AND ";
        for (int i = 0; i < phrases.size(); i++) {
            List<String> phrase = phrases.get(i);
            sql.append(i == 0 ? "(" : between + "(");
            anyPlace(places, (table, alias, column) -> phrase(table, alias, column, phrase));
            sql.append(')');
        }
    }

    private List<Place> texts() {
        List<Place> texts = new ArrayList<>();
        for (ShardSchema.Shown shown : schema.shown(root)) {
            shown.places().stream().filter(FilterSql::canBeText).forEach(texts::add);
        }
        return texts;
    }

    private static boolean canBeText(Place place) {
        return switch (place) {
            case Place.Column column ->
                column.affinity() != Affinity.NUMBER && !column.name().equals("_shape");
            case Place.Elsewhere there -> canBeText(there.inner());
        };
    }

    private void phrase(SchemaTable table, String alias, Place.Column column, List<String> phrase) {
        if (table.words() != null && table.words().columns().contains(column.name())) {
            indexed(table, alias, column.name(), Words.match(List.of(phrase), Combination.PHRASE));
            return;
        }
        String value = expression(alias, column);
        if (column.affinity() != Affinity.TEXT) {
            sql.append("typeof(").append(value).append(") = 'text' AND ");
        }
        sql.append(Functions.HAS_PHRASE).append("(?, ").append(value).append(')');
        parameters.add(String.join(" ", phrase));
    }

    private void indexed(SchemaTable table, String alias, @Nullable String column, String match) {
        String index = quoted(table.words() == null ? "" : table.words().name());
        String key = table.key().isEmpty() ? "rowid" : quoted(table.key().getFirst());
        sql.append(alias)
                .append('.')
                .append(key)
                .append(" IN (SELECT rowid FROM ")
                .append(index);
        sql.append(" WHERE ").append(index).append(" MATCH ?)");
        parameters.add(column == null ? match : "{" + quoted(column) + "} : (" + match + ")");
    }

    private void expression(Filter.Words filter, boolean isAnywhere) {
        if (isAnywhere && root.words() != null) {
            indexed(root, ROOT, null, filter.text());
            return;
        }
        List<Place> places = isAnywhere ? List.of() : places(filter.name());
        if (isAnywhere) {
            throw noIndex("table " + root.name());
        }
        anyPlace(places, (table, alias, column) -> {
            if (table.words() == null || !table.words().columns().contains(column.name())) {
                throw noIndex(filter.name());
            }
            indexed(table, alias, column.name(), filter.text());
        });
    }

    private static IllegalArgumentException noIndex(String what) {
        return new IllegalArgumentException("an expression in brackets needs a full-text index, and " + what
                + " has none (juggle index --fts makes one)");
    }

    // ---- SQL of the user's

    /** SQL in which names that are no columns of the table stand for what their path leads to. */
    String where(String text) {
        List<SqlText.Token> tokens = SqlText.tokens(text);
        if (tokens.isEmpty() || tokens.stream().anyMatch(token -> token.is(";"))) {
            throw new IllegalArgumentException("--where: expected one expression, found: " + text);
        }
        if (tokens.stream().anyMatch(token -> token.is("SELECT"))) {
            return text + "\n"; // what its names mean depends on its FROM
        }
        StringBuilder out = new StringBuilder();
        int copied = 0;
        for (int i = 0; i < tokens.size(); i++) {
            int last = endOfName(tokens, i);
            if (last < 0) {
                continue;
            }
            String name = pathOf(tokens.subList(i, last + 1), text);
            if (last > i || root.column(name) == null) {
                out.append(text, copied, tokens.get(i).start());
                out.append(valueOf(name));
                copied = tokens.get(last).end();
            }
            i = last;
        }
        return out.append(text, copied, text.length()).append('\n').toString();
    }

    /** The index of the last token of the name that begins at {@code i}; -1 if none does. */
    private static int endOfName(List<SqlText.Token> tokens, int i) {
        boolean isOther =
                i > 0 && (tokens.get(i - 1).is("COLLATE") || tokens.get(i - 1).is("AS"));
        if (isOther || !isName(tokens, i)) {
            return -1;
        }
        int last = i;
        while (last + 2 < tokens.size() && tokens.get(last + 1).is(".") && isName(tokens, last + 2)) {
            last += 2;
        }
        boolean isCall = last + 1 < tokens.size() && tokens.get(last + 1).is("(");
        return isCall ? -1 : last;
    }

    private static boolean isName(List<SqlText.Token> tokens, int i) {
        SqlText.Token token = tokens.get(i);
        return token.kind() == SqlText.Kind.NAME
                || (token.kind() == SqlText.Kind.WORD && !SqlText.KEYWORDS.contains(token.text()));
    }

    private static String pathOf(List<SqlText.Token> tokens, String text) {
        StringBuilder path = new StringBuilder();
        for (SqlText.Token token : tokens) {
            path.append(token.kind() == SqlText.Kind.NAME ? token.text() : text.substring(token.start(), token.end()));
        }
        return path.toString();
    }
}
