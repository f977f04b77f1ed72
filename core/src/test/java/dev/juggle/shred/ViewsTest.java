// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.catalog.Catalog;
import dev.juggle.catalog.CatalogLimits;
import dev.juggle.catalog.Key;
import dev.juggle.catalog.Kind;
import dev.juggle.catalog.Member;
import dev.juggle.catalog.Table;
import dev.juggle.catalog.TableRole;
import dev.juggle.sqlite.DatabaseWriter;
import dev.juggle.sqlite.SqlWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Views over catalogs built by hand, made and asked through SQLite. */
class ViewsTest {
    @TempDir
    Path folder;

    private final Catalog catalog = new Catalog(CatalogLimits.DEFAULT);

    private static Member member(Member parent, String key) {
        Member made = parent.findOrCreate(new Key(key.getBytes(StandardCharsets.UTF_8), false));
        assertNotNull(made);
        return made;
    }

    private static Member text(Member parent, String key) {
        Member made = member(parent, key);
        assertTrue(made.ensureColumn(Kind.TEXT));
        return made;
    }

    private static Table entity(Member parent, String key, TableRole role) {
        Table made = member(parent, key).ensureEntity(role);
        assertNotNull(made);
        return made;
    }

    /** Builds the database, fills it, and asks it. */
    private List<String> ask(String fill, String question) throws IOException, SQLException {
        Path file = folder.resolve("v.db");
        DatabaseWriter writer = new SqlWriter(file, 4096, 1 << 20);
        writer.define(CatalogLayouts.system());
        catalog.close();
        writer.define(CatalogLayouts.all(catalog));
        writer.finish(CatalogLayouts.all(catalog), CatalogLayouts.statements(catalog));
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(fill);
            try (ResultSet row = statement.executeQuery(question)) {
                while (row.next()) {
                    StringBuilder line = new StringBuilder();
                    for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                        line.append(column == 1 ? "" : "|").append(row.getString(column));
                    }
                    rows.add(line.toString());
                }
            }
        }
        return rows;
    }

    @Test
    void whatIsStoredOnceStandsInItsPlaceAgain() throws Exception {
        Table orders = catalog.root("orders");
        text(orders.value(), "id");
        Table seller = entity(orders.value(), "seller", TableRole.ENTITY);
        text(seller.value(), "name");
        Table country = entity(seller.value(), "country", TableRole.ENTITY);
        text(country.value(), "code");
        Table agent = entity(orders.value(), "agent", TableRole.LOOKUP);
        assertTrue(agent.value().ensureColumn(Kind.TEXT));
        text(orders.value(), "seller_name");
        String columns = "SELECT group_concat(name, ' ') FROM pragma_table_info('orders_full')";
        String fill = """
                INSERT INTO orders_seller_country(_row, code) VALUES(1, 'SE');
                INSERT INTO orders_seller(_row, name, country_ref) VALUES(1, 'Ann', 1), (2, 'Bob', NULL);
                INSERT INTO orders_agent(_row, value) VALUES(1, 'curl');
                INSERT INTO orders(_row, id, seller_ref, agent_ref, seller_name) VALUES(1, 'a', 1, 1, 'own'), (2, 'b', 2, NULL, NULL);
                """;
        assertEquals(List.of("_row _file id seller_name seller_country_code agent seller_name_2"), ask(fill, columns));
    }

    @Test
    void rowsWithoutAReferenceAreShownToo() throws Exception {
        Table orders = catalog.root("orders");
        text(orders.value(), "id");
        Table seller = entity(orders.value(), "seller", TableRole.ENTITY);
        text(seller.value(), "name");
        assertEquals(
                List.of("a|Ann", "b|null", "c|Ann"),
                ask(
                        "INSERT INTO orders_seller(_row, name) VALUES(1, 'Ann');"
                                + "INSERT INTO orders(id, seller_ref) VALUES('a', 1), ('b', NULL), ('c', 1)",
                        "SELECT id, seller_name FROM orders_full ORDER BY id"));
    }

    @Test
    void moreReferencesThanSqliteJoinsStayIds() throws Exception {
        Table wide = catalog.root("wide");
        for (int i = 0; i < Views.MAX_JOINS + 5; i++) {
            Table entity = entity(wide.value(), "e" + i, TableRole.ENTITY);
            text(entity.value(), "v");
        }
        String ids =
                "SELECT count(*) FILTER (WHERE name LIKE '%\\_ref' ESCAPE '\\'), count(*) FILTER (WHERE name LIKE '%\\_v' ESCAPE '\\')"
                        + " FROM pragma_table_info('wide_full')";
        assertEquals(List.of("5|" + Views.MAX_JOINS), ask("INSERT INTO wide(_row) VALUES(1)", ids));
    }

    @Test
    void tablesWithoutReferencesHaveNone() throws Exception {
        text(catalog.root("plain").value(), "a");
        assertEquals(
                List.of(),
                ask("INSERT INTO plain(a) VALUES('x')", "SELECT name FROM sqlite_schema WHERE type = 'view'"));
    }
}
