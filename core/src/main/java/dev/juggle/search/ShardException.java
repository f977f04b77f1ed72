// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.sql.SQLException;
import org.sqlite.SQLiteException;

/** A shard can't answer; the message is the reason, for the user, without the shard's name. */
public final class ShardException extends Exception {
    private static final long serialVersionUID = 1L;

    /** A reason. */
    public ShardException(String reason) {
        super(reason);
    }

    /** What SQLite said, in words. */
    static ShardException of(SQLException e, Deadline deadline) {
        String message = String.valueOf(e.getMessage());
        String plain = message.replaceFirst("^\\[[A-Z_]+]\\s*", "")
                .replaceFirst("^SQL error or missing database \\((.*)\\)$", "$1");
        if (!(e instanceof SQLiteException sqlite)) {
            return new ShardException(plain);
        }
        String reason = switch (sqlite.getResultCode().name().replaceFirst("^(SQLITE_[A-Z]+)_.*$", "$1")) {
            case "SQLITE_INTERRUPT" -> deadline.reason();
            case "SQLITE_BUSY", "SQLITE_LOCKED" -> "locked by another program";
            case "SQLITE_CORRUPT" -> "damaged: " + plain;
            case "SQLITE_NOTADB" -> "is not a SQLite database";
            case "SQLITE_CANTOPEN" -> "cannot be opened";
            case "SQLITE_TOOBIG" -> "a value or the statement is too large";
            default -> deadline.isOver() ? deadline.reason() : plain;
        };
        return new ShardException(reason);
    }
}
