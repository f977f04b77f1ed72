// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.io.ByteArrayOutputStream;

/** UTF-8 that lets lone surrogates through: some conformance tests consist of them. */
final class Wtf8 {
    private Wtf8() {}

    static byte[] encode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        text.codePoints().forEach(code -> {
            if (code < 0x80) {
                bytes.write(code);
            } else if (code < 0x800) {
                bytes.write(0xc0 | code >> 6);
                bytes.write(0x80 | (code & 0x3f));
            } else if (code < 0x1_0000) {
                bytes.write(0xe0 | code >> 12);
                bytes.write(0x80 | (code >> 6 & 0x3f));
                bytes.write(0x80 | (code & 0x3f));
            } else {
                bytes.write(0xf0 | code >> 18);
                bytes.write(0x80 | (code >> 12 & 0x3f));
                bytes.write(0x80 | (code >> 6 & 0x3f));
                bytes.write(0x80 | (code & 0x3f));
            }
        });
        return bytes.toByteArray();
    }

    static String decode(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.length; ) {
            int lead = bytes[at] & 0xff;
            int length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
            int code = length == 1 ? lead : lead & (0xff >> (length + 1));
            for (int next = 1; next < length; next++) {
                code = code << 6 | (bytes[at + next] & 0x3f);
            }
            text.appendCodePoint(code);
            at += length;
        }
        return text.toString();
    }
}
