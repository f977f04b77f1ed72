// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

/** Ends a run with {@code --fail-fast} at the first thing, in input order, that would have been set aside. */
final class FailFastException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** {@code message} is the sentence that the run would otherwise have reported at its end. */
    FailFastException(String message) {
        super(message, null, false, false);
    }
}
