// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.Mem;

/*
 * What is kept of a document is a document too: of an object or array that goes on for long, only the beginning, up to a
 * comma, and then its closing bracket. So something of everything is kept, also of what stands at the end. A bracket or comma
 * counts only outside of strings; no other syntax is looked at, since the parser finds out what is no JSON.
 */
/** Keeps a small part of a text that comes in pieces. Belongs to one thread. */
final class Skimmer {
    private static final int MOST_DEPTH = 1_024;
    /** An object or array with fewer children is kept whole, whatever they are. */
    private static final int FEWEST_CHILDREN = 16;

    private final int[] startOf = new int[MOST_DEPTH + 1];
    private final int[] childrenOf = new int[MOST_DEPTH + 1];
    private final byte[] closing = new byte[MOST_DEPTH + 1];
    private long target;
    private int room;
    private int share;
    private int used;
    private int depth;
    /** Brackets opened since what is passed over began; -1 while everything is kept. */
    private int passed;

    private boolean isInString;
    private boolean isEscaped;
    private boolean isDone;
    /** Where the kept text could end, and how deep that is. */
    private int lastEnd;

    private int lastDepth;

    /** Begins a text: at most {@code room} bytes go to {@code target}, of one object or array about {@code share}. */
    void begin(long newTarget, int newRoom, int newShare) {
        target = newTarget;
        room = newRoom - MOST_DEPTH;
        share = newShare;
        used = 0;
        depth = 0;
        passed = -1;
        isInString = false;
        isEscaped = false;
        isDone = false;
        lastEnd = 0;
        lastDepth = 0;
    }

    /** Takes the next piece; false once there is enough. */
    boolean add(long address, int bytes) {
        for (long at = address; at < address + bytes && !isDone; at++) {
            byte b = Mem.getByte(at);
            if (isInString) {
                inString(b);
            } else if (passed >= 0) {
                pass(b);
            } else {
                take(b);
            }
        }
        return !isDone;
    }

    /** Ends the text, in the middle of it or not; gives how many bytes were kept. */
    int end(boolean isWhole) {
        if (isWhole && !isDone && passed < 0 && depth == 0 && !isInString) {
            return used;
        }
        if (passed < 0 || isInString) {
            used = lastEnd;
            depth = lastDepth;
        }
        while (depth > 0) {
            Mem.putByte(target + used++, closing[depth--]);
        }
        return used;
    }

    private void inString(byte b) {
        if (isEscaped) {
            isEscaped = false;
        } else if (b == '\\') {
            isEscaped = true;
        } else if (b == '"') {
            isInString = false;
        }
        if (passed < 0) {
            put(b);
        }
    }

    private void pass(byte b) {
        switch (b) {
            case '"' -> isInString = true;
            case '{', '[' -> passed++;
            case '}', ']' -> {
                if (passed-- == 0) {
                    close(b);
                }
            }
            default -> {
                // nothing of it is kept
            }
        }
    }

    private void take(byte b) {
        switch (b) {
            case '"' -> {
                isInString = true;
                put(b);
            }
            case '{', '[' -> {
                put(b);
                isDone |= depth == MOST_DEPTH;
                if (!isDone) {
                    depth++;
                    startOf[depth] = used;
                    childrenOf[depth] = 0;
                    closing[depth] = (byte) (b + 2);
                }
            }
            case '}', ']' -> close(b);
            case ',' -> {
                lastEnd = used;
                lastDepth = depth;
                childrenOf[depth]++;
                boolean isLong = used - startOf[depth] > (depth <= 2 ? share : share / 2);
                if (depth > 0 && childrenOf[depth] >= FEWEST_CHILDREN && isLong) {
                    passed = 0;
                } else {
                    put(b);
                }
            }
            default -> put(b);
        }
    }

    private void close(byte b) {
        put(b);
        depth--;
        if (depth <= 0) {
            isDone |= depth < 0 || used > share;
            depth = 0;
            lastEnd = used;
            lastDepth = 0;
        }
    }

    private void put(byte b) {
        if (used == room) {
            isDone = true;
        } else {
            Mem.putByte(target + used++, b);
        }
    }
}
