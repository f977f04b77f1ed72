// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import dev.juggle.arena.Check;
import java.util.List;
import java.util.stream.Stream;

/**
 * An attribute type: what it is called, and what its values mean. Immutable.
 *
 * @param oid its object identifier, the one name that never changes; or any text that serves as one
 * @param names the name, then its aliases; case does not matter
 * @param syntax how values are compared
 */
public record Attribute(String oid, List<String> names, Syntax syntax) {
    /** Checks that it can be found. */
    public Attribute {
        names = List.copyOf(names);
        Check.that(!oid.isEmpty() && names.stream().noneMatch(String::isEmpty), "an attribute needs an OID");
    }

    /** Everything it is found by. */
    Stream<Key> keys() {
        return Stream.concat(Stream.of(oid), names.stream()).map(Key::of).distinct();
    }
}
