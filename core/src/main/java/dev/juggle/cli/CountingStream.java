// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Counts the bytes that go through. */
final class CountingStream extends FilterOutputStream {
    private long bytes;

    CountingStream(OutputStream to) {
        super(to);
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
        bytes++;
    }

    @Override
    public void write(byte[] data, int from, int length) throws IOException {
        out.write(data, from, length);
        bytes += length;
    }

    /** How many went through. */
    long bytes() {
        return bytes;
    }
}
