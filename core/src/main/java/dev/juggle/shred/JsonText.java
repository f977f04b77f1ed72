// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.json.Tape;

/**
 * JSON text of a tape value, for values that stay JSON: containers and numbers as their source spells them, without white
 * space between tokens; strings with the escapes that RFC 8259, section 7, demands. Static leaves; nothing is allocated.
 */
final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private JsonText() {}

    /** How many bytes {@link #put} writes. */
    static long byteLength(Tape tape, int i) {
        return switch (tape.type(i)) {
            case Tape.NULL, Tape.TRUE -> 4;
            case Tape.FALSE -> 5;
            case Tape.NEGATIVE_ZERO_INTEGER -> 2;
            case Tape.NEGATIVE_ZERO_REAL -> 4;
            case Tape.STRING -> 2 + escapedLength(tape.address(i), tape.length(i));
            case Tape.ESCAPED_STRING -> 2 + tape.length(i);
            case Tape.OBJECT, Tape.ARRAY, Tape.EMPTY_ARRAY -> compactLength(tape.startAddress(i), tape.endAddress(i));
            default -> tape.length(i);
        };
    }

    /** Writes the value's text and gives the address behind it. */
    static long put(long to, Tape tape, int i) {
        return switch (tape.type(i)) {
            case Tape.NULL -> putInt(to, 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24);
            case Tape.TRUE -> putInt(to, 't' | 'r' << 8 | 'u' << 16 | 'e' << 24);
            case Tape.FALSE -> {
                Mem.putByte(to, (byte) 'f');
                yield putInt(to + 1, 'a' | 'l' << 8 | 's' << 16 | 'e' << 24);
            }
            case Tape.NEGATIVE_ZERO_INTEGER -> {
                Mem.putByte(to, (byte) '-');
                Mem.putByte(to + 1, (byte) '0');
                yield to + 2;
            }
            case Tape.NEGATIVE_ZERO_REAL -> putInt(to, '-' | '0' << 8 | '.' << 16 | '0' << 24);
            case Tape.STRING -> putEscaped(to, tape.address(i), tape.length(i));
            case Tape.OBJECT, Tape.ARRAY, Tape.EMPTY_ARRAY -> compact(to, tape.startAddress(i), tape.endAddress(i));
            case Tape.ESCAPED_STRING -> {
                Mem.putByte(to, (byte) '"');
                long end = copy(to + 1, tape.address(i), tape.length(i));
                Mem.putByte(end, (byte) '"');
                yield end + 1;
            }
            default -> copy(to, tape.address(i), tape.length(i));
        };
    }

    /** The length of a value's source without the white space between its tokens. */
    static long compactLength(long start, long end) {
        long length = 0;
        boolean inString = false;
        for (long at = start; at < end; at++) {
            byte b = Mem.getByte(at);
            if (inString) {
                length++;
                if (b == '\\') {
                    length++;
                    at++;
                } else if (b == '"') {
                    inString = false;
                }
            } else if (b > ' ' || b < 0) {
                length++;
                inString = b == '"';
            }
        }
        return length;
    }

    /** Copies a value's source without the white space between its tokens; gives the address behind the copy. */
    static long compact(long to, long start, long end) {
        long out = to;
        boolean inString = false;
        for (long at = start; at < end; at++) {
            byte b = Mem.getByte(at);
            if (inString) {
                Mem.putByte(out++, b);
                if (b == '\\') {
                    Mem.putByte(out++, Mem.getByte(++at));
                } else if (b == '"') {
                    inString = false;
                }
            } else if (b > ' ' || b < 0) {
                Mem.putByte(out++, b);
                inString = b == '"';
            }
        }
        return out;
    }

    private static long copy(long to, long from, long length) {
        Mem.copy(from, to, length);
        return to + length;
    }

    private static long putInt(long to, int fourBytes) {
        Mem.putInt(to, fourBytes);
        return to + 4;
    }

    private static long escapedLength(long from, int length) {
        long total = length;
        for (long at = from; at < from + length; at++) {
            byte b = Mem.getByte(at);
            if (b == '"' || b == '\\') {
                total++;
            } else if (b >= 0 && b < ' ') {
                total += 5;
            }
        }
        return total;
    }

    private static long putEscaped(long to, long from, int length) {
        long out = to;
        Mem.putByte(out++, (byte) '"');
        for (long at = from; at < from + length; at++) {
            byte b = Mem.getByte(at);
            if (b >= 0 && b < ' ') {
                Mem.putInt(out, '\\' | 'u' << 8 | '0' << 16 | '0' << 24);
                Mem.putByte(out + 4, HEX[b >> 4]);
                Mem.putByte(out + 5, HEX[b & 15]);
                out += 6;
            } else {
                if (b == '"' || b == '\\') {
                    Mem.putByte(out++, (byte) '\\');
                }
                Mem.putByte(out++, b);
            }
        }
        Mem.putByte(out++, (byte) '"');
        return out;
    }
}
