// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.sql.SQLException;

/** What holds a statement open and can give it back, to open it again where it stood. */
interface Resting {
    /** Gives back its statement; the place is kept. */
    void rest() throws SQLException;
}
