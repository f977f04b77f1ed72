// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** How many bytes something has, as it is and compressed in several ways: all found in one pass, with nothing kept. */
final class Weighing {
    private static final int XZ_LEVEL = 6;

    private final boolean quick;
    private final List<CountingStream> counters = new ArrayList<>();

    /** A weighing; {@code quick} leaves out the ways that take long. */
    Weighing(boolean quick) {
        this.quick = quick;
    }

    /** What to write the bytes to; the result stands when it is closed. */
    OutputStream open() throws IOException {
        List<OutputStream> ways = new ArrayList<>();
        ways.add(counter());
        if (!quick) {
            ways.add(new XZOutputStream(counter(), new LZMA2Options(XZ_LEVEL)));
        }
        ways.add(new ZstdOutputStream(counter(), 3));
        if (!quick) {
            ways.add(new ZstdOutputStream(counter(), 19));
        }
        return new Fork(ways);
    }

    private CountingStream counter() {
        CountingStream counter = new CountingStream(OutputStream.nullOutputStream());
        counters.add(counter);
        return counter;
    }

    /** A row of a table: the name, then each number of bytes. */
    String[] row(String name) {
        String[] cells = new String[counters.size() + 1];
        cells[0] = name;
        for (int i = 1; i < cells.length; i++) {
            cells[i] = ">" + Words.bytes(counters.get(i - 1).bytes());
        }
        return cells;
    }

    /** Writes everything to several streams. */
    private static final class Fork extends OutputStream {
        private final List<OutputStream> ways;

        Fork(List<OutputStream> ways) {
            this.ways = ways;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (OutputStream way : ways) {
                way.write(bytes, from, length);
            }
        }

        @Override
        public void close() throws IOException {
            for (OutputStream way : ways) {
                way.close();
            }
        }
    }
}
