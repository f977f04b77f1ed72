// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ByteSizeTest {
    @Test
    void sizesAreRead() {
        ByteSize size = new ByteSize();
        assertEquals(64L << 20, size.convert("64M"));
        assertEquals(3L << 29, size.convert("1.5g"));
        assertEquals(300L << 20, size.convert("300MiB"));
        assertEquals(1_000_000L, size.convert("1000000"));
    }
}
