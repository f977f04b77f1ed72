// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The fields of the 100-byte file header that the writers set ("Database File Format", 1.3). */
final class FileHeader {
    /** Offset of the file change counter. */
    static final int CHANGE_COUNTER = 24;

    /** Offset of the schema cookie. */
    static final int SCHEMA_COOKIE = 40;

    /** Offset of the change counter's value when the version number was stored: the two must agree. */
    static final int VERSION_VALID_FOR = 92;

    private FileHeader() {}

    /**
     * Sets the counters of a closed database to 1, as though it had been made by one transaction, and
     * forces it to disk. They count commits and changes of the schema, which depend on how the rows came in batches.
     */
    static void normalise(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int offset : new int[] {CHANGE_COUNTER, SCHEMA_COOKIE, VERSION_VALID_FOR}) {
                ByteBuffer one = ByteBuffer.allocate(4).putInt(1).flip();
                while (one.hasRemaining()) {
                    channel.write(one, offset + one.position());
                }
            }
            channel.force(true);
        }
    }
}
