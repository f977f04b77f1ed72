// SPDX-License-Identifier: Apache-2.0
package dev.juggle.testing;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Brings JSON text into one form, by way of Jackson and so without any code of ours: two texts are equal as JSON values,
 * members in order, exactly when their forms are the same. Of several members with one name the first one's place and the
 * last one's value count. Several values one after the other give a line each.
 */
public final class Canonical {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(1_000_000)
                    .maxNumberLength(1_000_000)
                    .maxNameLength(10_000_000)
                    .maxStringLength(1 << 30)
                    .build())
            .build();

    private static final Pattern PAIR =
            Pattern.compile("\\\\u([dD][89abAB][0-9a-fA-F]{2})\\\\u([dD][c-fC-F][0-9a-fA-F]{2})");
    private static final Pattern LONE = Pattern.compile("(?<!\\\\)\\\\u([dD][89a-fA-F][0-9a-fA-F]{2})");

    private Canonical() {}

    /** The form of a text; record separators (RFC 7464) before values are passed over. */
    public static String of(String text) {
        StringBuilder out = new StringBuilder();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), readable(text))) {
            while (parser.nextToken() != null) {
                value(parser, out);
                out.append('\n');
            }
        }
        return out.toString();
    }

    /** Jackson refuses lone surrogates in names, so their escapes are made text; record separators are no JSON. */
    private static String readable(String text) {
        String paired = PAIR.matcher(text.replace('\u001e', ' '))
                .replaceAll(pair -> new String(new char[] {unit(pair.group(1)), unit(pair.group(2))}));
        return LONE.matcher(paired)
                .replaceAll(lone -> "\\\\\\\\u" + lone.group(1).toLowerCase(Locale.ROOT));
    }

    private static char unit(String digits) {
        return (char) Integer.parseInt(digits, 16);
    }

    private static void value(JsonParser parser, StringBuilder out) {
        JsonToken token = parser.currentToken();
        switch (token) {
            case START_OBJECT -> object(parser, out);
            case START_ARRAY -> {
                out.append('[');
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    value(parser, out);
                    out.append(',');
                }
                out.append(']');
            }
            case VALUE_STRING -> string(parser.getString(), out);
            case VALUE_NUMBER_INT -> out.append(parser.getString());
            case VALUE_NUMBER_FLOAT -> real(parser.getString(), out);
            default -> out.append(token.asString());
        }
    }

    private static void object(JsonParser parser, StringBuilder out) {
        Map<String, String> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            StringBuilder value = new StringBuilder();
            value(parser, value);
            members.put(name, value.toString());
        }
        out.append('{');
        members.forEach((name, value) -> {
            string(name, out);
            out.append(':').append(value).append(',');
        });
        out.append('}');
    }

    private static void real(String text, StringBuilder out) {
        double value = Double.parseDouble(text);
        out.append(Double.isInfinite(value) ? text : Double.toString(value));
    }

    /** Every character outside printable ASCII as an escape, so that lone surrogates show. */
    private static void string(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c > 0x7E || c == '"' || c == '\\') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
