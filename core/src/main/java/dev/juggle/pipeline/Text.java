// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file's text, unpacked, that comes piece by piece. */
@FunctionalInterface
interface Text {
    /** Fills the target as far as the text goes; false once it is at its end. */
    boolean read(ByteBuffer target) throws IOException;
}
