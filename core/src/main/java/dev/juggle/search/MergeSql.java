// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import dev.juggle.search.SqlText.Kind;
import dev.juggle.search.SqlText.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A statement that is to be run on every shard, its rows merged under its own ORDER BY and LIMIT. That gives what one database
 * with all the rows would give only where each row comes from one row of one shard; what sums up, compares or joins rows
 * (aggregates, DISTINCT, GROUP BY, windows, compound selects) is refused. What stands in inner queries is the shard's own
 * business.
 */
final class MergeSql {
    private static final Set<String> AGGREGATES = Set.of(
            "COUNT",
            "SUM",
            "TOTAL",
            "AVG",
            "GROUP_CONCAT",
            "STRING_AGG",
            "JSON_GROUP_ARRAY",
            "JSON_GROUP_OBJECT",
            "JSONB_GROUP_ARRAY",
            "JSONB_GROUP_OBJECT",
            "MEDIAN",
            "PERCENTILE",
            "PERCENTILE_CONT",
            "PERCENTILE_DISC");
    private static final Set<String> COMPOUNDS = Set.of("UNION", "INTERSECT", "EXCEPT");

    private final String sql;
    private final List<Token> tokens;
    private final List<Order> order = new ArrayList<>();
    private long limit = -1;
    private long offset;
    private int bodyEnd;
    private int orderEnd;

    private MergeSql(String sql) {
        this.sql = sql;
        this.tokens = select(sql);
        this.bodyEnd = tokens.getLast().end();
        this.orderEnd = bodyEnd;
    }

    /**
     * Reads a statement.
     *
     * @throws IllegalArgumentException when it is no single query, or can't be merged row by row
     */
    static MergeSql of(String sql) {
        MergeSql merge = new MergeSql(sql);
        merge.refuse();
        merge.clauses();
        return merge;
    }

    /** The statement without a semicolon at its end. */
    String text() {
        return sql.substring(0, tokens.getLast().end());
    }

    /** A statement whose rows are only collected, in order of the shards: what each makes of its own part. */
    static MergeSql asItStands(String sql) {
        return new MergeSql(sql);
    }

    /** The tokens of a single query that can only read; a semicolon at its end is left out. */
    static List<Token> select(String sql) {
        List<Token> tokens = new ArrayList<>(SqlText.tokens(sql));
        if (!tokens.isEmpty() && tokens.getLast().is(";")) {
            tokens.removeLast();
        }
        if (tokens.isEmpty() || tokens.stream().anyMatch(token -> token.is(";"))) {
            throw new IllegalArgumentException("SQL: expected one statement");
        }
        String first = tokens.getFirst().kind() == Kind.WORD ? tokens.getFirst().text() : "";
        if (!Set.of("SELECT", "WITH", "VALUES").contains(first)) {
            throw new IllegalArgumentException("SQL: expected SELECT, WITH or VALUES, found "
                    + sql.substring(tokens.getFirst().start(), tokens.getFirst().end()) + "; only reading is possible");
        }
        return tokens;
    }

    List<Order> order() {
        return order;
    }

    long limit() {
        return limit;
    }

    long offset() {
        return offset;
    }

    /**
     * The statement for one shard.
     *
     * @param sql gives the visible columns and then what else the order needs; no more rows than could be among the first
     * @param visible how many columns are visible
     * @param keys for each key of the order the number of its column, from 1
     */
    record ForShard(String sql, int visible, List<Integer> keys) {}

    /** The statement as it stands, its LIMIT and OFFSET made one that keeps all rows that could be among the first. */
    private String limited(String body) {
        String ordered = body + sql.substring(bodyEnd, orderEnd);
        return limit < 0 ? ordered : ordered + " LIMIT " + (limit + offset);
    }

    /** For a shard where the statement's columns have these labels. */
    ForShard forShard(List<String> labels) {
        List<Integer> places = new ArrayList<>();
        List<String> hidden = new ArrayList<>();
        for (Order key : order) {
            String name = key.name();
            int label = label(name, labels);
            if (label > 0) {
                places.add(label);
            } else {
                hidden.add(name);
                places.add(labels.size() + hidden.size());
            }
        }
        String extra = hidden.isEmpty() ? "" : ", " + String.join(", ", hidden) + " ";
        int end = endOfColumns();
        String body = sql.substring(0, end) + extra + sql.substring(end, bodyEnd);
        return new ForShard(limited(body), labels.size(), places);
    }

    private static int label(String term, List<String> labels) {
        if (term.matches("[0-9]{1,5}")) {
            int number = Integer.parseInt(term);
            if (number < 1 || number > labels.size()) {
                throw new IllegalArgumentException(
                        "SQL: ORDER BY " + term + ": there are " + labels.size() + " columns");
            }
            return number;
        }
        List<Token> words = SqlText.tokens(term);
        if (words.size() == 1
                && (words.getFirst().kind() == Kind.WORD || words.getFirst().kind() == Kind.NAME)) {
            for (int i = 0; i < labels.size(); i++) {
                if (labels.get(i).equalsIgnoreCase(words.getFirst().text())) {
                    return i + 1;
                }
            }
        }
        return 0;
    }

    /** Where the list of columns ends: before FROM, or what else comes behind the main SELECT. */
    private int endOfColumns() {
        boolean isInside = false;
        for (Token token : tokens) {
            if (token.depth() == 0 && token.start() < bodyEnd) {
                isInside |= token.is("SELECT");
                if (isInside && (token.is("FROM") || token.is("WHERE"))) {
                    return token.start();
                }
            }
        }
        return bodyEnd;
    }

    private void refuse() {
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.depth() > 0 || token.kind() != Kind.WORD) {
                continue;
            }
            boolean isCall = i + 1 < tokens.size() && tokens.get(i + 1).is("(");
            String word = token.text();
            boolean isExtreme = isCall && (word.equals("MIN") || word.equals("MAX")) && !hasComma(i + 1);
            if (isExtreme || (isCall && AGGREGATES.contains(word))) {
                throw refusal(word.toLowerCase(Locale.ROOT) + "() sums up rows of different shards");
            }
            if (word.equals("DISTINCT") || COMPOUNDS.contains(word)) {
                throw refusal(word + " compares rows of different shards");
            }
            if (word.equals("GROUP")
                    && i + 1 < tokens.size()
                    && tokens.get(i + 1).is("BY")) {
                throw refusal("GROUP BY sums up rows of different shards");
            }
            if (word.equals("OVER") || word.equals("WINDOW")) {
                throw refusal("a window looks at rows of different shards");
            }
        }
    }

    private boolean hasComma(int bracket) {
        int depth = tokens.get(bracket).depth();
        for (int i = bracket + 1; i < tokens.size() && tokens.get(i).depth() > depth; i++) {
            if (tokens.get(i).is(",") && tokens.get(i).depth() == depth + 1) {
                return true;
            }
        }
        return false;
    }

    private static IllegalArgumentException refusal(String why) {
        return new IllegalArgumentException("SQL: " + why
                + ", which can't be merged row by row; say it in two steps with --map SQL --reduce SQL"
                + " (map: each shard's part; reduce: over the table shards with all parts)");
    }

    private void clauses() {
        int at = tokens.size();
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.depth() == 0 && token.is("LIMIT")) {
                limits(i);
                at = Math.min(at, i);
            }
        }
        orderEnd = at == tokens.size()
                ? tokens.getLast().end()
                : tokens.get(at - 1).end();
        bodyEnd = orderEnd;
        for (int i = 0; i + 1 < at; i++) {
            if (tokens.get(i).depth() == 0
                    && tokens.get(i).is("ORDER")
                    && tokens.get(i + 1).is("BY")) {
                bodyEnd = tokens.get(i - 1).end();
                terms(i + 2, at);
            }
        }
    }

    private void limits(int at) {
        List<Token> rest = tokens.subList(at + 1, tokens.size());
        boolean isComma = rest.size() == 3 && rest.get(1).is(",");
        boolean isOffset = rest.size() == 3 && rest.get(1).is("OFFSET");
        if (rest.size() != 1 && !isComma && !isOffset) {
            throw new IllegalArgumentException("SQL: over shards, LIMIT and OFFSET take plain numbers");
        }
        limit = number(rest.get(isComma ? 2 : 0));
        offset = rest.size() == 1 ? 0 : number(rest.get(isComma ? 0 : 2));
    }

    private static long number(Token token) {
        if (!token.text().matches("[0-9]{1,15}")) {
            throw new IllegalArgumentException(
                    "SQL: over shards, LIMIT and OFFSET take plain numbers, found " + token.text());
        }
        return Long.parseLong(token.text());
    }

    private void terms(int from, int to) {
        int start = from;
        for (int i = from; i <= to; i++) {
            if (i == to || (tokens.get(i).depth() == 0 && tokens.get(i).is(","))) {
                term(start, i);
                start = i + 1;
            }
        }
    }

    private void term(int from, int to) {
        int end = to;
        boolean descending = false;
        boolean nocase = false;
        Boolean nullsFirst = null;
        if (end - 2 > from && tokens.get(end - 2).is("NULLS")) {
            nullsFirst = tokens.get(end - 1).is("FIRST");
            end -= 2;
        }
        if (tokens.get(end - 1).is("DESC") || tokens.get(end - 1).is("ASC")) {
            descending = tokens.get(end - 1).is("DESC");
            end--;
        }
        if (end - 2 > from && tokens.get(end - 2).is("COLLATE")) {
            nocase = tokens.get(end - 1).text().equalsIgnoreCase("NOCASE");
            end -= 2;
        }
        if (end <= from) {
            throw new IllegalArgumentException("SQL: an ORDER BY term is empty");
        }
        String expression =
                sql.substring(tokens.get(from).start(), tokens.get(end - 1).end());
        order.add(new Order(expression, descending, nocase, nullsFirst == null ? !descending : (boolean) nullsFirst));
    }
}
