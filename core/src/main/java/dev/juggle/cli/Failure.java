// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

/** A command can't go on; the message is one sentence for the user, place first. Ends it with {@link ExitCode#FAILED}. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String message) {
        super(message);
    }

    Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
