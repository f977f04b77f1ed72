// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/*
 * Objects are compared member by member in step. Where a name is given twice, the value of its last occurrence
 * counts, at the place of its first: so a difference in a value is none if the name comes again in its object, and
 * only objects whose lists of names differ are put in order first. Each pair of values is looked at once, whatever
 * is nested in what.
 */
/**
 * Compares two parsed values as JSON values, members in order, and finds the first difference.
 *
 * <p>Equal are: strings with the same characters, however escaped; integers with the same digits; other numbers that are the
 * same double, bit for bit, or, beyond doubles, have the same spelling. 1 and 1.0 differ, as 0 and -0 do.
 *
 * <p>Reusable; one thread at a time. Recursive: as deep as the values, which {@link Limits} bounds.
 */
public final class TapeDiff {
    private static final int BRIEF = 40;
    private static final String NOTHING = "nothing";

    /**
     * Where two values differ first, in the order of the left document.
     *
     * @param path JSONPath (RFC 9535) of the place, from {@code $}
     * @param left what the left document has there, shortened; "nothing" if it has nothing there
     * @param right what the right document has there
     */
    public record Difference(String path, String left, String right) {
        /** The difference in one line: {@code path: left | right}. */
        public String describe() {
            return path + ": " + left + " | " + right;
        }
    }

    private final List<String> steps = new ArrayList<>();
    private String leftBrief = NOTHING;
    private String rightBrief = NOTHING;

    /** A comparison, to be used any number of times. */
    public TapeDiff() {}

    /** The first difference between the values at {@code i} of {@code left} and at {@code j} of {@code right}; null if they are equal. */
    public @Nullable Difference first(Tape left, int i, Tape right, int j) {
        steps.clear();
        if (equal(left, i, right, j)) {
            return null;
        }
        return new Difference("$" + String.join("", steps.reversed()), leftBrief, rightBrief);
    }

    private boolean equal(Tape left, int i, Tape right, int j) {
        int type = left.type(i);
        if (type != right.type(j)) {
            return differ(Spelling.brief(left, i, BRIEF), Spelling.brief(right, j, BRIEF));
        }
        return switch (type) {
            case Tape.ARRAY -> elementsEqual(left, i, right, j);
            case Tape.OBJECT -> membersEqual(left, i, right, j);
            default ->
                scalarsEqual(left, i, right, j, type)
                        || differ(Spelling.brief(left, i, BRIEF), Spelling.brief(right, j, BRIEF));
        };
    }

    private static boolean scalarsEqual(Tape left, int i, Tape right, int j, int type) {
        return switch (type) {
            case Tape.INTEGER, Tape.REAL -> left.word(i + 1) == right.word(j + 1);
            case Tape.STRING, Tape.BIG_INTEGER, Tape.BIG_REAL -> sameBytes(left, i, right, j);
            case Tape.ESCAPED_STRING ->
                sameBytes(left, i, right, j) || Spelling.decoded(left, i).equals(Spelling.decoded(right, j));
            default -> true;
        };
    }

    private static boolean sameBytes(Tape left, int i, Tape right, int j) {
        int length = left.length(i);
        return length == right.length(j) && Mem.equal(left.address(i), right.address(j), length);
    }

    private boolean elementsEqual(Tape left, int i, Tape right, int j) {
        int common = Math.min(left.count(i), right.count(j));
        int a = left.firstChild(i);
        int b = right.firstChild(j);
        for (int n = 0; n < common; n++) {
            if (!equal(left, a, right, b)) {
                return within("[" + n + "]");
            }
            a = left.next(a);
            b = right.next(b);
        }
        if (left.count(i) == right.count(j)) {
            return true;
        }
        boolean more = left.count(i) > common;
        differ(more ? Spelling.brief(left, a, BRIEF) : NOTHING, more ? NOTHING : Spelling.brief(right, b, BRIEF));
        return within("[" + common + "]");
    }

    private boolean membersEqual(Tape left, int i, Tape right, int j) {
        if (!sameNames(left, i, right, j)) {
            return orderedEqual(left, i, right, j);
        }
        int a = left.firstChild(i);
        int b = right.firstChild(j);
        int end = left.next(i);
        while (a < end) {
            int value = a + 1;
            if (!equal(left, value, right, b + 1)) {
                if (!comesAgain(left, a, end)) {
                    return within(Spelling.step(Spelling.decoded(left, a)));
                }
                steps.clear();
            }
            a = left.next(value);
            b = right.next(b + 1);
        }
        return true;
    }

    private static boolean sameNames(Tape left, int i, Tape right, int j) {
        int count = left.count(i);
        if (count != right.count(j)) {
            return false;
        }
        int a = left.firstChild(i);
        int b = right.firstChild(j);
        for (int n = 0; n < count; n++) {
            if (!namesEqual(left, a, right, b)) {
                return false;
            }
            a = left.next(a + 1);
            b = right.next(b + 1);
        }
        return true;
    }

    private static boolean namesEqual(Tape left, int a, Tape right, int b) {
        return left.type(a) == right.type(b) && scalarsEqual(left, a, right, b, left.type(a));
    }

    /** Whether the name at {@code name} comes again before word {@code end}, in the same object. */
    static boolean comesAgain(Tape tape, int name, int end) {
        for (int k = tape.next(name + 1); k < end; k = tape.next(k + 1)) {
            if (namesEqual(tape, name, tape, k)) {
                return true;
            }
        }
        return false;
    }

    /** Compares objects whose lists of names differ: they are equal only if names that come again make the difference. */
    private boolean orderedEqual(Tape left, int i, Tape right, int j) {
        var lefts = List.copyOf(members(left, i).entrySet());
        var rights = List.copyOf(members(right, j).entrySet());
        int common = Math.min(lefts.size(), rights.size());
        for (int n = 0; n < common; n++) {
            String name = lefts.get(n).getKey();
            String other = rights.get(n).getKey();
            if (!name.equals(other)) {
                return nameDiffers(left, lefts, right, rights, n);
            }
            if (!equal(left, lefts.get(n).getValue(), right, rights.get(n).getValue())) {
                return within(Spelling.step(name));
            }
        }
        return lefts.size() == rights.size() || nameDiffers(left, lefts, right, rights, common);
    }

    /** Says how the members from place {@code n} on differ: one is missing, or they come in another order. */
    private boolean nameDiffers(
            Tape left,
            List<Map.Entry<String, Integer>> lefts,
            Tape right,
            List<Map.Entry<String, Integer>> rights,
            int n) {
        if (n < lefts.size()
                && rights.stream().noneMatch(e -> e.getKey().equals(lefts.get(n).getKey()))) {
            differ(Spelling.brief(left, lefts.get(n).getValue(), BRIEF), NOTHING);
            return within(Spelling.step(lefts.get(n).getKey()));
        }
        if (n < rights.size()
                && lefts.stream().noneMatch(e -> e.getKey().equals(rights.get(n).getKey()))) {
            differ(NOTHING, Spelling.brief(right, rights.get(n).getValue(), BRIEF));
            return within(Spelling.step(rights.get(n).getKey()));
        }
        String place = " as member " + (n + 1);
        return differ(
                '"' + Spelling.escaped(lefts.get(n).getKey(), '"') + '"' + place,
                '"' + Spelling.escaped(rights.get(n).getKey(), '"') + '"' + place);
    }

    /** Each name once, in order of the first occurrences, with the index of its last value. */
    private static Map<String, Integer> members(Tape tape, int i) {
        Map<String, Integer> members = new LinkedHashMap<>();
        int end = tape.next(i);
        for (int k = tape.firstChild(i); k < end; k = tape.next(k + 1)) {
            members.put(Spelling.decoded(tape, k), k + 1);
        }
        return members;
    }

    private boolean differ(String left, String right) {
        leftBrief = left;
        rightBrief = right;
        return false;
    }

    private boolean within(String step) {
        steps.add(step);
        return false;
    }
}
