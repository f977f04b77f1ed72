// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random documents in random forms go in, in every mode, and come back. The seed is the test's name; one more can be tried
 * with {@code -Djuggle.seed=N}.
 */
class RandomCorpusTest {
    @TempDir
    Path temporary;

    static List<Long> seeds() {
        Long own = Long.getLong("juggle.seed");
        return own != null ? List.of(own) : List.of(1L, 2L, 3L, 4L, 5L, 6L, System.nanoTime());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatGoesInComesBack(long seed) throws IOException, SQLException {
        Writer writer = new Writer(new Random(seed));
        Trap trap = new Trap(temporary);
        for (int i = 0; i < 8; i++) {
            trap.file("f" + i + ".json", writer.document());
        }
        trap.ingest(0);
        trap.comesBackClean();
    }

    /** Writes random documents. Few names, so that structures meet again with other kinds of values. */
    private static final class Writer {
        private static final String[] NAMES = {
            "a", "A", "b", "a_b", "value", "_row", "id", "", "é", "x y", "\\u0000", "\\ud800", "q\\\"", "it's", "_extra"
        };
        private static final String[] STRINGS = {
            "",
            "x",
            "007",
            "1e5",
            "true",
            "null",
            "é😀",
            "\\n\\t",
            "\\u0000",
            "a\\udc00",
            "\\ud83d\\ude00",
            "\\\\u0000",
            "\\\"]}"
        };
        private static final String[] NUMBERS = {
            "0",
            "-0",
            "-0.0",
            "1",
            "1.0",
            "1.5e3",
            "9223372036854775807",
            "-9223372036854775808",
            "9223372036854775808",
            "12345678901234567890123",
            "1e400",
            "-1e400",
            "0.1",
            "5e-324",
            "1.7976931348623157e308",
            "123456.789"
        };

        private final Random random;

        Writer(Random random) {
            this.random = random;
        }

        String document() {
            StringBuilder out = new StringBuilder();
            switch (random.nextInt(5)) {
                case 0 -> value(out, 0);
                case 1 -> array(out, 1, random.nextInt(40));
                case 2 -> lines(out, "\n");
                case 3 -> lines(out, " ");
                default -> {
                    for (int i = 1 + random.nextInt(5); i > 0; i--) {
                        out.append('\u001e');
                        object(out, 1);
                        out.append('\n');
                    }
                }
            }
            return out.toString();
        }

        private void lines(StringBuilder out, String end) {
            for (int i = random.nextInt(60); i > 0; i--) {
                value(out, 1);
                out.append(end);
            }
        }

        private void value(StringBuilder out, int depth) {
            switch (random.nextInt(depth > 5 ? 6 : 12)) {
                case 0 -> out.append("null");
                case 1 -> out.append(random.nextBoolean());
                case 2, 3 -> out.append(pick(NUMBERS));
                case 4, 5 -> out.append('"').append(pick(STRINGS)).append('"');
                case 6, 7, 8, 9 -> object(out, depth + 1);
                default -> array(out, depth + 1, random.nextInt(4));
            }
        }

        private void array(StringBuilder out, int depth, int elements) {
            out.append('[');
            for (int i = 0; i < elements; i++) {
                out.append(i == 0 ? "" : ", ");
                value(out, depth);
            }
            out.append(']');
        }

        private void object(StringBuilder out, int depth) {
            Set<String> names = new LinkedHashSet<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                names.add(pick(NAMES));
            }
            List<String> members = new ArrayList<>();
            for (String name : names) {
                StringBuilder member = new StringBuilder("\"" + name + "\" :");
                value(member, depth);
                members.add(member.toString());
            }
            out.append('{').append(String.join(",", members)).append('}');
        }

        private String pick(String[] choices) {
            return choices[random.nextInt(choices.length)];
        }
    }
}
