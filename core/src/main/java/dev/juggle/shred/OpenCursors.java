// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/** Keeps the number of open statements within bounds: where one more is opened, the one opened longest ago rests. */
final class OpenCursors {
    private final int most;
    private final SequencedSet<Resting> open = new LinkedHashSet<>();

    OpenCursors(int most) {
        this.most = most;
    }

    /** Notes that a cursor opened its statement. */
    void opened(Resting cursor) throws SQLException {
        open.add(cursor);
        if (open.size() > most) {
            open.getFirst().rest();
        }
    }

    /** Notes that a cursor closed its statement. */
    void closed(Resting cursor) {
        open.remove(cursor);
    }
}
