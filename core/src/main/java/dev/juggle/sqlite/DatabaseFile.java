// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The little that the bulk writer needs of a file; so tests can let any write fail. */
interface DatabaseFile extends AutoCloseable {
    /** Writes all of {@code source} at {@code position}. */
    void write(ByteBuffer source, long position) throws IOException;

    /** Has everything on disk when it returns. */
    void force() throws IOException;

    @Override
    void close() throws IOException;

    /** A new file on disk; one that is there must be empty. */
    static DatabaseFile create(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return new DatabaseFile() {
            @Override
            public void write(ByteBuffer source, long position) throws IOException {
                long at = position;
                while (source.hasRemaining()) {
                    at += channel.write(source, at);
                }
            }

            @Override
            public void force() throws IOException {
                channel.force(true);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    /** {@code file}, but without waiting for the disk. */
    static DatabaseFile unforced(DatabaseFile file) {
        return new DatabaseFile() {
            @Override
            public void write(ByteBuffer source, long position) throws IOException {
                file.write(source, position);
            }

            @Override
            public void force() {
                // as promised
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
