// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The fields of the 100-byte file header that the writers set ("Database File Format", 1.3). */
final class FileHeader {
    /** Bytes of the header, in front of the first page's own. */
    static final int BYTES = 100;

    /** Offset of the file change counter. */
    static final int CHANGE_COUNTER = 24;

    /** Offset of the schema cookie. */
    static final int SCHEMA_COOKIE = 40;

    /** Offset of the change counter's value when the version number was stored: the two must agree. */
    static final int VERSION_VALID_FOR = 92;

    private static final String MAGIC = "SQLite format 3\0";

    /** The release whose rules the bulk writer keeps to, as {@code SQLITE_VERSION_NUMBER}. */
    private static final int VERSION = 3_054_001;

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

    /** Writes the header of a database of {@code pages} pages that was made by one transaction. */
    static void put(byte[] page, int pageBytes, long pages) {
        byte[] magic = MAGIC.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(magic, 0, page, 0, magic.length);
        PageBuilder.putShort(page, 16, pageBytes == 65536 ? 1 : pageBytes);
        page[18] = 1; // written and
        page[19] = 1; // read with a rollback journal
        page[21] = 64; // three fractions that must be so
        page[22] = 32;
        page[23] = 32;
        PageBuilder.putInt(page, CHANGE_COUNTER, 1);
        PageBuilder.putInt(page, 28, (int) pages);
        PageBuilder.putInt(page, SCHEMA_COOKIE, 1);
        PageBuilder.putInt(page, 44, 4); // schema format
        PageBuilder.putInt(page, 56, 1); // UTF-8
        PageBuilder.putInt(page, VERSION_VALID_FOR, 1);
        PageBuilder.putInt(page, 96, VERSION);
    }
}
