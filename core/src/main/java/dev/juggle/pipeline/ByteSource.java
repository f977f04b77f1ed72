// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where packed bytes come from. */
@FunctionalInterface
interface ByteSource {
    /** Nothing. */
    ByteSource EMPTY = () -> ByteBuffer.allocate(0);

    /**
     * The bytes at hand: what the taker left of them or, if that is nothing, the next ones. Nothing remaining means the end.
     * The buffer is the source's own and is refilled by the next call.
     */
    ByteBuffer more() throws IOException;
}
