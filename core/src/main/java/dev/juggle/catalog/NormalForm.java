// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where {@link Syntax#normalise} puts a value's normal form: bytes that grow as needed and are used again for the next value.
 * Belongs to one thread.
 */
public final class NormalForm {
    private byte[] bytes = new byte[64];
    private byte[] source = new byte[64];
    private int length;

    /** Empty. */
    public NormalForm() {}

    /** How many bytes it has. */
    public int length() {
        return length;
    }

    /** A new array with its bytes. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    /** Whether it has the same bytes, that is, whether two values of one syntax are equal. */
    public boolean sameAs(NormalForm other) {
        return Arrays.equals(bytes, 0, length, other.bytes, 0, other.length);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    void clear() {
        length = 0;
    }

    void add(int b) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, length * 2);
        }
        bytes[length++] = (byte) b;
    }

    void add(byte[] from, int start, int end) {
        int needed = length + end - start;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
        }
        System.arraycopy(from, start, bytes, length, end - start);
        length = needed;
    }

    void add(String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            add(ascii.charAt(i));
        }
    }

    /** A decimal number of at least so many digits. */
    void addNumber(long number, int digits) {
        long unit = 1;
        for (int d = 1; d < digits || number / unit >= 10; d++) {
            unit *= 10;
        }
        for (; unit > 0; unit /= 10) {
            add((int) ('0' + number / unit % 10));
        }
    }

    /** Takes back what was added last. */
    void shorten(int newLength) {
        length = newLength;
    }

    byte at(int index) {
        return bytes[index];
    }

    byte[] bytes() {
        return bytes;
    }

    /** Room for a value on its way from an arena. */
    byte[] source(int size) {
        if (source.length < size) {
            source = new byte[Math.max(size, source.length * 2)];
        }
        return source;
    }
}
