// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.catalog.Key;
import dev.juggle.json.Tape;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a row's `_extra` is written: the row's own object, pruned to the members that found no column. The texts between the
 * values are fixed by the structure, so they are made once: {@code {"a":}, {@code ,"b":{"c":}, …, {@code }}}.
 */
final class ExtraPlan {
    /** One step through the pruned object, in document order. */
    record Step(@Nullable Key key, int leaf) {
        private static final int OPEN = -1;
        static final Step CLOSE = new Step(null, -2);

        static Step value(Key key, int leaf) {
            return new Step(key, leaf);
        }

        static Step open(Key key) {
            return new Step(key, OPEN);
        }
    }

    /** The index of the column `_extra`. */
    final int column;

    private final byte[][] before;
    private final int[] leaf;
    private final byte[] after;

    ExtraPlan(int column, List<Step> steps) {
        this.column = column;
        int values = (int) steps.stream().filter(step -> step.leaf() >= 0).count();
        this.before = new byte[values][];
        this.leaf = new int[values];
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.write('{');
        boolean first = true;
        int n = 0;
        for (Step step : steps) {
            Key key = step.key();
            if (key == null) {
                text.write('}');
                first = false;
                continue;
            }
            if (!first) {
                text.write(',');
            }
            text.writeBytes(spelled(key));
            text.write(':');
            first = step.leaf() < 0;
            if (first) {
                text.write('{');
            } else {
                before[n] = text.toByteArray();
                leaf[n++] = step.leaf();
                text.reset();
            }
        }
        text.write('}');
        this.after = text.toByteArray();
    }

    private static byte[] spelled(Key key) {
        if (key.escaped()) {
            return ("\"" + key.text() + "\"").getBytes(StandardCharsets.UTF_8);
        }
        StringBuilder out = new StringBuilder("\"");
        String text = key.text();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** One of its leaves; there is at least one. */
    int anyLeaf() {
        return leaf[0];
    }

    /** How many bytes the text takes for these leaves. */
    long byteLength(Tape tape, int[] leaves) {
        long length = after.length;
        for (int k = 0; k < leaf.length; k++) {
            length += before[k].length + JsonText.byteLength(tape, leaves[leaf[k]]);
        }
        return length;
    }

    /** Writes the text and gives the address behind it. */
    long put(long address, Tape tape, int[] leaves) {
        long at = address;
        for (int k = 0; k < leaf.length; k++) {
            Mem.copyIn(before[k], 0, at, before[k].length);
            at = JsonText.put(at + before[k].length, tape, leaves[leaf[k]]);
        }
        Mem.copyIn(after, 0, at, after.length);
        return at + after.length;
    }
}
