// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;

/** How a file is packed: told by its first bytes, whatever its name says. */
enum Packing {
    /** As it is. */
    NONE,
    /** RFC 1952, one or several members. */
    GZIP,
    /** RFC 8878, one or several frames. */
    ZSTD;

    /** Bytes that {@link #of} wants to see. */
    static final int MAGIC_BYTES = 4;

    /** Tells by the first bytes, little-endian in an int; missing ones are 0. */
    static Packing of(int magic) {
        boolean isSkippable = (magic & 0xffff_fff0) == 0x184d_2a50;
        if (magic == 0xfd2f_b528 || isSkippable) {
            return ZSTD;
        }
        return (magic & 0xff_ffff) == 0x08_8b1f ? GZIP : NONE;
    }

    /** The text of what is packed so. */
    Text open(RawInput input) throws IOException {
        return switch (this) {
            case NONE -> input::read;
            case GZIP -> {
                GzipText gzip = new GzipText();
                gzip.open(input);
                yield gzip;
            }
            case ZSTD -> new ZstdText(input);
        };
    }
}
