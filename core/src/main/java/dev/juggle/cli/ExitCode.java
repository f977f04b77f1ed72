// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

/** What a command's end says to the shell; the same for every command. */
final class ExitCode {
    /** Done, and nothing to say against it. */
    static final int CLEAN = 0;

    /** Finished, but something was set aside, nothing was found, or things differ. */
    static final int FOUND = 1;

    /** Could not be done: used wrongly, or a file or disk failed. */
    static final int FAILED = 2;

    /** Interrupted; what was finished is kept. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
