// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Says in words what was wrong with a text: what should have stood at a place, and what stands there. */
final class Wording {
    /** Longest piece of the text that a message quotes. */
    static final int MAX_FOUND_BYTES = 40;

    private static final Set<String> NO_NUMBERS =
            Set.of("NaN", "-NaN", "Infinity", "-Infinity", "+Infinity", "inf", "-inf");
    private static final Set<String> OTHER_LITERALS =
            Set.of("True", "False", "None", "TRUE", "FALSE", "NULL", "Null", "nil", "undefined");

    private final Limits limits;

    /** Words for a text that was held to {@code limits}. */
    Wording(Limits limits) {
        this.limits = limits;
    }

    /**
     * One sentence without place: {@code expected …, found …}.
     *
     * @param problem what was wrong
     * @param address absolute address of the byte that was wrong
     * @param end absolute address behind the text
     * @param endName what to call the end, where that was found
     */
    String message(Problem problem, long address, long end, String endName) {
        String found = found(address, end);
        String quoted = address >= end ? endName : quoted(found, address, end);
        return "expected " + expected(problem, found, address, end) + ", found " + quoted + hint(problem, found);
    }

    private String expected(Problem problem, String found, long address, long end) {
        return switch (problem) {
            case DEPTH -> "at most " + limits.maxDepth() + " levels of nesting";
            case STRING_LENGTH -> "at most " + limits.maxStringBytes() + " bytes of string or number";
            case NAME_LENGTH -> "at most " + limits.maxNameBytes() + " bytes of member name";
            case CHILD_COUNT -> "at most " + limits.maxChildren() + " members or elements";
            case DOCUMENT_LENGTH -> "at most " + limits.maxDocumentBytes() + " bytes of document";
            case NUMBER -> NO_NUMBERS.contains(found) ? "a value" : number(address, end);
            case STRING_CHARACTER ->
                address < end && Mem.getByte(address) != '\n'
                        ? "an escape instead of a control character in a string"
                        : problem.expected();
            default -> problem.expected();
        };
    }

    /** What exactly is missing in the number at {@code p}. */
    private static String number(long p, long end) {
        long q = Mem.getByte(p) == '-' ? p + 1 : p;
        long whole = digits(q, end);
        if (whole == q) {
            return "a number with a digit after '-'";
        }
        if (Mem.getByte(q) == '0' && whole > q + 1) {
            return "a number without leading zeros";
        }
        if (whole < end && Mem.getByte(whole) == '.' && digits(whole + 1, end) == whole + 1) {
            return "a number with a digit after '.'";
        }
        return "a number with a digit in its exponent";
    }

    private static long digits(long p, long end) {
        while (p < end && Mem.getByte(p) >= '0' && Mem.getByte(p) <= '9') {
            p++;
        }
        return p;
    }

    /** What a person who wrote this probably wants to know; empty or in brackets. */
    private static String hint(Problem problem, String found) {
        boolean value = problem == Problem.VALUE || problem == Problem.ELEMENT_OR_END || problem == Problem.NUMBER;
        if (value && NO_NUMBERS.contains(found)) {
            return " (JSON has no such number)";
        }
        if (value && OTHER_LITERALS.contains(found)) {
            return " (JSON's literals are true, false and null)";
        }
        if (value && (found.equals("]") || found.equals("}"))) {
            return " (no comma may stand before it)";
        }
        if (problem == Problem.NAME && found.equals("}")) {
            return " (no comma may stand before it)";
        }
        if (found.equals("//") || found.equals("/*")) {
            return " (JSON has no comments)";
        }
        if ((value || isName(problem)) && found.equals("'")) {
            return " (strings stand in double quotes)";
        }
        if (isName(problem) && !found.isEmpty() && Character.isLetterOrDigit(found.charAt(0))) {
            return " (names stand in double quotes)";
        }
        if (value && (found.startsWith("+") || found.startsWith("."))) {
            return " (a number begins with a digit or '-')";
        }
        return "";
    }

    private static boolean isName(Problem problem) {
        return problem == Problem.NAME || problem == Problem.NAME_OR_END;
    }

    /** The word, number, comment sign, escape or character at {@code p}; "" at the end. */
    private static String found(long p, long end) {
        int most = (int) Math.min(end - p, MAX_FOUND_BYTES);
        if (most <= 0) {
            return "";
        }
        int length = 0;
        while (length < most && isWordByte(Mem.getByte(p + length))) {
            length++;
        }
        byte c = Mem.getByte(p);
        if (length == 0) {
            boolean comment = c == '/' && most > 1 && (Mem.getByte(p + 1) == '/' || Mem.getByte(p + 1) == '*');
            boolean escape = c == '\\' && most > 1 && Mem.getByte(p + 1) > ' ';
            length = comment || escape ? 2 : Math.max(1, multiByte(p, end));
        }
        return new String(Mem.bytes(p, length), StandardCharsets.UTF_8);
    }

    /** The length of the valid sequence of two to four bytes at {@code p}, or 0. */
    private static int multiByte(long p, long end) {
        long next = Utf8.skipOne(p);
        return next <= end ? (int) (next - p) : 0;
    }

    private static boolean isWordByte(byte c) {
        return (c >= '0' && c <= '9')
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '_'
                || c == '.'
                || c == '+'
                || c == '-';
    }

    private static String quoted(String found, long p, long end) {
        byte c = Mem.getByte(p);
        if (c < 0 && multiByte(p, end) == 0) {
            return String.format("byte 0x%02X", c & 0xFF);
        }
        if (c == '\n' || c == '\r') {
            return "the end of the line";
        }
        if (c == '\t') {
            return "a tab";
        }
        if ((c >= 0 && c < ' ') || c == 0x7F) {
            return String.format("'\\u%04x'", (int) c);
        }
        return "'" + found + "'";
    }
}
