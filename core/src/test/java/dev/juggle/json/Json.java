// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Short ways for tests to parse something and to write down what a tape holds. */
final class Json {
    private Json() {}

    /** The bytes that a text stands for, each character one byte: so that tests can spell invalid UTF-8. */
    static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The text that {@link #latin(String)} would turn into these bytes. */
    static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The values of a document, one behind the other, a space between. */
    static String dump(ParsedDocument document) {
        StringBuilder out = new StringBuilder();
        Tape tape = document.tape();
        for (int i = 0; i < tape.wordCount(); i = tape.next(i)) {
            out.append(i == 0 ? "" : " ");
            dump(tape, i, out);
        }
        return out.toString();
    }

    /** The elements of a document that is one array, a space between. */
    static String elements(ParsedDocument document) {
        StringBuilder out = new StringBuilder();
        Tape tape = document.tape();
        int end = tape.type(0) == Tape.ARRAY ? tape.next(0) : 0;
        for (int i = 2; i < end; i = tape.next(i)) {
            out.append(i == 2 ? "" : " ");
            dump(tape, i, out);
        }
        return out.toString();
    }

    /** What was set aside of a document: place, message and, on demand, the bytes. */
    static String asides(ParsedDocument document, boolean withBytes) {
        StringBuilder out = new StringBuilder();
        for (SetAside s : document.setAside(Long.MAX_VALUE)) {
            out.append(s.ordinal()).append('@').append(s.describe());
            if (withBytes) {
                out.append(latin(Mem.bytes(s.start(), (int) (s.end() - s.start()))));
            }
            out.append('\n');
        }
        return out.toString();
    }

    /** What {@link #parsed} leaves behind for a look. */
    record Parsed(BumpArena arena, ParsedDocument document) implements AutoCloseable {
        /** The values, one behind the other, a space between. */
        String values() {
            StringBuilder out = new StringBuilder();
            Tape tape = document.tape();
            int i = 0;
            for (long n = 0; n < document.valueCount(); n++, i = tape.next(i)) {
                out.append(n == 0 ? "" : " ");
                dump(tape, i, out);
            }
            if (i != tape.wordCount()) {
                throw new AssertionError("the values end at word " + i + " of " + tape.wordCount());
            }
            return out.toString();
        }

        List<SetAside> setAside() {
            return document.setAside(Long.MAX_VALUE);
        }

        /** The set-aside stretches as {@code ordinal@line:column[bytes]}, a space between. */
        String aside() {
            StringBuilder out = new StringBuilder();
            for (SetAside s : setAside()) {
                String text = new String(Mem.bytes(s.start(), (int) (s.end() - s.start())), StandardCharsets.UTF_8);
                out.append(out.isEmpty() ? "" : " ")
                        .append(s.ordinal() + "@" + s.line() + ":" + s.column() + "[" + text + "]");
            }
            return out.toString();
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    static Parsed parsed(String text) {
        return parsed(utf8(text), Limits.DEFAULT);
    }

    static Parsed parsed(byte[] bytes, Limits limits) {
        BumpArena arena = new BumpArena(bytes.length * 24L + 4096);
        long start = arena.allocate(bytes.length);
        Mem.copyIn(bytes, 0, start, bytes.length);
        ParsedDocument document = new ParsedDocument(limits);
        new DocumentParser(limits).parse(arena, start, start + bytes.length, document);
        byte[] after = Mem.bytes(start, bytes.length);
        if (!java.util.Arrays.equals(bytes, after)) {
            throw new AssertionError("the text was changed");
        }
        return new Parsed(arena, document);
    }

    /**
     * Writes down a value with its types: integers plain, reals with their bits' shortest decimal, what is kept as a
     * spelling in angle brackets, strings in quotes with only control characters, quotes and backslashes escaped.
     */
    static void dump(Tape tape, int i, StringBuilder out) {
        switch (tape.type(i)) {
            case Tape.NULL -> out.append("null");
            case Tape.FALSE -> out.append("false");
            case Tape.TRUE -> out.append("true");
            case Tape.INTEGER -> out.append(tape.longValue(i));
            case Tape.REAL -> out.append(tape.doubleValue(i));
            case Tape.NEGATIVE_ZERO_INTEGER -> out.append("<-0>");
            case Tape.NEGATIVE_ZERO_REAL -> out.append("<-0.0>");
            case Tape.BIG_INTEGER, Tape.BIG_REAL, Tape.ESCAPED_STRING ->
                out.append('<').append(tape.text(i)).append('>');
            case Tape.STRING -> quote(tape.text(i), out);
            case Tape.EMPTY_ARRAY -> {
                check(tape.count(i) == 0 && tape.next(i) == tape.firstChild(i), "an empty array with children");
                out.append("[]");
            }
            default -> children(tape, i, out);
        }
    }

    private static void children(Tape tape, int i, StringBuilder out) {
        boolean object = tape.type(i) == Tape.OBJECT;
        check(Mem.getByte(tape.startAddress(i)) == (object ? '{' : '['), "where a container begins");
        check(object || tape.count(i) > 0, "an ARRAY without elements");
        out.append(object ? '{' : '[');
        int child = tape.firstChild(i);
        for (int n = 0; n < tape.count(i); n++) {
            out.append(n == 0 ? "" : ",");
            if (object) {
                dump(tape, child, out);
                out.append(':');
                child = tape.next(child);
            }
            dump(tape, child, out);
            child = tape.next(child);
        }
        check(child == tape.next(i), "the children end elsewhere than their container");
        out.append(object ? '}' : ']');
    }

    static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new AssertionError(what);
        }
    }
}
