// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import com.alibaba.fastjson2.JSON;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.JsonParser;
import dev.juggle.json.Limits;
import dev.juggle.json.Tape;
import java.util.Arrays;
import org.simdjson.SimdJsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The JSON parsers that are compared, each from UTF-8 bytes to all values, numbers converted; for one thread. */
public enum JsonParsers {
    /** Ours: the tape, in the arena that the text lies in. */
    JUGGLE {
        @Override
        Run of(byte[] text) {
            return new Juggle(text);
        }
    },
    /** simdjson-java: its tape, numbers converted. It wants room behind the text, or copies it. */
    SIMDJSON {
        @Override
        Run of(byte[] text) {
            byte[] padded = Arrays.copyOf(text, text.length + 64);
            SimdJsonParser parser = new SimdJsonParser(text.length + 64, 1024);
            return () -> parser.parse(padded, text.length).hashCode();
        }
    },
    /** Jackson's tokens, and of each its value: names and texts as strings, numbers converted. */
    JACKSON {
        @Override
        Run of(byte[] text) {
            JsonFactory factory = new JsonFactory();
            return () -> readAll(factory, text);
        }
    },
    /** fastjson2's tree of objects. */
    FASTJSON2 {
        @Override
        Run of(byte[] text) {
            return () -> System.identityHashCode(JSON.parse(text));
        }
    };

    /** A parser with its text at hand. */
    interface Run {
        /** Parses the text; what comes back keeps the work from being optimised away. */
        long parse();
    }

    /** Makes the parser ready for a text. */
    abstract Run of(byte[] text);

    private static final class Juggle implements Run {
        private final BumpArena arena;
        private final long start;
        private final long end;
        private final long mark;
        private final JsonParser parser = new JsonParser(Limits.DEFAULT);
        private final Tape tape = new Tape();

        Juggle(byte[] text) {
            arena = new BumpArena(text.length * 9L + 4096);
            start = arena.allocate(text.length + 1);
            end = start + text.length;
            Mem.copyIn(text, 0, start, text.length);
            mark = arena.mark();
        }

        @Override
        public long parse() {
            arena.rollback(mark);
            if (!parser.parse(arena, start, end, tape)) {
                throw new IllegalStateException(parser.problem() + " at " + (parser.problemAddress() - start));
            }
            return tape.wordCount();
        }
    }

    private static long readAll(JsonFactory factory, byte[] text) {
        long sum = 0;
        try (var parser = factory.createParser(ObjectReadContext.empty(), text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                sum += switch (token) {
                    case PROPERTY_NAME -> parser.currentName().length();
                    case VALUE_STRING -> parser.getString().length();
                    case VALUE_NUMBER_INT ->
                        parser.getNumberType() == NumberType.BIG_INTEGER
                                ? parser.getBigIntegerValue().signum()
                                : parser.getLongValue();
                    case VALUE_NUMBER_FLOAT -> Double.doubleToRawLongBits(parser.getDoubleValue());
                    default -> 1;
                };
            }
        }
        return sum;
    }
}
