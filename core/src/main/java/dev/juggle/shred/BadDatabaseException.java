// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a database can't be read as one that Juggle wrote: it is no such database, was written by a
 * newer Juggle, or is damaged or edited in a way that contradicts its own catalog. The message is one
 * sentence for the person at the command line, with the place first.
 */
public final class BadDatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message one sentence, place first
     */
    public BadDatabaseException(String message) {
        super(message);
    }

    private BadDatabaseException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Wraps what SQLite reported about {@code file} while {@code doing} something with it. */
    static BadDatabaseException of(Path file, String doing, SQLException cause) {
        return new BadDatabaseException(file + ": cannot " + doing + ": " + plain(cause.getMessage()), cause);
    }

    /** sqlite-jdbc says {@code [SQLITE_X] explanation (detail)}: the detail is what a person needs. */
    private static String plain(@Nullable String message) {
        if (message == null) {
            return "SQLite gives no reason";
        }
        int open = message.lastIndexOf('(');
        return message.startsWith("[") && open > 0 && message.endsWith(")")
                ? message.substring(open + 1, message.length() - 1)
                : message;
    }
}
