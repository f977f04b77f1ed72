// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Values as JSON. Text goes out as it is, but for what JSON must escape; a blob as Datasette writes it. */
public final class JsonText {
    private JsonText() {}

    /** Appends a value: Long, Double, String, byte[] or null. */
    public static StringBuilder value(StringBuilder out, @Nullable Object value) {
        return switch (value) {
            case null -> out.append("null");
            case Double real when real.isInfinite() -> out.append(real > 0 ? "1e999" : "-1e999");
            case Double real when real.isNaN() -> out.append("null");
            case Number number -> out.append(number);
            case byte[] blob ->
                out.append("{\"$base64\":true,\"encoded\":\"")
                        .append(Base64.getEncoder().encodeToString(blob))
                        .append("\"}");
            default -> text(out, value.toString());
        };
    }

    /** Appends a string. */
    public static StringBuilder text(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00")
                                .append(Character.forDigit(c >> 4, 16))
                                .append(Character.forDigit(c & 15, 16));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"');
    }

    /** Appends {@code "name":}. */
    public static StringBuilder name(StringBuilder out, String name) {
        return text(out, name).append(':');
    }
}
