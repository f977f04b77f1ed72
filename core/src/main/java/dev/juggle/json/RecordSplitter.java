// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Mem;
import org.jspecify.annotations.Nullable;

/*
 * Two ways to see where a record ends without parsing it:
 *
 *   by a line end   In valid JSON no line end stands within a string, and between two values of a container there is a comma
 *                   or a colon. So a line end behind what may end a value and before what may begin one lies between two
 *                   records, whatever came before: it needs no state, and a broken record spoils no other.
 *   by brackets     Counting brackets outside of strings, from a place that is known to lie between records. It is needed
 *                   where records stand on one line, and for the elements of an array, which end in a comma at depth 1.
 *                   What is broken may lead it astray; then the parser finds an error before the place it gave.
 *
 * Both are exact for valid text, so where both apply the first of the two places is taken.
 */
/**
 * Finds places in the text of a document where one record ends and the next may begin. The text may come piece by piece: what
 * {@link #next} saw it remembers, until {@link #restart}.
 */
public final class RecordSplitter {
    /** How records can be told apart. */
    public enum Layout {
        /** By the line ends between them. */
        LINES,
        /** By their brackets. */
        CONCATENATED,
        /** By record separators: RFC 7464. */
        SEQUENCE,
        /** They are the elements of one array. */
        ARRAY,
        /** Not at all: it is one record, or in an encoding that has to be converted first. */
        WHOLE
    }

    /** What {@link #next} gives where there is no such place. */
    public static final long NONE = 0;

    private static final byte RECORD_SEPARATOR = 0x1E;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long COMMAS = ',' * ONES;
    /** The bits that all four brackets have in common, and what these are. A few other bytes have them too. */
    private static final long BRACKET_MASK = 0xD9D9_D9D9_D9D9_D9D9L;

    private static final long BRACKETS = 0x59 * ONES;

    private Layout layout = Layout.WHOLE;
    private boolean isArray;
    private long depth;
    private boolean inString;
    private boolean isEscaped;
    private long closedAt;
    private long lowest;
    private long given;
    private long lineFrom;
    private boolean isByBrackets;

    /**
     * Begins a document and finds out how its records can be told apart.
     *
     * @param start address of the beginning of its text
     * @param end address behind what is there of it: enough to hold a usual record or two
     */
    public Layout open(long start, long end) {
        layout = layoutOf(start, end);
        restart(start);
        return layout;
    }

    /** The form of a document with this layout; null if it can't be divided. */
    public ParsedDocument.@Nullable Form form() {
        return switch (layout) {
            case LINES, CONCATENATED -> ParsedDocument.Form.LINES;
            case SEQUENCE -> ParsedDocument.Form.SEQUENCE;
            case ARRAY -> ParsedDocument.Form.ARRAY;
            case WHOLE -> null;
        };
    }

    /** Begins anew at the beginning of the document. */
    public void restart(long at) {
        lowest = at;
        isArray = layout == Layout.ARRAY;
        depth = 0;
        inString = false;
        isEscaped = false;
        closedAt = NONE;
        given = NONE;
        lineFrom = NONE;
        isByBrackets = layout == Layout.CONCATENATED;
    }

    /** Begins anew at a place that {@link #next} gave, which may lie at another address by now. */
    public void goOn(long at) {
        restart(at);
        depth = isArray ? 1 : 0;
    }

    /** Where the array ended: behind its closing bracket; {@link #NONE} while it has not, or if it is none. */
    public long closedAt() {
        return closedAt;
    }

    /**
     * For a record that is larger than usual, where line ends tell records apart: from now on brackets do too.
     *
     * @param at where the record begins
     * @return whether that is a change, so that the search has to begin there again
     */
    public boolean lookCloser(long at) {
        if (layout != Layout.LINES || isByBrackets) {
            return false;
        }
        restart(at);
        isByBrackets = true;
        return true;
    }

    /** Notes that what was seen is gone, and the text goes on at {@code at}. */
    public void forget(long at) {
        lowest = at;
        lineFrom = NONE;
    }

    /** Notes that the text moved by so many bytes to another address. */
    public void moved(long bytes) {
        lowest += bytes;
        given += given == NONE ? 0 : bytes;
        lineFrom += lineFrom == NONE ? 0 : bytes;
        closedAt += closedAt == NONE ? 0 : bytes;
    }

    /**
     * The first place behind {@code from} where a record may begin, or {@link #NONE} if there is none up to {@code to}; then
     * the next call goes on at {@code to}.
     *
     * @param from where the last call ended, or the place that it gave
     * @param to address behind the text that is there; at least 8 bytes behind it can be read
     */
    public long next(long from, long to) {
        return switch (layout) {
            case LINES, CONCATENATED -> nextValue(from, to);
            case SEQUENCE -> {
                boolean isGiven = from == lowest || from == given;
                long at = Scan.find(RECORD_SEPARATOR, isGiven ? from + 1 : from, to);
                given = at < to ? at : NONE;
                yield given;
            }
            case ARRAY -> closedAt == NONE ? brackets(from, to) : NONE;
            case WHOLE -> NONE;
        };
    }

    private long nextValue(long from, long to) {
        long line = nextLine(lineFrom == NONE ? from : lineFrom, to);
        if (!isByBrackets) {
            return line;
        }
        long closed = brackets(from, line == NONE ? to : line);
        if (closed != NONE) {
            lineFrom = NONE;
            return closed;
        }
        if (line != NONE) {
            depth = 0;
            inString = false;
        }
        return line;
    }

    /** The first line beginning that a record may begin with; notes where to go on if there is none. */
    private long nextLine(long from, long to) {
        long at = Scan.find((byte) '\n', from, to);
        while (at < to) {
            long next = skipSpace(at, to);
            if (next == to) {
                lineFrom = at;
                return NONE;
            }
            if (mayEndValue(at) && mayBeginValue(Mem.getByte(next))) {
                lineFrom = NONE;
                return next;
            }
            at = Scan.find((byte) '\n', next, to);
        }
        lineFrom = to;
        return NONE;
    }

    /** Whether the last byte before {@code at} that is no white space is one that a value may end with. */
    private boolean mayEndValue(long at) {
        long p = at - 1;
        while (p >= lowest && isSpace(Mem.getByte(p))) {
            p--;
        }
        if (p < lowest) {
            return false;
        }
        byte c = Mem.getByte(p);
        return c != ',' && c != ':' && c != '[' && c != '{';
    }

    private static boolean mayBeginValue(byte c) {
        return c != ',' && c != ':' && c != ']' && c != '}';
    }

    /** Goes on counting brackets; gives the address behind the first value or element that ends. */
    private long brackets(long from, long to) {
        long p = from;
        while (p < to) {
            if (inString) {
                p = inString(p, to);
                continue;
            }
            p = structural(p, to);
            if (p >= to) {
                return NONE;
            }
            byte c = Mem.getByte(p++);
            switch (c) {
                case '"' -> inString = true;
                case '{', '[' -> depth++;
                case '}', ']' -> {
                    depth--;
                    if (depth <= 0) {
                        depth = 0;
                        if (isArray) {
                            closedAt = p;
                            return NONE;
                        }
                        return p;
                    }
                }
                case ',' -> {
                    if (isArray && depth == 1) {
                        return p;
                    }
                }
                default -> {
                    // looks like a bracket to eight bytes at a time
                }
            }
        }
        return NONE;
    }

    /** The next quote or bracket, and between elements comma; or something that looks like it. */
    private long structural(long from, long to) {
        boolean commas = isArray && depth == 1;
        for (long p = from; p < to; p += 8) {
            long word = Mem.getLong(p);
            long quotes = word ^ QUOTES;
            long brackets = (word & BRACKET_MASK) ^ BRACKETS;
            long hits = zeros(quotes) | zeros(brackets);
            if (commas) {
                hits |= zeros(word ^ COMMAS);
            }
            if (hits != 0) {
                return Math.min(to, p + (Long.numberOfTrailingZeros(hits) >>> 3));
            }
        }
        return to;
    }

    /** Goes on in a string; gives the address behind its end, or {@code to}. */
    private long inString(long from, long to) {
        long p = from;
        if (isEscaped) {
            isEscaped = false;
            p++;
        }
        while (p < to) {
            long word = Mem.getLong(p);
            long hits = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES);
            if (hits == 0) {
                p += 8;
                continue;
            }
            p += Long.numberOfTrailingZeros(hits) >>> 3;
            if (p >= to) {
                return to;
            }
            if (Mem.getByte(p) == '"') {
                inString = false;
                return p + 1;
            }
            isEscaped = p + 1 == to;
            p += 2;
        }
        return to;
    }

    /** The high bit of the lowest byte that is 0, and perhaps of others above it; 0 if none is. */
    private static long zeros(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }

    private Layout layoutOf(long start, long end) {
        TextEncoding encoding = TextEncoding.of(start, end);
        if (encoding != TextEncoding.UTF_8) {
            return Layout.WHOLE;
        }
        long first = skipSpace(start + encoding.markBytes(start, end), end);
        if (first == end) {
            return Layout.WHOLE;
        }
        byte c = Mem.getByte(first);
        if (c == RECORD_SEPARATOR) {
            return Layout.SEQUENCE;
        }
        layout = Layout.CONCATENATED;
        restart(first);
        boolean isContainer = c == '{' || c == '[';
        long behind = isContainer ? brackets(first, end) : end;
        if (behind == NONE) {
            return isBrokenLine(first, end) ? Layout.LINES : c == '[' ? Layout.ARRAY : Layout.WHOLE;
        }
        layout = Layout.LINES;
        restart(first);
        long line = nextLine(first, end);
        long next = skipSpace(behind, end);
        if (isContainer && next == end) {
            return Layout.WHOLE;
        }
        if (!isContainer) {
            return line == NONE ? Layout.WHOLE : Layout.LINES;
        }
        return line != NONE && line <= next ? Layout.LINES : Layout.CONCATENATED;
    }

    /** Whether the first line is a record that breaks off, with others after it: see the same question in DocumentParser. */
    private boolean isBrokenLine(long first, long end) {
        long lineEnd = Scan.find((byte) '\n', first, end);
        long next = skipSpace(lineEnd, end);
        if (next >= end || Mem.getByte(next - 1) != '\n') {
            return false;
        }
        restart(first);
        brackets(first, lineEnd);
        boolean isObject = Mem.getByte(first) == '{';
        byte c = Mem.getByte(next);
        if (isObject && c == '{' && depth == 1 && !inString) {
            return lineEnd > first + 1; // no object stands in an object without a name
        }
        return (c == '[' || (isObject && c == '{')) && mayEndValue(lineEnd);
    }

    private static long skipSpace(long from, long to) {
        long p = from;
        while (p < to && isSpace(Mem.getByte(p))) {
            p++;
        }
        return Math.min(p, to);
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
}
