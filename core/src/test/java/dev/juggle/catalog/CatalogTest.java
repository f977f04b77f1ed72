// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogTest {
    private final Catalog catalog = new Catalog(CatalogLimits.DEFAULT);

    @Test
    void keysThatDifferOnlyInCaseGetDifferentColumns() {
        Table table = catalog.root("t");
        column(table, "Id");
        column(table, "id");
        column(table, "ID");
        assertEquals(List.of("Id", "id_2", "ID_3"), dataColumns(table));
    }

    @Test
    void aLiteralNameGivesWayToOneThatIsTaken() {
        Table table = catalog.root("t");
        column(table, "a_b");
        Member inner = member(member(table.value(), "a"), "b");
        assertTrue(inner.ensureColumn(Kind.INTEGER));
        column(table, "a_b_2");
        column(table, "a_b");
        assertEquals(List.of("a_b", "a_b_2", "a_b_2_2"), dataColumns(table));
    }

    @Test
    void systemNamesAreNeverGivenToKeys() {
        Table table = catalog.root("t");
        for (String name : Catalog.SYSTEM_COLUMN_NAMES) {
            column(table, name);
        }
        assertEquals(
                Catalog.SYSTEM_COLUMN_NAMES.stream().map(name -> name + "_2").toList(), dataColumns(table));
        assertEquals(table.systemColumns() + 8, table.ensureExtraColumn());
        assertEquals("_extra", table.columnNames().getLast());
    }

    @Test
    void anEmptyKeyIsBlankAndALongOneIsCutTheSameWayEveryTime() {
        String longKey = "k".repeat(5_000);
        Table table = catalog.root("t");
        column(table, "");
        column(table, longKey);
        column(table, longKey + "x");
        List<String> names = dataColumns(table);
        assertEquals("_blank", names.get(0));
        assertTrue(names.get(1).length() <= Names.MAX_BYTES, names.get(1));
        assertNotEquals(names.get(1), names.get(2));
        Table again = new Catalog(CatalogLimits.DEFAULT).root("t");
        column(again, longKey);
        assertEquals(names.get(1), dataColumns(again).get(0));
    }

    @Test
    void aCutNameStaysWholeCharacters() {
        Table table = catalog.root("t");
        column(table, "日".repeat(200));
        String name = dataColumns(table).get(0);
        assertTrue(name.startsWith("日日"), name);
        assertFalse(name.contains("\ufffd"), name);
    }

    @Test
    void canonicallyEquivalentKeysAreTwoKeys() {
        Table table = catalog.root("t");
        column(table, "\u00e9");
        column(table, "e\u0301");
        assertEquals(2, dataColumns(table).size());
    }

    @Test
    void reservedTableNamesGetAPrefix() {
        assertEquals("t_sqlite_stat1", catalog.root("sqlite_stat1").name());
        assertEquals("t__juggle_files", catalog.root("_juggle_files").name());
        assertEquals("Shop", catalog.root("Shop").name());
        assertEquals("shop_2", catalog.root("shop").name());
        assertSame(catalog.root("shop"), catalog.root("shop"));
    }

    @Test
    void arraysBecomeChildTablesNamedAfterTheirPath() {
        Table table = catalog.root("shop");
        Table child = member(member(table.value(), "item"), "tags").ensureChild();
        assertNotNull(child);
        assertEquals("shop_item_tags", child.name());
        assertEquals("$.item.tags[*]", child.path());
        Table grandchild = child.value().ensureChild();
        assertNotNull(grandchild);
        assertEquals("shop_item_tags_value", grandchild.name());
        assertEquals("$.item.tags[*][*]", grandchild.path());
        assertSame(table, child.parent());
    }

    @Test
    void aFullTableStillHasAColumnForTheRowsOwnValue() {
        Catalog small = new Catalog(new CatalogLimits(2, 10, 100, 10, 10, 10, 10, 1000, 10_000));
        Table table = small.root("t");
        column(table, "a");
        column(table, "b");
        assertFalse(member(table.value(), "c").ensureColumn(Kind.TEXT));
        assertTrue(table.value().ensureColumn(Kind.TEXT));
    }

    @Test
    void growthEndsAtTheLimits() {
        Catalog small = new Catalog(new CatalogLimits(10, 3, 4, 1, 2, 1, 2, 7, 1000));
        Table table = small.root("t");
        Member array = member(table.value(), "a");
        Table child = array.ensureChild();
        assertNotNull(child);
        assertNull(child.value().ensureChild(), "too deep");
        assertNull(member(table.value(), "b").ensureChild(), "too many tables");
        assertNull(table.value().findOrCreate(key("c")), "too many members of the table");
        assertNotNull(child.value().findOrCreate(key("d")));
        assertNotNull(child.value().findOrCreate(key("e")));
        assertNull(small.root("u").value().findOrCreate(key("f")), "too many members in all");
        assertEquals("more", small.root("v").name());
        assertSame(small.root("v"), small.root("w"));
    }

    @Test
    void longPathsCountAgainstTheHeap() {
        Catalog small = new Catalog(new CatalogLimits(10, 10, 10, 10, 10, 10, 10, 1000, 100));
        Member deep = member(small.root("t").value(), "k".repeat(60));
        assertNull(deep.findOrCreate(key("x")));
    }

    @Test
    void shapesAreNumberedUntilNumbersRunOut() {
        Catalog small = new Catalog(new CatalogLimits(10, 10, 10, 10, 10, 10, 2, 7, 1000));
        Table table = small.root("t");
        assertEquals(1, table.intern(new byte[] {1}).number());
        assertEquals(2, table.intern(new byte[] {2}).number());
        assertEquals(1, table.intern(new byte[] {1}).number());
        assertEquals(0, table.intern(new byte[] {3}).number());
        assertEquals(0, small.root("u").intern(new byte[6]).number(), "too many bytes in all");
    }

    @Test
    void aColumnIsDeclaredWithTheOneTypeItHeld() {
        Table table = catalog.root("t");
        assertEquals("INTEGER", declared(table, "i", Kind.INTEGER, Kind.NEGATIVE_ZERO_INTEGER));
        assertEquals("REAL", declared(table, "r", Kind.REAL, Kind.NEGATIVE_ZERO_REAL));
        assertEquals("TEXT", declared(table, "s", Kind.TEXT, Kind.ESCAPED_TEXT, Kind.PACKED));
        assertEquals("BOOLEAN", declared(table, "b", Kind.BOOLEAN));
        assertEquals("", declared(table, "ir", Kind.INTEGER, Kind.REAL));
        assertEquals("", declared(table, "ib", Kind.INTEGER, Kind.BIG_INTEGER), "digits beyond 64 bits are text");
        assertEquals("", declared(table, "bi", Kind.BOOLEAN, Kind.INTEGER));
    }

    @Test
    void whatWasOnlyEverNullGetsItsColumnAtTheEnd() {
        Table table = catalog.root("t");
        member(table.value(), "never").noteNull();
        Member later = member(table.value(), "later");
        later.noteNull();
        column(table, "a");
        assertNotNull(later.ensureChild());
        assertEquals(List.of("a"), dataColumns(table));
        catalog.close();
        assertEquals(List.of("a", "never"), dataColumns(table));
    }

    @Test
    void changesAreToldOnceInTheOrderTheyBegan() {
        Table a = catalog.root("a");
        Table b = catalog.root("b");
        assertEquals(List.of(a, b), catalog.drainChanges());
        column(b, "x");
        assertEquals(List.of(b), catalog.drainChanges());
        assertEquals(List.of(), catalog.drainChanges());
    }

    @Test
    void pathsSayExactlyWhichKeyIsMeant() {
        assertEquals("$.a", JsonPath.member("$", key("a")));
        assertEquals("$['a b']", JsonPath.member("$", key("a b")));
        assertEquals("$['']", JsonPath.member("$", key("")));
        assertEquals("$['it\\'s']", JsonPath.member("$", key("it's")));
        assertEquals("$['\\\\ud800']", JsonPath.member("$", key("\\ud800")));
        assertEquals("$['\\u0001\\n']", JsonPath.member("$", key("\u0001\n")));
        assertEquals("$['\\ud800']", JsonPath.member("$", spelled("\\ud800")));
        assertEquals("$['\"\\u0000\\'']", JsonPath.member("$", spelled("\\\"\\u0000'")));
    }

    private String declared(Table table, String name, int... kinds) {
        Member member = member(table.value(), name);
        for (int kind : kinds) {
            member.ensureColumn(kind);
        }
        return table.declaredType(member.column());
    }

    private static void column(Table table, String name) {
        Member member = table.value().findOrCreate(key(name));
        assertNotNull(member);
        assertTrue(member.ensureColumn(Kind.INTEGER));
    }

    private static Member member(Member object, String name) {
        Member member = object.findOrCreate(key(name));
        assertNotNull(member);
        return member;
    }

    private static List<String> dataColumns(Table table) {
        return table.columnNames().subList(table.systemColumns(), table.columnCount());
    }

    private static Key key(String text) {
        return new Key(text.getBytes(StandardCharsets.UTF_8), false);
    }

    private static Key spelled(String spelling) {
        return new Key(spelling.getBytes(StandardCharsets.UTF_8), true);
    }
}
