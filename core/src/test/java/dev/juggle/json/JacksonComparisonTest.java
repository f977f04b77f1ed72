// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.testing.Fuzz;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Random texts, right and damaged, against Jackson: the same verdict and the same values. */
class JacksonComparisonTest {
    private static final JsonFactory JACKSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(2000)
                    .maxNumberLength(1_000_000)
                    .build())
            .build();

    /** The values as Jackson sees them, "wrong" if it rejects the text. */
    private static String byJackson(byte[] bytes) {
        try {
            // Jackson lets some invalid UTF-8 pass
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException notUtf8) {
            return "wrong";
        }
        if (Json.latin(bytes).indexOf(0) >= 0) {
            // a raw NUL stands nowhere in JSON, but Jackson takes one behind a number
            return "wrong";
        }
        StringBuilder out = new StringBuilder();
        try (var parser = JACKSON.createParser(ObjectReadContext.empty(), bytes)) {
            JsonToken token = parser.nextToken();
            int depth = 0;
            boolean first = true;
            while (token != null) {
                if (depth == 0 && !out.isEmpty()) {
                    return "wrong";
                }
                boolean closing = token == JsonToken.END_ARRAY || token == JsonToken.END_OBJECT;
                boolean afterName = !out.isEmpty() && out.charAt(out.length() - 1) == ':';
                out.append(first || closing || afterName ? "" : ",");
                first = token == JsonToken.START_ARRAY || token == JsonToken.START_OBJECT;
                depth += first ? 1 : closing ? -1 : 0;
                append(parser, token, out);
                token = parser.nextToken();
            }
        } catch (JacksonException wrong) {
            // in a name, and only there, Jackson takes no lone surrogate; RFC 8259 does
            return String.valueOf(wrong.getMessage()).contains("surrogate") ? "don't know" : "wrong";
        }
        return out.isEmpty() ? "wrong" : out.toString();
    }

    private static void append(tools.jackson.core.JsonParser parser, JsonToken token, StringBuilder out) {
        switch (token) {
            case PROPERTY_NAME -> {
                Json.quote(parser.currentName(), out);
                out.append(':');
            }
            case VALUE_STRING -> Json.quote(parser.getString(), out);
            case VALUE_NUMBER_INT -> {
                BigInteger value = parser.getBigIntegerValue();
                boolean big = parser.getNumberType() == NumberType.BIG_INTEGER;
                out.append(parser.getString().equals("-0") ? "<-0>" : big ? "<" + value + ">" : value.toString());
            }
            case VALUE_NUMBER_FLOAT -> {
                double value = Double.parseDouble(parser.getString());
                boolean zero = Double.doubleToRawLongBits(value) == Long.MIN_VALUE;
                out.append(zero ? "<-0.0>" : Double.isInfinite(value) ? "<" + parser.getString() + ">" : value + "");
            }
            default -> out.append(token.asString());
        }
    }

    private static String byUs(byte[] bytes) {
        try (BumpArena arena = new BumpArena(bytes.length * 12L + 4096)) {
            long start = arena.allocate(bytes.length);
            Mem.copyIn(bytes, 0, start, bytes.length);
            Tape tape = new Tape();
            if (!new JsonParser(Limits.DEFAULT).parse(arena, start, start + bytes.length, tape)) {
                return "wrong";
            }
            StringBuilder out = new StringBuilder();
            Json.dump(tape, 0, out);
            return out.toString();
        }
    }

    /** What {@link Json#dump} keeps in its escaped spelling, decoded as Jackson does. */
    private static String decoded(String dump) {
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < dump.length()) {
            boolean spelling =
                    dump.charAt(i) == '<' && dump.charAt(i + 1) != '-' && !Character.isDigit(dump.charAt(i + 1));
            // a string's spelling: one with an odd escape in it, never a number
            int end = dump.indexOf('>', i);
            if (spelling || (dump.charAt(i) == '<' && dump.substring(i, end).contains("\\u"))) {
                Json.quote(unescaped(dump.substring(i + 1, end)), out);
                i = end + 1;
            } else {
                out.append(dump.charAt(i++));
            }
        }
        return out.toString();
    }

    private static String unescaped(String spelling) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < spelling.length(); i++) {
            char c = spelling.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char e = spelling.charAt(++i);
            if (e == 'u') {
                out.append((char) Integer.parseInt(spelling, i + 1, i + 5, 16));
                i += 4;
            } else {
                int known = "bfnrt".indexOf(e);
                out.append(known < 0 ? e : "\b\f\n\r\t".charAt(known));
            }
        }
        return out.toString();
    }

    private static void compare(byte[] bytes) {
        String expected = byJackson(bytes);
        String actual = decoded(byUs(bytes));
        if (!expected.equals(actual) && !expected.equals("don't know")) {
            assertEquals(expected, actual, () -> HexFormat.of().formatHex(bytes) + ' ' + Json.latin(bytes));
        }
    }

    @Test
    void rightTextsHaveTheSameValues() {
        JsonTexts texts = new JsonTexts(Fuzz.random("rightTextsHaveTheSameValues"));
        for (int round = 0; round < Fuzz.rounds(10_000); round++) {
            compare(texts.valid());
        }
    }

    @Test
    void damagedTextsHaveTheSameVerdict() {
        Random random = Fuzz.random("damagedTextsHaveTheSameVerdict");
        JsonTexts texts = new JsonTexts(random);
        for (int round = 0; round < Fuzz.rounds(30_000); round++) {
            compare(texts.damaged(texts.valid()));
        }
    }
}
