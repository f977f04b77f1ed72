// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes that can be used again. For one thread. */
public final class ByteSink {
    private byte[] bytes;
    private int length;

    /** An empty sink. */
    public ByteSink() {
        this.bytes = new byte[256];
    }

    /** Appends bytes of an array. */
    public void write(byte[] source, int offset, int count) {
        reserve(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    /** Appends {@code count} bytes of memory. */
    public void write(long address, int count) {
        reserve(count);
        Mem.copyOut(address, bytes, length, count);
        length += count;
    }

    /** Appends one byte. */
    public void write(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    /** Appends text that is known to be ASCII. */
    @SuppressWarnings("deprecation") // the copy of the low bytes is what is meant
    public void writeAscii(String text) {
        reserve(text.length());
        text.getBytes(0, text.length(), bytes, length);
        length += text.length();
    }

    /** Bytes written since the last {@link #clear}. */
    public int length() {
        return length;
    }

    /** The array that holds them, from 0 to {@link #length()}; void after the next write. */
    public byte[] array() {
        return bytes;
    }

    /** Empties the sink and keeps its array. */
    public void clear() {
        length = 0;
    }

    /** The bytes as a new array. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** The bytes decoded as UTF-8. */
    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private void reserve(int count) {
        if (count > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, Math.max(2 * bytes.length, length + count)));
        }
    }
}
