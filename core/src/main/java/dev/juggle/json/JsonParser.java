// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Check;
import dev.juggle.arena.Mem;

/*
 * One pass, no stack: a loop for members and one for elements, each of which goes on until its container ends or
 * another opens in it. While a container is open, its first tape word is kept in the field head and,
 * when a child opens, stored as type | children so far | distance to the parent's word; so the chain of open
 * containers lies in the tape itself and needs no memory of its own. When it closes, the word gets its final form.
 *
 * The byte behind the text is set to NUL while parsing (and restored). NUL can neither continue nor be skipped
 * anywhere in JSON, so no loop here compares an address with the end: each stops there by itself, and whoever
 * stopped asks whether it was the end only to word the error. Loads of eight bytes reach at most 16 bytes
 * beyond; what they see there is never used.
 *
 * What limits the speed is the number of instructions. The compiler gives up inlining (NodeCountInliningCutoff) in a method
 * of some thirty accesses to memory, so the loops hold what is usual, and call what is rare or ends a container.
 */
/**
 * Parses JSON (RFC 8259, strict) from bytes in an arena into a {@link Tape} in the same arena: words from below,
 * strings that had escapes from above. It allocates nothing on the heap and doesn't recurse.
 *
 * <p>An instance is reusable, and owned by one thread at a time, as the arena is.
 */
public final class JsonParser {
    /** What {@link #next} returns instead of an address when the text is wrong; see {@link #problem()}. */
    static final long WRONG = 0;

    /** What {@link #bare} returns for a number that is longer than the limit. */
    private static final long TOO_LONG = Long.MIN_VALUE;

    /** Room for a name and a two-word value: what one turn of the loop may write. */
    private static final int STEP_BYTES = 3 * Tape.WORD_BYTES;

    private static final long STRING_HEAD = (long) Tape.STRING << Tape.TYPE_SHIFT;
    private static final short QUOTE_COLON = '"' | ':' << 8;
    private static final int TRUE_WORD = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
    private static final int NULL_WORD = 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24;
    private static final int FALSE_TAIL = 'a' | 'l' << 8 | 's' << 16 | 'e' << 24;

    private static final long COUNT_MASK = (long) Tape.MAX_LENGTH << Tape.LENGTH_SHIFT;
    private static final long TYPE_MASK = 0xFL << Tape.TYPE_SHIFT;
    private static final long OBJECT_HEAD = (long) Tape.OBJECT << Tape.TYPE_SHIFT;
    private static final long ARRAY_HEAD = (long) Tape.ARRAY << Tape.TYPE_SHIFT;
    /** A bit that OBJECT has and ARRAY has not. */
    private static final long OBJECT_BIT = 2L << Tape.TYPE_SHIFT;

    private final int maxDepth;
    private final int maxStringBytes;
    private final int maxNameBytes;
    private final int maxChildren;
    private final long maxDocumentBytes;

    private long base;
    private long end;
    private byte behindEnd;
    private long tapeStart;

    /** Where the next word goes; while a container is parsed, where the container began. */
    private long tape;
    /** Decoded strings lie from here on. */
    private long top;
    /** The last address from which a turn of the loop has room: moves with top. */
    private long lastStep;

    /** Address of the innermost open container's first word, 0 if none. */
    private long open;
    /** That container's type, and the distance in words to its parent's first word, 0 if it has none. */
    private long head;
    /** How many children it has so far. */
    private long count;
    /** Where its next word goes. */
    private long at;
    /** How many more containers may open. */
    private int levels;

    private Problem problem = Problem.NONE;
    private long problemAddress;

    /** A parser that holds its input to {@code limits}. */
    public JsonParser(Limits limits) {
        maxDepth = limits.maxDepth();
        maxStringBytes = limits.maxStringBytes();
        maxNameBytes = limits.maxNameBytes();
        maxChildren = limits.maxChildren();
        maxDocumentBytes = limits.maxDocumentBytes();
    }

    /**
     * Parses a document of exactly one value; white space may stand around it.
     *
     * @param arena what the text lies in and the tape goes to
     * @param start absolute address of the text
     * @param end address behind it; the byte there is written to for the time of the call
     * @param view is pointed at the tape
     * @return whether the text is right (then tape and decoded strings are taken from the arena); if not, see {@link
     *     #problem()}, and the arena is as before
     * @throws ArenaFullException if the tape doesn't fit; the arena is as before
     */
    public boolean parse(BumpArena arena, long start, long end, Tape view) {
        open(arena, start, end);
        try {
            if (end - start > maxDocumentBytes) {
                fail(Problem.DOCUMENT_LENGTH, start);
                return false;
            }
            long behind = next(start, 0);
            if (behind == WRONG) {
                return false;
            }
            long rest = Scan.skipSpace(behind);
            if (rest != end) {
                fail(Problem.END, rest);
                return false;
            }
            take(arena, view);
            return true;
        } finally {
            close();
        }
    }

    /** What was wrong with the last text, or NONE. */
    public Problem problem() {
        return problem;
    }

    /** Absolute address of the byte that was wrong; the end of the text if something is missing there. */
    public long problemAddress() {
        return problemAddress;
    }

    /**
     * Begins a tape at the arena's free space for the text from {@code start} to {@code end}. The byte behind the text
     * is NUL until {@link #close}.
     *
     * @throws ArenaFullException if there is no room for a single value; nothing was changed
     */
    void open(BumpArena arena, long start, long end) {
        Check.that(start <= end, "a text that ends before its start");
        // the tape must not begin on the byte that becomes NUL
        long first = (arena.position() == end ? end + 8 : arena.position() + 7) & -8;
        if (arena.limit() - first < STEP_BYTES) {
            throw new ArenaFullException(STEP_BYTES, arena.remainingBytes());
        }
        this.base = arena.base();
        this.end = end;
        this.tapeStart = first;
        this.tape = first;
        lowerTop(arena.limit());
        this.problem = Problem.NONE;
        this.behindEnd = Mem.getByte(end);
        Mem.putByte(end, (byte) 0);
    }

    /** Restores the byte behind the text. What was not taken is given up. */
    void close() {
        Mem.putByte(end, behindEnd);
    }

    /** Moves the end of the text, to narrow it to a line and back. */
    void moveEnd(long newEnd) {
        Mem.putByte(end, behindEnd);
        end = newEnd;
        behindEnd = Mem.getByte(newEnd);
        Mem.putByte(newEnd, (byte) 0);
    }

    /** The address where the next word goes: with {@link #top()} all that {@link #backTo} needs. */
    long tape() {
        return tape;
    }

    /** The address from which on decoded strings lie. */
    long top() {
        return top;
    }

    /** Forgets all values, and all else from the top, since these addresses were noted. */
    void backTo(long oldTape, long oldTop) {
        tape = oldTape;
        lowerTop(oldTop);
    }

    /**
     * Takes {@code bytes} from the top, beside the decoded strings.
     *
     * @throws ArenaFullException if they don't fit
     */
    long allocateTop(int bytes) {
        if (top - tape < bytes + STEP_BYTES) {
            throw full();
        }
        lowerTop(top - bytes);
        return top;
    }

    /** Begins an array whose elements the caller parses one by one; returns the address of its words. */
    long beginArray(long p) {
        if (tape > lastStep) {
            throw full();
        }
        long words = tape;
        Mem.putLong(words + 8, p - base);
        tape += 16;
        return words;
    }

    /** Ends the array begun at {@code words} with {@code count} elements; its text ends at {@code p}. */
    void endArray(long words, long count, long p) {
        Mem.putLong(words, Tape.word(Tape.ARRAY, count, words()));
        Mem.putLong(words + 8, Mem.getLong(words + 8) | (p - base) << 32);
    }

    /** Takes the tape and the decoded strings from the arena given to {@link #open} and points {@code view} at the tape. */
    void take(BumpArena arena, Tape view) {
        arena.advanceTo(tape);
        arena.allocateTop(arena.limit() - top);
        view(view);
    }

    /** Points {@code view} at the tape as it is now, and returns it. */
    Tape view(Tape view) {
        return view.wrap(base, tapeStart, words());
    }

    /** How many words the tape has so far: the index of the next value. */
    int words() {
        return (int) ((tape - tapeStart) >>> 3);
    }

    /**
     * Parses the next value, at or behind white space from {@code p} on, and appends it to the tape.
     *
     * @param depth how many containers count as open around it
     * @return the address behind the value, or {@link #WRONG}; then the tape is as before
     * @throws ArenaFullException if it doesn't fit; then the tape is as before
     */
    long next(long p, int depth) {
        long topBefore = top;
        long first = Scan.skipSpace(p);
        byte c = Mem.getByte(first);
        levels = maxDepth - depth;
        boolean done = false;
        try {
            boolean bracket = c == '{' || c == '[';
            long inside = bracket ? Scan.skipSpace(first + 1) : first;
            boolean children = bracket && Mem.getByte(inside) != c + 2;
            long behind = children ? container(first, inside, c) : childless(first, inside, c);
            done = behind != WRONG;
            return behind;
        } finally {
            if (!done) {
                lowerTop(topBefore);
            }
        }
    }

    /** Parses the container with children that begins at {@code p}, outside of any; its first child is at {@code inside}. */
    private long container(long p, long inside, byte bracket) {
        if (tape > lastStep) {
            throw full();
        }
        open = 0;
        if (!begin(p, tape, 0, bracket)) {
            return WRONG;
        }
        long next = inside;
        while (open != 0) {
            next = isObject(head) ? members(next) : elements(next);
            if (next < 0) {
                next = close(-next);
            }
            if (next == WRONG) {
                return WRONG;
            }
        }
        tape = at;
        return next;
    }

    /**
     * Parses members of the open object, the first of which is at {@code p}, up to its end or to a container with children.
     *
     * @return the address of the first child of a container that opened; minus the address where the object should end
     *     (not here, since a compiled method can only hold so much); or WRONG
     */
    private long members(long p) {
        // a string's word is this, its address, and its length in its place
        final long strings = STRING_HEAD - base;
        long t = at;
        long n = count;
        if (Mem.getByte(p) != '"') {
            return fail(n == 0 ? Problem.NAME_OR_END : Problem.NAME, p);
        }
        for (; ; ) {
            // p is at the quote before a name
            if (t > lastStep) {
                throw full();
            }
            t = Mem.known(t);
            p = name(Mem.known(p + 1), t, strings);
            if (p == WRONG) {
                return WRONG;
            }
            t += 8;
            p = Mem.known(p);
            byte c = Mem.getByte(p);
            if (c == '"') {
                p = string(p + 1, t, strings);
                if (p == WRONG) {
                    return WRONG;
                }
                t += 8;
                p++;
            } else if ((c | 0x20) == '{') {
                long inside = Scan.skipSpace(p + 1);
                if (Mem.getByte(inside) != c + 2) {
                    return begin(p, t, n, c) ? inside : WRONG;
                }
                p = empty(p, inside, t, c);
                t += 16;
            } else {
                long q = bare(p, t, c);
                t += 16;
                if (q <= 0) {
                    q = -q;
                    t -= 8;
                    if (q <= 0) {
                        return failBare(p, q, n);
                    }
                }
                p = q;
            }
            n++;
            p = Mem.known(p);
            c = Mem.getByte(p);
            if (c <= ' ') {
                p = Mem.known(Scan.skipSpaces(p));
                c = Mem.getByte(p);
            }
            if (c != ',') {
                at = t;
                count = n;
                return -p;
            }
            p++;
            if (Mem.getByte(p) != '"') {
                p = Scan.skipSpace(p);
                if (Mem.getByte(p) != '"') {
                    return fail(Problem.NAME, p);
                }
            }
        }
    }

    /** As {@link #members}, for elements of the open array. */
    private long elements(long p) {
        final long strings = STRING_HEAD - base;
        long t = at;
        long n = count;
        for (; ; ) {
            if (t > lastStep) {
                throw full();
            }
            p = Mem.known(p);
            t = Mem.known(t);
            byte c = Mem.getByte(p);
            if (c == '"') {
                p = string(p + 1, t, strings);
                if (p == WRONG) {
                    return WRONG;
                }
                t += 8;
                p++;
            } else if ((c | 0x20) == '{') {
                long inside = Scan.skipSpace(p + 1);
                if (Mem.getByte(inside) != c + 2) {
                    return begin(p, t, n, c) ? inside : WRONG;
                }
                p = empty(p, inside, t, c);
                t += 16;
            } else {
                long q = bare(p, t, c);
                t += 16;
                if (q <= 0) {
                    q = -q;
                    t -= 8;
                    if (q <= 0) {
                        return failBare(p, q, n);
                    }
                }
                p = q;
            }
            n++;
            p = Mem.known(p);
            c = Mem.getByte(p);
            if (c <= ' ') {
                p = Mem.known(Scan.skipSpaces(p));
                c = Mem.getByte(p);
            }
            if (c != ',') {
                at = t;
                count = n;
                return -p;
            }
            p++;
            if (Mem.getByte(p) <= ' ') {
                p = Scan.skipSpaces(p);
            }
        }
    }

    /** Writes the number or literal at {@code p}, which begins with {@code c}; returns the same as {@link Numbers#write}, or TOO_LONG. */
    private long bare(long p, long t, byte c) {
        // one test for digits and '-', and for '.' and '/', which are refused there
        long q = c >= '-' && c <= '9' ? Numbers.write(p, t, base) : literal(p, t);
        return Math.abs(q) - p > maxStringBytes ? TOO_LONG : q;
    }

    /**
     * Closes the open container, which should end at {@code p}, and those around it that end right behind it.
     *
     * @return the address of the next child of what is open then, or behind everything; or WRONG
     */
    private long close(long p) {
        long t = at;
        long n = count;
        for (; ; ) {
            if (Mem.getByte(p) != (isObject(head) ? '}' : ']')) {
                return failAfter(p);
            }
            n = end(++p, t, n);
            if (n < 0) {
                return WRONG;
            }
            if (open == 0) {
                return p;
            }
            p = Scan.skipSpace(p);
            if (Mem.getByte(p) == ',') {
                count = n;
                return Scan.skipSpace(p + 1);
            }
        }
    }

    private static boolean isObject(long head) {
        return (head & OBJECT_BIT) != 0;
    }

    /** Opens the container at {@code p}, whose words go to {@code t}; {@code count} is its parent's. */
    private boolean begin(long p, long t, long count, byte bracket) {
        if (--levels < 0 || count > maxChildren) {
            fail(levels < 0 ? Problem.DEPTH : Problem.CHILD_COUNT, p);
            return false;
        }
        long distance = 0;
        if (open != 0) {
            Mem.putLong(open, head | (count << Tape.LENGTH_SHIFT));
            distance = (t - open) >>> 3;
        }
        head = (bracket == '{' ? OBJECT_HEAD : ARRAY_HEAD) | distance;
        open = t;
        this.count = 0;
        at = t + 16;
        Mem.putLong(t + 8, p - base);
        return true;
    }

    /** Closes the innermost container, which ends at {@code p}; returns how many values its parent now has. */
    private long end(long p, long t, long count) {
        if (count > maxChildren) {
            fail(Problem.CHILD_COUNT, p - 1);
            return -1;
        }
        levels++;
        Mem.putLong(open, (head & TYPE_MASK) | (count << Tape.LENGTH_SHIFT) | ((t - tapeStart) >>> 3));
        Mem.putLong(open + 8, Mem.getLong(open + 8) | (p - base) << 32);
        long distance = head & Tape.LOW_HALF;
        if (distance == 0) {
            open = 0;
            return 1;
        }
        open -= distance << 3;
        long parent = Mem.getLong(open);
        head = parent & ~COUNT_MASK;
        return ((parent & COUNT_MASK) >>> Tape.LENGTH_SHIFT) + 1;
    }

    /** Writes the container without children from {@code p} to its closing bracket; returns the address behind. */
    private long empty(long p, long closing, long t, byte bracket) {
        int type = bracket == '{' ? Tape.OBJECT : Tape.EMPTY_ARRAY;
        Mem.putLong(t, Tape.word(type, 0, (t + 16 - tapeStart) >>> 3));
        Mem.putLong(t + 8, (p - base) | ((closing + 1 - base) << 32));
        return closing + 1;
    }

    /** Writes the literal at {@code p}; returns the same as {@link Numbers#write}. */
    private static long literal(long p, long t) {
        int word = Mem.getInt(p);
        if (word == NULL_WORD) {
            Mem.putLong(t, (long) Tape.NULL << Tape.TYPE_SHIFT);
            return -(p + 4);
        }
        if (word == TRUE_WORD) {
            Mem.putLong(t, (long) Tape.TRUE << Tape.TYPE_SHIFT);
            return -(p + 4);
        }
        if ((byte) word == 'f' && Mem.getInt(p + 1) == FALSE_TAIL) {
            Mem.putLong(t, (long) Tape.FALSE << Tape.TYPE_SHIFT);
            return -(p + 5);
        }
        return Numbers.NOT_A_NUMBER;
    }

    /** Parses the name whose first character is at {@code first}, and the colon; returns the address of its value, or WRONG. */
    private long name(long first, long t, long strings) {
        long q = Mem.known(Scan.plainRun(first));
        if (Mem.getShort(q) != QUOTE_COLON || q - first > maxNameBytes) {
            return unusualName(first, q, t);
        }
        Mem.putLong(t, strings + first + ((q - first) << Tape.LENGTH_SHIFT));
        long p = Mem.getByte(q + 2) == ' ' ? q + 3 : q + 2;
        return Mem.getByte(p) > ' ' ? p : Scan.skipSpaces(p);
    }

    /**
     * Parses a member's name that is not plain, or not followed at once by its colon.
     *
     * @param first address of its first character
     * @param plain address of the first that is not plain
     * @param t where its word goes
     * @return the address of its value, or WRONG
     */
    private long unusualName(long first, long plain, long t) {
        long q = restOfString(first, plain, t, maxNameBytes);
        if (q == WRONG) {
            return WRONG;
        }
        q = Scan.skipSpace(q + 1);
        if (Mem.getByte(q) != ':') {
            return fail(Problem.COLON, q);
        }
        return Scan.skipSpace(q + 1);
    }

    /** Parses the string whose first character is at {@code first}; returns the address of its closing quote. */
    private long string(long first, long t, long strings) {
        long q = Mem.known(Scan.plainRuns(first));
        if (Mem.getByte(q) == '"' && q - first <= maxStringBytes) {
            Mem.putLong(t, strings + first + ((q - first) << Tape.LENGTH_SHIFT));
            return q;
        }
        return restOfString(first, q, t, maxStringBytes);
    }

    /** As {@link #unusualName}, for any string; returns the address of its closing quote. */
    private long restOfString(long first, long plain, long t, int maxBytes) {
        long q = Scan.plainEnd(plain);
        if (Mem.getByte(q) == '"' && q - first <= maxBytes) {
            Mem.putLong(t, Tape.word(Tape.STRING, q - first, first - base));
            return q;
        }
        return unusualString(first, q, t, maxBytes);
    }

    /**
     * Parses the value at {@code p}, a scalar or an empty container, outside of any.
     *
     * @param inside the first address behind {@code p} without white space
     * @param c the byte at {@code p}
     */
    private long childless(long p, long inside, byte c) {
        long t = tape;
        if (t > lastStep) {
            throw full();
        }
        if (c == '{' || c == '[') {
            tape = t + 16;
            return empty(p, inside, t, c);
        }
        if (c == '"') {
            long q = string(p + 1, t, STRING_HEAD - base);
            if (q == WRONG) {
                return WRONG;
            }
            tape = t + 8;
            return q + 1;
        }
        long q = bare(p, t, c);
        if (q == Numbers.NOT_A_NUMBER || q == TOO_LONG) {
            head = OBJECT_HEAD;
            return failBare(p, q, 0);
        }
        tape = q < 0 ? t + 8 : t + 16;
        return Math.abs(q);
    }

    /**
     * Parses a string that has escapes, is too long, or is wrong. It is decoded into the free space behind its
     * word and then moved to the top, since how long it gets is only known at its end.
     *
     * @param first address of its first character
     * @param from up to where it was found to stand for itself
     * @param t where its word goes
     * @return the address of its closing quote, or WRONG
     */
    private long unusualString(long first, long from, long t, int maxBytes) {
        long gap = t + 8;
        long d = gap + (from - first);
        long p = from;
        if (d > top - 16) {
            throw full();
        }
        Mem.copy(first, gap, from - first);
        for (; ; ) {
            long run = Scan.copyRuns(p, d, top - 16);
            p += run;
            d += run;
            if (d > top - 16) {
                throw full();
            }
            long word = Mem.getLong(p);
            Mem.putLong(d, word);
            long stop = Scan.unplain(word);
            if (stop == 0) {
                p += 8;
                d += 8;
                continue;
            }
            int plain = Long.numberOfTrailingZeros(stop) >>> 3;
            p += plain;
            d += plain;
            byte c = Mem.getByte(p);
            if (c == '\\') {
                int codePoint = Scan.escape(p);
                if (codePoint <= 0 || codePoint >>> 11 == Scan.SURROGATES) {
                    return escapedString(first, p, t, maxBytes);
                }
                d = Utf8.put(codePoint, d);
                p += Scan.escapeLength(p, codePoint);
            } else if (c < 0) {
                long q = Utf8.skipMultiByte(p);
                if (q == p) {
                    return fail(Problem.UTF_8, p);
                }
                if (d + (q - p) > top - 16) {
                    throw full();
                }
                Scan.copyWords(p, d, q - p);
                d += q - p;
                p = q;
            } else if (c == '"') {
                break;
            } else {
                return fail(Problem.STRING_CHARACTER, p);
            }
        }
        if (p - first > maxBytes) {
            return failLength(first, maxBytes);
        }
        long length = d - gap;
        lowerTop(top - length);
        Mem.copy(gap, top, length);
        Mem.putLong(t, Tape.word(Tape.STRING, length, top - base));
        if (t > lastStep) {
            throw full();
        }
        return p;
    }

    /** Goes on at {@code p}, at a backslash, with a string that is kept in its escaped spelling, or is wrong there. */
    private long escapedString(long first, long p, long t, int maxBytes) {
        while (Mem.getByte(p) == '\\') {
            int codePoint = Scan.escape(p);
            if (codePoint < 0) {
                return fail(codePoint == Scan.NO_HEX ? Problem.HEX_DIGITS : Problem.ESCAPE, p);
            }
            p = Scan.plainEnd(p + Scan.escapeLength(p, codePoint));
        }
        byte c = Mem.getByte(p);
        if (c != '"') {
            return fail(c < 0 ? Problem.UTF_8 : Problem.STRING_CHARACTER, p);
        }
        if (p - first > maxBytes) {
            return failLength(first, maxBytes);
        }
        Mem.putLong(t, Tape.word(Tape.ESCAPED_STRING, p - first, first - base));
        return p;
    }

    private void lowerTop(long address) {
        top = address;
        lastStep = address - STEP_BYTES;
    }

    private long failLength(long first, int maxBytes) {
        return fail(maxBytes == maxNameBytes ? Problem.NAME_LENGTH : Problem.STRING_LENGTH, first - 1);
    }

    private long failBare(long p, long result, long count) {
        byte c = Mem.getByte(p);
        if (result == TOO_LONG) {
            return fail(Problem.STRING_LENGTH, p);
        }
        if (c == '-' || (c >= '0' && c <= '9')) {
            return fail(Problem.NUMBER, p);
        }
        return fail(count == 0 && !isObject(head) ? Problem.ELEMENT_OR_END : Problem.VALUE, p);
    }

    private long failAfter(long p) {
        return fail(isObject(head) ? Problem.COMMA_OR_BRACE : Problem.COMMA_OR_BRACKET, p);
    }

    private long fail(Problem what, long p) {
        problem = what;
        problemAddress = p;
        return WRONG;
    }

    private static ArenaFullException full() {
        return new ArenaFullException(STEP_BYTES, 0);
    }
}
