// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

/** Strings and numbers on a tape as text, off the hot path: for comparing, counting and messages. */
final class Spelling {
    private Spelling() {}

    /** The characters of the STRING or ESCAPED_STRING at {@code i}, lone surrogates as such. */
    static String decoded(Tape tape, int i) {
        String text = tape.text(i);
        return tape.type(i) == Tape.ESCAPED_STRING ? unescaped(text) : text;
    }

    private static String unescaped(String spelling) {
        StringBuilder out = new StringBuilder(spelling.length());
        int i = 0;
        while (i < spelling.length()) {
            char c = spelling.charAt(i++);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escape = spelling.charAt(i++);
            if (escape == 'u') {
                out.append((char) Integer.parseInt(spelling, i, i + 4, 16));
                i += 4;
            } else {
                int control = "bfnrt".indexOf(escape);
                out.append(control < 0 ? escape : "\b\f\n\r\t".charAt(control));
            }
        }
        return out.toString();
    }

    /** The step of a JSONPath (RFC 9535) to the member {@code name}: {@code .name}, or {@code ['…']} if it is not plain. */
    static String step(String name) {
        boolean plain = !name.isEmpty() && !Character.isDigit(name.charAt(0));
        for (int i = 0; i < name.length() && plain; i++) {
            char c = name.charAt(i);
            plain = c == '_' || (c < 0x80 && Character.isLetterOrDigit(c));
        }
        return plain ? '.' + name : "['" + escaped(name, '\'') + "']";
    }

    /** A text with {@code quote}, backslashes, control characters and lone surrogates escaped. */
    static String escaped(String text, char quote) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        text.codePoints().forEach(c -> {
            int control = "\b\f\n\r\t".indexOf(c);
            if (c == quote || c == '\\') {
                out.append('\\').append((char) c);
            } else if (control >= 0) {
                out.append('\\').append("bfnrt".charAt(control));
            } else if (c < ' ' || c >>> 11 == Scan.SURROGATES) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /** A value in at most about {@code most} characters: scalars as JSON, shortened; containers by what they hold. */
    static String brief(Tape tape, int i, int most) {
        return switch (tape.type(i)) {
            case Tape.STRING, Tape.ESCAPED_STRING -> {
                String text = escaped(decoded(tape, i), '"');
                boolean whole = text.length() <= most;
                yield '"' + (whole ? text : text.substring(0, most) + "…") + '"';
            }
            case Tape.OBJECT -> "an object of " + counted(tape.count(i), "member");
            case Tape.ARRAY, Tape.EMPTY_ARRAY -> "an array of " + counted(tape.count(i), "element");
            case Tape.NULL, Tape.TRUE, Tape.FALSE -> Tape.typeName(tape.type(i));
            default -> {
                String text = tape.text(i);
                yield text.length() <= most ? text : text.substring(0, most) + "…";
            }
        };
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
