// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

/** The description of the routes for programs, OpenAPI 3.1. */
final class OpenApi {
    private OpenApi() {}

    static String text() {
        return """
                {"openapi": "3.1.0", "info": {"title": "juggle serve", "version": "1"}, "paths": {
                "/": {"get": {"summary": "The databases", "responses": {"200": {"description": "names and paths"}}}},
                "/search": {"get": {"summary": "Search all databases, or one", "parameters": [%s], "responses": {"200": {"description": "rows, and what became of each shard"}, "400": {"description": "not understood, or no shard answered"}, "504": {"description": "too late"}}}},
                "/query": {"get": {"summary": "SQL for reading; over several databases merged by ORDER BY and LIMIT", "parameters": [%s], "responses": {"200": {"description": "rows"}, "400": {"description": "not understood, or refused"}, "504": {"description": "too late"}}}},
                "/{db}.json": {"get": {"summary": "A database's tables", "parameters": [%s], "responses": {"200": {"description": "tables and columns"}}}},
                "/{db}/{table}.{form}": {"get": {"summary": "Rows of a table; column__op=value filters (exact, not, contains, notcontains, startswith, endswith, gt, gte, lt, lte, in, notin, isnull, notnull)", "parameters": [%s], "responses": {"200": {"description": "rows, next: the place of the next page"}}}},
                "/-/health": {"get": {"summary": "Whether the server answers", "responses": {"200": {"description": "it does"}}}},
                "/-/metrics": {"get": {"summary": "Counters in Prometheus's text format", "responses": {"200": {"description": "counters"}}}}
                }}
                """.formatted(
                        query("q", "table", "where", "order", "limit", "offset", "columns", "db", "format"),
                        query("sql", "db", "format"),
                        path("db"),
                        path("db", "table", "form") + ", "
                                + query(
                                        "_sort",
                                        "_sort_desc",
                                        "_size",
                                        "_next",
                                        "_facet",
                                        "_shape",
                                        "_where",
                                        "_search",
                                        "_col"));
    }

    private static String query(String... names) {
        return parameters("query", false, names);
    }

    private static String path(String... names) {
        return parameters("path", true, names);
    }

    private static String parameters(String in, boolean isRequired, String... names) {
        StringBuilder out = new StringBuilder();
        for (String name : names) {
            out.append(out.isEmpty() ? "" : ", ")
                    .append("{\"name\": \"")
                    .append(name)
                    .append("\", \"in\": \"")
                    .append(in);
            out.append("\", \"required\": ").append(isRequired).append(", \"schema\": {\"type\": \"string\"}}");
        }
        return out.toString();
    }
}
