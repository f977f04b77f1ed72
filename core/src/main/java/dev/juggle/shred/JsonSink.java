// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON text as UTF-8 bytes into a buffer of fixed size in front of a stream; without a stream the
 * buffer grows and {@link #text} gives it. Strings are escaped minimally: quote, backslash and control
 * characters. Not thread-safe. What the stream throws comes out as {@link UncheckedIOException}.
 */
final class JsonSink {
    private static final int BUFFER_BYTES = 1 << 16;
    /** A stretch that is longer is not kept. */
    static final int MAX_HELD_BYTES = 1 << 20;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final @Nullable OutputStream out;
    private byte[] buffer;
    private int used;
    /** How many stretches are being kept. */
    private int held;
    /** Whether the outermost of them became too long, so that none is whole. */
    private boolean isLost;

    /** A sink that keeps everything in memory, for short texts. */
    JsonSink() {
        this.out = null;
        this.buffer = new byte[64];
    }

    /** A sink in front of {@code out}, which stays the caller's to close. */
    JsonSink(OutputStream out) {
        this.out = out;
        this.buffer = new byte[BUFFER_BYTES];
    }

    /** One ASCII byte as it is. */
    void raw(char c) {
        room(1);
        buffer[used++] = (byte) c;
    }

    /** Text known to be ASCII, as it is. */
    void ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            raw(text.charAt(i));
        }
    }

    /** A whole JSON string, quotes included. */
    void string(String text) {
        raw('"');
        stringBody(text);
        raw('"');
    }

    /** Text that is JSON already, as it is. */
    void utf8(String text) {
        characters(text, false);
    }

    /** The inside of a JSON string. A lone surrogate, which UTF-8 can't hold, is written as an escape. */
    void stringBody(String text) {
        characters(text, true);
    }

    private void characters(String text, boolean escape) {
        int i = 0;
        while (i < text.length()) {
            i = plain(text, i, escape);
            if (i < text.length()) {
                i += character(text, i, escape);
            }
        }
    }

    /** Copies ASCII that needs no escape, as far as the buffer has room, and gives the index behind it. */
    private int plain(String text, int from, boolean escape) {
        room(1);
        byte[] to = buffer;
        int end = Math.min(text.length(), from + to.length - used);
        int at = used;
        int i = from;
        for (; i < end; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || (escape && (c < 0x20 || c == '"' || c == '\\'))) {
                break;
            }
            to[at++] = (byte) c;
        }
        used = at;
        return i;
    }

    /** Writes the one character at {@code i}, and gives how many chars it takes. */
    private int character(String text, int i, boolean escape) {
        char c = text.charAt(i);
        if (c < 0x80) {
            asciiCharacter(c, escape);
        } else if (Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1))) {
            supplementary(Character.toCodePoint(c, text.charAt(i + 1)));
            return 2;
        } else {
            basicMultilingual(c);
        }
        return 1;
    }

    private void asciiCharacter(char c, boolean escape) {
        if (!escape) {
            raw(c);
        } else if (c == '"' || c == '\\') {
            raw('\\');
            raw(c);
        } else if (c >= 0x20) {
            raw(c);
        } else {
            control(c);
        }
    }

    private void control(char c) {
        int at = "\b\t\n\f\r".indexOf(c);
        if (at >= 0) {
            raw('\\');
            raw("btnfr".charAt(at));
        } else {
            unicodeEscape(c);
        }
    }

    private void unicodeEscape(char c) {
        room(6);
        buffer[used++] = '\\';
        buffer[used++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            buffer[used++] = HEX[(c >> shift) & 15];
        }
    }

    private void basicMultilingual(char c) {
        if (Character.isSurrogate(c)) {
            unicodeEscape(c);
            return;
        }
        room(3);
        if (c < 0x800) {
            buffer[used++] = (byte) (0xC0 | (c >> 6));
        } else {
            buffer[used++] = (byte) (0xE0 | (c >> 12));
            buffer[used++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        }
        buffer[used++] = (byte) (0x80 | (c & 0x3F));
    }

    private void supplementary(int codePoint) {
        room(4);
        buffer[used++] = (byte) (0xF0 | (codePoint >> 18));
        buffer[used++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
        buffer[used++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
        buffer[used++] = (byte) (0x80 | (codePoint & 0x3F));
    }

    /** Bytes that are JSON already, as they are. */
    void bytes(byte[] text) {
        for (int done = 0; done < text.length; ) {
            int some = Math.min(text.length - done, BUFFER_BYTES / 2);
            room(some);
            System.arraycopy(text, done, buffer, used, some);
            used += some;
            done += some;
        }
    }

    /** Keeps what is written from here on, until {@link #release}; stretches may lie within each other. */
    int hold() {
        held++;
        return used;
    }

    /** Ends the stretch that was begun last, at {@code from}, and gives it; null if it was too long to be kept. */
    byte @Nullable [] release(int from) {
        byte[] stretch = isLost ? null : Arrays.copyOfRange(buffer, from, used);
        held--;
        isLost &= held > 0;
        return stretch;
    }

    private void room(int bytes) {
        if (buffer.length - used >= bytes) {
            return;
        }
        isLost |= held > 0 && used + bytes > MAX_HELD_BYTES;
        if (out == null || (held > 0 && !isLost)) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, used + bytes));
        } else {
            flush();
        }
    }

    /** Hands what is buffered to the stream. */
    void flush() {
        if (out == null) {
            return;
        }
        try {
            out.write(buffer, 0, used);
            used = 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was written so far to a sink without a stream. */
    String text() {
        return new String(buffer, 0, used, StandardCharsets.UTF_8);
    }
}
