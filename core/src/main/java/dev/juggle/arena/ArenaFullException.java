// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

/**
 * Thrown when a {@link BumpArena} has no room for what was asked. It is an expected event (the
 * caller moves on to a larger arena or hands on what is finished), so it carries no stack trace
 * and is cheap to throw; the arena is left exactly as it was before the request.
 */
public final class ArenaFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** How many bytes were asked for. */
    private final long requestedBytes;

    /** How many bytes the arena had left. */
    private final long remainingBytes;

    /** Says that {@code requestedBytes} were asked of an arena with {@code remainingBytes} left. */
    public ArenaFullException(long requestedBytes, long remainingBytes) {
        super(null, null, false, false);
        this.requestedBytes = requestedBytes;
        this.remainingBytes = remainingBytes;
    }

    /** Bytes that were asked for in the request that failed. */
    public long requestedBytes() {
        return requestedBytes;
    }

    /** Bytes that the arena had left when the request failed. */
    public long remainingBytes() {
        return remainingBytes;
    }

    @Override
    public String getMessage() {
        return "arena full: " + requestedBytes + " bytes asked for, " + remainingBytes + " left";
    }
}
