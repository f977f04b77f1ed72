// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;

/** Writes JSON text into the free space of an arena, byte by byte and without allocation. For one thread. */
final class JsonOutput {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    /** The most bytes that a byte of text becomes: {@code \}{@code u001f}. */
    private static final int WIDEST = 6;

    private long start;
    private long at;
    private long limit;
    private long maxBytes;

    /** Begins at the arena's position. */
    void begin(BumpArena arena, long mostBytes) {
        start = arena.position();
        at = start;
        limit = arena.limit();
        maxBytes = mostBytes;
    }

    /** Where the text begins. */
    long start() {
        return start;
    }

    /** Where the next byte goes. */
    long position() {
        return at;
    }

    /** Goes back to a place that {@link #position} gave. */
    void backTo(long position) {
        at = position;
    }

    /** One ASCII character of the syntax. */
    JsonOutput put(char character) {
        room(1);
        Mem.putByte(at++, (byte) character);
        return this;
    }

    /** ASCII as it is. */
    JsonOutput put(String ascii) {
        room(ascii.length());
        for (int index = 0; index < ascii.length(); index++) {
            Mem.putByte(at++, (byte) ascii.charAt(index));
        }
        return this;
    }

    /** Bytes as they are. */
    JsonOutput put(long address, long length) {
        room(length);
        Mem.copy(address, at, length);
        at += length;
        return this;
    }

    /** A number. */
    JsonOutput number(int value) {
        if (value >= 10) {
            number(value / 10);
        }
        return put((char) ('0' + value % 10));
    }

    /** UTF-8 bytes as a string. */
    JsonOutput string(long address, long length) {
        put('"');
        long from = address;
        long end = address + length;
        for (long p = address; p < end; p++) {
            int value = Mem.getByte(p);
            if (!isEscaped(value)) {
                continue;
            }
            put(from, p - from);
            escape(value);
            from = p + 1;
        }
        return put(from, end - from).put('"');
    }

    /** UTF-8 bytes as a string on one line: white space of any length is a single space. */
    JsonOutput line(long address, long length) {
        put('"');
        long end = address + length;
        boolean isBehindSpace = false;
        for (long p = address; p < end; p++) {
            byte value = Mem.getByte(p);
            if (Bytes.is(value, Bytes.SPACE)) {
                isBehindSpace = true;
                continue;
            }
            room(1 + WIDEST);
            if (isBehindSpace) {
                Mem.putByte(at++, (byte) ' ');
                isBehindSpace = false;
            }
            if (isEscaped(value)) {
                escape(value);
            } else {
                Mem.putByte(at++, value);
            }
        }
        return put('"');
    }

    /** Bytes of an array as a string. */
    JsonOutput string(byte[] bytes, int length) {
        put('"');
        for (int index = 0; index < length; index++) {
            int value = bytes[index];
            if (isEscaped(value)) {
                escape(value);
            } else {
                put((char) (value & 0xff));
            }
        }
        return put('"');
    }

    private static boolean isEscaped(int value) {
        return (value >= 0 && value < ' ') || value == '"' || value == '\\';
    }

    private void escape(int value) {
        room(WIDEST);
        Mem.putByte(at++, (byte) '\\');
        int letter = "\b\t\n\f\r\"\\".indexOf(value);
        if (letter >= 0) {
            Mem.putByte(at++, (byte) "btnfr\"\\".charAt(letter));
            return;
        }
        Mem.putByte(at++, (byte) 'u');
        Mem.putByte(at++, (byte) '0');
        Mem.putByte(at++, (byte) '0');
        Mem.putByte(at++, HEX[value >> 4]);
        Mem.putByte(at++, HEX[value & 15]);
    }

    private void room(long bytes) {
        if (bytes > limit - at) {
            throw new ArenaFullException(bytes, limit - at);
        }
        if (at + bytes - start > maxBytes) {
            throw new HtmlLimitException("more than " + maxBytes + " bytes of records would come of it");
        }
    }
}
