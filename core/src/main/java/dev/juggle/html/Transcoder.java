// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Allocator;
import dev.juggle.arena.Mem;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/*
 * Single-byte encodings are a table of 128 characters, taken from the JDK's charset of that name and corrected where
 * the Encoding standard differs: bytes 0x80 to 0x9f that a Windows code page leaves open are C1 controls, KOI8-U
 * has two letters more, x-mac-cyrillic the euro sign, windows-1255 U+05BA; ISO-8859-10 and -14 are not in the JDK.
 * For multi-byte encodings the JDK's decoders are used: GBK and gb18030 by GB18030, Big5 by Big5-HKSCS, Shift_JIS by
 * windows-31j, EUC-KR by x-windows-949. They agree with the standard on well-formed text; on malformed text they may
 * replace a different number of bytes by one U+FFFD, and on a few code points of private use.
 */
/** Decodes a document's bytes to UTF-8 in memory from an allocator. */
final class Transcoder {
    private static final int CHUNK = 4096;

    private static final String ISO_8859_10_UPPER =
            "\u00a0\u0104\u0112\u0122\u012a\u0128\u0136\u00a7\u013b\u0110\u0160\u0166\u017d\u00ad\u016a\u014a"
                    + "\u00b0\u0105\u0113\u0123\u012b\u0129\u0137\u00b7\u013c\u0111\u0161\u0167\u017e\u2015\u016b\u014b"
                    + "\u0100\u00c1\u00c2\u00c3\u00c4\u00c5\u00c6\u012e\u010c\u00c9\u0118\u00cb\u0116\u00cd\u00ce\u00cf"
                    + "\u00d0\u0145\u014c\u00d3\u00d4\u00d5\u00d6\u0168\u00d8\u0172\u00da\u00db\u00dc\u00dd\u00de\u00df"
                    + "\u0101\u00e1\u00e2\u00e3\u00e4\u00e5\u00e6\u012f\u010d\u00e9\u0119\u00eb\u0117\u00ed\u00ee\u00ef"
                    + "\u00f0\u0146\u014d\u00f3\u00f4\u00f5\u00f6\u0169\u00f8\u0173\u00fa\u00fb\u00fc\u00fd\u00fe\u0138";

    private static final String ISO_8859_14_UPPER =
            "\u00a0\u1e02\u1e03\u00a3\u010a\u010b\u1e0a\u00a7\u1e80\u00a9\u1e82\u1e0b\u1ef2\u00ad\u00ae\u0178"
                    + "\u1e1e\u1e1f\u0120\u0121\u1e40\u1e41\u00b6\u1e56\u1e81\u1e57\u1e83\u1e60\u1ef3\u1e84\u1e85\u1e61"
                    + "\u00c0\u00c1\u00c2\u00c3\u00c4\u00c5\u00c6\u00c7\u00c8\u00c9\u00ca\u00cb\u00cc\u00cd\u00ce\u00cf"
                    + "\u0174\u00d1\u00d2\u00d3\u00d4\u00d5\u00d6\u1e6a\u00d8\u00d9\u00da\u00db\u00dc\u00dd\u0176\u00df"
                    + "\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5\u00e6\u00e7\u00e8\u00e9\u00ea\u00eb\u00ec\u00ed\u00ee\u00ef"
                    + "\u0175\u00f1\u00f2\u00f3\u00f4\u00f5\u00f6\u1e6b\u00f8\u00f9\u00fa\u00fb\u00fc\u00fd\u0177\u00ff";

    /** Address and length of the last result. */
    private long address;

    private int length;

    /** Address of the decoded text. */
    long address() {
        return address;
    }

    /** Bytes of UTF-8 of the decoded text. */
    int length() {
        return length;
    }

    /** Decodes {@code count} bytes from an encoding other than UTF-8; at most three bytes come out for one. */
    void decode(long source, int count, String encoding, Allocator allocator) {
        long room = 3L * count + 8;
        if (room > Integer.MAX_VALUE) {
            throw new HtmlLimitException("more than 700 MB to decode from " + encoding);
        }
        address = allocator.allocate(room);
        char[] table = tableOf(encoding);
        if (encoding.equals(Encodings.REPLACEMENT)) {
            length = count == 0 ? 0 : put(address, 0xfffd);
        } else if (table != null) {
            decodeSingleBytes(source, count, table);
        } else {
            decodeBy(Charset.forName(charsetOf(encoding)), Mem.buffer(source, count));
        }
    }

    private void decodeSingleBytes(long source, int count, char[] table) {
        long out = address;
        for (long at = source; at < source + count; at++) {
            byte value = Mem.getByte(at);
            if (value >= 0) {
                Mem.putByte(out++, value);
            } else {
                out += put(out, table[value & 0x7f]);
            }
        }
        length = (int) (out - address);
    }

    private void decodeBy(Charset charset, ByteBuffer in) {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer chars = CharBuffer.allocate(CHUNK);
        int written = 0;
        int high = 0;
        boolean more = true;
        while (more) {
            CoderResult result = decoder.decode(in, chars, true);
            if (result.isUnderflow()) {
                result = decoder.flush(chars);
            }
            more = result.isOverflow();
            chars.flip();
            while (chars.hasRemaining()) {
                char next = chars.get();
                if (high != 0 && Character.isLowSurrogate(next)) {
                    written += put(address + written, Character.toCodePoint((char) high, next));
                    high = 0;
                    continue;
                }
                if (high != 0) {
                    written += put(address + written, 0xfffd);
                    high = 0;
                }
                if (Character.isHighSurrogate(next)) {
                    high = next;
                } else {
                    written += put(address + written, Character.isLowSurrogate(next) ? 0xfffd : next);
                }
            }
            chars.clear();
        }
        length = high == 0 ? written : written + put(address + written, 0xfffd);
    }

    /** Writes a code point as UTF-8; how many bytes that took. */
    private static int put(long at, int codePoint) {
        if (codePoint < 0x80) {
            Mem.putByte(at, (byte) codePoint);
            return 1;
        }
        if (codePoint < 0x800) {
            Mem.putByte(at, (byte) (0xc0 | (codePoint >> 6)));
            Mem.putByte(at + 1, continuation(codePoint));
            return 2;
        }
        if (codePoint < 0x1_0000) {
            Mem.putByte(at, (byte) (0xe0 | (codePoint >> 12)));
            Mem.putByte(at + 1, continuation(codePoint >> 6));
            Mem.putByte(at + 2, continuation(codePoint));
            return 3;
        }
        Mem.putByte(at, (byte) (0xf0 | (codePoint >> 18)));
        Mem.putByte(at + 1, continuation(codePoint >> 12));
        Mem.putByte(at + 2, continuation(codePoint >> 6));
        Mem.putByte(at + 3, continuation(codePoint));
        return 4;
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3f));
    }

    private static String charsetOf(String encoding) {
        return switch (encoding) {
            case "GBK", "gb18030" -> "GB18030";
            case "Big5" -> "Big5-HKSCS";
            case "Shift_JIS" -> "windows-31j";
            case "EUC-KR" -> "x-windows-949";
            default -> encoding;
        };
    }

    /** What the bytes from 0x80 on mean in a single-byte encoding; null for another. */
    private static char @Nullable [] tableOf(String encoding) {
        return switch (encoding) {
            case "ISO-8859-10" -> controlsAnd(ISO_8859_10_UPPER);
            case "ISO-8859-14" -> controlsAnd(ISO_8859_14_UPPER);
            case "macintosh" -> table("x-MacRoman");
            case "x-mac-cyrillic" -> {
                char[] table = table("x-MacUkraine");
                table[0x7f] = '\u20ac';
                yield table;
            }
            case "KOI8-U" -> {
                char[] table = table("KOI8-U");
                table[0x2e] = '\u045e';
                table[0x3e] = '\u040e';
                yield table;
            }
            case "ISO-8859-8-I" -> table("ISO-8859-8");
            case Encodings.USER_DEFINED -> userDefined();
            case "windows-874" -> windows("x-windows-874");
            default -> {
                if (encoding.startsWith("windows-")) {
                    yield windows(encoding);
                }
                boolean single =
                        encoding.startsWith("ISO-8859-") || encoding.equals("IBM866") || encoding.equals("KOI8-R");
                yield single ? table(encoding) : null;
            }
        };
    }

    private static char[] table(String charset) {
        byte[] bytes = new byte[128];
        for (int value = 0; value < 128; value++) {
            bytes[value] = (byte) (0x80 + value);
        }
        return new String(bytes, Charset.forName(charset)).toCharArray();
    }

    private static char[] windows(String charset) {
        char[] table = table(charset);
        for (int value = 0; value < 0x20; value++) {
            if (table[value] == 0xfffd) {
                table[value] = (char) (0x80 + value);
            }
        }
        if (charset.equals("windows-1255")) {
            table[0x4a] = '\u05ba';
        }
        return table;
    }

    private static char[] controlsAnd(String upper) {
        char[] table = new char[128];
        for (int value = 0; value < 0x20; value++) {
            table[value] = (char) (0x80 + value);
        }
        upper.getChars(0, upper.length(), table, 0x20);
        return table;
    }

    private static char[] userDefined() {
        char[] table = new char[128];
        for (int value = 0; value < 128; value++) {
            table[value] = (char) (0xf780 + value);
        }
        return table;
    }
}
