// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change in the making: steps on top of the table as it is. Belongs to the thread that changes, for the time of {@link
 * SharedNames#change}.
 *
 * @param <V> what a name stands for
 */
public final class NameEdit<V> {
    /** Whose name. */
    private record Name(int owner, Key key) {}

    private final NameTable<V> base;
    private final List<NameTable.Step<V>> steps = new ArrayList<>();
    private final Map<Name, NameTable.Step<V>> last = new HashMap<>();

    NameEdit(NameTable<V> base) {
        this.base = base;
    }

    /** What a name stands for, after the steps so far. */
    public @Nullable V find(int owner, Key key) {
        NameTable.Step<V> step = last.get(new Name(owner, base.canonical(key)));
        return step != null ? step.value() : base.find(owner, key);
    }

    /** Lets a name stand for a value, whatever it stood for before. */
    public void put(int owner, Key key, V value) {
        step(owner, key, value);
    }

    /** Removes a name, if there is such a one. */
    public void remove(int owner, Key key) {
        step(owner, key, null);
    }

    List<NameTable.Step<V>> steps() {
        return steps;
    }

    @SuppressWarnings(
            "ReferenceEquality") // an equal value that is another object is put in its place, for all names alike
    private void step(int owner, Key key, @Nullable V value) {
        if (find(owner, key) != value) {
            NameTable.Step<V> step = new NameTable.Step<>(owner, key, value);
            steps.add(step);
            last.put(new Name(owner, base.canonical(key)), step);
        }
    }
}
