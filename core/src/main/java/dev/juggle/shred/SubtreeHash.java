// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.json.Tape;

/*
 * What is hashed are 64-bit words that spell the value in document order: a word for each key, scalar and bracket with its type,
 * and further ones for what does not fit into it:
 *
 *     type (4 bits) │ form (4 bits) │ 56 bits
 *     short texts     length 0..7     the bytes
 *     long texts      LONG            the length; then the bytes, eight a word, the last one filled with zeros
 *     small integers  0               the value
 *     other numbers   LONG            -; then the long, or the double's bits
 *     containers      0               how many members or elements
 *
 * Each first word tells how many follow and each container how many values, so no two values have the same words. The
 * spelling of a string or a number is not among them; that of what is stored as spelled (digits beyond 64 bits, escaped
 * strings) is. Of several members with one key all are hashed, though only the last is stored.
 */
/**
 * The identity of a value: 128 bits over all that lies below it. SipHash-1-3 (Aumasson and Bernstein, "SipHash: a fast
 * short-input PRF", 2012; one round for each word, three at the end, as in the hash tables of Rust and Ruby) with the 128-bit
 * output of its reference implementation. The key is random for each run, so nobody can prepare values that collide in it;
 * by accident, among 2^40 values, two collide once in 2^49 runs. A {@link SpellingMemo} spares most of the work where values repeat. One for each worker.
 */
final class SubtreeHash {
    private static final int TYPE_SHIFT = 60;
    private static final int FORM_SHIFT = 56;
    private static final long LONG = 15L << FORM_SHIFT;
    private static final long LOW_BITS = (1L << FORM_SHIFT) - 1;
    private static final int MAX_SHORT_BYTES = 7;
    private static final int BUFFER_WORDS = 512;

    private final long key0;
    private final long key1;
    private final SpellingMemo memo = new SpellingMemo();
    private final long[] words = new long[BUFFER_WORDS + 2];
    private int count;
    private long v0;
    private long v1;
    private long v2;
    private long v3;
    private long high;
    private long low;
    private boolean isInMemo;

    /** A hash with the key of a run. */
    SubtreeHash(long key0, long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    /** The first half of what was computed last. */
    long high() {
        return high;
    }

    /** The second half. */
    long low() {
        return low;
    }

    /** Hashes the value at tape index {@code i} as a value of the table with that id, unless its spelling is known. */
    void compute(Tape tape, int i, int table) {
        long bytes = tape.type(i) >= Tape.OBJECT ? tape.endAddress(i) - tape.startAddress(i) : 0;
        isInMemo = SpellingMemo.takes(bytes);
        if (!isInMemo) {
            computeAnew(tape, i, table);
        } else if (memo.find(tape.startAddress(i), (int) bytes, table)) {
            high = memo.identityHigh();
            low = memo.identityLow();
        } else {
            computeAnew(tape, i, table);
            memo.keep(high, low);
        }
    }

    /** What {@code identities} knows of what was computed last: see {@link IdentityTable#find}. */
    long known(IdentityTable identities) {
        long known = isInMemo ? memo.known() : 0;
        if (known == 0) {
            known = identities.find(high, low);
            if (isInMemo) {
                memo.keepKnown(known);
            }
        }
        return known;
    }

    /** Says how many entries of the identity table gave way, before values are hashed. */
    void evictions(long count) {
        memo.evictions(count);
    }

    private void computeAnew(Tape tape, int i, int table) {
        v0 = key0 ^ 0x736f6d6570736575L;
        v1 = key1 ^ 0x646f72616e646f6dL ^ 0xee;
        v2 = key0 ^ 0x6c7967656e657261L;
        v3 = key1 ^ 0x7465646279746573L;
        words[0] = table;
        count = 1;
        int end = tape.next(i);
        for (int p = i; p < end; ) {
            if (count >= BUFFER_WORDS) {
                compress();
            }
            p = token(tape, p);
        }
        compress();
        finish();
    }

    /** Takes the words of one key, scalar or opening bracket; gives the tape index behind it. */
    private int token(Tape tape, int p) {
        long word = tape.word(p);
        int type = (int) (word >>> TYPE_SHIFT);
        long head = (long) type << TYPE_SHIFT;
        return switch (type) {
            case Tape.STRING, Tape.ESCAPED_STRING, Tape.BIG_INTEGER, Tape.BIG_REAL -> {
                text(head, tape.address(p), tape.length(p));
                yield p + 1;
            }
            case Tape.INTEGER -> {
                number(head, tape.longValue(p));
                yield p + 2;
            }
            case Tape.REAL -> {
                words[count++] = head | LONG;
                words[count++] = tape.word(p + 1);
                yield p + 2;
            }
            case Tape.OBJECT, Tape.ARRAY, Tape.EMPTY_ARRAY -> {
                words[count++] = head | tape.count(p);
                yield p + 2;
            }
            default -> {
                words[count++] = head;
                yield p + 1;
            }
        };
    }

    private void number(long head, long value) {
        if (value << 8 >> 8 == value) {
            words[count++] = head | (value & LOW_BITS);
        } else {
            words[count++] = head | LONG;
            words[count++] = value;
        }
    }

    /** Reads eight bytes at a time; the last word may be read past the text, within the arena's padding. */
    private void text(long head, long address, int length) {
        if (length <= MAX_SHORT_BYTES) {
            long bytes = length == 0 ? 0 : firstBytes(address, length);
            words[count++] = head | (long) length << FORM_SHIFT | bytes;
            return;
        }
        words[count++] = head | LONG | length;
        long at = address;
        int left = length;
        for (; left >= 8; left -= 8, at += 8) {
            if (count >= BUFFER_WORDS) {
                compress();
            }
            words[count++] = Mem.getLong(at);
        }
        if (left > 0) {
            words[count++] = firstBytes(at, left);
        }
    }

    private static long firstBytes(long address, int length) {
        int unused = 64 - 8 * length;
        return Mem.getLong(address) << unused >>> unused;
    }

    /** A round for each word that was taken; empties the buffer. */
    private void compress() {
        long a = v0;
        long b = v1;
        long c = v2;
        long d = v3;
        for (int w = 0; w < count; w++) {
            long word = words[w];
            d ^= word;
            a += b;
            c += d;
            b = Long.rotateLeft(b, 13) ^ a;
            d = Long.rotateLeft(d, 16) ^ c;
            a = Long.rotateLeft(a, 32) + d;
            c += b;
            d = Long.rotateLeft(d, 21) ^ a;
            b = Long.rotateLeft(b, 17) ^ c;
            c = Long.rotateLeft(c, 32);
            a ^= word;
        }
        v0 = a;
        v1 = b;
        v2 = c;
        v3 = d;
        count = 0;
    }

    private void finish() {
        v2 ^= 0xee;
        threeRounds();
        low = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= 0xdd;
        threeRounds();
        high = v0 ^ v1 ^ v2 ^ v3;
    }

    /** Rounds with the word zero. */
    private void threeRounds() {
        words[0] = 0;
        words[1] = 0;
        words[2] = 0;
        count = 3;
        compress();
    }
}
