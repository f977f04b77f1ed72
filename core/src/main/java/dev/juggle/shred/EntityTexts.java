// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON texts of the entities that were written last, as many as {@link #MAX_BYTES} hold, so that what repeats is put together
 * once. Belongs to one restorer.
 */
final class EntityTexts {
    /** Bytes of all texts together, with what each takes beside its own. */
    static final long MAX_BYTES = 32L << 20;

    private static final int ENTRY_BYTES = 120;

    private record Place(int table, long row) {}

    private final LinkedHashMap<Place, byte[]> texts = new LinkedHashMap<>(1024, 0.75f, true);
    private final long maxBytes;
    private long bytes;

    EntityTexts(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The text of a table's row, if it is there. */
    byte @Nullable [] find(int table, long row) {
        return texts.get(new Place(table, row));
    }

    /** Keeps a text; others, not asked for since longest, give way. */
    void keep(int table, long row, byte[] text) {
        byte[] before = texts.put(new Place(table, row), text);
        bytes += text.length + ENTRY_BYTES - (before == null ? 0 : before.length + ENTRY_BYTES);
        var eldest = texts.entrySet().iterator();
        while (bytes > maxBytes && eldest.hasNext()) {
            Map.Entry<Place, byte[]> gone = eldest.next();
            bytes -= gone.getValue().length + ENTRY_BYTES;
            eldest.remove();
        }
    }
}
