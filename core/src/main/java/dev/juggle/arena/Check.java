// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

/**
 * Checks of what a caller hands in, always on. (Our own mistakes are for {@code assert}; bad input
 * data is no mistake of a caller and has its own ways.)
 */
public final class Check {
    private Check() {}

    /**
     * Holds a caller to {@code condition}.
     *
     * @throws IllegalArgumentException with {@code message} if it does not hold
     */
    public static void that(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Holds a caller to {@code condition}; {@code value} is what broke it and is added to the message.
     *
     * @throws IllegalArgumentException {@code message: value} if it does not hold
     */
    public static void that(boolean condition, String message, long value) {
        if (!condition) {
            throw new IllegalArgumentException(message + ": " + value);
        }
    }

    /**
     * Holds a caller to using an object only while it is in the right state.
     *
     * @throws IllegalStateException with {@code message} if {@code condition} does not hold
     */
    public static void state(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }
}
