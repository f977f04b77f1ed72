// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.arena.Mem;
import dev.juggle.json.Tape;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares two JSON values: members in order, integers by their digits, other numbers as doubles, strings by what
 * they say. Of several members with one name the first one's place and the last one's value count, as everywhere in Juggle.
 *
 * <p>On the way it counts what a copy that is equal by value does not hold of the source ({@link #longNumbers}, {@link #droppedMembers}).
 * Recursion is as deep as the values are, which the parser limits.
 */
final class ValueDiff {
    /** Digits that a double, printed and read again, keeps at most. */
    private static final int MAX_DIGITS = 17;

    private static final int SHOWN_CHARS = 60;

    private final Tape source;
    private final Tape copy;
    private long longNumbers;
    private long droppedMembers;

    /**
     * The first difference.
     *
     * @param path JSONPath from the value compared, without the {@code $}
     * @param source what the source has there, as JSON text, cut if it is long
     * @param copy what the copy has there
     */
    record Difference(String path, String source, String copy) {
        Difference below(String step) {
            return new Difference(step + path, source, copy);
        }
    }

    ValueDiff(Tape source, Tape copy) {
        this.source = source;
        this.copy = copy;
    }

    /** How many numbers of the sources seen so far have more digits than a double holds, or are too small for one. */
    long longNumbers() {
        return longNumbers;
    }

    /** How many members of the sources seen so far gave way to a later one with the same name. */
    long droppedMembers() {
        return droppedMembers;
    }

    /** The first difference between the source's value at {@code i} and the copy's at {@code j}; null if there is none. */
    @Nullable
    Difference compare(int i, int j) {
        int type = source.type(i);
        if (type == Tape.REAL || type == Tape.NEGATIVE_ZERO_REAL) {
            longNumbers += isHeld(source, i) ? 0 : 1;
        }
        if (type != copy.type(j)) {
            return different(i, j);
        }
        return switch (type) {
            case Tape.OBJECT -> objects(i, j);
            case Tape.ARRAY -> arrays(i, j);
            case Tape.INTEGER -> source.longValue(i) == copy.longValue(j) ? null : different(i, j);
            case Tape.REAL ->
                Double.doubleToRawLongBits(source.doubleValue(i)) == Double.doubleToRawLongBits(copy.doubleValue(j))
                        ? null
                        : different(i, j);
            case Tape.STRING, Tape.ESCAPED_STRING, Tape.BIG_INTEGER, Tape.BIG_REAL ->
                sameText(i, j) ? null : different(i, j);
            default -> null;
        };
    }

    private @Nullable Difference arrays(int i, int j) {
        int elements = source.count(i);
        int p = i + 2;
        int q = j + 2;
        for (int k = 0; k < elements; k++) {
            if (k == copy.count(j)) {
                return new Difference("[" + k + "]", shown(source, p), "nothing");
            }
            Difference difference = compare(p, q);
            if (difference != null) {
                return difference.below("[" + k + "]");
            }
            p = source.next(p);
            q = copy.next(q);
        }
        return copy.count(j) == elements ? null : new Difference("[" + elements + "]", "nothing", shown(copy, q));
    }

    private @Nullable Difference objects(int i, int j) {
        if (source.count(i) != copy.count(j)) {
            return objectsByName(i, j);
        }
        int p = i + 2;
        int q = j + 2;
        for (int k = source.count(i); k > 0; k--) {
            if (!sameText(p, q)) {
                return objectsByName(i, j);
            }
            Difference difference = compare(p + 1, q + 1);
            if (difference != null) {
                return difference.below(step(source, p));
            }
            p = source.next(p + 1);
            q = copy.next(q + 1);
        }
        return null;
    }

    /** The slow way, for objects that differ or have a name twice. */
    private @Nullable Difference objectsByName(int i, int j) {
        Map<String, int[]> members = new LinkedHashMap<>();
        int p = i + 2;
        for (int k = source.count(i); k > 0; k--) {
            members.computeIfAbsent(name(source, p), _ -> new int[] {0, 0})[1] = p;
            p = source.next(p + 1);
        }
        int q = j + 2;
        int left = copy.count(j);
        for (Map.Entry<String, int[]> member : members.entrySet()) {
            int at = member.getValue()[1];
            if (left-- == 0 || !member.getKey().equals(name(copy, q))) {
                String found = left < 0 ? "nothing" : "member " + shown(copy, q) + " in its place";
                return new Difference(step(source, at), shown(source, at + 1), found);
            }
            Difference difference = compare(at + 1, q + 1);
            if (difference != null) {
                return difference.below(step(source, at));
            }
            q = copy.next(q + 1);
        }
        if (left > 0) {
            return new Difference(step(copy, q), "nothing", shown(copy, q + 1));
        }
        droppedMembers += source.count(i) - members.size();
        return null;
    }

    private boolean sameText(int i, int j) {
        int length = source.length(i);
        if (source.type(i) != copy.type(j)) {
            return false;
        }
        boolean sameBytes = length == copy.length(j) && Mem.equal(source.address(i), copy.address(j), length);
        return sameBytes
                || (source.type(i) == Tape.ESCAPED_STRING && name(source, i).equals(name(copy, j)));
    }

    /** A string's characters; an escaped one's are decoded, lone surrogates and all. */
    private static String name(Tape tape, int i) {
        String text = tape.text(i);
        return tape.type(i) == Tape.ESCAPED_STRING ? decoded(text) : text;
    }

    private static String decoded(String spelling) {
        StringBuilder out = new StringBuilder(spelling.length());
        for (int i = 0; i < spelling.length(); i++) {
            char c = spelling.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = spelling.charAt(++i);
            if (escaped == 'u') {
                out.append((char) Integer.parseInt(spelling.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                int at = "btnfr".indexOf(escaped);
                out.append(at < 0 ? escaped : "\b\t\n\f\r".charAt(at));
            }
        }
        return out.toString();
    }

    private Difference different(int i, int j) {
        return new Difference("", shown(source, i), shown(copy, j));
    }

    private static String step(Tape tape, int key) {
        String name = name(tape, key);
        return name.matches("[A-Za-z_][A-Za-z0-9_]*")
                ? "." + name
                : "['" + escape(name).replace("'", "\\'") + "']";
    }

    /** A value as JSON text, as its source spells it, cut if it is long. */
    private static String shown(Tape tape, int i) {
        return switch (tape.type(i)) {
            case Tape.NULL -> "null";
            case Tape.FALSE -> "false";
            case Tape.TRUE -> "true";
            case Tape.NEGATIVE_ZERO_INTEGER -> "-0";
            case Tape.NEGATIVE_ZERO_REAL -> "-0.0";
            case Tape.STRING -> '"' + cut(escape(tape.text(i)).replace("\"", "\\\"")) + '"';
            case Tape.ESCAPED_STRING -> '"' + cut(tape.text(i)) + '"';
            case Tape.OBJECT, Tape.ARRAY, Tape.EMPTY_ARRAY -> {
                int length = (int) Math.min(4L * SHOWN_CHARS, tape.endAddress(i) - tape.startAddress(i));
                String text = new String(Mem.bytes(tape.startAddress(i), length), StandardCharsets.UTF_8);
                yield cut(text.replaceAll("\\s+", " "));
            }
            default -> cut(tape.text(i));
        };
    }

    private static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                out.append("\\\\");
            } else if (c < 0x20 || c == 0x7F || (Character.isSurrogate(c) && !isPaired(text, i))) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static boolean isPaired(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= SHOWN_CHARS
                ? text
                : text.substring(0, text.offsetByCodePoints(0, SHOWN_CHARS)) + "…";
    }

    /** Whether a double holds a number as it is spelled: at most 17 significant digits, and not too small. */
    private static boolean isHeld(Tape tape, int i) {
        int length = tape.length(i);
        long address = tape.address(i);
        int digits = 0;
        int zeros = 0;
        for (int k = 0; k < length; k++) {
            byte b = Mem.getByte(address + k);
            if (b == 'e' || b == 'E') {
                break;
            }
            if (b == '0' && digits > 0) {
                zeros++;
            } else if (b > '0' && b <= '9') {
                digits += zeros + 1;
                zeros = 0;
            }
        }
        boolean isZero = tape.type(i) == Tape.NEGATIVE_ZERO_REAL || tape.doubleValue(i) == 0;
        return digits <= MAX_DIGITS && (digits == 0 || !isZero);
    }
}
