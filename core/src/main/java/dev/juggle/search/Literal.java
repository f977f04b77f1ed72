// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import org.jspecify.annotations.Nullable;

/**
 * A value as it was written in a query. Written without quotes it can be a number, {@code true}, {@code false} or
 * {@code null}, and a text of the same spelling too; in quotes it is only a text.
 *
 * @param text its spelling, quotes and escapes taken off
 * @param isQuoted whether it stood in quotes
 */
public record Literal(String text, boolean isQuoted) {
    /** Whether it means "nothing there". */
    boolean isNull() {
        return !isQuoted && text.equals("null");
    }

    /** The number that it is (true is 1, false is 0), or null. */
    @Nullable
    Number number() {
        if (isQuoted || text.isEmpty()) {
            return null;
        }
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true") ? 1L : 0L;
        }
        char first = text.charAt(0);
        boolean canBe = (first >= '0' && first <= '9') || ("+-.".indexOf(first) >= 0 && text.length() > 1);
        return canBe ? parsed() : null;
    }

    private @Nullable Number parsed() {
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                return null;
            }
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException notLong) {
            try {
                double value = Double.parseDouble(text);
                return Double.isInfinite(value) ? null : (Number) value;
            } catch (NumberFormatException notNumber) {
                return null;
            }
        }
    }
}
