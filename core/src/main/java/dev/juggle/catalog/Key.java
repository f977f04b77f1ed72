// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An object's key: its UTF-8 bytes, or, when it holds U+0000 or a lone surrogate and so has no form that SQLite's text can
 * hold, its JSON spelling between the quotes. The two are never equal, whatever their bytes. Immutable.
 */
public final class Key {
    private final byte[] bytes;
    private final boolean escaped;

    /**
     * A key.
     *
     * @param bytes the bytes; nobody may change them any more
     * @param escaped whether the bytes are the spelling
     */
    public Key(byte[] bytes, boolean escaped) {
        this.bytes = bytes;
        this.escaped = escaped;
    }

    /** The key with this text. */
    static Key of(String text) {
        return new Key(text.getBytes(StandardCharsets.UTF_8), false);
    }

    /** The bytes; nobody may change them. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether the bytes are the spelling. */
    public boolean escaped() {
        return escaped;
    }

    /** The key as a part of a name: its text; {@code _blank} when it is empty. */
    public String nameStep() {
        return bytes.length == 0 ? "_blank" : text();
    }

    /** Whether it is a plain name: ASCII letters, digits and underscores, no digit first. */
    public boolean isPlain() {
        if (escaped || bytes.length == 0 || isDigit(bytes[0])) {
            return false;
        }
        for (byte b : bytes) {
            if (b != '_' && !isDigit(b) && !(b >= 'a' && b <= 'z') && !(b >= 'A' && b <= 'Z')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** The bytes as text; the spelling, when escaped. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key && escaped == key.escaped && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes) * 2 + (escaped ? 1 : 0);
    }

    @Override
    public String toString() {
        return text();
    }
}
