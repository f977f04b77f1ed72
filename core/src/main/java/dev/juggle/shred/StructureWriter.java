// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Kind;
import java.io.ByteArrayOutputStream;

/**
 * Writes a shape's structure: {@code value := varint(member << 5 | kind) [OBJECT: varint(count) value…]}, varints as in
 * SQLite's file format (https://sqlite.org/fileformat2.html, 1.6), of which these numbers need at most five bytes.
 */
final class StructureWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    void value(int member, int kind) {
        varint(member << Kind.BITS | kind);
    }

    void count(int count) {
        varint(count);
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private void varint(int value) {
        assert value >= 0;
        for (int shift = 28; shift > 0; shift -= 7) {
            if (value >>> shift != 0) {
                out.write(((value >>> shift) & 0x7f) | 0x80);
            }
        }
        out.write(value & 0x7f);
    }
}
