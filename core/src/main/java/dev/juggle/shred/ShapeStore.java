// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The structures in {@code _juggle_shapes}: an index of all (table and shape number → row, about 100 bytes each)
 * and the most recently used structures up to a number of bytes, read again when they fell out.
 */
final class ShapeStore implements AutoCloseable {
    private static final long CACHE_BYTES = 32L << 20;

    private record Key(int table, long shape) {}

    private final Map<Key, Long> rows = new HashMap<>();
    private final LinkedHashMap<Key, byte[]> cache = new LinkedHashMap<>(256, 0.75f, true);
    private final PreparedStatement read;
    private long cachedBytes;

    ShapeStore(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet all = statement.executeQuery("SELECT _row, \"table\", shape FROM _juggle_shapes")) {
            while (all.next()) {
                rows.put(new Key(all.getInt(2), all.getLong(3)), all.getLong(1));
            }
        }
        read = connection.prepareStatement("SELECT structure FROM _juggle_shapes WHERE _row = ?");
    }

    /** The structure of that shape of that table; null when there is none. */
    byte @Nullable [] structure(int table, long shape) throws SQLException {
        Key key = new Key(table, shape);
        byte[] known = cache.get(key);
        Long row = known == null ? rows.get(key) : null;
        return row == null ? known : load(key, row);
    }

    private byte @Nullable [] load(Key key, long row) throws SQLException {
        read.setLong(1, row);
        try (ResultSet result = read.executeQuery()) {
            byte[] structure = result.next() ? result.getBytes(1) : null;
            if (structure != null) {
                cache.put(key, structure);
                cachedBytes += structure.length;
                trim();
            }
            return structure;
        }
    }

    private void trim() {
        var eldest = cache.entrySet().iterator();
        while (cachedBytes > CACHE_BYTES && cache.size() > 1) {
            cachedBytes -= eldest.next().getValue().length;
            eldest.remove();
        }
    }

    @Override
    public void close() throws SQLException {
        read.close();
    }
}
