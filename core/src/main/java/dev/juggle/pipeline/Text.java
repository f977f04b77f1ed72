// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file's text, unpacked, that comes piece by piece. */
@FunctionalInterface
interface Text extends Closeable {
    /** Fills the target as far as the text goes; false once it is at its end. */
    boolean read(ByteBuffer target) throws IOException;

    /** Frees what unpacking took; the source stays open. */
    @Override
    default void close() throws IOException {}
}
