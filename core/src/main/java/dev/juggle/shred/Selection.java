// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.json.Tape;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Follows `--path` from a value: keys in objects (the last of several with that name), indexes from 0 in arrays. */
public final class Selection {
    /** What {@link #find} gives when the path leads nowhere. */
    public static final int ABSENT = -1;

    private Selection() {}

    /** The tape index of what the steps lead to from the value at {@code i}, or {@link #ABSENT}. */
    public static int find(Tape tape, int i, List<String> steps) {
        int at = i;
        for (String step : steps) {
            at = switch (tape.type(at)) {
                case Tape.OBJECT -> member(tape, at, step.getBytes(StandardCharsets.UTF_8));
                case Tape.ARRAY -> element(tape, at, step);
                default -> ABSENT;
            };
            if (at == ABSENT) {
                return ABSENT;
            }
        }
        return at;
    }

    private static int member(Tape tape, int object, byte[] key) {
        int found = ABSENT;
        int p = object + 2;
        for (int m = tape.count(object); m > 0; m--) {
            if (tape.type(p) == Tape.STRING
                    && tape.length(p) == key.length
                    && Arrays.equals(Mem.bytes(tape.address(p), key.length), key)) {
                found = p + 1;
            }
            p = tape.next(p + 1);
        }
        return found;
    }

    private static int element(Tape tape, int array, String step) {
        if (!step.matches("0|[1-9][0-9]{0,8}")) {
            return ABSENT;
        }
        int index = Integer.parseInt(step);
        if (index >= tape.count(array)) {
            return ABSENT;
        }
        int p = array + 2;
        for (int k = 0; k < index; k++) {
            p = tape.next(p);
        }
        return p;
    }
}
