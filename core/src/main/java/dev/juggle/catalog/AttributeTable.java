// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All attribute types, found by OID, name and alias, without regard to case. A definition is one object under all of its names,
 * put and removed in one change: so a name and its alias never disagree about what it is.
 */
public final class AttributeTable {
    private final SharedNames<Attribute> names;

    /**
     * A table without attributes.
     *
     * @param strategy how readers share it
     * @param seed seeds the hash; any random number, it does not show in any result
     */
    public AttributeTable(CatalogStrategy strategy, long seed) {
        this.names = strategy.names(true, seed);
    }

    /** A reader for one thread; it looks up {@link NameReader#find(long, int)} names in an arena. */
    public NameReader<Attribute> reader() {
        return names.reader();
    }

    /** Defines attributes, all in one change; one with the OID of an earlier one takes its place.
     *
     * @throws IllegalArgumentException if a name is taken by an attribute with another OID; nothing is defined then
     */
    public void define(List<Attribute> attributes) {
        names.change(definition(attributes));
    }

    /** The change that {@link #define} makes, for {@link NameReader#change}. */
    public static Consumer<NameEdit<Attribute>> definition(List<Attribute> attributes) {
        return edit -> attributes.forEach(attribute -> define(attribute, edit));
    }

    /** Removes the attribute with this OID, if there is one. */
    public void remove(String oid) {
        names.change(edit -> remove(oid, edit));
    }

    /** The attribute of this name, as an editor sees it. */
    public @Nullable Attribute find(String name) {
        return names.find(0, Key.of(name));
    }

    /** How many changes there were. */
    public long version() {
        return names.version();
    }

    /** The names, for what is measured about them. */
    public SharedNames<Attribute> names() {
        return names;
    }

    private static void define(Attribute attribute, NameEdit<Attribute> edit) {
        remove(attribute.oid(), edit);
        attribute.keys().forEach(key -> {
            Attribute other = edit.find(0, key);
            if (other != null) {
                throw new IllegalArgumentException(
                        "the name " + key + " of attribute " + attribute.oid() + " belongs to " + other.oid());
            }
            edit.put(0, key, attribute);
        });
    }

    private static void remove(String oid, NameEdit<Attribute> edit) {
        Attribute old = edit.find(0, Key.of(oid));
        if (old != null && old.oid().equalsIgnoreCase(oid)) {
            old.keys().forEach(key -> edit.remove(0, key));
        }
    }
}
