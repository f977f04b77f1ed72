// SPDX-License-Identifier: Apache-2.0
package dev.juggle.testing;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Random documents that are valid JSON and as nasty as valid JSON gets: keys that collide as column names, values that change
 * their kind from record to record, every kind of number and escape, white space anywhere. The same seed gives the same
 * documents.
 */
public final class RandomJson {
    private static final List<String> KEYS = List.of(
            "a",
            "A",
            "b",
            "a_b",
            "b_a",
            "",
            " ",
            "id",
            "Id",
            "ID",
            "value",
            "_row",
            "_file",
            "_parent",
            "_pos",
            "_shape",
            "_extra",
            "é",
            "e\u0301",
            "日本",
            "\\\"",
            "a]b",
            "'); drop",
            "\\\\",
            "\\u0000",
            "\\ud800",
            "\\\\ud800",
            "\\n",
            "rowid",
            "sqlite_x",
            "a.b",
            "$",
            "select",
            "\\/");

    private static final List<String> SCALARS = List.of(
            "null",
            "true",
            "false",
            "0",
            "1",
            "-1",
            "127",
            "128",
            "-129",
            "32768",
            "8388608",
            "2147483648",
            "140737488355328",
            "9223372036854775807",
            "-9223372036854775808",
            "9223372036854775808",
            "-9223372036854775809",
            "123456789012345678901234567890",
            "-0",
            "-0.0",
            "0.0",
            "1.0",
            "1.5",
            "1e2",
            "1E+2",
            "-2.5e-3",
            "1e308",
            "4.9e-324",
            "1e400",
            "-1e999",
            "0.1",
            "3.141592653589793",
            "\"\"",
            "\"x\"",
            "\"007\"",
            "\"1e5\"",
            "\" 7 \"",
            "\"true\"",
            "\"null\"",
            "\"a\\u0000b\"",
            "\"\\ud800\"",
            "\"\\ud83d\\ude00\"",
            "\"\\\\ud800\"",
            "\"tab\\t\\\"q\\\" \\/ \\b\\f\\n\\r\"",
            "\"Zoë 日本 😀\"",
            "\"\\u00e9\"",
            "[]",
            "{}");

    private final Random random;

    /** The documents of one seed. */
    public RandomJson(long seed) {
        random = new Random(seed);
    }

    /** The next document: one value, mostly an array or object of records. */
    public String document() {
        StringBuilder out = new StringBuilder();
        if (random.nextInt(8) == 0) {
            value(out, 4);
        } else {
            boolean inArray = random.nextBoolean();
            container(out, inArray, random.nextInt(inArray ? 12 : 6), 4);
        }
        return out.toString();
    }

    /** The next value, nested so deep at most. */
    public String value(int depth) {
        StringBuilder out = new StringBuilder();
        value(out, depth);
        return out.toString();
    }

    private void value(StringBuilder out, int depth) {
        int dice = random.nextInt(10);
        if (depth == 0 || dice < 5) {
            out.append(SCALARS.get(random.nextInt(SCALARS.size())));
        } else if (dice == 5) {
            string(out);
        } else {
            container(out, dice < 8, random.nextInt(5), depth - 1);
        }
    }

    private void string(StringBuilder out) {
        out.append('"');
        for (int n = random.nextInt(random.nextInt(20) == 0 ? 6_000 : 40); n > 0; n--) {
            out.appendCodePoint(' ' + 3 + random.nextInt('[' - '#'));
        }
        out.append('"');
    }

    private void container(StringBuilder out, boolean isArray, int size, int depth) {
        Set<String> keys = new HashSet<>();
        out.append(isArray ? '[' : '{');
        boolean first = true;
        for (int n = 0; n < size; n++) {
            String key = KEYS.get(random.nextInt(random.nextInt(3) == 0 ? KEYS.size() : 6));
            if (!isArray && !keys.add(key)) {
                continue;
            }
            if (!first) {
                out.append(',');
            }
            first = false;
            space(out);
            if (!isArray) {
                out.append('"').append(key).append('"');
                space(out);
                out.append(':');
                space(out);
            }
            value(out, depth);
            space(out);
        }
        out.append(isArray ? ']' : '}');
    }

    private void space(StringBuilder out) {
        if (random.nextInt(4) == 0) {
            out.append(" \t\n\r".charAt(random.nextInt(4)));
        }
    }
}
