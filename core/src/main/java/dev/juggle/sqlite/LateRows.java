// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows that came after rows of their table that lie behind them: the row of a document that is placed when its last part
 * was, keys out of order. They are few. They wait in a file beside the database and are inserted by SQLite when all else
 * is done.
 */
final class LateRows implements AutoCloseable {
    private final Path file;
    private @Nullable DataOutputStream out;
    private long rows;
    private int longest;

    /** No row yet; {@code file} is made when there is one. */
    LateRows(Path file) {
        this.file = file;
    }

    /** Rows that wait. */
    long rows() {
        return rows;
    }

    /** Keeps a row whose payload is {@code payload}. */
    void add(int table, long rowid, byte[] payload) throws IOException {
        DataOutputStream target = out;
        if (target == null) {
            target = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
            out = target;
        }
        target.writeInt(table);
        target.writeLong(rowid);
        target.writeInt(payload.length);
        target.write(payload);
        rows++;
        longest = Math.max(longest, payload.length);
    }

    /** Inserts the rows, in the order in which they came. */
    void insert(InsertStatements inserts, Map<Integer, TableLayout> tables) throws IOException, SQLException {
        if (rows == 0) {
            return;
        }
        Objects.requireNonNull(out).close();
        byte[] payload = new byte[longest];
        try (BumpArena arena = new BumpArena(longest);
                DataInputStream in =
                        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            for (long i = 0; i < rows; i++) {
                TableLayout table = Objects.requireNonNull(tables.get(in.readInt()));
                long rowid = in.readLong();
                int bytes = in.readInt();
                in.readFully(payload, 0, bytes);
                Mem.copyIn(payload, 0, arena.base(), bytes);
                inserts.add(table, arena.base(), bytes, rowid);
            }
        }
        inserts.flush();
    }

    /** Deletes the file. */
    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
            Files.deleteIfExists(file);
        }
    }
}
