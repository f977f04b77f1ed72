// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.Mem;
import dev.juggle.json.ParsedDocument.Place;

/**
 * An upper bound for the arena that a document needs, found by counting its bytes, so that the advice
 * {@code --memory} holds once it is followed. What counts: the text itself; two tape words for each value and one
 * for each name, found by their commas, brackets and colons (those within strings only make the bound larger); a
 * row for each value; decoded strings, if there is an escape at all; and the largest row on its way out.
 */
final class SpaceEstimate {
    private static final long BYTES_PER_VALUE = 16 + 32;
    private static final long BYTES_PER_NAME = 8;
    /** Two nodes of 32 bytes in slabs that grow by doubling, their attributes, and what becomes of them. */
    private static final long BYTES_PER_TAG = 400;

    /** A page itself, its packed bytes, its text, its record, the record's tape and its rows. */
    private static final long PAGE_RATIO = 12;

    private static final long SLACK_BYTES = 1 << 20;

    private long bytes;
    private long values = 1;
    private long names;
    private long escapes;
    private long tags;
    private long line = 1;
    private long column = 1;

    /** Counts {@code count} more bytes of text at {@code address}. */
    void add(long address, long count) {
        bytes += count;
        for (long at = address; at < address + count; at++) {
            byte c = Mem.getByte(at);
            column += (c & 0xC0) == 0x80 ? 0 : 1;
            switch (c) {
                case ',', '[', '{', 0x1e -> values++;
                case '\n' -> {
                    values++;
                    line++;
                    column = 1;
                }
                case ':' -> names++;
                case '\\' -> escapes++;
                case '<' -> tags++;
                default -> {
                    // takes no more than its own place
                }
            }
        }
    }

    /** The size of an arena that is large enough if the document is an HTML page: its tree, record and rows. */
    long pageBytes() {
        return PAGE_RATIO * bytes + BYTES_PER_TAG * tags + SLACK_BYTES;
    }

    /** Bytes of text counted. */
    long textBytes() {
        return bytes;
    }

    /** The place behind the text, as if it began a document. */
    Place behind() {
        return new Place(0, bytes, line, column);
    }

    /** The size of an arena that is large enough. */
    long arenaBytes() {
        long decoded = escapes == 0 ? 0 : bytes;
        return bytes + decoded + values * BYTES_PER_VALUE + names * BYTES_PER_NAME + bytes + bytes / 32 + SLACK_BYTES;
    }
}
